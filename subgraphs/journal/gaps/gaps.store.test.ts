import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import {
  findFetchProgress,
  findGapCounts,
  type GapCursor,
  type GapFilter,
  type GapOrder,
  isFetchRequested,
  listFetchChanges,
  listFetches,
  listGaps,
  listPlacesWithFetches,
  updateGapRequested,
  updateGapsRequested,
} from './gaps.store.ts'

const { read, run } = createStoreTest()

const EVERY: GapFilter = { status: null, agentAtmId: null, atmId: null, dateFrom: null, dateTo: null, group: {} }

/** Gaps with ids from 1 on. Names do not sort as ids do; ATM 4 was handed from ACME to BETA. */
const GAPS: readonly string[] = [
  `('ACME', 1, 'Z-1', '2026-05-03', 'OPEN', null, null)`,
  `('ACME', 2, 'Y-2', '2026-05-01', 'FETCH_REQUESTED', '2026-05-10T10:00:00.500Z', 'ann')`,
  `('ACME', 2, 'Y-2', '2026-05-02', 'FETCH_REQUESTED', '2026-05-10T09:00:00.250Z', 'bob')`,
  `('BETA', 3, 'B-3', '2026-05-01', 'OPEN', null, null)`,
  `('ACME', 1, 'Z-1', '2026-05-01', 'OPEN', '2026-05-10T08:00:00Z', 'ann')`,
  `('BETA', 3, 'B-3', '2026-05-02', 'FETCH_REQUESTED', '2026-05-10T10:00:00.500Z', 'eve')`,
  `('ACME', 1, 'Z-1', '2026-05-02', 'CLOSED', '2026-05-10T10:00:00.500Z', 'ann')`,
  `('ACME', 4, 'A-4', '2026-05-01', 'OPEN', null, null)`,
  `('BETA', 4, 'A-4', '2026-05-02', 'OPEN', null, null)`,
]
beforeEach(async () => {
  const rows = GAPS.map((row) => row.replace(/^\(/, "(timestamptz '2026-05-09T00:00:00Z', "))
  await run(
    'truncate journal.gap restart identity',
    `insert into journal.gap (detected_at, institution_key, atm_id, agent_atm_id, gap_date, status, fetch_requested_at,
     fetch_requested_by)
     values ${rows.join(', ')}`,
  )
})

const ids = async (
  caller: Visibility,
  filter: Partial<GapFilter> = {},
  { limit = 100, after = null, order }: { limit?: number; after?: GapCursor | null; order?: GapOrder } = {},
) =>
  (await read(caller, (tx) => listGaps(tx, caller, { ...EVERY, ...filter }, limit, after, order))).map(({ id }) => id)

describe('a list of gaps', () => {
  const orders: readonly (readonly [GapOrder | undefined, readonly number[], readonly number[]])[] = [
    [undefined, [2, 5, 8, 3, 7, 1], [2, 4, 5, 8, 3, 6, 7, 9, 1]],
    [{ by: 'gapDate', descending: true }, [1, 7, 3, 8, 5, 2], [1, 9, 7, 6, 3, 8, 5, 4, 2]],
    [{ by: 'agentAtmId', descending: false }, [8, 2, 3, 5, 7, 1], [8, 9, 4, 6, 2, 3, 5, 7, 1]],
    [{ by: 'agentAtmId', descending: true }, [1, 7, 5, 3, 2, 8], [1, 7, 5, 3, 2, 6, 4, 9, 8]],
  ]
  it.each(orders)('in the order %o has those of the caller, each once, page by page', async (order, own, all) => {
    const given = order === undefined ? {} : { order }
    for (const [caller, expected] of [
      [ACME, own],
      [BOTH, all],
      [ALL, all],
    ] as const) {
      expect(await ids(caller, {}, given)).toEqual(expected)
      for (const at of expected.keys()) {
        const [last] = await read(ALL, (tx) =>
          listGaps(tx, ALL, EVERY, 100).then((rows) => rows.filter(({ id }) => id === expected[at])),
        )
        expect(await ids(caller, {}, { ...given, after: last ?? null, limit: 2 })).toEqual(
          expected.slice(at + 1, at + 3),
        )
      }
    }
  })

  it('is of a state, an ATM by either id, and days that are both included', async () => {
    for (const caller of [BOTH, ALL]) {
      expect(await ids(caller, { status: 'FETCH_REQUESTED' })).toEqual([2, 3, 6])
      expect(await ids(caller, { agentAtmId: 'A-4' })).toEqual([8, 9])
      expect(await ids(caller, { atmId: 4 })).toEqual([8, 9])
      expect(await ids(caller, { dateFrom: '2026-05-02' })).toEqual([3, 6, 7, 9, 1])
      expect(await ids(caller, { dateTo: '2026-05-01' })).toEqual([2, 4, 5, 8])
      expect(await ids(caller, { dateFrom: '2026-05-02', dateTo: '2026-05-02', status: 'CLOSED' })).toEqual([7])
    }
    expect(await ids(ACME, { atmId: 4 })).toEqual([8])
  })
})

describe('counts of gaps', () => {
  const counts = (
    caller: Visibility,
    status: 'OPEN' | 'FETCH_REQUESTED' | 'CLOSED',
    top = 9,
    agentAtmId: string | null = null,
  ) => read(caller, (tx) => findGapCounts(tx, caller, { ...EVERY, status, agentAtmId }, top))

  it('are of one state, with the ATMs that have most of them, of as many the one with the lower id', async () => {
    const atm = (atmId: number, agentAtmId: string, gapCount: number) => ({ atmId, agentAtmId, gapCount })
    const open = [atm(1, 'Z-1', 2), atm(4, 'A-4', 2), atm(3, 'B-3', 1)]
    expect(await counts(ALL, 'OPEN')).toEqual({ open: 5, atms: 3, top: open })
    expect(await counts(ALL, 'OPEN', 1)).toEqual({ open: 5, atms: 3, top: open.slice(0, 1) })
    expect(await counts(ACME, 'OPEN')).toEqual({ open: 3, atms: 2, top: [atm(1, 'Z-1', 2), atm(4, 'A-4', 1)] })
    expect(await counts(ALL, 'FETCH_REQUESTED')).toEqual({
      open: 3,
      atms: 2,
      top: [atm(2, 'Y-2', 2), atm(3, 'B-3', 1)],
    })
    expect(await counts(ALL, 'CLOSED')).toEqual({ open: 1, atms: 1, top: [atm(1, 'Z-1', 1)] })
    expect(await counts(ALL, 'OPEN', 9, 'B-3')).toEqual({ open: 1, atms: 1, top: [atm(3, 'B-3', 1)] })
    expect(await counts(ALL, 'CLOSED', 9, 'B-3')).toEqual({ open: 0, atms: 0, top: [] })
  })
})

describe('the progress of requests', () => {
  it('is of those since a moment, that moment included, by one caller or by all', async () => {
    const progress = (since: string, by: string | null) => read(ALL, (tx) => findFetchProgress(tx, new Date(since), by))
    expect(await progress('2026-05-10T08:00:00Z', null)).toEqual({ asked: 5, waiting: 3, closed: 1, reopened: 1 })
    expect(await progress('2026-05-10T08:00:00.001Z', null)).toEqual({ asked: 4, waiting: 3, closed: 1, reopened: 0 })
    expect(await progress('2026-05-10T08:00:00Z', 'ann')).toEqual({ asked: 3, waiting: 1, closed: 1, reopened: 1 })
  })
})

describe('a request', () => {
  const request = { at: new Date('2026-05-11T00:00:00Z'), by: 'tim' }
  const asked = { status: 'FETCH_REQUESTED', fetchRequestedAt: request.at, fetchRequestedBy: 'tim', fetchAttempts: 1 }

  it('marks the gap with who asked and when, once more each time, and none that is closed', async () => {
    expect(await read(ACME, (tx) => updateGapRequested(tx, 1, request))).toMatchObject({ id: 1, ...asked })
    expect(await read(ACME, (tx) => updateGapRequested(tx, 1, request))).toMatchObject({ id: 1, fetchAttempts: 2 })
    expect(await read(ACME, (tx) => updateGapRequested(tx, 7, request))).toBeNull()
    expect(await read(ACME, (tx) => updateGapRequested(tx, 4, request))).toBeNull()
    expect(await read(ALL, (tx) => updateGapsRequested(tx, [4, 9], request))).toMatchObject([asked, asked])
    expect(await read(ALL, (tx) => updateGapsRequested(tx, [], request))).toEqual([])
    expect(await ids(ALL, { status: 'FETCH_REQUESTED' })).toEqual([2, 4, 3, 6, 9, 1])
  })

  it('is in what its agent is asked for, oldest day first, until the file has come', async () => {
    const fetches = (agentAtmId: string) => read(ALL, (tx) => listFetches(tx, agentAtmId))
    await run(`update journal.gap set gap_date = '2026-04-30' where id = 3`)
    expect(await fetches('Y-2')).toEqual([
      { gapId: 3, gapDate: '2026-04-30', requestedAt: expect.any(Date) },
      { gapId: 2, gapDate: '2026-05-01', requestedAt: expect.any(Date) },
    ])
    expect(await fetches('Z-1')).toEqual([])
    const places = () => read(ALL, (tx) => listPlacesWithFetches(tx, ['Z-1', 'Y-2', 'B-3', 'none', 'Y-2']))
    expect(await places()).toEqual([1, 2, 4])
    const file = (atmId: number, day: string, status: string) =>
      run(
        `insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
         received_at, status)
         values ('ACME', ${atmId}, 'Y-2', '${day}', '${status}', 1, '2026-05-11T00:00:00Z', '${status}')`,
      )
    await file(9, '2026-05-01', 'RECEIVED')
    await file(2, '2026-05-02', 'RECEIVED')
    await file(2, '2026-05-01', 'FAILED')
    expect((await fetches('Y-2')).map(({ gapId }) => gapId)).toEqual([3, 2])
    await file(2, '2026-05-01', 'RECEIVED')
    expect((await fetches('Y-2')).map(({ gapId }) => gapId)).toEqual([3])
    expect(await places()).toEqual([1, 2, 4])
    await file(2, '2026-04-30', 'RECEIVED')
    expect(await fetches('Y-2')).toEqual([])
    expect(await places()).toEqual([2])
  })

  it('is one of 366 at most that an agent is asked for at once, the oldest days', async () => {
    await run(
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
       select 'ACME', 7, 'Q-7', date '2025-01-01' + n, 'FETCH_REQUESTED', now() from generate_series(0, 366) n`,
    )
    const fetches = await read(ALL, (tx) => listFetches(tx, 'Q-7'))
    expect([fetches.length, fetches.at(-1)?.gapDate]).toEqual([366, '2026-01-01'])
  })

  it('is known by its ATM, its day and its state', async () => {
    const isRequested = (atmId: number, day: string) => read(ALL, (tx) => isFetchRequested(tx, atmId, day))
    expect(await isRequested(2, '2026-05-01')).toBe(true)
    expect(await isRequested(1, '2026-05-01')).toBe(false)
    expect(await isRequested(2, '2026-05-03')).toBe(false)
    expect(await isRequested(1, '2026-05-03')).toBe(false)
  })

  it('is listed with the first of its agent since a moment, in the order of the requests, then of names', async () => {
    const changes = async (since: string, limit = 9) =>
      (await read(ALL, (tx) => listFetchChanges(tx, new Date(since), limit))).map(
        ({ agentAtmId, at }) => `${agentAtmId} ${at.toISOString().slice(11, 23)}`,
      )
    expect(await changes('2026-05-10T09:00:00.250Z')).toEqual(['Y-2 09:00:00.250', 'B-3 10:00:00.500'])
    expect(await changes('2026-05-10T09:00:00.251Z')).toEqual(['B-3 10:00:00.500', 'Y-2 10:00:00.500'])
    expect(await changes('2026-05-10T09:00:00.251Z', 1)).toEqual(['B-3 10:00:00.500'])
    expect(await changes('2026-05-10T10:00:00.501Z')).toEqual([])
  })
})
