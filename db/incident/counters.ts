import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** Counter A: events by institution and 15 minutes of `occurred_at`; `counts[type id]`. */
export const eventCount = incidentSchema.table(
  'event_count',
  {
    institutionKey: text('institution_key').notNull(),
    bucket: instant('bucket').notNull(),
    counts: integer('counts').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.institutionKey, table.bucket] })],
)

/** Counter B: events by ATM; those since hour h are `total - before_hour[head - h + 1]`. Hours count from 1970. */
export const atmActivity = incidentSchema.table(
  'atm_activity',
  {
    atmId: bigint('atm_id', { mode: 'number' }).notNull(),
    institutionKey: text('institution_key').notNull(),
    head: integer('head').notNull(),
    total: integer('total').notNull(),
    beforeHour: integer('before_hour').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.atmId, table.institutionKey] })],
)

/** The key under which events without an institution are counted; no caller can have it, as a comma parts the keys of a caller. */
export const NO_INSTITUTION = ','
