import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress } from '../../db/address.ts'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { openLaneConnection } from '../../subgraphs/incident/ingest/connection.ts'
import { createLaneStore, type LaneStore } from '../../subgraphs/incident/ingest/lane-store.ts'
import { createQueueDatabase, type QueueDatabase } from '../../subgraphs/kit/jobs/queue-database.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { runAs } from '../support/sql.ts'

const LOGIN = `rotated_${process.pid}`
const PID = 'select pg_backend_pid() as pid'
const folder = mkdtempSync(join(tmpdir(), 'fleetops-password-'))
const file = join(folder, 'password')

let database: TestDatabase
let stores: Stores
let queue: QueueDatabase
let lane: LaneStore
let lanePid = 0

/** As Kubernetes replaces a secret: a new folder, and a link to it that is moved over the old one. */
let versions = 0
const mount = (password: string) => {
  versions += 1
  const version = join(folder, `version-${versions}`)
  mkdirSync(version)
  writeFileSync(join(version, 'password'), `${password}\n`)
  symlinkSync(version, join(folder, '..data-new'))
  renameSync(join(folder, '..data-new'), join(folder, '..data'))
}

const asSuperuser = (statement: string) => runAs(database.urls.superuser, [statement])

beforeAll(async () => {
  mount('the first')
  symlinkSync(join('..data', 'password'), file)
  database = await cloneDatabase()
  await asSuperuser(`create role ${LOGIN} login password 'the first' in role platform`)
  const url = database.urls.platform.replace('platform:platform', LOGIN)
  const own = `${url}?passwordfile=${encodeURIComponent(file)}`
  stores = await openStores({ app: database.urls.app, platform: own }, { name: 'tests', max: 2 })
  queue = createQueueDatabase(own, 'tests')
  const address = createAddress(own)
  lane = createLaneStore({
    connect: () => openLaneConnection(own, 'tests', address),
    async write(connection) {
      const [row] = await connection.run<{ pid: number }>('pid', PID, [])
      lanePid = row?.pid ?? 0
      return { outcomes: [], atms: [], stateChanges: [], hasMessages: false }
    },
    now: () => new Date(),
    pause: async () => {},
    health: { failed: () => {}, succeeded: () => {} },
  })
})
afterAll(async () => {
  await lane?.close()
  await queue?.close()
  await stores?.close()
  await database?.drop()
  await runAs(database.urls.superuser.replace(/[^/]+$/, 'postgres'), [`drop role ${LOGIN}`])
  rmSync(folder, { recursive: true })
})

/** The sessions that the stores, pg-boss and ingest use now. */
const pids = async (): Promise<readonly unknown[]> => {
  const [row] = await stores.asPlatform((tx) => tx.execute(sql.raw(PID)), { mode: 'read' })
  const { rows } = await queue.executeSql(PID)
  await lane.attempt([])
  return [row?.pid, rows[0].pid, lanePid]
}

test('sessions of a password that was replaced end once they are idle, and new ones use the new one', async () => {
  // The stores may use two connections in turns.
  const before = [...(await pids()), ...(await pids())]
  expect(before).toEqual(expect.arrayContaining([...(await pids())]))
  await asSuperuser(`alter role ${LOGIN} password 'the second'`)
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<unknown>()
  const running = stores.asPlatform(async (tx) => {
    const [row] = await tx.execute(sql.raw(PID))
    begun.resolve(row?.pid)
    await held.promise
    const [again] = await tx.execute(sql.raw(PID))
    return again?.pid
  })
  const busy = await begun.promise
  mount('the second')
  const replaced = async () => (await pids()).filter((pid) => before.includes(pid) || pid === busy)
  await expect.poll(replaced, { timeout: 15_000 }).toEqual([])
  held.resolve()
  expect(await running).toBe(busy)
  const alive = () => asSuperuser(`select pid from pg_stat_activity where pid in (${[...before, busy].join(',')})`)
  await expect.poll(alive, { timeout: 5_000 }).toEqual([])
}, 40_000)

test('a file that is empty or gone leaves the last password in use', async () => {
  for (const spoil of [() => mount(''), () => rmSync(join(folder, '..data'))]) {
    const before = await pids()
    spoil()
    await asSuperuser(`select pg_terminate_backend(pid, 5000) from unnest(array[${before.join(',')}]) pid`)
    const kept = async () => (await pids().catch(() => before)).filter((pid) => before.includes(pid))
    await expect.poll(kept, { timeout: 5_000 }).toEqual([])
  }
})
