import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import { compactDays, findAtmId, listAtmDays, listFleetDays } from './calendar-days.store.ts'
import {
  countFiles,
  type FileFilter,
  type FileSort,
  findFile,
  findFileByHash,
  insertFile,
  listFiles,
  standingFile,
} from './files.store.ts'

const { read, run, write } = createStoreTest()

const EVERY: FileFilter = { agentAtmId: null, atmId: null, status: null, dateFrom: null, dateTo: null }

/** Files with ids from 1 on: 2, 3 and 5 were received in one moment; 6 waits although it is of an old day. */
beforeEach(() =>
  run(
    `truncate journal.journal_file, journal.gap, journal.atm_day_total, journal.day_change,
      journal.atm_journal restart identity cascade`,
    `insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
      received_at, status, transactions, parse_sequence, superseded_by) values
      ('ACME', 1, 'A-1', '2026-05-02', 'a', 1, '2026-05-10T10:00:00Z', 'PARSED', 4, 1, 3),
      ('ACME', 2, 'A-2', '2026-05-01', 'a', 1, '2026-05-10T09:00:00Z', 'FAILED', 0, 2, null),
      ('ACME', 1, 'A-1', '2026-05-02', 'b', 1, '2026-05-10T09:00:00Z', 'PARTIAL', 5, 3, null),
      ('ACME', 1, 'A-1', '2026-05-02', 'c', 1, '2026-05-10T12:00:00Z', 'PARSED', 0, 4, null),
      ('BETA', 3, 'B-3', '2026-05-03', 'a', 1, '2026-05-10T09:00:00Z', 'PARSED', 1, 5, null),
      ('ACME', 1, 'A-1', '2026-04-01', 'a', 1, '2026-05-10T11:00:00Z', 'RECEIVED', 0, null, null)`,
  ),
)

describe('a page of files', () => {
  it.each([
    ['of all', sql`true`, 'journal_file_list'],
    ['of an institution', sql`institution_key = 'ACME'`, 'journal_file_list_of_institution'],
  ])('by day %s is read in order from an index', async (_what, which, index) => {
    const plan = await read(ALL, async (tx) => {
      await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`)
      return tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain (costs off) select * from journal.journal_file where ${which}
          order by journal_date desc, id desc limit 20`,
      )
    })
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain(`Index Scan Backward using ${index}`)
    expect(text).not.toContain('Sort')
  })

  type Paging = { sort?: FileSort; descending?: boolean; size?: number; offset?: number }
  const list = async (
    caller: Visibility,
    filter: Partial<FileFilter> = {},
    { sort = 'receivedAt', descending = true, size = 9, offset = 0 }: Paging = {},
  ) => {
    const order = [
      { column: sort, descending },
      { column: 'id', descending: true },
    ] as const
    const given = { ...EVERY, ...filter }
    const rows = await read(caller, (tx) => listFiles(tx, caller, given, { page: 0, size, offset, order }))
    return [...rows.map(({ id }) => id), `of ${await read(caller, (tx) => countFiles(tx, given))}`]
  }

  it('is sorted either way, of equal ones the newer first, page by page, for those who may see them', async () => {
    for (const caller of [ALL, BOTH]) {
      expect(await list(caller)).toEqual([4, 6, 1, 5, 3, 2, 'of 6'])
      expect(await list(caller, {}, { descending: false })).toEqual([5, 3, 2, 1, 6, 4, 'of 6'])
      expect(await list(caller, {}, { sort: 'journalDate' })).toEqual([5, 4, 3, 1, 2, 6, 'of 6'])
      for (const offset of [0, 1, 2, 3])
        expect(await list(caller, {}, { size: 2, offset })).toEqual([
          ...[4, 6, 1, 5, 3, 2].slice(offset, offset + 2),
          'of 6',
        ])
    }
    expect(await list(ACME)).toEqual([4, 6, 1, 3, 2, 'of 5'])
  })

  it.each<readonly [Partial<FileFilter>, readonly number[]]>([
    [{ agentAtmId: 'A-2' }, [2]],
    [{ atmId: 1 }, [4, 6, 1, 3]],
    [{ status: 'RECEIVED' }, [6]],
    [{ status: 'PARSED' }, [4, 1, 5]],
    [{ status: 'PARTIAL' }, [3]],
    [{ status: 'FAILED' }, [2]],
    [{ dateFrom: '2026-05-02' }, [4, 1, 5, 3]],
    [{ dateTo: '2026-05-02' }, [4, 6, 1, 3, 2]],
    [{ atmId: 1, dateFrom: '2026-05-01', dateTo: '2026-05-31', status: 'PARSED' }, [4, 1]],
  ])('is limited to %o', async (filter, ids) => {
    for (const caller of [ALL, BOTH]) expect(await list(caller, filter)).toEqual([...ids, `of ${ids.length}`])
  })
})

