import { bigint, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

const STATES = ['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'UNKNOWN'] as const

/** Changes of service state. */
export const stateHistory = incidentSchema.table(
  'state_history',
  {
    atmId: bigint('atm_id', { mode: 'number' }).notNull(),
    occurredAt: instant('occurred_at').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Of the ATM at that time. */
    institutionKey: text('institution_key'),
    from: text('from_state', { enum: STATES }).notNull(),
    to: text('to_state', { enum: STATES }).notNull(),
    eventId: bigint('event_id', { mode: 'number' }),
    typeId: smallint('type_id'),
  },
  (table) => [primaryKey({ columns: [table.atmId, table.occurredAt, table.sequence] })],
)
