import { sql } from 'drizzle-orm'
import type { PlatformTx } from '../../../db/tenancy.ts'

/**
 * Moves the oldest month that lies wholly before the hot days from the hot table to the cold one: 1, or 0 if there is
 * none.
 * @throws a retryable error when a lock is not to be had within 50 ms; then nothing was moved.
 */
export const updateColdMonth = async (tx: PlatformTx, today: string, hotDays: number): Promise<number> => {
  const [row] = await tx.execute<{ moved: number }>(
    sql`select journal.move_to_cold(${today}::text::date, ${hotDays}) as moved`,
  )
  return row?.moved ?? 0
}

/** The transactions of the server that hold the hot table now. */
export const listHotHolders = async (tx: PlatformTx): Promise<ReadonlySet<string>> => {
  const rows = await tx.execute<{ holder: string }>(sql`select holder from journal.holders_of_hot() as holder`)
  return new Set(rows.map(({ holder }) => holder))
}
