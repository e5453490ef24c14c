import { bigint, date, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** The counters of a day; without an institution those of the whole fleet. */
export const snapshot = pgSchema('analytics').table('snapshot', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  institutionKey: text('institution_key'),
  takenAt: timestamp('taken_at', { withTimezone: true, mode: 'date' }).notNull(),
  day: date({ mode: 'string' }).notNull(),
  filesParsed: integer('files_parsed').notNull(),
  transactions: bigint({ mode: 'number' }).notNull(),
  successful: bigint({ mode: 'number' }).notNull(),
  failed: bigint({ mode: 'number' }).notNull(),
  incidentsCreated: integer('incidents_created').notNull(),
  incidentsResolved: integer('incidents_resolved').notNull(),
  openIncidents: integer('open_incidents').notNull(),
})

export type SnapshotRow = typeof snapshot.$inferSelect
