import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../db/tenancy.ts'
import { ACME, ALL, createStoreTest } from '../../tests/support/stores.ts'
import {
  deleteAcknowledgedInsights,
  findLatestFleetSnapshotId,
  hasSnapshot,
  INSIGHT_SORTING,
  type InsightFilter,
  insertInsight,
  listActiveInsights,
  listInsightPage,
  updateAcknowledged,
  updateActiveAcknowledged,
} from './insights.store.ts'
import { listKnownAtms, replaceKnown } from './rebuild.store.ts'

const { read, run, write } = createStoreTest()

const NOW = new Date('2026-03-10T12:00:00Z')
const at = (time: string) => `'2026-03-10T${time}Z'`
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Category, severity, title, and times of 10 March: publication, expiry, acknowledgement. */
const INSIGHTS = [
  ['ANOMALY', 'WARNING', 'b', '09:00:00', null, null],
  ['TREND', 'INFO', 'a', '10:00:00', '12:00:00.001', null],
  ['ANOMALY', 'CRITICAL', 'c', '10:00:00', '12:00:00', null],
  ['SUMMARY', 'CRITICAL', 'd', '08:00:00', null, '11:00:00'],
  ['RECOMMENDATION', 'INFO', 'e', '11:00:00', '13:00:00', '10:30:00'],
] as const

beforeEach(() =>
  run(
    'truncate analytics.insight, analytics.snapshot restart identity',
    `insert into analytics.insight (category, severity, title, body, published_at, expires_at, acknowledged_at,
     acknowledged_by_user_id)
     values ${INSIGHTS.map(([category, severity, title, published, expires, acknowledged]) => {
       const end = expires === null ? 'null' : at(expires)
       const seen = acknowledged === null ? 'null, null' : `${at(acknowledged)}, 'ann'`
       return `('${category}', '${severity}', '${title}', 'body', ${at(published)}, ${end}, ${seen})`
     }).join(', ')}`,
  ),
)

describe('a page of insights', () => {
  type Paging = {
    sort?: keyof typeof INSIGHT_SORTING.sortable
    descending?: boolean
    size?: number
    offset?: number
  }
  const list = async (
    filter: InsightFilter = {},
    { sort = 'published_at', descending = true, size = 9, offset = 0 }: Paging = {},
  ) => {
    const column = INSIGHT_SORTING.sortable[sort]
    if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
    const { tieBreak } = INSIGHT_SORTING
    const order = [
      { column, descending },
      { column: tieBreak.column, descending: tieBreak.descending },
    ]
    const page = await read(ACME, (tx) => listInsightPage(tx, filter, { page: 0, size, offset, order }))
    return [...idsOf(page.rows), `of ${page.total}`]
  }

  it('has those of the size and offset, newest first, of one moment the later id first', async () => {
    expect(INSIGHT_SORTING.defaultSort).toEqual(['published_at,desc'])
    expect(await list()).toEqual([5, 3, 2, 1, 4, 'of 5'])
    expect(await list({}, { size: 2, offset: 1 })).toEqual([3, 2, 'of 5'])
  })

  it.each([
    ['id', [1, 2, 3, 4, 5]],
    ['published_at', [4, 1, 3, 2, 5]],
    ['publishedAt', [4, 1, 3, 2, 5]],
    ['expires_at', [3, 2, 5, 4, 1]],
    ['expiresAt', [3, 2, 5, 4, 1]],
    ['acknowledged_at', [5, 4, 3, 2, 1]],
    ['acknowledgedAt', [5, 4, 3, 2, 1]],
    ['category', [3, 1, 5, 4, 2]],
    ['severity', [5, 2, 1, 4, 3]],
    ['title', [2, 1, 3, 4, 5]],
  ] as const)('is sorted by %s', async (sort, ids) => {
    expect(await list({}, { sort, descending: false })).toEqual([...ids, 'of 5'])
  })

  it.each<[InsightFilter, readonly number[]]>([
    [{ category: 'ANOMALY' }, [3, 1]],
    [{ severity: 'CRITICAL' }, [3, 4]],
    [{ acknowledged: true }, [5, 4]],
    [{ acknowledged: false }, [3, 2, 1]],
    [{ category: 'ANOMALY', severity: 'CRITICAL', acknowledged: false }, [3]],
    [{ category: null, severity: null, acknowledged: null }, [5, 3, 2, 1, 4]],
  ])('has those of %o only', async (filter, ids) => {
    expect(await list(filter)).toEqual([...ids, `of ${ids.length}`])
  })
})

