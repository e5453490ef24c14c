import { date, integer, text } from 'drizzle-orm/pg-core'
import { instant, journalSchema, whole } from './schema.ts'

/** Days for which an ATM has no journal file; one row an ATM and day. */
export const gap = journalSchema.table('gap', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  institutionKey: text('institution_key').notNull(),
  atmId: whole('atm_id').notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  gapDate: date('gap_date', { mode: 'string' }).notNull(),
  status: text('status', { enum: ['OPEN', 'FETCH_REQUESTED', 'CLOSED'] })
    .notNull()
    .default('OPEN'),
  detectedAt: instant('detected_at').notNull(),
  fetchRequestedAt: instant('fetch_requested_at'),
  fetchRequestedBy: text('fetch_requested_by'),
  fetchAttempts: integer('fetch_attempts').notNull().default(0),
  closedAt: instant('closed_at'),
  closedByFileId: whole('closed_by_file_id'),
})

export type GapRow = typeof gap.$inferSelect
export type GapStatus = GapRow['status']
