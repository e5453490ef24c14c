import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** The newest reading of each cassette. */
export const cassette = incidentSchema.table(
  'cassette',
  {
    atmId: bigint('atm_id', { mode: 'number' }).notNull(),
    cassetteNo: text('cassette_no').notNull(),
    institutionKey: text('institution_key'),
    asOf: instant('as_of').notNull(),
    okAt: instant('ok_at'),
    type: text('cassette_type'),
    currency: text('currency'),
    denominationMinor: bigint('denomination_minor', { mode: 'number' }),
    initialCount: integer('initial_count'),
    currentCount: integer('current_count'),
    rejectedCount: integer('rejected_count'),
    capacity: integer('capacity'),
    status: text('status'),
    /** Of each of the last days its number since 1970, the notes that left, and the milliseconds that were looked at. */
    used: bigint('used', { mode: 'number' }).array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.atmId, table.cassetteNo] })],
)
