import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../tests/database.ts'
import { openLaneConnection } from './ingest.connection.ts'
import { createStoreHealth, probeStore } from './ingest.health.ts'
import { type Inspector, openInspector } from './testing.ts'

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
  pass(9_000)
  expect([await health.check(), probes()]).toEqual([{ status: 'UP' }, 0])
  pass(2_000)
  expect(await Promise.all([health.check(), health.check()])).toEqual([{ status: 'UP' }, { status: 'UP' }])
  expect(probes()).toBe(1)
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
    pass(1_900)
    expect(await health.check()).toEqual({ status: 'DOWN', reason: 'disk full' })
  }
  pass(200)
  expect(await health.check()).toEqual({ status: 'UP' })
  expect(changes).toEqual(['disk full', null])
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