describe('a file', () => {
  it('is kept once for the same ATM, day and bytes, and found by these', async () => {
    const file = {
      ...{ institutionKey: 'ACME', atmId: 1, agentAtmId: 'A-1', journalDate: '2026-05-02', sha256: 'd', sizeBytes: 1 },
      ...{ timeZone: null, receivedAt: new Date('2026-05-11T00:00:00Z'), contentId: null },
    }
    const insert = (given: Partial<typeof file>) => read(ACME, (tx) => insertFile(tx, { ...file, ...given }))
    expect(await insert({})).toMatchObject({ id: 7, status: 'RECEIVED' })
    expect(await insert({})).toBeNull()
    const hash = async (given: Partial<typeof file>) =>
      (await read(ALL, (tx) => findFileByHash(tx, { ...file, ...given })))?.id ?? null
    expect([await hash({}), await hash({ sha256: 'a' }), await hash({ sha256: 'x' })]).toEqual([7, 1, null])
    expect([await hash({ atmId: 2 }), await hash({ journalDate: '2026-04-01', sha256: 'a' })]).toEqual([null, 6])
    expect([(await read(ACME, (tx) => findFile(tx, 2)))?.id, await read(ACME, (tx) => findFile(tx, 5))]).toEqual([
      2,
      null,
    ])
  })

  it('is the file of its day that none has superseded: the newest with transactions, else the newest', async () => {
    const standing = async (institutionKey: string, atmId: number, journalDate: string) =>
      (
        await read(ALL, (tx) =>
          tx.execute<{ id: number }>(standingId(standingFile({ institutionKey, atmId, journalDate }))),
        )
      )[0]?.id ?? null
    const standingId = (file: SQL) => sql`select id::int from (${file}) f`
    expect(await standing('ACME', 1, '2026-05-02')).toBe(3)
    await run(`update journal.journal_file set transactions = 9 where id = 4`)
    expect(await standing('ACME', 1, '2026-05-02')).toBe(4)
    await run(`update journal.journal_file set transactions = 0`)
    expect(await standing('ACME', 1, '2026-05-02')).toBe(4)
    expect([await standing('BETA', 1, '2026-05-02'), await standing('ACME', 2, '2026-05-01')]).toEqual([null, null])
    expect([await standing('ACME', 1, '2026-04-01'), await standing('BETA', 3, '2026-05-03')]).toEqual([null, 5])
  })
})

