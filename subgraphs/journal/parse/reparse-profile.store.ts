import { sql } from 'drizzle-orm'
import { type JournalFileRow, journalFile } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

/** A version of a profile, and since when it is there. */
type Written = { readonly institutionKey: string; readonly version: number; readonly writtenAt: Date }

/**
 * Marks files as waiting to be parsed again that an older version of the profile parsed, unless they were marked since
 * this one was written; files that another one has superseded are left. Of the files of a version the newest first.
 */
export const updateFilesToReparse = (
  tx: TenantTx,
  { institutionKey, version, writtenAt }: Written,
  at: Date,
  limit: number,
): Promise<JournalFileRow[]> =>
  tx
    .update(journalFile)
    .set({ reparseRequestedAt: at })
    .where(sql`${journalFile.id} in (
      select f.id from journal.journal_file f
      where f.institution_key = ${institutionKey} and f.superseded_by is null
        and f.status in ('PARSED', 'PARTIAL', 'MISDATED')
        and coalesce(f.profile_version, -1) < ${version}::text::int
        and (f.reparse_requested_at is null or f.reparse_requested_at < ${writtenAt}::timestamptz)
      order by coalesce(f.profile_version, -1) desc, f.received_at desc, f.id desc limit ${limit})`)
    .returning()

/** Marks texts to be masked again that an older version of the labels masked. Returns how many, `limit` at most. */
export const updateTextsToMask = async (
  tx: TenantTx,
  institutionKey: string,
  labelsVersion: number,
  limit: number,
): Promise<number> => {
  const rows = await tx.execute<{ marked: number }>(sql`
    with marked as (
      update journal.content set masking_version = 0 where id in (
        select id from journal.content where institution_key = ${institutionKey}
          and labels_version < ${labelsVersion}::text::int and masking_version > 0 limit ${limit}
      ) returning 1
    ) select count(*)::int as marked from marked`)
  return rows[0]?.marked ?? 0
}
