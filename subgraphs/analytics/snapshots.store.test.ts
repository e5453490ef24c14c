import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../tests/support/stores.ts'
import { listCountedDays, updateCounters } from './counters.store.ts'
import {
  deleteOutdatedSnapshots,
  findLatestSnapshot,
  findSnapshot,
  insertFleetSnapshot,
  insertSnapshots,
  listSnapshotPage,
  SNAPSHOT_SORTING,
  type SnapshotFilter,
  updateDueDays,
  updateDueFleetDay,
  updateTakenAhead,
} from './snapshots.store.ts'

const { lines, read, run, write } = createStoreTest()

const NOW = new Date('2026-03-10T12:00:00Z')

beforeEach(() =>
  run(
    `truncate analytics.journal_day, analytics.incident, analytics.day_counter, analytics.insight,
      analytics.snapshot restart identity cascade`,
  ),
)

const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000)

/**
 * Counters of a day: institution, day, files, transactions, approved, declined, and seconds since when it is due for
 * its own and the fleet's.
 */
const counter = (key: string, day: string, files: number, due: number | null, fleetDue: number | null) => {
  const instant = (n: number | null) => (n === null ? 'null' : `'${seconds(n).toISOString()}'`)
  return run(`insert into analytics.day_counter (institution_key, day, files_parsed, transactions, successful, failed,
    incidents_created, incidents_resolved, due_since, fleet_due_since)
    values ('${key}', '${day}', ${files}, ${files * 10}, ${files * 7}, ${files * 2}, ${files * 3}, ${files},
      ${instant(due)}, ${instant(fleetDue)})`)
}
/** A snapshot of a day, taken so many seconds after noon; ids from 1 on. */
const snapshot = (key: string | null, day: string, at: number) =>
  run(`insert into analytics.snapshot (institution_key, day, taken_at, files_parsed, transactions, successful, failed,
    incidents_created, incidents_resolved, open_incidents)
    values (${key === null ? 'null' : `'${key}'`}, '${day}', '${seconds(at).toISOString()}', 0, 0, 0, 0, 0, 0, 0)`)
const turn = (today: string, since: number) => ({ now: NOW, today, since: seconds(since), atMost: seconds(300) })

describe('days that are due', () => {
  it('are returned for institutions whose last snapshot is old enough, today and the oldest in turns', async () => {
    await counter('ACME', '2026-03-10', 1, 5, null)
    await counter('ACME', '2026-03-02', 1, 3, null)
    await counter('ACME', '2026-03-01', 1, 3, null)
    await counter('BETA', '2026-03-04', 1, 1, null)
    await counter('BETA', '2026-03-03', 1, null, 1)
    await counter('', '2026-03-04', 1, 1, null)
    await snapshot('BETA', '2026-03-04', -10)
    const due = async (since: number, limit = 9) => {
      const days = await write((tx) => updateDueDays(tx, turn('2026-03-10', since), limit))
      return days.map(({ institution_key, day }) => `${institution_key} ${day}`).sort()
    }
    expect(await due(-11)).toEqual(['ACME 2026-03-10'])
    await snapshot('ACME', '2026-03-10', -20)
    await counter('ACME', '2026-03-05', 1, 9, null)
    await run(`update analytics.day_counter set due_since = '${seconds(9).toISOString()}' where day = '2026-03-10'`)
    expect(await due(-10, 1), 'not today twice').toEqual(['ACME 2026-03-01'])
    expect(await due(-10)).toEqual(['ACME 2026-03-02', 'BETA 2026-03-04'])
    await snapshot('ACME', '2026-03-02', -15)
    expect(await due(-15)).toEqual(['ACME 2026-03-10'])
    expect(await due(0)).toEqual(['ACME 2026-03-05'])
    expect(await due(0)).toEqual([])
  })

  it('are taken off the fleet likewise, of all institutions at once', async () => {
    await counter('ACME', '2026-03-10', 1, null, 5)
    await counter('ACME', '2026-03-02', 1, null, 3)
    await counter('BETA', '2026-03-02', 1, null, 4)
    await counter('BETA', '2026-03-01', 1, 1, null)
    const due = (since: number) => write((tx) => updateDueFleetDay(tx, turn('2026-03-10', since)))
    await snapshot('ACME', '2026-03-10', 100)
    expect(await due(0)).toBe('2026-03-10')
    await snapshot(null, '2026-03-10', 1)
    await run(`update analytics.day_counter set fleet_due_since = '${NOW.toISOString()}' where day = '2026-03-10'`)
    expect(await due(0), 'the last one is too new').toBeNull()
    await run(
      `update analytics.day_counter set fleet_due_since = '${seconds(9).toISOString()}' where day = '2026-03-10'`,
    )
    expect(await due(1)).toBe('2026-03-02')
    expect(await due(1)).toBe('2026-03-10')
    expect(await due(1)).toBeNull()
  })
})

