import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'

/**
 * Moves the first day that is kept on to one (`2026-11-01`), of up to `limit` ATMs that had journals before. Resolves
 * to how many.
 */
export const updateKeptFrom = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    update journal.atm_journal set kept_from = ${before}::text::date where atm_id = any (array(
      select atm_id from journal.atm_journal where kept_from < ${before}::text::date
      order by atm_id limit ${limit}::int for update))
    returning 1`)
  return rows.length
}

/** Keeps for ATMs that they had journals before a day: what is missing from then on is still missing. */
const noteDeleted = async (tx: PlatformTx, atmIds: readonly number[], before: string): Promise<void> => {
  await tx.execute(sql`
    update journal.atm_journal set kept_from = ${before}::text::date where atm_id = any (array(
      select atm_id from journal.atm_journal
      where atm_id = any (${sqlArray(atmIds, 'bigint')}) and kept_from is distinct from ${before}::text::date
      order by atm_id for update))`)
}

/**
 * Deletes up to `limit` files of days before one (`2026-11-01`), and the texts that no other file has. How many files
 * went. Their transactions go with their month.
 */
export const deleteFiles = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  // Each status by the index that it is in.
  const of = (which: SQL) => sql`
    (select id from journal.journal_file where journal_date < ${before}::text::date and ${which}
      order by journal_date limit ${limit}::int)`
  const rows = await tx.execute<{ contentId: string | null; atmId: number; isJournal: boolean }>(sql`
    delete from journal.journal_file where id = any (array(
      ${of(sql`status <> 'FAILED' and status <> 'MISDATED'`)}
      union all ${of(sql`status in ('FAILED', 'MISDATED')`)}
      limit ${limit}::int))
    returning content_id::text as "contentId", atm_id::float8 as "atmId",
      status not in ('FAILED', 'MISDATED') as "isJournal"`)
  await noteDeleted(tx, [...new Set(rows.filter(({ isJournal }) => isJournal).map(({ atmId }) => atmId))], before)
  const contentIds = [...new Set(rows.flatMap(({ contentId }) => (contentId === null ? [] : [contentId])))]
  if (contentIds.length > 0)
    await tx.execute(sql`
      delete from journal.content c where id = any (${sqlArray(contentIds, 'bigint')})
        and not exists (select from journal.journal_file f where f.content_id = c.id)`)
  return rows.length
}

/** Deletes up to `limit` totals of ATMs and days before one; how many went. A trigger takes them from the days. */
export const deleteTotals = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from journal.atm_day_total where (day, atm_id, institution_key) in (
      select day, atm_id, institution_key from journal.atm_day_total where day < ${before}::text::date
      order by day, atm_id limit ${limit}::int)
    returning 1`)
  return rows.length
}

/** Deletes up to `limit` gaps of days before one; how many went. */
export const deleteGaps = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from journal.gap where id in (
      select id from journal.gap where gap_date < ${before}::text::date order by gap_date, id limit ${limit}::int)
    returning 1`)
  return rows.length
}

/** Deletes the days before one of all institutions, whose totals are deleted. */
export const deleteDays = async (tx: PlatformTx, before: string): Promise<void> => {
  await tx.execute(sql`delete from journal.day_change where day < ${before}::text::date`)
}

/**
 * Drops the oldest month of the cold table if it lies wholly before a day: 1, or 0 if there is none.
 * @throws a retryable error when a lock is not to be had within 50 ms; then nothing was dropped.
 */
export const dropColdMonth = async (tx: PlatformTx, before: string): Promise<number> => {
  const [row] = await tx.execute<{ dropped: number }>(
    sql`select journal.drop_cold_month(${before}::text::date) as dropped`,
  )
  return row?.dropped ?? 0
}
