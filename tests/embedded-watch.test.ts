import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openConnection } from '../db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts'
import type { WatchLimits } from '../db/embedded-watch.ts'
import { isServing, readPidFile } from '../db/server.ts'

vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
const started: EmbeddedDatabase[] = []
const holders: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fleetops-watch-'))
  // Root's server runs as another user, and would put its data elsewhere if it could not enter.
  chmodSync(dataDir, 0o755)
})

afterEach(async () => {
  for (const holder of holders.splice(0)) if (holder.kill('SIGKILL')) await once(holder, 'exit')
  for (const database of started.splice(0)) await database.stop()
  if (serverPid() !== undefined) kill(serverPid())
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (limits: WatchLimits = {}) => {
  const lines: string[] = []
  const given = Promise.withResolvers<Error>()
  const watch = { onGivenUp: given.resolve, limits }
  const database = await startEmbedded({ dataDir, log: (line) => lines.push(line), watch })
  started.push(database)
  const says = (text: string) =>
    vi.waitFor(() => expect(lines.join('\n')).toContain(text), { timeout: 30_000, interval: 20 })
  return { database, lines, says, givenUp: given.promise }
}

/** The server's process; a stale file may name another program, and us while a server is being started. */
const serverPid = (): number | undefined => {
  const folder = join(dataDir, 'postgres')
  const pid = readPidFile(folder)?.pid
  return pid !== undefined && isServing(pid, folder) ? pid : undefined
}

const kill = (pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL') => {
  if (pid === undefined || pid <= 0) throw new Error('there is no such process')
  process.kill(pid, signal)
}

const query = async (database: EmbeddedDatabase, statement: string): Promise<unknown[]> => {
  const connection = await openConnection({ url: database.urls.owner, name: 'test' })
  try {
    return [...(await connection.sql.unsafe(statement))]
  } finally {
    await connection.close()
  }
}

test('a server that is killed is started again on the same port, with all that was committed', async () => {
  const { database, lines, says } = await start()
  await query(database, 'create schema s; create table s.t as select 7 as n')
  for (let kills = 1; kills <= 2; kills += 1) {
    lines.length = 0
    kill(serverPid())
    await says('PostgreSQL runs again')
    expect(await query(database, 'select n from s.t')).toEqual([{ n: 7 }])
  }
  started.length = 0
  await database.stop()
  expect(serverPid()).toBeUndefined()
})

test('a server whose backend crashes recovers by itself, and is held on to', async () => {
  const { database, says } = await start()
  const pid = serverPid()
  const connection = await openConnection({ url: database.urls.owner, name: 'test' })
  const [row] = await connection.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  kill(row?.pid)
  await says('PostgreSQL runs again')
  expect(serverPid()).toBe(pid)
  started.length = 0
  await database.stop()
  expect(serverPid()).toBeUndefined()
})

test('of several attached processes one starts it again, and the last to leave stops it', async () => {
  const path = fileURLToPath(new URL('fixtures/embedded-holder.ts', import.meta.url))
  const holder = fork(path, [dataDir, 'watch'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  holders.push(holder)
  await once(holder, 'message')
  const { database, says } = await start()
  expect(database.adopted).toBe(true)
  const again = once(holder, 'message')
  kill(serverPid())
  await Promise.all([says('PostgreSQL runs again'), again])
  const pid = serverPid()
  expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }])
  started.length = 0
  await database.stop()
  expect(serverPid()).toBe(pid)
  holder.kill('SIGTERM')
  await once(holder, 'exit')
  expect(serverPid()).toBeUndefined()
})

test('one that cannot be started again is given up after so many attempts, with the reason', async () => {
  const { says, givenUp } = await start({ attempts: 3, pauseMs: 10 })
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  kill(serverPid())
  await says('PostgreSQL cannot be started again yet')
  const error = await givenUp
  expect(error).toMatchObject({ name: 'UserFacingError' })
  expect(error.message).toMatch(
    /could not be kept running: PostgreSQL did not start: .*pg_control.* 3 times in vain within 300 s/,
  )
})

test('it is not started on another port, where it would not be found', async () => {
  const { database, says } = await start({ pauseMs: 50 })
  const { port } = new URL(database.urls.owner)
  const pid = serverPid()
  kill(pid, 'SIGSTOP')
  const squatter = createServer()
  kill(pid)
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        squatter.once('error', reject).listen(Number(port), '127.0.0.1', resolve)
      }),
    { timeout: 5_000, interval: 1 },
  )
  await says(`PostgreSQL ran on port ${port} of 127.0.0.1, which another program has taken`)
  await new Promise((resolve) => squatter.close(resolve))
  await says('PostgreSQL runs again')
  expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }])
})
