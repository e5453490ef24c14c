import { eq } from 'drizzle-orm'
import { type JournalFileRow, journalFile } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

/** Files a journal under another day, of which it waits to be parsed. Returns it; null for one that is not there. */
export const updateJournalDate = async (tx: TenantTx, id: number, day: string): Promise<JournalFileRow | null> => {
  const waiting = { status: 'RECEIVED', error: null, parsedAt: null } as const
  const nothing = { supersededByFileId: null, daysFound: [], reasons: [] }
  const [row] = await tx
    .update(journalFile)
    .set({ journalDate: day, ...waiting, ...nothing })
    .where(eq(journalFile.id, id))
    .returning()
  return row ?? null
}
