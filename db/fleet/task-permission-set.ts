import { bigint, pgSchema, text } from 'drizzle-orm/pg-core'

/** How often an institution's set of grants was written. */
export const taskPermissionSet = pgSchema('fleet').table('task_permission_set', {
  institutionKey: text('institution_key').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
})
