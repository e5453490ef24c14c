import { bigint, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** What people did to incidents, and their notes. Rows are only added. */
export const incidentEntry = incidentSchema.table('incident_entry', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  incidentId: bigint('incident_id', { mode: 'number' }).notNull(),
  at: instant('at').notNull(),
  kind: text('kind', { enum: ['OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED'] }).notNull(),
  userId: text('user_id').notNull(),
  toUserId: text('to_user_id'),
  text: text('text'),
})
