import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Which task was made under a key of a caller's own choice. */
export const taskKey = pgSchema('fleet').table('task_key', {
  hash: text('hash').primaryKey(),
  institutionKey: text('institution_key'),
  taskId: uuid('task_id').notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull(),
})