describe('days', () => {
  beforeEach(() =>
    run(
      `insert into journal.atm_day_total (institution_key, atm_id, agent_atm_id, day, transactions, successful, failed)
        values
        ('ACME', 1, 'A-1', '2026-05-02', 5, 3, 1), ('ACME', 2, 'A-2', '2026-05-02', 7, 2, 4),
        ('BETA', 1, 'A-1', '2026-05-02', 9, 8, 1),
        ('ACME', 2, 'A-2', '2026-05-05', 1, 1, 0), ('ACME', 2, 'A-2', '2026-04-30', 1, 1, 0)`,
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at) values
        ('ACME', 1, 'A-1', '2026-05-03', 'OPEN', now()), ('ACME', 2, 'A-2', '2026-05-03', 'FETCH_REQUESTED', now()),
        ('BETA', 3, 'B-3', '2026-05-03', 'OPEN', now()), ('ACME', 1, 'A-1', '2026-05-04', 'CLOSED', now()),
        ('ACME', 1, 'A-1', '2026-05-06', 'OPEN', now())`,
    ),
  )
  const span = { from: '2026-05-01', to: '2026-05-05' }
  const fleet = async (caller: Visibility) =>
    (await read(caller, (tx) => listFleetDays(tx, caller, span))).map((day) => Object.values(day).join(' '))
  const own = ['2026-05-02 2 0 0 12 5 5', '2026-05-03 0 2 1 0 0 0', '2026-05-05 1 0 0 1 1 0']
  const all = ['2026-05-02 3 0 0 21 13 6', '2026-05-03 0 3 1 0 0 0', '2026-05-05 1 0 0 1 1 0']

  it('of the fleet add up ATMs, gaps and transactions, in order, before and after they are added up', async () => {
    for (const caller of [ALL, BOTH]) expect(await fleet(caller)).toEqual(all)
    expect(await fleet(ACME)).toEqual(own)
    expect(await fleet({ unrestricted: false, institutions: [] })).toEqual([])
    await run(
      `update journal.atm_day_total set transactions = transactions + 1 where atm_id = 2 and day = '2026-05-02'`,
    )
    expect(await write(compactDays)).toBe(2)
    expect(await fleet(ACME)).toEqual(['2026-05-02 2 0 0 13 5 5', ...own.slice(1)])
    expect(await write(compactDays)).toBe(0)
  })

  it('of an ATM give its files, totals and gap, of those that are asked for', async () => {
    const days = async (caller: Visibility, atmIds: readonly number[]) =>
      (await read(caller, (tx) => listAtmDays(tx, atmIds, span)))
        .map((day) =>
          [
            day.atmId,
            day.agentAtmId,
            day.date,
            day.files,
            day.fileStatus,
            day.transactions,
            day.successful,
            day.failed,
            day.gapId,
            day.gapStatus,
          ].join(' '),
        )
        .sort()
    expect(await days(ALL, [1, 2])).toEqual([
      '1 A-1 2026-05-02 3 PARSED 14 11 2  ',
      '1 A-1 2026-05-03 0  0 0 0 1 OPEN',
      '1 A-1 2026-05-04 0  0 0 0 4 CLOSED',
      '2 A-2 2026-05-01 1 FAILED 0 0 0  ',
      '2 A-2 2026-05-02 0  7 2 4  ',
      '2 A-2 2026-05-03 0  0 0 0 2 FETCH_REQUESTED',
      '2 A-2 2026-05-05 0  1 1 0  ',
    ])
    expect(await days(ACME, [1, 3])).toHaveLength(3)
    await run(`update journal.journal_file set superseded_by = 3 where id = 4`)
    expect((await days(ALL, [1]))[0]).toBe('1 A-1 2026-05-02 3 PARTIAL 14 11 2  ')
  })

  it('are those of an ATM by either id', async () => {
    await run(
      `insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, first_date)
        values (1, 'A-1', 'ACME', '2026-05-01'), (3, 'B-3', 'BETA', '2026-05-01')`,
    )
    const find = (caller: Visibility, atmId: number | null, agentAtmId: string | null) =>
      read(caller, (tx) => findAtmId(tx, { atmId, agentAtmId }))
    expect([await find(ALL, 3, null), await find(ALL, null, 'A-1'), await find(ALL, 9, 'A-1')]).toEqual([3, 1, null])
    expect([await find(ACME, 3, null), await find(ACME, null, 'B-3')]).toEqual([null, null])
  })
})
