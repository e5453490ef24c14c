import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import {
  countPendingExceptions,
  deleteExceptions,
  EXCEPTION_SORTING,
  type ExceptionCursor,
  type ExceptionFilter,
  listExceptionPage,
  listPendingExceptions,
  listPendingTypes,
  updateReplayed,
} from './exceptions.store.ts'

const { read, run: sql, write } = createStoreTest()

const NOW = new Date('2026-11-20T12:00:00Z')

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** 2, 3 and 5 arrived in one moment; 4 and 6 were replayed. Ids do not sort as types or ATMs do. */
beforeEach(async () => {
  await sql('truncate incident.event_exception')
  await sql(`insert into incident.event_exception (id, received_at, institution_key, atm_id, agent_atm_id, event_type,
    body, replayed_at) values
    (1, '2026-11-20T10:00:00Z', 'ACME', 1, 'Z-1', 'BLUE', '{}', null),
    (2, '2026-11-20T09:00:00.250Z', 'ACME', 1, 'Z-1', 'RED', '{}', null),
    (3, '2026-11-20T09:00:00.250Z', 'BETA', 2, 'B-2', 'RED', '{}', null),
    (4, '2026-11-20T08:00:00Z', 'ACME', 1, 'Z-1', 'RED', '{}', '2026-11-20T11:00:00Z'),
    (5, '2026-11-20T09:00:00.250Z', 'ACME', 3, 'A-3', 'RED', '{}', null),
    (6, '2026-11-20T11:00:00Z', 'ACME', 3, 'A-3', 'GREEN', '{}', '2026-11-20T11:30:00Z'),
    (7, '2026-11-20T07:00:00Z', null, 4, 'N-4', null, '{}', null)`)
})

describe('a page of exceptions', () => {
  type Paging = { sort?: keyof typeof EXCEPTION_SORTING.sortable; descending?: boolean; size?: number; offset?: number }
  const list = async (
    caller: Visibility,
    filter: ExceptionFilter = {},
    { sort = 'receivedAt', descending = true, size = 9, offset = 0 }: Paging = {},
  ) => {
    const column = EXCEPTION_SORTING.sortable[sort]
    if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
    const { tieBreak } = EXCEPTION_SORTING
    const order = [
      { column, descending },
      { column: tieBreak.column, descending: tieBreak.descending },
    ]
    const page = await read(caller, (tx) => listExceptionPage(tx, caller, filter, { page: 0, size, offset, order }))
    return [...idsOf(page.rows), `of ${page.total}`]
  }

  it('is sorted either way, of equal ones the newer first, for those who may see them', async () => {
    expect(await list(ALL)).toEqual([6, 1, 5, 3, 2, 4, 7, 'of 7'])
    expect(await list(ALL, {}, { descending: false })).toEqual([7, 4, 5, 3, 2, 1, 6, 'of 7'])
    expect(await list(BOTH, {}, { sort: 'agentAtmId', descending: false })).toEqual([6, 5, 3, 4, 2, 1, 'of 6'])
    expect(await list(ACME, {}, { sort: 'id', size: 2, offset: 1 })).toEqual([5, 4, 'of 5'])
    expect(EXCEPTION_SORTING.defaultSort).toEqual(['receivedAt,desc'])
  })

  it.each<readonly [ExceptionFilter, readonly number[]]>([
    [{ eventType: 'RED' }, [5, 3, 2, 4]],
    [{ agentAtmId: 'Z-1' }, [1, 2, 4]],
    [{ replayed: true }, [6, 4]],
    [{ replayed: false }, [1, 5, 3, 2, 7]],
    [{ replayed: null, eventType: null, agentAtmId: null }, [6, 1, 5, 3, 2, 4, 7]],
    [{ eventType: 'RED', agentAtmId: 'Z-1', replayed: false }, [2]],
  ])('is limited to %o', async (filter, ids) => {
    expect(await list(ALL, filter)).toEqual([...ids, `of ${ids.length}`])
  })
})

