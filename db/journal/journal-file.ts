import { date, integer, text } from 'drizzle-orm/pg-core'
import { instant, journalSchema, whole } from './schema.ts'

/** Journal files, without their text. */
export const journalFile = journalSchema.table('journal_file', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  institutionKey: text('institution_key').notNull(),
  atmId: whole('atm_id').notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  journalDate: date('journal_date', { mode: 'string' }).notNull(),
  sha256: text('sha256').notNull(),
  sizeBytes: whole('size_bytes').notNull(),
  timeZone: text('time_zone'),
  format: text('format'),
  status: text('status', { enum: ['RECEIVED', 'PARSED', 'PARTIAL', 'FAILED'] })
    .notNull()
    .default('RECEIVED'),
  transactions: integer('transactions').notNull().default(0),
  successful: integer('successful').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  undecided: integer('undecided').notNull().default(0),
  error: text('error'),
  receivedAt: instant('received_at').notNull(),
  parsedAt: instant('parsed_at'),
  parseSequence: whole('parse_sequence'),
  /** The file that replaced it; null while it is the counted file of its ATM and day, or if it never was. */
  supersededByFileId: whole('superseded_by'),
  reparseRequestedAt: instant('reparse_requested_at'),
  /** Its masked text; null only where none was ever stored. */
  contentId: whole('content_id'),
})

export type JournalFileRow = typeof journalFile.$inferSelect