describe('an insight', () => {
  it('is active until it is acknowledged or the moment of its expiry comes', async () => {
    const active = async (now = NOW) => idsOf(await read(ACME, (tx) => listActiveInsights(tx, now)))
    expect(await active(new Date(NOW.getTime() - 1)), 'newest first').toEqual([3, 2, 1])
    expect(await active()).toEqual([2, 1])
    expect(await read(ACME, (tx) => updateActiveAcknowledged(tx, { at: NOW, by: 'bob' }))).toBe(2)
    expect(await active()).toEqual([])
    const by = await run('select id::int, acknowledged_by_user_id as by from analytics.insight order by id')
    expect(by.map((row) => row.by)).toEqual(['bob', 'bob', null, 'ann', 'ann'])
  })

  it('is stored as it is published, and keeps who acknowledged it first', async () => {
    const given = { category: 'TREND', severity: 'INFO', title: 'new', body: 'text', snapshotId: null } as const
    const stored = await read(ACME, (tx) => insertInsight(tx, { ...given, publishedAt: NOW, expiresAt: null }))
    expect(stored).toEqual({
      ...given,
      id: 6,
      publishedAt: NOW,
      expiresAt: null,
      acknowledgedAt: null,
      acknowledgedByUserId: null,
      acknowledged: false,
    })
    const acknowledge = (id: number, by: string, time: Date) =>
      read(ACME, (tx) => updateAcknowledged(tx, id, { at: time, by }))
    const first = { id: 6, acknowledgedAt: NOW, acknowledgedByUserId: 'bob', acknowledged: true }
    expect(await acknowledge(6, 'bob', NOW)).toMatchObject(first)
    expect(await acknowledge(6, 'eve', new Date(NOW.getTime() + 1))).toMatchObject(first)
    expect(await acknowledge(7, 'eve', NOW)).toBeNull()
    const others = await run('select count(*)::int as n from analytics.insight where acknowledged and id <> 6')
    expect(others).toEqual([{ n: 2 }])
  })

  it('that was acknowledged before a moment is forgotten, the longest ago first and so many at once', async () => {
    const forget = (time: string, limit: number) =>
      write((tx) => deleteAcknowledgedInsights(tx, new Date(`2026-03-10T${time}Z`), limit))
    expect(await forget('10:30:00', 9)).toBe(0)
    expect(await forget('11:00:00.001', 1)).toBe(1)
    expect(await run('select id::int from analytics.insight order by id')).toEqual([1, 2, 3, 4].map((id) => ({ id })))
    expect(await forget('11:00:00.001', 9)).toBe(1)
  })
})

describe('the snapshot of an insight', () => {
  const insertSnapshots = (...rows: readonly (readonly [key: string | null, time: string])[]) =>
    run(
      `insert into analytics.snapshot (institution_key, taken_at, day, files_parsed, transactions, successful, failed,
       incidents_created, incidents_resolved, open_incidents)
       values ${rows
         .map(
           ([key, time]) => `(${key === null ? 'null' : `'${key}'`}, ${at(time)}, '2026-03-10', 0, 0, 0,
         0, 0, 0, 0)`,
         )
         .join(', ')}`,
    )

  it('is the newest one of the fleet for every caller, of one moment the later id', async () => {
    const latest = (caller: Visibility) => read(caller, findLatestFleetSnapshotId)
    expect(await latest(ALL)).toBeNull()
    await insertSnapshots([null, '10:00:00'], [null, '10:00:00'], [null, '09:00:00'], ['ACME', '11:00:00'])
    expect([await latest(ALL), await latest(ACME)]).toEqual([2, 2])
  })

  it('may be any of the fleet, and of institutions those that the caller sees', async () => {
    await insertSnapshots([null, '10:00:00'], ['ACME', '10:00:00'], ['BETA', '10:00:00'])
    const known = (caller: Visibility) =>
      Promise.all([1, 2, 3, 4].map((id) => read(caller, (tx) => hasSnapshot(tx, id))))
    expect(await known(ACME)).toEqual([true, true, false, false])
    expect(await known(ALL)).toEqual([true, true, true, false])
  })
})

