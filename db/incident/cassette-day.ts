import { bigint, date, primaryKey, text } from 'drizzle-orm/pg-core'
import { incidentSchema } from './schema.ts'

/** Notes that left a cassette, by UTC day. */
export const cassetteDay = incidentSchema.table(
  'cassette_day',
  {
    atmId: bigint('atm_id', { mode: 'number' }).notNull(),
    cassetteNo: text('cassette_no').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    institutionKey: text('institution_key'),
    dispensed: bigint('dispensed', { mode: 'number' }).notNull(),
    /** Milliseconds between the readings that were compared. */
    observedMs: bigint('observed_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.atmId, table.cassetteNo, table.day] })],
)
