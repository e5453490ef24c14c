import { sql } from 'drizzle-orm'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { addDays } from '../../kit/common/dates.ts'

/** Counts of an ATM and day. */
export type DayFigures = { readonly transactions: number; readonly successful: number; readonly failed: number }

/** An institution, ATM and day whose kept total is not what its rows count to. */
export type TotalDifference = {
  readonly atmId: number
  readonly institutionKey: string
  readonly day: string
  readonly kept: DayFigures
  readonly counted: DayFigures
}

/** The days that have transactions or totals, first and last; null where there are none. */
export const findDaySpan = async (tx: PlatformTx): Promise<{ first: string; last: string } | null> => {
  const [row] = await tx.execute<{ first: string | null; last: string | null }>(sql`
    select least(min_total, min_row)::text as first, greatest(max_total, max_row)::text as last from (
      select (select min(day) from journal.atm_day_total) as min_total,
        (select max(day) from journal.atm_day_total) as max_total,
        (select min(started_at)::date from journal.transaction_all) as min_row,
        (select max(started_at)::date from journal.transaction_all) as max_row) s`)
  const { first, last } = row ?? {}
  return typeof first === 'string' && typeof last === 'string' ? { first, last } : null
}

type Row = Record<
  'atm_id' | 'institution_key' | 'different' | `${'kept' | 'counted'}_${'transactions' | 'successful' | 'failed'}`,
  string
>

const figures = (row: Row, of: 'kept' | 'counted'): DayFigures => ({
  transactions: Number(row[`${of}_transactions`]),
  successful: Number(row[`${of}_successful`]),
  failed: Number(row[`${of}_failed`]),
})

/**
 * Holds the totals of a day against its rows, in one statement: a parse that commits meanwhile changes both or neither.
 * Returns how many totals differ, and the first `limit` of them.
 */
export const listTotalDifferences = async (
  tx: PlatformTx,
  day: string,
  limit: number,
): Promise<{ count: number; differences: TotalDifference[] }> => {
  const rows = await tx.execute<Row>(sql`
    with counted as (
      select atm_id, institution_key, count(*) as transactions,
        count(*) filter (where verdict = 'APPROVED') as successful,
        count(*) filter (where verdict = 'DECLINED') as failed
      from journal.transaction_all where started_at >= ${`${day}T00:00:00`}::timestamp
        and started_at < ${`${addDays(day, 1)}T00:00:00`}::timestamp group by atm_id, institution_key
    ), kept as (
      select atm_id, institution_key, transactions, successful, failed from journal.atm_day_total
      where day = ${day}::text::date
    ), compared as (
      select atm_id, institution_key, coalesce(k.transactions, 0) as kept_transactions,
        coalesce(k.successful, 0) as kept_successful,
        coalesce(k.failed, 0) as kept_failed, coalesce(c.transactions, 0) as counted_transactions,
        coalesce(c.successful, 0) as counted_successful, coalesce(c.failed, 0) as counted_failed
      from counted c full join kept k using (atm_id, institution_key)
    )
    select atm_id::text, institution_key, kept_transactions::text, kept_successful::text, kept_failed::text,
      counted_transactions::text,
      counted_successful::text, counted_failed::text, (count(*) over ())::text as different
    from compared where (kept_transactions, kept_successful, kept_failed)
      is distinct from (counted_transactions, counted_successful, counted_failed)
    order by compared.atm_id, institution_key limit ${limit}`)
  const differences = rows.map((row) => ({
    atmId: Number(row.atm_id),
    institutionKey: row.institution_key,
    day,
    kept: figures(row, 'kept'),
    counted: figures(row, 'counted'),
  }))
  return { count: Number(rows[0]?.different ?? 0), differences }
}
