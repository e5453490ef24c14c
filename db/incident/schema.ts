import { pgSchema, timestamp } from 'drizzle-orm/pg-core'

/** The PostgreSQL schema of the incident service. */
export const incidentSchema = pgSchema('incident')

/** An instant, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
