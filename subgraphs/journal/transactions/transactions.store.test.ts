import { beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRow } from '../../../db/journal/transaction.ts'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import { allOf } from '../testing/partitions.testing.ts'
import {
  countTransactions,
  findSummary,
  findTransaction,
  findTransactionOf,
  listTopAtms,
  listTransactions,
  type TransactionFilter,
} from './transactions.store.ts'
import type { PageOrder } from './transactions-order.ts'

const { read, run } = createStoreTest()

const MAY = { dateFrom: '2026-05-01', dateTo: '2026-05-31' }
const EVERY = allOf(MAY.dateFrom, MAY.dateTo)
const BY_TIME: PageOrder = [
  { column: 'startedAt', descending: true },
  { column: 'id', descending: true },
]
const BY_AMOUNT: PageOrder = [
  { column: 'amountMinor', descending: false },
  { column: 'id', descending: true },
]

/**
 * Transactions with ids from 1 on: institution, ATM, beginning, kind, verdict, code, amount, last digits, reference,
 * cash, file.
 */
const TRANSACTIONS: readonly string[] = [
  `('ACME', 1, '2026-05-01T00:00:00', 'WITHDRAWAL', 'APPROVED', '000', 10000, '1111', 'R1', 'DISPENSED', 1)`,
  `('ACME', 1, '2026-05-02T10:00:00', 'WITHDRAWAL', 'DECLINED', '105', 20000, '1111', 'R2', 'NONE', 1)`,
  `('ACME', 2, '2026-05-02T10:00:00', 'BALANCE', 'APPROVED', '000', 20000, '2222', 'R3', 'NONE', 2)`,
  `('BETA', 3, '2026-05-02T10:00:00', 'WITHDRAWAL', 'APPROVED', '000', 30000, '1111', 'R4', 'DISPENSED', 3)`,
  `('BETA', 3, '2026-05-31T23:59:59', 'OTHER', null, null, null, '3333', 'R5', 'NONE', 3)`,
  `('ACME', 2, '2026-04-30T23:59:59', 'OTHER', 'APPROVED', '000', 10000, '1111', 'R6', 'NONE', 4)`,
  `('ACME', 2, '2026-06-01T00:00:00', 'OTHER', 'APPROVED', '000', 10000, '1111', 'R7', 'NONE', 4)`,
]

/** What only some transactions have: id, and the columns to set. */
const DETAILS: readonly (readonly [number, string])[] = [
  [1, `conflict = '{CARD_MISMATCH,AMOUNT_AND_NOTES}', rrn = 'R1', stan = '777', host_date = '2026-05-01'`],
  [2, `first_attempt_id = 1, attempt_no = 2, rrn = 'R2', stan = '778', account_tail = '4321'`],
  [3, `serial = '777', terminal_id = 'T3', conflict = '{MIXED_LINES}', verdict = null`],
  [4, `stan = '777', authorisation_code = 'A4', verdict = 'REVERSED', host_date = '2026-05-01'`],
  [5, `verdict = 'CANCELLED', cash_outcome = 'UNKNOWN', attempt_no = 0, account_tail = '4321'`],
  [6, `stan = '777', conflict = '{CARD_MISMATCH}', first_attempt_id = 1, attempt_no = 3`],
]

/**
 * Counts of a day: institution, ATM, agent id, day, transactions, approved and declined. ATM 4 was handed over within
 * a day.
 */
const TOTALS: readonly string[] = [
  `('ACME', 1, 'A-1', '2026-05-01', 3, 2, 1)`,
  `('ACME', 1, 'A-1', '2026-05-02', 6, 1, 2)`,
  `('ACME', 2, 'A-2', '2026-05-02', 9, 3, 0)`,
  `('ACME', 5, 'A-5', '2026-05-02', 9, 0, 0)`,
  `('ACME', 5, 'A-5', '2026-05-01', 9, 0, 0)`,
  `('BETA', 3, 'B-3', '2026-05-02', 5, 0, 5)`,
  `('ACME', 4, 'OLD', '2026-05-02', 4, 2, 1)`,
  `('BETA', 4, 'NEW', '2026-05-02', 2, 1, 1)`,
  `('BETA', 4, 'NEWER', '2026-05-03', 2, 0, 0)`,
]

