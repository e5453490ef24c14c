import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { createDatabase, type DatabaseUrls, urlsOf } from '../../db/databases.ts'
import { migrate } from '../../db/migrate.ts'
import { findFreePort, initialise, type Server, SUPERUSER, startServer, stopServer } from '../../db/server.ts'
import { findPrograms, findServerUser, placeDataFolder } from '../../db/server-user.ts'
import { SERVICES } from '../../gateway/services.ts'
import { openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { runAs } from '../support/sql.ts'

// The commands of docs/backup.md on a server of its own: a copy of its files, an archive of its log, and a moment.

const LOGINS = { superuser: SUPERUSER, owner: 'owner', app: 'app', platform: 'platform' }
const NAME = 'fleetops'
const [FIRST, SECOND] = [randomUUID(), randomUUID()]
const WAIT = { timeout: 15_000, interval: 50 }
const SETTINGS = {
  fsync: 'off',
  jit: 'off',
  scram_iterations: '1',
  shared_buffers: '32MB',
  max_connections: '60',
  min_wal_size: '32MB',
}

const folder = mkdtempSync(join(tmpdir(), 'fleetops-point-in-time-'))
chmodSync(folder, 0o755)
const archive = join(folder, 'archive')
const user = findServerUser(folder)
const servers: { readonly pid: number; readonly dataFolder: string }[] = []

const serverIn = (name: string): Server => ({
  dataFolder: placeDataFolder(join(folder, name), user),
  logFile: join(folder, `${name}.log`),
  programs: findPrograms(user),
  user,
})

const start = async (server: Server, settings: Readonly<Record<string, string>>) => {
  const port = await findFreePort()
  const pid = await startServer(server, port, { ...SETTINGS, ...settings })
  servers.push({ pid, dataFolder: server.dataFolder })
  return { port, pid, urls: urlsOf(port, NAME, LOGINS) }
}

/** A file of the server's user. */
const give = (path: string) => {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

/** Copies the files of a running server, as pg_basebackup does; the embedded one comes without that program. */
const copyFiles = async (url: string, from: Server, to: Server) => {
  const { sql, close } = await openConnection({ url, name: 'base backup' })
  await sql.unsafe(`select pg_backup_start('base', fast => true)`)
  execFileSync('cp', ['-a', from.dataFolder, to.dataFolder])
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop()`
  await close()
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to.dataFolder, name), { force: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(to.dataFolder, name), text, { mode: 0o600 })
    give(join(to.dataFolder, name))
  }
  write('backup_label', stopped?.label ?? '')
  write('recovery.signal', '')
}

const openPlatform = (urls: DatabaseUrls) =>
  openTestPlatform(SERVICES, { database: { urls, drop: async () => {} }, start: true })

const report = async (platform: TestPlatform, eventId: string, eventType: string) => {
  const as = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ACME-1' })
  const body = { agentAtmId: 'ACME-1', eventType, eventId, eventTime: new Date().toISOString().slice(0, 19) }
  const { status, body: answer } = await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body })
  return { status, ...Object(answer) }
}

beforeAll(() => {
  mkdirSync(archive)
  give(archive)
})
afterAll(async () => {
  for (const { pid, dataFolder } of servers) await stopServer(pid, dataFolder, 0)
  rmSync(folder, { recursive: true, force: true })
})

it('a server is brought to a moment before an accident, and agents repeat what came after it', async () => {
  const [first, second] = [serverIn('first'), serverIn('second')]
  await initialise(first, SUPERUSER, { durable: false })
  const before = await start(first, { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` })
  await createDatabase(before.port, LOGINS, NAME)
  await migrate({ ownerUrl: before.urls.owner })
  await copyFiles(before.urls.superuser, first, second)

  const used = await openPlatform(before.urls)
  const kept = await report(used, FIRST, 'CARD_READER_FAIL')
  const [moment] = await runAs(before.urls.superuser, ['select clock_timestamp()::text as at'])
  const lost = await report(used, SECOND, 'APPLICATION_ERROR_PRINTER')
  expect([kept, lost]).toMatchObject([{ status: 201 }, { status: 201 }])
  await used.close()
  const [last] = await runAs(before.urls.superuser, [
    'delete from incident.incident_entry; delete from incident.incident',
    'select pg_walfile_name(pg_switch_wal()) as file',
  ])
  const archived = `select from pg_stat_archiver where last_archived_wal >= '${last?.file}'`
  await expect.poll(() => runAs(before.urls.superuser, [archived]), WAIT).toHaveLength(1)
  await stopServer(before.pid, first.dataFolder, 4_000)

  const after = await start(second, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: String(moment?.at),
    recovery_target_action: 'promote',
  })
  // It answers reads while it recovers.
  const recovering = () => runAs(after.urls.superuser, ['select pg_is_in_recovery() as recovering'])
  await expect.poll(recovering, WAIT).toEqual([{ recovering: false }])
  const ids = await runAs(after.urls.superuser, ['select id::int from incident.incident'])
  expect(ids).toEqual([{ id: kept.incidentId }])
  const platform = await openPlatform(after.urls)
  const again = [
    await report(platform, FIRST, 'CARD_READER_FAIL'),
    await report(platform, SECOND, 'APPLICATION_ERROR_PRINTER'),
  ]
  expect(again.map(({ status }) => status)).toEqual([201, 201])
  expect(again[0].id).toBe(kept.id)
  await platform.close()
  const [counts] = await runAs(after.urls.superuser, [
    `select (select count(*)::int from incident.event) as events,
      (select count(*)::int from incident.incident) as incidents`,
  ])
  expect(counts).toEqual({ events: 2, incidents: 2 })
}, 120_000)
