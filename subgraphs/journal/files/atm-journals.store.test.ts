import { beforeAll, describe, expect, it } from 'vitest'
import type { TenantTx } from '../../../db/tenancy.ts'
import { ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { findDaySpan, listTotalDifferences } from '../transactions/totals-check.store.ts'
import { listFilesByAtm, listGapsByAtm, listKnownDays } from './atm-journals.store.ts'

const { read: readAs, run, write } = createStoreTest()

beforeAll(async () => {
  await run(
    `insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
      received_at, status) values
      ('ACME', 1, 'A-1', '2026-05-02', 'a', 1, now(), 'PARSED'),
      ('ACME', 1, 'A-1', '2026-05-03', 'a', 1, now(), 'FAILED'),
      ('ACME', 1, 'A-1', '2026-05-02', 'b', 1, now(), 'PARTIAL'),
      ('BETA', 2, 'B-2', '2026-05-01', 'a', 1, now(), 'RECEIVED'),
      ('BETA', 3, 'B-3', '2026-05-09', 'a', 1, now(), 'PARSED')`,
    `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at) values
      ('ACME', 1, 'A-1', '2026-05-05', 'OPEN', now()), ('ACME', 1, 'A-1', '2026-05-04', 'FETCH_REQUESTED', now()),
      ('ACME', 1, 'A-1', '2026-05-01', 'CLOSED', now()), ('BETA', 2, 'B-2', '2026-05-04', 'OPEN', now()),
      ('BETA', 3, 'B-3', '2026-05-01', 'OPEN', now())`,
  )
})

const read = <T>(work: (tx: TenantTx) => Promise<T>) => readAs(ALL, work)
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('what is known of many ATMs', () => {
  it('are the oldest gaps of each, of a state or of all', async () => {
    const gaps = async (...given: readonly [readonly number[], 'OPEN' | 'CLOSED' | null, number]) =>
      idsOf(await read((tx) => listGapsByAtm(tx, ...given)))
    expect(await gaps([1, 2], null, 9)).toEqual([3, 2, 4, 1])
    expect(await gaps([1, 2], null, 2)).toEqual([3, 2, 4])
    expect(await gaps([1, 2], 'OPEN', 1)).toEqual([4, 1])
    expect(await gaps([1], 'CLOSED', 9)).toEqual([3])
  })

  it('are the newest files of each, of a day the last', async () => {
    const files = async (atmIds: readonly number[], limit: number) =>
      idsOf(await read((tx) => listFilesByAtm(tx, atmIds, limit)))
    expect(await files([1, 2], 9)).toEqual([2, 3, 1, 4])
    expect(await files([2, 1], 2)).toEqual([2, 3, 4])
  })

  it('are the days that have a file that can be read, or a gap that is not closed, within some days', async () => {
    const days = await read((tx) => listKnownDays(tx, [1, 2], '2026-05-01', '2026-05-04'))
    expect(days.map(({ atmId, agentAtmId, day, state }) => `${atmId} ${agentAtmId} ${day} ${state}`).sort()).toEqual([
      '1 A-1 2026-05-02 FILE',
      '1 A-1 2026-05-04 REQUESTED',
      '2 B-2 2026-05-01 FILE',
      '2 B-2 2026-05-04 GAP',
    ])
    expect(await read((tx) => listKnownDays(tx, [1], '2026-05-05', '2026-05-09'))).toMatchObject([{ state: 'GAP' }])
  })
})

describe('the check of totals', () => {
  it('finds what is kept otherwise than it counts to, of a day, in the order of ATMs', async () => {
    expect(await write(findDaySpan)).toBeNull()
    const transaction = (atm: number, key: string, at: string, verdict: string | null) =>
      `('${key}', ${atm}, 'A', '${at}', 'OTHER', ${verdict === null ? 'null' : `'${verdict}'`}, 'NONE',
        'COMPLETE', 1, 1, 1)`
    await run(
      `create table journal.cold_of_test partition of journal.transaction_cold for values from ('2026-05-01') to
        ('2026-06-01')`,
      `insert into journal.transaction_cold (institution_key, atm_id, agent_atm_id, started_at, kind, verdict,
        cash_outcome, completeness, file_id, first_line, last_line) values
        ${[
          transaction(1, 'ACME', '2026-05-02T00:00:00', 'APPROVED'),
          transaction(1, 'ACME', '2026-05-02T23:59:59', 'DECLINED'),
          transaction(1, 'ACME', '2026-05-02T12:00:00', null),
          transaction(2, 'ACME', '2026-05-02T12:00:00', 'APPROVED'),
          transaction(3, 'ACME', '2026-05-02T12:00:00', 'APPROVED'),
          transaction(3, 'BETA', '2026-05-02T12:00:00', 'DECLINED'),
          transaction(1, 'ACME', '2026-05-03T00:00:00', 'APPROVED'),
        ].join(', ')}`,
      `insert into journal.atm_day_total (institution_key, atm_id, agent_atm_id, day, transactions, successful, failed)
        values
        ('ACME', 1, 'A', '2026-05-02', 3, 1, 1), ('ACME', 2, 'A', '2026-05-02', 2, 1, 0),
        ('ACME', 3, 'A', '2026-05-02', 1, 1, 0),
        ('ACME', 4, 'A', '2026-05-02', 1, 0, 1), ('ACME', 1, 'A', '2026-05-04', 1, 0, 1)`,
    )
    const check = (day: string, limit: number) => write((tx) => listTotalDifferences(tx, day, limit))
    const figures = (transactions: number, successful: number, failed: number) => ({ transactions, successful, failed })
    const differences = [
      { atmId: 2, institutionKey: 'ACME', day: '2026-05-02', kept: figures(2, 1, 0), counted: figures(1, 1, 0) },
      { atmId: 3, institutionKey: 'BETA', day: '2026-05-02', kept: figures(0, 0, 0), counted: figures(1, 0, 1) },
      { atmId: 4, institutionKey: 'ACME', day: '2026-05-02', kept: figures(1, 0, 1), counted: figures(0, 0, 0) },
    ]
    expect(await check('2026-05-02', 9)).toEqual({ count: 3, differences })
    expect(await check('2026-05-02', 2)).toEqual({ count: 3, differences: differences.slice(0, 2) })
    expect(await check('2026-05-05', 9)).toEqual({ count: 0, differences: [] })
    expect(await write(findDaySpan)).toEqual({ first: '2026-05-02', last: '2026-05-04' })
    await run(`delete from journal.atm_day_total where day <> '2026-05-02'`)
    expect(await write(findDaySpan)).toEqual({ first: '2026-05-02', last: '2026-05-03' })
  })
})