describe('snapshots that are written', () => {
  it('show the counters of their days and what is open; those of the fleet are the sum', async () => {
    await counter('ACME', '2026-03-01', 1, null, null)
    await counter('BETA', '2026-03-01', 2, null, null)
    await counter('', '2026-03-01', 4, null, null)
    await counter('ACME', '2026-03-02', 8, null, null)
    await run(`insert into analytics.incident (incident_id, atm_id, institution_key, version, is_open, known_since)
      values
      (1, 1, 'ACME', 1, true, now()), (2, 1, 'ACME', 1, false, now()), (3, 1, 'BETA', 1, true, now()),
      (4, 1, null, 1, true, now())`)
    const days = [
      { institution_key: 'BETA', day: '2026-03-01' },
      { institution_key: 'ACME', day: '2026-03-01' },
    ]
    const counts = (files: number, openIncidents: number) => ({
      ...{ filesParsed: files, transactions: files * 10, successful: files * 7, failed: files * 2, openIncidents },
      ...{ incidentsCreated: files * 3, incidentsResolved: files, takenAt: NOW, day: '2026-03-01' },
    })
    expect(await write((tx) => insertSnapshots(tx, turn('2026-03-10', 0), days))).toMatchObject([
      { id: 1, institutionKey: 'ACME', ...counts(1, 1) },
      { id: 2, institutionKey: 'BETA', ...counts(2, 1) },
    ])
    expect(await write((tx) => insertSnapshots(tx, turn('2026-03-10', 0), []))).toEqual([])
    expect(await write((tx) => insertFleetSnapshot(tx, turn('2026-03-10', 0), '2026-03-01'))).toMatchObject([
      { id: 3, institutionKey: null, ...counts(7, 3) },
    ])
  })

  it('are thinned to the last of each institution and day, but for those that insights link to', async () => {
    for (const [key, day, at] of [
      ['ACME', '2026-03-01', 1],
      ['ACME', '2026-03-01', 2],
      ['ACME', '2026-03-01', 2],
      ['ACME', '2026-03-02', 2],
      ['BETA', '2026-03-01', 3],
      [null, '2026-03-01', 3],
      [null, '2026-03-01', 4],
      ['ACME', '2026-03-01', 0],
    ] as const)
      await snapshot(key, day, at)
    await run(
      `insert into analytics.insight (category, severity, title, body, snapshot_id, published_at)
        values ('TREND', 'INFO', 't', 'b', 1, now())`,
    )
    const left = async () => (await run('select id::int from analytics.snapshot order by id')).map(({ id }) => id)
    const thin = (from: number, before: number, limit = 9) =>
      write((tx) => deleteOutdatedSnapshots(tx, { from: seconds(from), before: seconds(before) }, limit))
    expect(await thin(1, 2)).toBe(0)
    expect(await thin(0, 9, 1)).toBe(1)
    expect(await left()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await thin(0, 3)).toBe(1)
    expect(await left()).toEqual([1, 3, 4, 5, 6, 7])
    expect(await thin(3, 9)).toBe(1)
    expect(await left()).toEqual([1, 3, 4, 5, 7])
  })
})

describe('snapshots that are read', () => {
  beforeEach(async () => {
    for (const [key, day, at] of [
      ['ACME', '2026-03-01', 1],
      ['BETA', '2026-03-02', 3],
      [null, '2026-03-01', 2],
      ['ACME', '2026-03-02', 3],
      ['ACME', '2026-03-01', 3],
    ] as const)
      await snapshot(key, day, at)
  })
  const list = async (
    caller: Visibility,
    filter: SnapshotFilter = {},
    {
      sort = 'takenAt',
      descending = true,
      size = 9,
      offset = 0,
    }: { sort?: 'id' | 'takenAt' | 'day'; descending?: boolean; size?: number; offset?: number } = {},
  ) => {
    const column = SNAPSHOT_SORTING.sortable[sort]
    if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
    const { tieBreak } = SNAPSHOT_SORTING
    const order = [
      { column, descending },
      { column: tieBreak.column, descending: tieBreak.descending },
    ]
    const page = await read(caller, (tx) => listSnapshotPage(tx, caller, filter, { page: 0, size, offset, order }))
    return [...page.rows.map(({ id }) => id), `of ${page.total}`]
  }

  it('are of the caller, page by page in either direction, of one moment the newer first', async () => {
    expect(SNAPSHOT_SORTING.defaultSort).toEqual(['takenAt,desc'])
    expect(await list(ALL)).toEqual([5, 4, 2, 3, 1, 'of 5'])
    expect(await list(ALL, {}, { sort: 'day', descending: false })).toEqual([5, 3, 1, 4, 2, 'of 5'])
    expect(await list(BOTH, {}, { size: 2, offset: 1 })).toEqual([4, 2, 'of 4'])
    expect(await list(ACME)).toEqual([5, 4, 1, 'of 3'])
    expect(await list(ALL, { day: '2026-03-01' })).toEqual([5, 3, 1, 'of 3'])
    expect(await list(ALL, { institutionKey: 'BETA' })).toEqual([2, 'of 1'])
    expect(await list(BOTH, { institutionKey: 'ACME', day: '2026-03-02' })).toEqual([4, 'of 1'])
    expect(await list(ACME, { institutionKey: 'BETA' })).toEqual(['of 0'])
  })

  it('are found by id and as the newest: of the fleet for who sees all of it and names no institution', async () => {
    const found = async (caller: Visibility, id: number) =>
      (await read(caller, (tx) => findSnapshot(tx, caller, id)))?.id ?? null
    expect([await found(ACME, 4), await found(ACME, 2), await found(ALL, 3), await found(BOTH, 2)]).toEqual([
      4,
      null,
      3,
      2,
    ])
    const latest = async (caller: Visibility, filter: SnapshotFilter = {}) =>
      (await read(caller, (tx) => findLatestSnapshot(tx, caller, filter)))?.id ?? null
    expect(await read(ACME, (tx) => findLatestSnapshot(tx, ACME, { institutionKey: 'BETA' }))).toBeNull()
    expect([await latest(ALL), await latest(ACME), await latest(BOTH)]).toEqual([3, 5, 5])
    expect([await latest(ALL, { institutionKey: 'BETA' }), await latest(ALL, { day: '2026-03-02' })]).toEqual([2, null])
    expect([await latest(ACME, { day: '2026-03-02' }), await latest(ACME, { institutionKey: 'BETA' })]).toEqual([
      4,
      null,
    ])
  })
})

