import { bigint, integer, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** Addresses that are notified of the incidents of an institution. */
export const webhook = incidentSchema.table('webhook', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  institutionKey: text('institution_key').notNull(),
  url: text('url').notNull(),
  description: text('description'),
  events: text('events', { enum: ['INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED'] })
    .array()
    .notNull(),
  kinds: text('kinds').array(),
  severities: text('severities', { enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }).array(),
  status: text('status', { enum: ['ACTIVE', 'DISABLED'] })
    .notNull()
    .default('ACTIVE'),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  lastSuccessAt: instant('last_success_at'),
  lastError: text('last_error'),
  lastErrorAt: instant('last_error_at'),
  consecutiveFailures: integer('consecutive_failures').notNull().default(0),
})
