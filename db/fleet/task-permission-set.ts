import { bigint, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** How often an institution's set of grants was written, and by whom last. */
export const taskPermissionSet = pgSchema('fleet').table('task_permission_set', {
  institutionKey: text('institution_key').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
  writtenBy: text('written_by'),
  writtenAt: timestamp('written_at', { withTimezone: true, mode: 'date' }),
})
