import { bigint, date, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { journalSchema, localTime, whole } from './schema.ts'

const DECISION_RULES = [
  ...(['HOST_CODE', 'HOST_WORDS', 'CRYPTOGRAM', 'NOTES_TAKEN'] as const),
  ...(['NOTES_STORED', 'CANCELLATION', 'REVERSAL'] as const),
] as const

const CONFLICTS = [
  ...(['DECLINED_WITH_CASH', 'AMOUNT_AND_NOTES', 'CARD_MISMATCH', 'TIMEOUT_REVERSED'] as const),
  ...(['APPROVED_AND_DECLINED', 'NOTES_RETURNED', 'MIXED_LINES'] as const),
] as const

/** Notes of one denomination, as they are kept; the worth of one is a whole number of hundredths as text. */
export type StoredNotes = {
  readonly state: 'DISPENSED' | 'REJECTED' | 'COUNTED' | 'ACCEPTED' | 'ESCROW' | 'REFUNDED' | 'RETRACTED'
  readonly denominationMinor: string | null
  readonly currency: string | null
  readonly count: number
}

/** Transactions of every time: the hot table and the cold one. Read only. */
export const transactionAll = journalSchema.table('transaction_all', {
  id: whole('id').notNull(),
  /** The id of the first attempt of its session, perhaps its own. */
  sessionId: whole('session_id').notNull(),
  /** The same, but null for the first attempt itself: indexed. */
  firstAttemptId: whole('first_attempt_id'),
  /** From 1; 0 for a session without a request. */
  attemptNo: integer('attempt_no').notNull(),
  fileId: whole('file_id').notNull(),
  institutionKey: text('institution_key').notNull(),
  atmId: whole('atm_id').notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  startedAt: localTime('started_at').notNull(),
  endedAt: localTime('ended_at'),
  kind: text('kind', { enum: ['WITHDRAWAL', 'DEPOSIT', 'BALANCE', 'TRANSFER', 'OTHER'] }).notNull(),
  verdict: text('verdict', { enum: ['APPROVED', 'DECLINED', 'CANCELLED', 'REVERSED'] }),
  /** The rule that decided the verdict, and the line of the file that it rests on. */
  decidedRule: text('decided_by', { enum: DECISION_RULES }),
  decidedLine: integer('decided_line'),
  conflict: text('conflict', { enum: CONFLICTS }).array().notNull(),
  hostCode: text('host_code'),
  amountMinor: bigint('amount_minor', { mode: 'bigint' }),
  currency: text('currency'),
  card: text('card'),
  cardLast4: text('card_last4'),
  reference: text('reference'),
  rrn: text('rrn'),
  stan: text('stan'),
  authorisationCode: text('authorisation_code'),
  serial: text('serial'),
  terminalId: text('terminal_id'),
  hostDate: date('host_date', { mode: 'string' }),
  accountTail: text('account_tail'),
  cashOutcome: text('cash_outcome', {
    enum: ['DISPENSED', 'PARTIAL', 'RETRACTED', 'NOT_TAKEN', 'NONE', 'UNKNOWN'],
  }).notNull(),
  notes: jsonb('notes').$type<readonly StoredNotes[]>().notNull(),
  completeness: text('completeness', { enum: ['COMPLETE', 'TRUNCATED'] }).notNull(),
  firstLine: integer('first_line').notNull(),
  lastLine: integer('last_line').notNull(),
})

export type TransactionRow = typeof transactionAll.$inferSelect
