import { bigint, boolean, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** Filters of lists that people keep under a name. */
export const savedView = incidentSchema.table('saved_view', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  institutionKey: text('institution_key'),
  userId: text('user_id').notNull(),
  page: text('page', {
    enum: ['ATMS', 'INCIDENTS', 'JOURNALS', 'FILES', 'TRANSACTIONS', 'TASKS', 'CASH', 'AVAILABILITY'],
  }).notNull(),
  name: text('name').notNull(),
  /** What follows the question mark in the address of the page. */
  search: text('search').notNull(),
  shared: boolean('shared').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})
