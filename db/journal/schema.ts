import { bigint, customType, pgSchema, timestamp } from 'drizzle-orm/pg-core'

/** The PostgreSQL schema of the journal service. */
export const journalSchema = pgSchema('journal')

/** An instant, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A machine's local date-time without zone, as `2026-11-20T08:15:00`. */
export const localTime = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp',
  fromDriver: (value) => value.replace(' ', 'T'),
})

/** An id or a count that stays below 2^53. */
export const whole = (name: string) => bigint(name, { mode: 'number' })

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