describe('ATMs that are known', () => {
  const LATER = at('11:00:00')
  const parsed = (atmId: number, received: string, transactions: number) =>
    `insert into analytics.inbox (message_id, kind, atm_id, institution_key, occurred_at, received_at, data)
     values (gen_random_uuid(), 'FILE_PARSED', ${atmId}, 'ACME', ${received}, ${received}, '${JSON.stringify({
       journalDate: '2026-03-01',
       parseSequence: 5,
       transactions,
       successful: 2,
       failed: 1,
       status: 'PARSED',
     })}')`
  const day = (atmId: number, date: string, since: string) =>
    `insert into analytics.journal_day (atm_id, day, institution_key, parse_sequence, transactions, successful, failed,
     known_since)
     values (${atmId}, '${date}', 'ACME', 9, 90, 0, 0, ${since})`
  const incident = (id: number, atmId: number, since: string) =>
    `insert into analytics.incident (incident_id, atm_id, version, is_open, known_since)
      values (${id}, ${atmId}, 1, true, ${since})`

  beforeEach(() => run('truncate analytics.inbox, analytics.journal_day, analytics.incident'))

  it('are those of messages, days and incidents after an id, in order and each once', async () => {
    const known = (after: number, limit: number) => write((tx) => listKnownAtms(tx, after, limit))
    expect(await known(0, 9)).toEqual([])
    await run(parsed(7, LATER, 1), parsed(7, LATER, 2), parsed(3, LATER, 1), parsed(11, LATER, 1))
    await run(day(5, '2026-03-01', LATER), day(7, '2026-03-01', LATER), day(12, '2026-03-01', LATER))
    await run(incident(1, 4, LATER), incident(2, 10, LATER), incident(3, 2, LATER))
    expect(await known(0, 9)).toEqual([2, 3, 4, 5, 7, 10, 11, 12])
    expect(await known(3, 3)).toEqual([4, 5, 7])
    expect(await known(12, 3)).toEqual([])
  })

  it('are counted anew from the messages that are kept; what was known before these stays', async () => {
    const days = () =>
      run('select atm_id::int as atm, day::text, transactions as n from analytics.journal_day order by 1, 2')
    const incidents = async () =>
      (await run('select incident_id::int as id from analytics.incident order by 1')).map(({ id }) => id)
    await run(
      parsed(1, at('10:00:00'), 30),
      parsed(2, at('10:30:00'), 40),
      `insert into analytics.inbox (message_id, kind, atm_id, institution_key, occurred_at, received_at, data)
       values (gen_random_uuid(), 'INCIDENT_UPDATED', 2, 'ACME', ${LATER}, ${LATER},
         '{"incidentId": 4, "version": 2, "status": "OPEN", "openedAt": "2026-03-01T10:00:00Z"}')`,
    )
    await run(
      day(1, '2026-03-01', at('10:00:00')),
      day(1, '2026-03-02', at('09:59:59.999')),
      day(1, '2026-03-03', at('10:00:00')),
      day(3, '2026-03-03', at('10:00:00')),
      incident(1, 1, at('09:59:59.999')),
      incident(2, 1, at('10:00:00')),
      incident(3, 3, at('10:00:00')),
    )
    await write((tx) => replaceKnown(tx, [1, 2], 'UTC'))
    expect(await days()).toEqual([
      { atm: 1, day: '2026-03-01', n: 30 },
      { atm: 1, day: '2026-03-02', n: 90 },
      { atm: 2, day: '2026-03-01', n: 40 },
      { atm: 3, day: '2026-03-03', n: 90 },
    ])
    expect(await incidents()).toEqual([1, 3, 4])
    await run('truncate analytics.inbox')
    await write((tx) => replaceKnown(tx, [1, 2, 3], 'UTC'))
    expect([(await days()).length, await incidents()], 'without messages all of it stays').toEqual([4, [1, 3, 4]])
  })
})
