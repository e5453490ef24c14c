import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lastSentAt, readFiles } from '../files/files.store.ts'
import type { UnansweredFile } from './parse-requests.store.ts'

const LAST_ASKED = sql.raw('greatest(received_at, reparse_requested_at, parse_asked_at)')

/** The files that wait and were last asked for before an instant: those first that wait longest, `limit` at most. */
export const unansweredIds = (before: Date, limit: number): SQL => sql`
  select id from journal.journal_file where status = 'RECEIVED' and ${LAST_ASKED} < ${before}::timestamptz
  order by ${LAST_ASKED} limit ${limit} for update skip locked`

/**
 * Notes that files are asked for once more that were last asked for `before` an instant, `limit` at most. A file
 * yields where it was to be read again without being sent again. That none takes the place of a file which was sent
 * after it is decided when it is stored. Returns them in the order in which they came.
 */
export const updateUnanswered = async (
  tx: PlatformTx,
  { before, limit, at }: { readonly before: Date; readonly limit: number; readonly at: Date },
): Promise<UnansweredFile[]> => {
  const rows = await tx.execute<{ id: string; yields: boolean }>(sql`
    update journal.journal_file f set parse_asked_at = ${at}::timestamptz
    where f.id = any (array (${unansweredIds(before, limit)}))
    returning f.id::text, coalesce(f.reparse_requested_at > ${lastSentAt('f')}, false) as yields`)
  if (rows.length === 0) return []
  const yields = new Map([...rows].map((row) => [Number(row.id), row.yields]))
  const files = await readFiles(tx, sql`where id = any (${sqlArray([...yields.keys()], 'bigint')}) order by id`)
  return files.map((file) => ({ file, yields: yields.get(file.id) ?? true }))
}
