import { sql } from 'drizzle-orm'
import type { CountedReason } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

/** The files of an institution that wait to be read. */
export type WaitingFiles = {
  readonly institutionKey: string
  readonly waiting: number
  /** When the one came that waits longest, or was asked to be read again. */
  readonly oldestReceivedAt: Date
}

/** Why files of an institution are PARTIAL: a reason, the files that have it, and how often they have it. */
export type PartialReason = Pick<CountedReason, 'reason' | 'count'> & {
  readonly institutionKey: string
  readonly files: number
}

/** Why files that count and were received since a moment are PARTIAL, by institution; most files first. */
export const listPartialReasons = async (tx: TenantTx, since: Date): Promise<PartialReason[]> => {
  const rows = await tx.execute<
    Record<'institution_key' | 'files' | 'count', string> & Pick<PartialReason, 'reason'>
  >(sql`
    select f.institution_key, r.reason, count(*)::text as files, sum(r.count)::text as count
    from journal.journal_file f
    cross join lateral jsonb_to_recordset(f.reasons) as r(reason text, count bigint)
    where f.status = 'PARTIAL' and f.received_at >= ${since}::timestamptz and f.superseded_by is null
    group by f.institution_key, r.reason order by f.institution_key, count(*) desc, r.reason`)
  return rows.map(({ institution_key: institutionKey, reason, files, count }) => ({
    institutionKey,
    reason,
    files: Number(files),
    count: Number(count),
  }))
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

/** Files that are counted at most, so that metrics stay cheap however many wait. */
const COUNTED = 100_000

/** What waits of all institutions. */
export type WaitingCount = { readonly waiting: number; readonly oldestReceivedAt: Date | null }

/**
 * How many files wait, and since when the one that waits longest does: of the `limit` files that were asked for
 * longest ago.
 */
export const countWaitingFiles = async (tx: TenantTx, limit = COUNTED): Promise<WaitingCount> => {
  const [row] = await tx.execute<{ waiting: string; oldest: string | null }>(sql`
    select count(*)::text as waiting,
      (extract(epoch from min(greatest(received_at, reparse_requested_at))) * 1000)::bigint::text as oldest
    from (
      select received_at, reparse_requested_at from journal.journal_file where status = 'RECEIVED'
      order by greatest(received_at, reparse_requested_at, parse_asked_at) limit ${limit}) f`)
  const oldest = row?.oldest ?? null
  return { waiting: Number(row?.waiting ?? 0), oldestReceivedAt: oldest === null ? null : new Date(Number(oldest)) }
}
