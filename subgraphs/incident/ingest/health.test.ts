import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { openLaneConnection } from './connection.ts'
import { createStoreHealth, probeStore } from './health.ts'

let db: TestDatabase
let inspector: Inspector

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
})

afterAll(async () => {
  await inspector.close()
  await db.drop()
})

const open = () => {
  let atMs = 0
  let outcome: Error | null = null
  let probes = 0
  const changes: (string | null)[] = []
  const health = createStoreHealth({
    async probe() {
      probes += 1
      if (outcome !== null) throw outcome
    },
    elapsedMs: () => atMs,
    onChange: (reason) => changes.push(reason),
  })
  return {
    health,
    changes,
    probes: () => probes,
    pass: (ms: number) => {
      atMs += ms
    },
    breakDown: (reason: string | null) => {
      outcome = reason === null ? null : new Error(reason)
    },
  }
}

it('asks the store only where no batch was stored lately', async () => {
  const { health, pass, probes } = open()
  health.succeeded()
  expect(await health.check()).toEqual({ status: 'UP' })
  pass(10_000)
  expect([await health.check(), probes()]).toEqual([{ status: 'UP' }, 0])
  pass(1)
  expect(await Promise.all([health.check(), health.check()])).toEqual([{ status: 'UP' }, { status: 'UP' }])
  expect(probes()).toBe(1)
  pass(10_001)
  expect([await health.check(), probes()]).toEqual([{ status: 'UP' }, 2])
})

it('finds without any event that a store cannot be written to, and that it can be again', async () => {
  const { health, pass, breakDown, changes } = open()
  breakDown('could not extend file: No space left on device')
  expect(await health.check()).toMatchObject({ status: 'DOWN', reason: expect.stringContaining('No space left') })
  breakDown(null)
  pass(2_001)
  expect(await health.check()).toEqual({ status: 'UP' })
  expect(changes).toEqual(['could not extend file: No space left on device', null])
})

it('does not believe a probe while batches fail', async () => {
  const { health, pass, changes } = open()
  for (let n = 0; n < 5; n += 1) {
    health.failed(new Error('refused', { cause: new Error('disk full') }))
    pass(2_000)
    expect(await health.check()).toEqual({ status: 'DOWN', reason: 'disk full' })
  }
  pass(1)
  expect(await health.check()).toEqual({ status: 'UP' })
  expect(changes).toEqual(['disk full', null])
})

it('gives the reason of the newest failure, whatever was thrown, and logs each change once', async () => {
  const { health, changes } = open()
  for (const failure of [new Error('one', { cause: 'text' }), 'two', new Error('three')]) health.failed(failure)
  expect(await health.check()).toEqual({ status: 'DOWN', reason: 'three' })
  health.succeeded()
  health.succeeded()
  health.failed('four')
  expect(await health.check()).toEqual({ status: 'DOWN', reason: 'four' })
  expect(changes).toEqual(['one', null, 'four'])
})

it('waits two seconds for a probe', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const never = createStoreHealth({ probe: () => new Promise(() => {}), elapsedMs: () => 0, onChange() {} })
  const checked = never.check()
  vi.advanceTimersByTime(1_999)
  const first = await Promise.race([checked, new Promise((resolve) => setImmediate(resolve, 'it waits'))])
  expect(first).toBe('it waits')
  vi.advanceTimersByTime(1)
  expect(await checked).toEqual({ status: 'DOWN', reason: 'no answer within 2000 ms' })
})

it('closes the connection of its probe, and fails where the store takes no writes', async () => {
  const closed: boolean[] = []
  const connect = async () => {
    const connection = await openLaneConnection(db.urls.platform, 'probe under test')
    return {
      ...connection,
      async close() {
        await connection.close()
        closed.push(connection.isOpen())
        throw new Error('closed already')
      },
    }
  }
  await probeStore(connect)
  await inspector.rows('alter table incident.write_probe rename to no_probe')
  await expect(probeStore(connect)).rejects.toMatchObject({ code: '42P01' })
  await inspector.rows('alter table incident.no_probe rename to write_probe')
  expect(closed).toEqual([false, false])
})

it('writes its probe to new files, and yields to the probe of another process', async () => {
  const connect = () => openLaneConnection(db.urls.platform, 'probe under test')
  const fileOf = async () =>
    (await inspector.rows<{ file: string }>(`select pg_relation_filepath('incident.write_probe') as file`))[0]?.file
  const before = await fileOf()
  await probeStore(connect)
  await probeStore(connect)
  expect(await fileOf()).not.toBe(before)
  const [row] = await inspector.rows(
    `select count(*) as rows, pg_relation_size('incident.write_probe') as bytes from incident.write_probe`,
  )
  expect(row).toEqual({ rows: 16, bytes: expect.any(Number) })
  expect(Number(Reflect.get(Object(row), 'bytes'))).toBeGreaterThan(16_000)
  await inspector.rows('begin')
  await inspector.rows('lock table incident.write_probe')
  await probeStore(connect)
  await inspector.rows('rollback')
})
