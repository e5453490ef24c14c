import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserFacingError } from '../../db/errors.ts'
import { migrate } from '../../db/migrate.ts'
import { findFreePort } from '../../db/server.ts'
import { findServerUser } from '../../db/server-user.ts'
import { openStores } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { describeWhere, type Gate } from '../support/environment-gate.ts'

const findPgBouncer = (): string | null => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore', env: { PATH: '/usr/sbin:/usr/bin:/bin' } })
    return null
  } catch {
    return 'needs pgbouncer'
  }
}

const PGBOUNCER: Gate = { missing: findPgBouncer() }

describeWhere(PGBOUNCER, 'PgBouncer between the platform and PostgreSQL', () => {
  let database: TestDatabase
  let pooler: ChildProcess
  let port: number
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-pgbouncer-'))

  beforeAll(async () => {
    database = await cloneDatabase()
    port = await findFreePort()
    const { port: serverPort, pathname } = new URL(database.urls.platform)
    const place = `host=127.0.0.1 port=${serverPort} dbname=${pathname.slice(1)}`
    const users = ['owner', 'app', 'platform'].map((name) => `"${name}" "${name}"\n`)
    writeFileSync(join(folder, 'users'), users.join(''))
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
shared = ${place} pool_mode=transaction
own = ${place} pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
`,
    )
    chmodSync(folder, 0o755)
    // It refuses to run as root.
    pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
      ...findServerUser(folder),
      env: { PATH: '/usr/sbin:/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const log = pooler.stderr
    if (log === null) throw new Error('pgbouncer has no log')
    for await (const [chunk] of on(log, 'data')) if (String(chunk).includes('process up')) break
  })
  afterAll(async () => {
    const ended = once(pooler, 'exit')
    pooler.kill('SIGKILL')
    await ended
    await database?.drop()
    rmSync(folder, { recursive: true })
  })

  const through = (name: 'shared' | 'own') => {
    const url = (role: string) => `postgres://${role}:${role}@127.0.0.1:${port}/${name}`
    return { app: url('app'), platform: url('platform'), owner: url('owner') }
  }

  test('is refused where it gives each transaction another session, with the reason and the cure', async () => {
    const reason = /gives each transaction another session.*pool_mode=transaction.*or set pool_mode=session/
    for (const open of [
      () => openStores(through('shared'), { name: 'tests' }),
      () => migrate({ ownerUrl: through('shared').owner }),
    ]) {
      const refusal = await open().then(String, (error: unknown) => error)
      expect(refusal).toBeInstanceOf(UserFacingError)
      expect(String(refusal)).toMatch(reason)
    }
  })

  test('is taken where each connection has a session of its own, with the settings of the platform', async () => {
    expect(await migrate({ ownerUrl: through('own').owner })).toBe(0)
    const stores = await openStores(through('own'), { name: 'tests', max: 2 })
    const settings = await stores.asPlatform((tx) =>
      tx.execute(sql`select current_setting('lock_timeout') as lock, current_setting('work_mem') as memory`),
    )
    expect([...settings]).toEqual([{ lock: '5s', memory: '16MB' }])
    await stores.check()
    await stores.close()
  })
})