beforeAll(async () => {
  const rows = TRANSACTIONS.map((row, at) => {
    const [institution, atmId, startedAt, kind, verdict, code, amount, last4, ...more] = row.slice(1, -1).split(', ')
    return `(${at + 1}, ${institution}, ${atmId}, 'A-' || ${atmId}, ${startedAt}, ${kind}, ${verdict},
      ${code}, ${amount},
      '4123******' || ${last4}, ${more.join(', ')}, 'COMPLETE', 1, 2)`
  })
  await run(
    `create table journal.cold_of_test partition of journal.transaction_cold for values from ('2026-04-01') to
      ('2026-07-01')`,
    `insert into journal.transaction_cold (id, institution_key, atm_id, agent_atm_id, started_at, kind, verdict,
       host_code, amount_minor,
       card, reference, cash_outcome, file_id, completeness, first_line, last_line) values ${rows.join(', ')}`,
    ...DETAILS.map(([id, columns]) => `update journal.transaction_cold set ${columns} where id = ${id}`),
    `insert into journal.atm_day_total (institution_key, atm_id, agent_atm_id, day, transactions, successful, failed)
      values ${TOTALS.join(', ')}`,
    `insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, first_date, changed_hands) values
       (1, 'A-1', 'ACME', '2026-05-01', false), (4, 'NEWER', 'BETA', '2026-05-01', true)`,
  )
})

type Page = {
  readonly order?: PageOrder
  readonly size?: number
  readonly offset?: number
  readonly after?: TransactionRow
}
const list = (
  caller: Visibility,
  filter: Partial<TransactionFilter>,
  { order = BY_TIME, size = 9, offset = 0, after }: Page = {},
) =>
  read(caller, (tx) =>
    listTransactions(tx, caller, { ...EVERY, ...filter }, { order, size, offset, after: after ?? null }),
  )
const ids = async (...given: Parameters<typeof list>) => (await list(...given)).map(({ id }) => id)

