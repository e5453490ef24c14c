import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { signToken } from '../../subgraphs/kit/auth/sign-token.ts'
import { findReference, listCommitted, listMigrations } from '../../tools/migrations.ts'
import { emptyDatabase } from '../backup/databases.ts'
import type { TestDatabase } from '../support/database.ts'
import { findPortPair } from '../support/gateway-services.ts'
import { runAs } from '../support/sql.ts'
import { groupLives, type Program, startProgram } from '../support/start-program.ts'

const ROOT = join(import.meta.dirname, '../..')
const SECRET = 'a secret of thirty-two characters or more, for tests'
const UP = 'Ctrl-C stops everything.'
const EVENTS = ['CARD_READER_FAIL', 'CARD_READER_OK', 'APPLICATION_ERROR_PRINTER', 'SUPERVISOR_ENTRY']

const folder = mkdtempSync(join(tmpdir(), 'fleetops-side-by-side-'))
const programs: Program[] = []
afterAll(() => {
  for (const { pid } of programs) if (groupLives(pid)) process.kill(-pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The programs of another commit, with the packages of this one. */
const checkOut = (commit: string): string => {
  const archive = execFileSync(
    'git',
    ['archive', commit, 'db', 'demo', 'gateway', 'schema', 'subgraphs', 'package.json'],
    {
      cwd: ROOT,
      maxBuffer: 1 << 28,
    },
  )
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const place of ['.', 'gateway', 'subgraphs/kit']) {
    const packages = join(ROOT, place, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(folder, place, 'node_modules'))
  }
  return folder
}

const startGateway = async (root: string, { urls }: TestDatabase) => {
  const port = await findPortPair()
  const program = startProgram([process.execPath, join(root, 'gateway/main.ts')], {
    PORT: String(port),
    INTERNAL_PORT: String(port + 100),
    DATABASE_URL: urls.app,
    PLATFORM_DATABASE_URL: urls.platform,
    MIGRATION_DATABASE_URL: urls.owner,
    JWT_SECRET: SECRET,
    INTERNAL_SERVICE_SECRET: SECRET,
    DEMO: 'false',
    LOG_LEVEL: 'warn',
  })
  programs.push(program)
  return { port, program }
}

/** Without new migrations a change cannot break the release before by them, and this test has nothing to do. */
it('the release before and this one work side by side on one database, until the one before is started again', async () => {
  const reference = findReference(ROOT)
  if (reference === null) return
  const released = listCommitted(ROOT, reference)
  if ([...listMigrations(ROOT).keys()].every((path) => released.has(path))) return
  const database = await emptyDatabase()
  const before = checkOut(reference)
  const old = await startGateway(before, database)
  await old.program.prints(UP)
  const as = await signToken(
    { role: 'AGENT', userId: '7', email: null, institutions: ['ACME'], agentAtmId: 'ACME-1' },
    { secret: SECRET, issuer: null, audience: null, now: new Date(), ttlMs: 600_000 },
  )
  let posted = 0
  const post = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/agent-proxy/api/journal-events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ agentAtmId: 'ACME-1', eventType: EVENTS[posted % EVENTS.length] }),
    })
    expect([answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([201, ''])
    posted += 1
  }
  await post(old.port)
  let isMigrating = true
  const migrated = migrate({ ownerUrl: database.urls.owner }).finally(() => {
    isMigrating = false
  })
  while (isMigrating) await post(old.port)
  await migrated
  const next = await startGateway(ROOT, database)
  await next.program.prints(UP)
  for (let round = 0; round < 20; round += 1) await Promise.all([post(old.port), post(next.port)])
  expect(await runAs(database.urls.superuser, ['select count(*)::int as n from incident.event'])).toEqual([
    { n: posted },
  ])
  old.program.signal('SIGTERM')
  await old.program.ended
  const again = await startGateway(before, database)
  expect([await again.program.ended, again.program.output()]).toEqual([
    1,
    expect.stringContaining('migrated by a newer release'),
  ])
  next.program.signal('SIGTERM')
  await next.program.ended
  await database.drop()
}, 120_000)
