import { bigint, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** What became of incidents: what people did, their notes, missed targets, webhooks. Rows are only added. */
export const incidentEntry = incidentSchema.table('incident_entry', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  incidentId: bigint('incident_id', { mode: 'number' }).notNull(),
  at: instant('at').notNull(),
  kind: text('kind', {
    enum: [
      ...(['OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED', 'TARGET_MISSED'] as const),
      ...(['HANDED_OVER', 'WEBHOOK_DELIVERED', 'WEBHOOK_FAILED', 'WEBHOOK_GIVEN_UP'] as const),
    ],
  }).notNull(),
  /** Null where the platform did it. */
  userId: text('user_id'),
  toUserId: text('to_user_id'),
  text: text('text'),
  /** The webhook that was notified of it, by its name then; null where it is not about a webhook. */
  webhookId: bigint('webhook_id', { mode: 'number' }),
  webhookName: text('webhook_name'),
  webhookHost: text('webhook_host'),
  webhookEvent: text('webhook_event', { enum: ['INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED'] }),
  webhookInstitutionKey: text('webhook_institution_key'),
  /** That of the incident; triggers keep it. */
  institutionKey: text('institution_key'),
})
