import { bigint, integer, text, uuid } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** What is sent to a webhook, or was. */
export const webhookDelivery = incidentSchema.table('webhook_delivery', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  webhookId: bigint('webhook_id', { mode: 'number' }).notNull(),
  institutionKey: text('institution_key').notNull(),
  messageId: uuid('message_id').notNull(),
  incidentId: bigint('incident_id', { mode: 'number' }),
  event: text('event').notNull(),
  place: bigint('place', { mode: 'number' }).notNull(),
  body: text('body').notNull(),
  status: text('status', { enum: ['PENDING', 'DELIVERED', 'FAILED'] })
    .notNull()
    .default('PENDING'),
  createdAt: instant('created_at').notNull(),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  leasedUntil: instant('leased_until'),
  expiresAt: instant('expires_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  lastAttemptAt: instant('last_attempt_at'),
  responseStatus: integer('response_status'),
  reason: text('reason'),
})
