import type { JournalFileRow } from '../../../db/journal/journal-file.ts'

type Subject = Pick<JournalFileRow, 'id' | 'institutionKey'>

/** What the audit says of a file that somebody changes; a change without `before` and `after` only asks for work. */
export const auditedFile = (action: string, { id, institutionKey }: Subject) =>
  ({ action, subjectType: 'JournalFile', subjectId: id, institutionKey, before: null, after: null }) as const
