import { boolean, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** The people whom tokens named. */
export const appUser = incidentSchema.table('app_user', {
  userId: text('user_id').primaryKey(),
  name: text('name'),
  email: text('email'),
  institutions: text('institutions').array().notNull(),
  unrestricted: boolean('unrestricted').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  /** When the visit before the present one ended. */
  leftAt: instant('left_at'),
})
