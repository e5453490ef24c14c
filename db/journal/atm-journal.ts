import { boolean, date, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { journalSchema, whole } from './schema.ts'

/** ATMs that have sent a journal, with the day of the first. */
export const atmJournal = journalSchema.table('atm_journal', {
  atmId: whole('atm_id').primaryKey(),
  agentAtmId: text('agent_atm_id').notNull(),
  institutionKey: text('institution_key').notNull(),
  timeZone: text('time_zone'),
  firstDate: date('first_date', { mode: 'string' }).notNull(),
  /** Several institutions have counts of one of its days. */
  changedHands: boolean('changed_hands').notNull().default(false),
})

/** Counts of the transactions of an institution, ATM and local day. */
export const atmDayTotal = journalSchema.table(
  'atm_day_total',
  {
    day: date('day', { mode: 'string' }).notNull(),
    atmId: whole('atm_id').notNull(),
    institutionKey: text('institution_key').notNull(),
    agentAtmId: text('agent_atm_id').notNull(),
    transactions: integer('transactions').notNull(),
    successful: integer('successful').notNull(),
    failed: integer('failed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.atmId, table.institutionKey] })],
)