describe('exceptions of a type that are not replayed', () => {
  it('are listed in the order of arrival, after one of them, and counted', async () => {
    const pending = async (caller: Visibility, after: ExceptionCursor | null, limit = 9) =>
      idsOf(await read(caller, (tx) => listPendingExceptions(tx, caller, 'RED', after, limit)))
    const receivedAt = new Date('2026-11-20T09:00:00.250Z')
    expect(await pending(ALL, null)).toEqual([2, 3, 5])
    expect(await pending(ACME, null)).toEqual([2, 5])
    expect(await pending(ALL, null, 1)).toEqual([2])
    expect(await pending(ALL, { receivedAt, id: 2 })).toEqual([3, 5])
    expect(await pending(ALL, { receivedAt: new Date(receivedAt.getTime() - 1), id: 9 }, 2)).toEqual([2, 3])
    const counts = [ALL, ACME, BOTH].map((caller) => read(caller, (tx) => countPendingExceptions(tx, caller, 'RED')))
    expect(await Promise.all(counts)).toEqual([3, 2, 3])
  })

  it('are listed by type, the most first, then by name, with the oldest', async () => {
    const types = async (caller: Visibility, most = { types: 9, events: 9 }) =>
      (await read(caller, (tx) => listPendingTypes(tx, caller, most))).map(
        ({ eventType, waiting, oldestReceivedAt }) =>
          `${eventType} ${waiting} ${oldestReceivedAt.toISOString().slice(11, 23)}`,
      )
    expect(await types(ALL)).toEqual(['RED 3 09:00:00.250', 'BLUE 1 10:00:00.000', 'null 1 07:00:00.000'])
    expect(await types(ACME)).toEqual(['RED 2 09:00:00.250', 'BLUE 1 10:00:00.000'])
    expect(await types(BOTH, { types: 9, events: 2 })).toEqual(['RED 2 09:00:00.250', 'BLUE 1 10:00:00.000'])
    expect(await types(ALL, { types: 1, events: 9 })).toEqual(['BLUE 1 10:00:00.000', 'null 1 07:00:00.000'])
  })

  it('are settled once', async () => {
    await write((tx) => updateReplayed(tx, [2, 4], NOW))
    const rows = await sql(
      'select id::int, replayed_at from incident.event_exception where replayed_at is not null order by id',
    )
    expect(rows).toEqual([
      { id: 2, replayed_at: NOW },
      { id: 4, replayed_at: new Date('2026-11-20T11:00:00Z') },
      { id: 6, replayed_at: new Date('2026-11-20T11:30:00Z') },
    ])
  })
})

describe('what is forgotten', () => {
  it('was replayed or arrived before a moment each, no more than asked for', async () => {
    const forget = (replayed: string, received: string, limit = 9) =>
      write((tx) => deleteExceptions(tx, { replayed: new Date(replayed), received: new Date(received) }, limit))
    const left = async () =>
      idsOf(
        await read(ALL, (tx) => tx.execute<{ id: number }>('select id::int from incident.event_exception order by id')),
      )
    expect(await forget('2026-11-20T11:00:00Z', '2026-11-20T07:00:00Z')).toBe(0)
    expect(await forget('2026-11-20T11:00:00.001Z', '2026-11-20T07:00:00Z')).toBe(1)
    expect(await left()).toEqual([1, 2, 3, 5, 6, 7])
    expect(await forget('2026-11-20T00:00:00Z', '2026-11-20T07:00:00.001Z')).toBe(1)
    expect(await left()).toEqual([1, 2, 3, 5, 6])
    expect(await forget('2026-11-21T00:00:00Z', '2026-11-20T10:00:00Z', 2)).toBe(2)
    expect(await forget('2026-11-21T00:00:00Z', '2026-11-20T10:00:00Z', 9)).toBe(2)
    expect(await left()).toEqual([1])
  })
})