describe('a page of transactions', () => {
  it('has those of the days, both included, and of the caller, in order, by page and after a row alike', async () => {
    for (const [caller, order, expected] of [
      [ACME, BY_TIME, [3, 2, 1]],
      [BOTH, BY_TIME, [5, 4, 3, 2, 1]],
      [ALL, BY_TIME, [5, 4, 3, 2, 1]],
      [BOTH, BY_AMOUNT, [1, 3, 2, 4, 5]],
      [ALL, BY_AMOUNT, [1, 3, 2, 4, 5]],
    ] as const) {
      const rows = await list(caller, {}, { order })
      expect(rows.map(({ id }) => id)).toEqual(expected)
      for (const [at, after] of rows.entries()) {
        expect(await ids(caller, {}, { order, size: 2, offset: at })).toEqual(expected.slice(at, at + 2))
        expect(await ids(caller, {}, { order, size: 2, after })).toEqual(expected.slice(at + 1, at + 3))
      }
    }
  })

  it('shows each row as it is stored, whatever it is sorted by', async () => {
    for (const order of [BY_TIME, BY_AMOUNT]) {
      expect((await list(BOTH, { reference: 'R1' }, { order }))[0]).toMatchObject({
        ...{
          id: 1,
          atmId: 1,
          startedAt: '2026-05-01T00:00:00',
          amountMinor: 10_000n,
          cardLast4: '1111',
          cashOutcome: 'DISPENSED',
        },
        ...{ sessionId: 1, attemptNo: 1, conflict: ['CARD_MISMATCH', 'AMOUNT_AND_NOTES'], hostDate: '2026-05-01' },
        ...{ rrn: 'R1', stan: '777', authorisationCode: null, decidedRule: null, decidedLine: null, notes: [] },
      })
      expect((await list(BOTH, { reference: 'R2' }, { order }))[0]).toMatchObject({ sessionId: 1, attemptNo: 2 })
    }
  })

  const filters: readonly (readonly [Partial<TransactionFilter>, readonly number[]])[] = [
    [{ dateFrom: '2026-05-02' }, [5, 4, 3, 2]],
    [{ dateTo: '2026-05-02' }, [4, 3, 2, 1]],
    [{ dateFrom: '2026-04-30', dateTo: '2026-06-01' }, [7, 5, 4, 3, 2, 1, 6]],
    [{ agentAtmId: 'A-1' }, [2, 1]],
    [{ atmId: 3 }, [5, 4]],
    [{ kind: 'WITHDRAWAL' }, [4, 2, 1]],
    [{ verdict: 'DECLINED' }, [2]],
    [{ verdict: 'APPROVED' }, [1]],
    [{ verdict: 'CANCELLED' }, [5]],
    [{ verdict: 'REVERSED' }, [4]],
    [{ cashOutcome: 'UNKNOWN' }, [5]],
    [{ rrn: 'R2' }, [2]],
    [{ rrn: 'R3' }, []],
    [{ stan: '777' }, [4, 1]],
    [{ authorisationCode: 'A4' }, [4]],
    [{ serial: '777' }, [3]],
    [{ terminalId: 'T3' }, [3]],
    [{ hostDate: '2026-05-01' }, [4, 1]],
    [{ accountTail: '4321' }, [5, 2]],
    [{ sessionId: 1 }, [2, 1]],
    [{ sessionId: 2 }, []],
    [{ sessionId: 1, dateFrom: '2026-04-30' }, [2, 1, 6]],
    [{ conflict: 'ANY' }, [3, 1]],
    [{ conflict: 'AMOUNT_AND_NOTES' }, [1]],
    [{ conflict: 'CARD_MISMATCH', dateFrom: '2026-04-30' }, [1, 6]],
    [{ conflict: 'NOTES_RETURNED' }, []],
    [{ stan: '777', hostDate: '2026-05-01', conflict: 'ANY' }, [1]],
    [{ cashOutcome: 'DISPENSED' }, [4, 1]],
    [{ cardLast4: '1111' }, [4, 2, 1]],
    [{ reference: 'R3' }, [3]],
    [{ hostCode: '000' }, [4, 3, 1]],
    [{ fileId: 1 }, [2, 1]],
    [{ amountMinor: 20_000n }, [3, 2]],
    [{ amountFromMinor: 20_000n }, [4, 3, 2]],
    [{ amountToMinor: 20_000n }, [3, 2, 1]],
    [{ atmId: 1, verdict: 'APPROVED' }, [1]],
  ]
  it.each(filters)('is limited to %o', async (filter, expected) => {
    for (const caller of [ALL, BOTH]) expect(await ids(caller, filter)).toEqual(expected)
  })

  it('leads to each of its rows, within the days of the row only', async () => {
    expect(await read(ALL, (tx) => findTransaction(tx, 4))).toMatchObject({ id: 4, institutionKey: 'BETA' })
    expect(await read(ACME, (tx) => findTransaction(tx, 4))).toBeNull()
    const find = (id: number) => read(ALL, (tx) => findTransactionOf(tx, id, MAY))
    expect([await find(6), await find(7)]).toEqual([null, null])
    expect([(await find(1))?.id, (await find(5))?.id]).toEqual([1, 5])
  })
})

