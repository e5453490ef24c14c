import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { faultsOnInsert } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { partitionsJob } from './partitions.job.ts'

const TODAY = '2026-11-20T12:00:00Z'
const IN_FORTY_DAYS = '2026-12-30T12:00:00Z'

let platform: TestPlatform
let inspector: Inspector

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: TODAY })
  inspector = await openInspector(platform.database.urls.superuser)
  for (const statement of faultsOnInsert('incident.event')) await inspector.rows(statement)
})

afterEach(async () => {
  await inspector.rows('truncate fault.code')
  platform.clock.set(TODAY)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const post = (eventId: string | null = randomUUID()) =>
  platform.askInternal('POST', '/incident/api/internal/journal-events', {
    body: { agentAtmId: 'ATM-1', institutionKey: 'ACME', eventType: 'AGENT_LOG_ERROR', eventId },
  })

const ingestHealth = async () => (await platform.process.health())['incident.ingest']

describe('partitions of events', () => {
  it('are looked up in the database: a clock that jumps forty days ahead and back loses nothing', async () => {
    expect((await post()).status).toBe(201)
    platform.clock.set(IN_FORTY_DAYS)
    expect((await post()).status).toBe(201)
    // It drops the keys of what looks older than thirty days, those of today with them.
    await platform.runJob('incident.partitions')
    platform.clock.set(TODAY)
    const eventId = randomUUID()
    const first = await post(eventId)
    expect(first.status).toBe(201)
    expect((await post(eventId)).body).toEqual(first.body)
  })

  it('keep the keys of the last weeks when the job finds the clock far ahead of its last run', async () => {
    const eventId = randomUUID()
    const first = await post(eventId)
    platform.clock.set(IN_FORTY_DAYS)
    await platform.runJob('incident.partitions', new Date(TODAY))
    platform.clock.set(TODAY)
    expect((await post(eventId)).body).toEqual(first.body)
    const [counted] = await inspector.rows<{ n: number }>('select count(*) as n from incident.event_count')
    expect(counted?.n).toBeGreaterThan(0)
  })

  it('keep keys that are read for long, and others wait for none of them', async () => {
    await post()
    const [reading, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const stores = platform.process.jobStores
    const reader = stores.asPlatform(async (tx) => {
      await tx.execute('select 1 from incident.event_key limit 1')
      begun.resolve()
      await reading.promise
    })
    await begun.promise
    const haste = { wait: async () => {}, random: () => 0, patienceMs: 1_000 }
    const run = () =>
      partitionsJob(stores, 84, haste).run({
        ...{ now: new Date(IN_FORTY_DAYS), lastDoneAt: null, progress: () => {}, log: platform.process.log },
      })
    expect(await run()).toMatch(/ 0 dropped; the rest is left to the next run$/)
    expect(await inspector.rows('select from incident.event_count where bucket <= $1', [TODAY])).toEqual([])
    reading.resolve()
    await reader
    expect(await run()).toMatch(/ [1-9] dropped$/)
  })

  it.each([
    ['before the oldest partition', '2026-09-01T00:00:00Z'],
    ['in a year without partitions', '2031-01-01T00:00:00Z'],
    ['before this century', '1970-01-01T00:00:01Z'],
  ])('are made by the write that misses them, with a clock that is %s', async (_where, at) => {
    platform.clock.set(at)
    expect((await post()).status).toBe(201)
  })

  it('are made over midnight and the end of a month though no job has run', async () => {
    platform.clock.set('2027-03-31T23:59:58Z')
    expect((await post()).status).toBe(201)
    platform.clock.set('2027-04-01T00:00:00Z')
    const answers = await Promise.all(Array.from({ length: 20 }, () => post()))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const ids = answers.map(({ body }) => Reflect.get(Object(body), 'id'))
    expect(new Set(ids).size).toBe(20)
  })
})

describe('a fault of the store', () => {
  const raise = (code: string) => inspector.rows(`insert into fault.code values ($1)`, [code])

  it.each([
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['a failed read of the disk', '58030'],
    ['a server that shuts down', '57P01'],
    ['a statement that took too long', '57014'],
    ['a server that only reads', '25006'],
    ['an object in use', '55006'],
    ['a lost connection to another server', '08006'],
    ['a rolled back transaction', '40000'],
    ['a row that finds no partition', '23514'],
    ['a violated key', '23505'],
    ['a missing value', '23502'],
    ['a missing table', '42P01'],
    ['a broken index', 'XX002'],
  ])('is never held against the event: %s is 503 with Retry-After', async (_what, code) => {
    await raise(code)
    const answer = await post()
    expect(answer.body).toMatchObject({ code: 'UNAVAILABLE' })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
    await inspector.rows('truncate fault.code')
    await vi.waitFor(async () => expect((await post()).status).toBe(201))
  })

  it.each([
    ['out of range', '22003'],
    ['longer than an index takes', '54000'],
  ])('is the event’s own only where its value is %s', async (_what, code) => {
    await raise(code)
    expect(await post()).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } })
  })

  it('makes the component of ingest DOWN until something can be written again, also without events', async () => {
    expect((await post()).status).toBe(201)
    expect(await ingestHealth()).toEqual({ status: 'UP' })
    await raise('53100')
    expect((await post()).status).toBe(503)
    expect(await ingestHealth()).toEqual({ status: 'DOWN', reason: 'fault under test' })
    await inspector.rows('truncate fault.code')
    await vi.waitFor(async () => expect(await ingestHealth()).toEqual({ status: 'UP' }), { timeout: 10_000 })
  })
})

describe('a database that only reads', () => {
  const setReadOnly = async (value: 'on' | 'off') => {
    await inspector.rows(
      `alter role platform in database ${databaseName()} set default_transaction_read_only = ${value}`,
    )
    await inspector.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fleetops incident ingest' and datname = current_database()`)
  }
  const databaseName = () => new URL(platform.database.urls.platform).pathname.slice(1)

  it('refuses events with 503 and shows as DOWN, and takes them again by itself', async () => {
    await setReadOnly('on')
    await vi.waitFor(async () => expect(await post()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } }))
    expect(await ingestHealth()).toMatchObject({ status: 'DOWN', reason: expect.stringContaining('read-only') })
    await setReadOnly('off')
    await vi.waitFor(async () => expect(await ingestHealth()).toEqual({ status: 'UP' }), { timeout: 10_000 })
    expect((await post()).status).toBe(201)
  })
})
