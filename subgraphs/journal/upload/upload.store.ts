import { sql } from 'drizzle-orm'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { lastSentAt, standingFile } from '../files/files.store.ts'

/**
 * True if nothing is to be done for a file to be the standing one of its day: it was sent after every other one of its
 * institution, ATM and day, and is standing or still to be read. Where two were sent at the same moment neither is the
 * last.
 */
export const isLastSent = async (tx: TenantTx, file: JournalFileRow): Promise<boolean> => {
  const [row] = await tx.execute<{ last: boolean }>(sql`
    select (f.status = 'RECEIVED' or f.status <> 'FAILED' and f.sent_again_at > f.parsed_at
        or f.id in (select id from (${standingFile(file)}) s))
      and not exists (
        select from journal.journal_file o
        where o.atm_id = f.atm_id and o.journal_date = f.journal_date and o.institution_key = f.institution_key
          and o.id <> f.id
          and ${lastSentAt('o')} >= ${lastSentAt('f')}
      ) as last
    from journal.journal_file f where f.id = ${file.id}::text::bigint`)
  return row?.last ?? false
}

/** Notes that a file is sent for its day once more: the same bytes have come again, or it was filed under that day. */
export const updateSentAgain = async (tx: TenantTx, id: number, at: Date): Promise<void> => {
  await tx.execute(
    sql`update journal.journal_file set sent_again_at = ${at}::timestamptz where id = ${id}::text::bigint`,
  )
}
