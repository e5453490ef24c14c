import { bigint, integer, text } from 'drizzle-orm/pg-core'
import { journalSchema, localTime, whole } from './schema.ts'

/** Transactions of every time: the hot table and the cold one. Read only. */
export const transactionAll = journalSchema.table('transaction_all', {
  id: whole('id').notNull(),
  fileId: whole('file_id').notNull(),
  institutionKey: text('institution_key').notNull(),
  atmId: whole('atm_id').notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  startedAt: localTime('started_at').notNull(),
  endedAt: localTime('ended_at'),
  kind: text('kind', { enum: ['WITHDRAWAL', 'DEPOSIT', 'BALANCE', 'TRANSFER', 'OTHER'] }).notNull(),
  verdict: text('verdict', { enum: ['APPROVED', 'DECLINED'] }),
  hostCode: text('host_code'),
  amountMinor: bigint('amount_minor', { mode: 'bigint' }),
  currency: text('currency'),
  card: text('card'),
  cardLast4: text('card_last4'),
  reference: text('reference'),
  cashOutcome: text('cash_outcome', { enum: ['DISPENSED', 'PARTIAL', 'RETRACTED', 'NOT_TAKEN', 'NONE'] }).notNull(),
  completeness: text('completeness', { enum: ['COMPLETE', 'TRUNCATED'] }).notNull(),
  firstLine: integer('first_line').notNull(),
  lastLine: integer('last_line').notNull(),
})

export type TransactionRow = typeof transactionAll.$inferSelect
