import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { snapshotReadySchema } from '../../schema/events/snapshot-ready.ts'
import { fileParsed, incidentChanged, openFold } from './fold.testing.ts'

let service: Awaited<ReturnType<typeof openFold>>
beforeAll(async () => {
  service = await openFold()
})
afterAll(() => service.close())

const NOON = Date.parse('2026-03-01T12:00:00Z')
/** Sets the clock so many seconds after noon. */
const at = (seconds: number) => {
  service.clock.now = new Date(NOON + seconds * 1_000)
}
beforeEach(async () => {
  at(0)
  await service.empty()
})
afterEach(async () => {
  const kept = await service.look(
    'select day::text, snapshots::int as n from analytics.snapshot_total where snapshots <> 0 order by day',
  )
  expect(kept, 'the totals that are kept of each day').toEqual(
    await service.look('select day::text, count(*)::int as n from analytics.snapshot group by day order by day'),
  )
})

describe('snapshots', () => {
  it('show the counters of a day, for its institution and for the fleet', async () => {
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 9, successful: 5, failed: 3 }))
    await service.fold(
      fileParsed({ fileId: 2, atmId: 2, parseSequence: 2, transactions: 1 }, { institutionKey: 'ZETA' }),
    )
    await service.fold(incidentChanged('created', { incidentId: 1 }))
    await service.fold(incidentChanged('created', { incidentId: 2 }, { institutionKey: null }))
    await service.fold(incidentChanged('created', { incidentId: 3 }))
    await service.fold(incidentChanged('resolved', { incidentId: 3 }))
    expect(await service.take()).toBe(3)
    const nothing = { successful: 0, failed: 0, incidents_created: 0, incidents_resolved: 0, open_incidents: 0 }
    const verdicts = { successful: 5, failed: 3 }
    const acme = {
      files_parsed: 1,
      transactions: 9,
      ...verdicts,
      incidents_created: 2,
      incidents_resolved: 1,
      open_incidents: 1,
    }
    const fleet = {
      files_parsed: 2,
      transactions: 10,
      ...verdicts,
      incidents_created: 3,
      incidents_resolved: 1,
      open_incidents: 2,
    }
    expect(await service.snapshots()).toEqual([
      { institution_key: 'ACME', day: '2026-03-01', ...acme },
      { institution_key: 'ZETA', day: '2026-03-01', files_parsed: 1, transactions: 1, ...nothing },
      { institution_key: null, day: '2026-03-01', ...fleet },
    ])
  })

  it('are announced on their topic, keyed by institution', async () => {
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 9, successful: 5, failed: 3 }))
    await service.take()
    const messages = await service.look('select topic, key, institution_key, data from analytics.outbox order by id')
    const counters = {
      filesParsed: 1,
      transactions: 9,
      successful: 5,
      failed: 3,
      incidentsCreated: 0,
      incidentsResolved: 0,
      openIncidents: 0,
    }
    expect(messages).toMatchObject([
      { topic: 'analytics.snapshot-ready', key: 'ACME', institution_key: 'ACME', data: counters },
      { topic: 'analytics.snapshot-ready', key: '{fleet}', institution_key: null, data: counters },
    ])
    for (const { data } of messages) expect(snapshotReadySchema.parse(data)).toEqual(data)
  })

  it('are taken at most once in ten seconds for an institution, with all that came meanwhile', async () => {
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 1 }))
    expect(await service.take()).toBe(2)
    for (const [fileId, second] of [2, 5, 9.9].entries()) {
      at(second)
      await service.fold(
        fileParsed({ fileId: fileId + 2, atmId: fileId + 2, parseSequence: fileId + 2, transactions: 1 }),
      )
      expect(await service.take()).toBe(0)
    }
    // One that was quiet need not wait for another; the fleet's has its own time.
    await service.fold(
      fileParsed({ fileId: 9, atmId: 9, parseSequence: 9, transactions: 1 }, { institutionKey: 'ZETA' }),
    )
    expect(await service.take()).toBe(1)
    at(10)
    expect(await service.take()).toBe(2)
    expect((await service.snapshots()).slice(-2)).toMatchObject([
      { institution_key: 'ACME', files_parsed: 4 },
      { institution_key: null, files_parsed: 5 },
    ])
    at(60)
    expect(await service.take()).toBe(0)
  })

  it('go on when a clock that was ahead is set back, and are then the newest', async () => {
    at(86_400)
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 1 }))
    expect(await service.take()).toBe(2)
    at(0)
    await service.fold(fileParsed({ fileId: 2, atmId: 2, parseSequence: 2, transactions: 1 }))
    expect(await service.take()).toBe(0)
    at(10)
    expect(await service.take()).toBe(2)
    const newest = `select files_parsed from analytics.snapshot order by taken_at desc, id desc limit 2`
    expect(await service.look(newest)).toEqual([{ files_parsed: 2 }, { files_parsed: 2 }])
    at(20)
    expect(await service.take()).toBe(0)
  })

  it('of a late message are of the message’s own day, each day in its turn', async () => {
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 1, journalDate: '2026-02-27' }))
    at(1)
    await service.fold(fileParsed({ fileId: 2, parseSequence: 2, transactions: 2, journalDate: '2026-02-20' }))
    // 23:30 in London is the next day of the platform in Berlin.
    await service.fold(incidentChanged('resolved', { incidentId: 1, resolvedAt: '2026-02-25T23:30:00.000Z' }))
    const days: unknown[] = []
    for (const second of [1, 11, 21, 31]) {
      at(second)
      await service.take()
      days.push((await service.snapshots()).at(-2)?.day)
    }
    expect(days).toEqual(['2026-02-27', '2026-02-20', '2026-02-26', '2026-02-26'])
    expect(await service.counters()).toMatchObject([
      { day: '2026-02-20', files_parsed: 1, transactions: 2 },
      { day: '2026-02-26', incidents_resolved: 1 },
      { day: '2026-02-27', files_parsed: 1, transactions: 1 },
    ])
  })

  it('of today are taken every other time, however many late days wait', async () => {
    for (const day of ['2026-02-11', '2026-02-12'])
      await service.fold(fileParsed({ fileId: 1, parseSequence: 1, journalDate: day }))
    const days: unknown[] = []
    for (const second of [1, 11, 21, 31, 41]) {
      at(second)
      await service.fold(incidentChanged('created', { incidentId: second }))
      await service.take()
      days.push((await service.snapshots()).slice(-2).map(({ day }) => day))
    }
    const [today, first, second] = ['2026-03-01', '2026-02-11', '2026-02-12'].map((day) => [day, day])
    expect(days).toEqual([today, first, today, second, today])
  })

  it('count the standing file of an ATM’s day: the newest parse, and none that is not standing', async () => {
    const parse = (parseSequence: number, transactions: number) =>
      service.fold(fileParsed({ fileId: 1, parseSequence, transactions, successful: transactions }))
    const counted = async () =>
      (await service.counters()).map(({ files_parsed, transactions }) => [files_parsed, transactions])
    await service.fold(fileParsed({ fileId: 1, parseSequence: 0, status: 'FAILED' }))
    expect(await counted()).toEqual([])
    await parse(2, 8)
    expect(await counted()).toEqual([[1, 8]])
    await parse(0, 0)
    expect(await counted()).toEqual([[1, 8]])
    await parse(5, 3)
    expect(await counted()).toEqual([[1, 3]])
    await parse(4, 7)
    expect(await counted()).toEqual([[1, 3]])
    await parse(6, 0)
    expect(await counted()).toEqual([[1, 0]])
  })

  it('count no file that turned out to be of other days', async () => {
    const parse = (parseSequence: number, status: 'PARSED' | 'MISDATED', transactions: number) =>
      service.fold(fileParsed({ fileId: 1, parseSequence, status, transactions }))
    await parse(1, 'PARSED', 8)
    await parse(3, 'MISDATED', 0)
    expect(await service.counters()).toEqual([])
    await parse(2, 'PARSED', 8)
    expect(await service.counters()).toEqual([])
    await service.rebuild()
    expect(await service.counters()).toEqual([])
    await parse(4, 'PARSED', 6)
    expect(await service.counters()).toMatchObject([{ files_parsed: 1, transactions: 6 }])
  })

  it('count for each institution its part of the day on which an ATM changes hands', async () => {
    const parse = (institutionKey: string, parseSequence: number, transactions: number) =>
      service.fold(fileParsed({ fileId: parseSequence, parseSequence, transactions }, { institutionKey }))
    await parse('ZETA', 2, 5)
    await parse('ACME', 1, 3)
    await parse('ACME', 3, 4)
    const counted = (await service.counters()).map((row) => [row.institution_key, row.files_parsed, row.transactions])
    expect(counted.toSorted()).toEqual([
      ['ACME', 1, 4],
      ['ZETA', 1, 5],
    ])
  })

  it('are taken once, however many replicas are at it', async () => {
    for (const key of ['ACME', 'ZETA', 'OMEGA'])
      await service.fold(
        incidentChanged('created', { incidentId: key.length + key.charCodeAt(0) }, { institutionKey: key }),
      )
    const taken = await Promise.all([service.take(), service.take(), service.take()])
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(4)
    expect(await service.snapshots()).toHaveLength(4)
    expect(await service.look('select count(*)::int as messages from analytics.outbox')).toEqual([{ messages: 4 }])
  })

  it('are taken beside messages of the same days, and neither waits for the other in a circle', async () => {
    const keys = Array.from({ length: 24 }, (_, n) => `I-${n}`)
    const days = ['2026-03-01', '2026-02-28', '2026-02-27']
    for (let round = 0; round < 12; round += 1) {
      at(round * 10)
      const messages = keys.map((institutionKey, n) =>
        fileParsed(
          {
            fileId: n,
            atmId: n,
            parseSequence: round + 1,
            transactions: round + 1,
            journalDate: days[(round + n) % 3] ?? '',
          },
          { institutionKey },
        ),
      )
      await Promise.all([...messages.map(service.fold), service.take(), service.take()])
    }
    const [row] = await service.look(`select deadlocks::int from pg_stat_database where datname = current_database()`)
    expect(row).toEqual({ deadlocks: 0 })
  })

  it('are taken for hundreds of institutions in one go', async () => {
    await service.look(`insert into analytics.day_counter
      select date '2026-03-01', 'I-' || n, 1, 2, 1, 1, 0, 0, now(), now() from generate_series(1, 450) n`)
    expect(await service.take()).toBe(451)
    const taken = await service.look(
      `select count(*)::int as snapshots, count(distinct institution_key)::int as institutions from analytics.snapshot
        where institution_key like 'I-%' and files_parsed = 1 and transactions = 2`,
    )
    expect(taken).toEqual([{ snapshots: 450, institutions: 450 }])
    expect(
      await service.look(
        `select files_parsed, transactions::int from analytics.snapshot where institution_key is null`,
      ),
    ).toEqual([{ files_parsed: 450, transactions: 900 }])
  })

  it('of a week ago are thinned to the last of each day, but for those that insights link to', async () => {
    for (const second of [0, 10, 20, 30]) {
      at(second)
      await service.fold(incidentChanged('created', { incidentId: second + 1 }))
      await service.take()
    }
    await service.look(`insert into analytics.insight (category, severity, title, body, published_at, snapshot_id)
      select 'TREND', 'INFO', 'a', 'b', now(), min(id) from analytics.snapshot where institution_key is null`)
    at(6 * 86_400)
    expect(await service.retain()).toBe('0 messages and 0 snapshots deleted')
    at(8 * 86_400)
    expect(await service.retain()).toBe('0 messages and 5 snapshots deleted')
    expect(await service.snapshots()).toMatchObject([
      { institution_key: null, incidents_created: 1 },
      { institution_key: 'ACME', incidents_created: 4 },
      { institution_key: null, incidents_created: 4 },
    ])
    await service.look('delete from analytics.insight')
  })

  it('of an incident that outlasted the counters of its first day count it below zero nowhere', async () => {
    await service.fold(incidentChanged('created', { incidentId: 1 }))
    at(130 * 86_400)
    await service.retain(120)
    expect(await service.counters()).toEqual([])
    const move = { incidentId: 1, version: 3 }
    await service.fold(
      incidentChanged('updated', move, { institutionKey: 'ZETA', occurredAt: '2026-07-09T12:00:00.000Z' }),
    )
    await service.take()
    expect(await service.counters()).toEqual([])
    await service.rebuild()
    expect(await service.counters()).toEqual([])
    expect(await service.open()).toEqual([{ institution_key: 'ZETA', open: 1 }])
  })
})
