import { sql } from 'drizzle-orm'
import type { JournalFileRow } from '../../db/journal/journal-file.ts'
import type { TenantTx } from '../../db/tenancy.ts'

/** True if the file waits to be parsed, and no other one of its ATM and day does: then it is the next to stand for its day. */
export const isNextToStand = async (
  tx: TenantTx,
  { id, status, atmId, journalDate }: JournalFileRow,
): Promise<boolean> => {
  if (status !== 'RECEIVED') return false
  const others = await tx.execute(sql`
    select from journal.journal_file
    where atm_id = ${atmId}::text::bigint and journal_date = ${journalDate}::text::date
      and status = 'RECEIVED' and id <> ${id}::text::bigint
    limit 1`)
  return others.length === 0
}
