import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openConnection } from '../db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts'
import { UserFacingError } from '../db/errors.ts'
import { fatalLine, isServing, readPidFile } from '../db/server.ts'
import { ROOT, testWhere } from './support/environment-gate.ts'

// Each start waits for the disk, which a busy machine may have to share.
vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
const started: EmbeddedDatabase[] = []
const holders: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fleetops-embedded-'))
})

afterEach(async () => {
  for (const holder of holders.splice(0)) {
    if (holder.kill('SIGKILL')) await once(holder, 'exit')
  }
  for (const database of started.splice(0)) await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir })
  started.push(database)
  return database
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  started.splice(started.indexOf(database), 1)
  await database.stop()
}

/** A process of its own that starts or attaches to the server. */
async function hold(): Promise<{ process: ChildProcess; adopted: unknown }> {
  const child = fork(fileURLToPath(new URL('fixtures/embedded-holder.ts', import.meta.url)), [dataDir])
  holders.push(child)
  const [message] = await once(child, 'message')
  return { process: child, adopted: Reflect.get(Object(message), 'adopted') }
}

async function query(database: EmbeddedDatabase, statement: string): Promise<unknown[]> {
  const connection = await openConnection({ url: database.urls.owner, name: 'test' })
  try {
    return await connection.sql.unsafe(statement)
  } finally {
    await connection.close()
  }
}

function serverPid(): number | undefined {
  const running = readPidFile(join(dataDir, 'postgres'))
  return running !== undefined && isServing(running.pid, join(dataDir, 'postgres')) ? running.pid : undefined
}

test('a restart finds the data on the same port, and a stop leaves no process', async () => {
  const first = await start()
  await query(first, 'create schema s; create table s.t as select 7 as n')
  await stop(first)
  expect(serverPid()).toBeUndefined()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(second.urls).toEqual(first.urls)
  expect(await query(second, 'select n from s.t')).toEqual([{ n: 7 }])
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('a server whose starter was killed is adopted, and stopped by who adopted it', async () => {
  const holder = await hold()
  expect(holder.adopted).toBe(false)
  holder.process.kill('SIGKILL')
  await once(holder.process, 'exit')
  expect(serverPid()).toBeDefined()
  const database = await start()
  expect(database.adopted).toBe(true)
  expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }])
  await stop(database)
  expect(serverPid()).toBeUndefined()
})

test('a server that was killed itself recovers what was committed', async () => {
  const first = await start()
  await query(first, 'create schema s; create table s.t as select 7 as n')
  const pid = serverPid()
  if (pid === undefined) throw new Error('the server does not run')
  process.kill(pid, 'SIGKILL')
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second, 'select n from s.t')).toEqual([{ n: 7 }])
})

test('the words of those whom a killed server left behind are not taken for its own', () => {
  const log = [
    '2026-11-20 12:00:00 UTC [7] FATAL:  terminating connection due to unexpected postmaster exit',
    '2026-11-20 12:00:00 UTC [9] FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
  ].join('\n')
  expect(fatalLine(log)).toBe('pre-existing shared memory block (key 1, ID 2) is still in use')
})

test('a process id that another program got does not keep the server from starting', async () => {
  await stop(await start())
  // Process 1 runs on every machine and is no server on this folder.
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(pidFile, `1\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n0 0\nready\n`)
  chmodSync(pidFile, 0o666)
  const database = await start()
  expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('the last of two attached processes stops the server, in whichever order they leave', async () => {
  const holder = await hold()
  const second = await start()
  expect(second.adopted).toBe(true)
  holder.process.kill('SIGTERM')
  await once(holder.process, 'exit')
  expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }])
  await stop(second)
  expect(serverPid()).toBeUndefined()
})

test('processes that start together on an empty folder share one server', async () => {
  const [first, second] = await Promise.all([hold(), start()])
  expect([first.adopted, second.adopted].sort()).toEqual([false, true])
})

test('data of another PostgreSQL version is refused in one sentence', async () => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
  const refusal = start()
  await expect(refusal).rejects.toBeInstanceOf(UserFacingError)
  await expect(refusal).rejects.toThrow(
    /is of PostgreSQL 16 and this release runs 18: move the folder away or set DATA_DIR/,
  )
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n')
})

test('a folder of something else is refused and left alone', async () => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'mine')
  await expect(start()).rejects.toThrow(/is not a data folder of PostgreSQL/)
  expect(existsSync(join(dataDir, 'postgres', 'thesis.txt'))).toBe(true)
})

test('lost secrets are reported, not repaired by starting anew', async () => {
  const first = await start()
  await stop(first)
  rmSync(join(dataDir, 'secrets.json'))
  await expect(start()).rejects.toThrow(/secrets\.json is not the one it was made with/)
  expect(serverPid()).toBeUndefined()
})

testWhere(ROOT, 'in a folder that only root may enter the data lie elsewhere, behind a link', async () => {
  const outer = dataDir
  dataDir = join(outer, 'root-only', '.data')
  mkdirSync(join(outer, 'root-only'), { mode: 0o700 })
  const lines: string[] = []
  const first = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  started.push(first)
  const target = realpathSync(join(dataDir, 'postgres'))
  try {
    expect(target).not.toContain('root-only')
    expect(lines.join()).toContain(`is a link to ${target} now`)
    await query(first, 'create schema s; create table s.t as select 7 as n')
    await stop(first)
    expect(await query(await start(), 'select n from s.t')).toEqual([{ n: 7 }])
    for (const database of started.splice(0)) await database.stop()
  } finally {
    rmSync(target, { recursive: true, force: true })
    rmSync(outer, { recursive: true, force: true })
  }
})
