import { sql } from 'drizzle-orm'
import type { TenantTx } from '../../../db/tenancy.ts'

/** The files of an institution that wait to be read. */
export type WaitingFiles = {
  readonly institutionKey: string
  readonly waiting: number
  /** When the one came that waits longest, or was asked to be read again. */
  readonly oldestReceivedAt: Date
}

/** What waits, counted an institution, the longest wait first. */
export const listWaitingFiles = async (tx: TenantTx): Promise<WaitingFiles[]> => {
  const rows = await tx.execute<{ institution_key: string; waiting: string; oldest: string }>(sql`
    select institution_key, count(*)::text as waiting,
      (extract(epoch from min(greatest(received_at, reparse_requested_at))) * 1000)::bigint::text as oldest
    from journal.journal_file where status = 'RECEIVED'
    group by institution_key order by min(greatest(received_at, reparse_requested_at)), institution_key`)
  return rows.map((row) => ({
    institutionKey: row.institution_key,
    waiting: Number(row.waiting),
    oldestReceivedAt: new Date(Number(row.oldest)),
  }))
}