describe('the number of transactions', () => {
  const counted = (caller: Visibility, filter: Partial<TransactionFilter>) =>
    read(caller, (tx) => countTransactions(tx, { ...EVERY, ...filter }))

  it('is that of the rows where only these have it', async () => {
    const filters: readonly Partial<TransactionFilter>[] = [
      ...([
        { kind: 'WITHDRAWAL' },
        { cashOutcome: 'DISPENSED' },
        { cardLast4: '1111' },
        { amountToMinor: 20_000n },
      ] as const),
      ...[
        { fileId: 1 },
        { amountMinor: 20_000n },
        { amountFromMinor: 20_000n },
        { hostCode: '000' },
        { reference: 'R1' },
      ],
    ]
    const expected = [3, 2, 3, 3, 2, 2, 3, 3, 1]
    const more: readonly (readonly [Partial<TransactionFilter>, number])[] = [
      [{ rrn: 'R1' }, 1],
      [{ stan: '777' }, 2],
      [{ authorisationCode: 'A4' }, 1],
      [{ serial: '777' }, 1],
      [{ terminalId: 'T3' }, 1],
      [{ hostDate: '2026-05-01' }, 2],
      [{ accountTail: '4321' }, 2],
      [{ sessionId: 1 }, 2],
      [{ conflict: 'ANY' }, 2],
      [{ verdict: 'CANCELLED' }, 1],
      [{ verdict: 'REVERSED' }, 1],
    ]
    for (const [filter, found] of more) expect(await counted(ALL, filter), JSON.stringify(filter, null)).toBe(found)
    for (const [at, filter] of filters.entries())
      expect(await counted(ALL, filter), JSON.stringify(Object.keys(filter))).toBe(expected[at])
    expect(await counted(ACME, { kind: 'WITHDRAWAL', verdict: 'APPROVED' })).toBe(1)
  })

  it('comes from the totals of days otherwise, of one day or several', async () => {
    const day = { dateFrom: '2026-05-02', dateTo: '2026-05-02' }
    expect(await counted(ALL, {})).toBe(49)
    expect(await counted(ACME, day)).toBe(28)
    expect(await counted(ALL, { ...day, verdict: 'APPROVED' })).toBe(7)
    expect(await counted(ALL, { ...day, verdict: 'DECLINED' })).toBe(9)
    expect(await counted(ALL, { atmId: 4 })).toBe(8)
    expect(await counted(ALL, { agentAtmId: 'A-1' })).toBe(9)
    expect(await counted(ALL, { dateFrom: '2026-05-03' })).toBe(2)
    expect(await counted(ALL, { dateTo: '2026-05-01' })).toBe(12)
  })
})

describe('the summary', () => {
  it('adds up what was approved and declined', async () => {
    const sum = (caller: Visibility, from: string, to: string, agentAtmId?: string) =>
      read(caller, (tx) => findSummary(tx, { dateFrom: from, dateTo: to }, agentAtmId))
    expect(await sum(ALL, '2026-05-01', '2026-05-31')).toEqual({ total: 19, successful: 9, failed: 10 })
    expect(await sum(ACME, '2026-05-02', '2026-05-02')).toEqual({ total: 9, successful: 6, failed: 3 })
    expect(await sum(ALL, '2026-05-01', '2026-05-02', 'A-1')).toEqual({ total: 6, successful: 3, failed: 3 })
    expect(await sum(ALL, '2026-05-04', '2026-05-05')).toEqual({ total: 0, successful: 0, failed: 0 })
  })
})

describe('the ATMs with the most transactions', () => {
  const top = async (caller: Visibility, from: string, to: string, limit = 9, agentAtmId?: string) =>
    (await read(caller, (tx) => listTopAtms(tx, caller, { dateFrom: from, dateTo: to }, limit, agentAtmId))).map(
      (atm) => `${atm.atmId} ${atm.agentAtmId} ${atm.transactionCount}`,
    )

  it('are summed over days and institutions, ties by id, under the newest name, without those with none', async () => {
    const days = ['3 B-3 5', '4 NEWER 5', '1 A-1 3', '2 A-2 3']
    for (const caller of [ALL, BOTH]) {
      expect(await top(caller, '2026-05-02', '2026-05-02')).toEqual(days)
      for (const limit of [1, 2, 3])
        expect(await top(caller, '2026-05-02', '2026-05-02', limit)).toEqual(days.slice(0, limit))
      expect(await top(caller, '2026-05-01', '2026-05-03')).toEqual(['1 A-1 6', '3 B-3 5', '4 NEWER 5', '2 A-2 3'])
      expect(await top(caller, '2026-05-01', '2026-05-03', 2)).toEqual(['1 A-1 6', '3 B-3 5'])
    }
    expect(await top(ACME, '2026-05-02', '2026-05-02')).toEqual(['1 A-1 3', '2 A-2 3', '4 OLD 3'])
    expect(await top(ACME, '2026-05-02', '2026-05-02', 2)).toEqual(['1 A-1 3', '2 A-2 3'])
    expect(await top(ACME, '2026-05-01', '2026-05-01')).toEqual(['1 A-1 3'])
    for (const caller of [ALL, ACME])
      expect(await top(caller, '2026-05-01', '2026-05-02', 9, 'A-2')).toEqual(['2 A-2 3'])
  })
})
