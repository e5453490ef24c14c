import { bigint, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** What became of incidents: what people did, their notes, missed targets. Rows are only added. */
export const incidentEntry = incidentSchema.table('incident_entry', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  incidentId: bigint('incident_id', { mode: 'number' }).notNull(),
  at: instant('at').notNull(),
  kind: text('kind', {
    enum: ['OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED', 'TARGET_MISSED'],
  }).notNull(),
  /** Null where the platform did it. */
  userId: text('user_id'),
  toUserId: text('to_user_id'),
  text: text('text'),
})
