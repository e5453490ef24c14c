import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { readFiles } from '../files/files.store.ts'
import type { UnansweredFile } from './parse-requests.store.ts'

const LAST_ASKED = sql.raw('greatest(received_at, reparse_requested_at, parse_asked_at)')

/** The files that wait and were last asked for before an instant: those first that wait longest, `limit` at most. */
export const unansweredIds = (before: Date, limit: number): SQL => sql`
  select id from journal.journal_file where status = 'RECEIVED' and ${LAST_ASKED} < ${before}::timestamptz
  order by ${LAST_ASKED} limit ${limit} for update skip locked`

/**
 * Notes that files are asked for once more that were last asked for `before` an instant, `limit` at most. A file
 * yields where another one of its day was sent after it, or where it was to be read again: neither is to take the
 * place of what is standing. Returns them in the order in which they came.
 */
export const updateUnanswered = async (
  tx: PlatformTx,
  { before, limit, at }: { readonly before: Date; readonly limit: number; readonly at: Date },
): Promise<UnansweredFile[]> => {
  const rows = await tx.execute<{ id: string; yields: boolean }>(sql`
    update journal.journal_file f set parse_asked_at = ${at}::timestamptz
    where f.id = any (array (${unansweredIds(before, limit)}))
    returning f.id::text, f.reparse_requested_at is not null or exists (
      select from journal.journal_file o
      where o.atm_id = f.atm_id and o.journal_date = f.journal_date and o.institution_key = f.institution_key
        and o.id <> f.id and o.status in ('RECEIVED', 'PARSED', 'PARTIAL')
        and coalesce(o.sent_again_at, o.received_at) >= coalesce(f.sent_again_at, f.received_at)) as yields`)
  if (rows.length === 0) return []
  const yields = new Map([...rows].map((row) => [Number(row.id), row.yields]))
  const files = await readFiles(tx, sql`where id = any (${sqlArray([...yields.keys()], 'bigint')}) order by id`)
  return files.map((file) => ({ file, yields: yields.get(file.id) ?? true }))
}
