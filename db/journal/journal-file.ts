import { date, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, journalSchema, whole } from './schema.ts'

/** A day that lines or transactions of a file are of. */
export type DayFound = { readonly date: string; readonly lines: number; readonly transactions: number }

/** Why some of a file cannot be trusted, and how often. */
export type CountedReason = {
  readonly reason:
    | ('LINES_UNREADABLE' | 'TRANSACTIONS_LEFT_OUT' | 'STARTS_WITHOUT_SESSION' | 'ENDS_WITHOUT_START')
    | ('REQUESTS_WITHOUT_SESSION' | 'LONG_SESSIONS' | 'CARD_MISMATCHES' | 'MIXED_SESSIONS' | 'TIME_JUMPS')
  readonly count: number
}

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
  status: text('status', { enum: ['RECEIVED', 'PARSED', 'PARTIAL', 'FAILED', 'MISDATED'] })
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
  /** The version of the profile that it was parsed with; null before there were profiles. */
  profileVersion: integer('profile_version'),
  daysFound: jsonb('days_found').$type<readonly DayFound[]>().notNull().default([]),
  reasons: jsonb('reasons').$type<readonly CountedReason[]>().notNull().default([]),
  /** How many of its transactions are stored with another file instead. */
  duplicates: integer('duplicates').notNull().default(0),
})

export type JournalFileRow = typeof journalFile.$inferSelect