describe('counters that are counted anew', () => {
  beforeEach(() =>
    run(
      `insert into analytics.journal_day (atm_id, day, institution_key, parse_sequence, transactions, successful,
        failed, known_since) values
        (1, '2026-03-01', 'ACME', 1, 10, 7, 2, now()), (2, '2026-03-01', 'ACME', 2, 5, 1, 4, now()),
        (1, '2026-03-03', 'BETA', 3, 1, 1, 0, now())`,
      `insert into analytics.incident (incident_id, atm_id, institution_key, version, is_open, created_on, resolved_on,
        known_since) values
        (1, 1, 'ACME', 1, true, '2026-03-01', null, now()),
        (2, 1, 'ACME', 1, false, '2026-03-02', '2026-03-04', now())`,
    ),
  )
  const counters = () =>
    lines(`select institution_key, day::text, files_parsed, transactions, successful, failed, incidents_created,
      incidents_resolved,
      due_since is not null as due from analytics.day_counter order by day, institution_key`)

  it('are due where they differ from what they were, within the days, both included', async () => {
    await counter('ACME', '2026-03-02', 9, null, null)
    await counter('ACME', '2026-03-05', 9, null, null)
    const count = (from: string, to: string) => write((tx) => updateCounters(tx, from, to, NOW))
    expect(await count('2026-03-01', '2026-03-03')).toBe(3)
    const expected = [
      'ACME 2026-03-01 2 15 8 6 1 0 true',
      'ACME 2026-03-02 0 0 0 0 1 0 true',
      'BETA 2026-03-03 1 1 1 0 0 0 true',
      'ACME 2026-03-05 9 90 63 18 27 9 false',
    ]
    expect(await counters()).toEqual(expected)
    await run('update analytics.day_counter set due_since = null')
    expect(await count('2026-03-01', '2026-03-03')).toBe(0)
    expect(await counters()).toEqual(expected.map((row) => row.replace('true', 'false')))
    expect(await count('2026-03-04', '2026-03-04')).toBe(1)
  })

  it('are of the days of which anything is counted or known', async () => {
    await counter('ACME', '2026-03-05', 9, null, null)
    const days = (after: string, limit: number) => write((tx) => listCountedDays(tx, after, limit))
    const all = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
    expect(await days('2026-02-01', 9)).toEqual(all)
    expect(await days('2026-03-01', 2)).toEqual(all.slice(1, 3))
    expect(await days('2026-03-05', 9)).toEqual([])
  })
})

describe('snapshots that a clock took that was ahead', () => {
  it('are brought to the present in the order in which they were taken, however many at once', async () => {
    for (const [day, at] of [
      ['2026-03-08', 0],
      ['2026-03-10', 86_402],
      ['2026-03-09', 86_401],
      ['2026-03-11', 86_403],
    ] as const)
      await snapshot('ACME', day, at)
    for (const second of [1, 2, 3, 4])
      await write((tx) => updateTakenAhead(tx, { ...turn('2026-03-10', 0), now: seconds(second) }, 1))
    const order = `select day::text, extract(epoch from taken_at - '${NOW.toISOString()}')::int as at
      from analytics.snapshot order by taken_at`
    expect(await lines(order)).toEqual(['2026-03-08 0', '2026-03-09 1', '2026-03-10 2', '2026-03-11 3'])
  })
})
