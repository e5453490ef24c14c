import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** Incidents. `component` is '' where the incident is about the ATM as a whole. */
export const incident = incidentSchema.table('incident', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  atmId: bigint('atm_id', { mode: 'number' }).notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  institutionKey: text('institution_key'),
  kind: text('kind').notNull(),
  component: text('component').notNull().default(''),
  severity: text('severity', { enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }).notNull(),
  status: text('status', { enum: ['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'SUPPRESSED'] })
    .notNull()
    .default('OPEN'),
  title: text('title').notNull(),
  source: text('source', { enum: ['AUTO', 'MANUAL'] })
    .notNull()
    .default('AUTO'),
  occurrenceCount: integer('occurrence_count').notNull().default(1),
  flapping: boolean('flapping').notNull().default(false),
  openedAt: instant('opened_at').notNull(),
  firstEventAt: instant('first_event_at').notNull(),
  lastEventAt: instant('last_event_at').notNull(),
  acknowledgedAt: instant('acknowledged_at'),
  acknowledgedByUserId: text('acknowledged_by_user_id'),
  resolvedAt: instant('resolved_at'),
  resolution: text('resolution', { enum: ['AUTO', 'MANUAL'] }),
  version: integer('version').notNull().default(1),
  clearedAt: instant('cleared_at'),
  /** Epoch milliseconds. */
  changes: bigint('changes', { mode: 'number' }).array().notNull(),
  ownerUserId: text('owner_user_id'),
  ownedSince: instant('owned_since'),
  cause: text('cause'),
  causeText: text('cause_text'),
  /** It opened in a maintenance window and ended in it, or is SUPPRESSED still: no one is notified of it. */
  suppressed: boolean('suppressed').notNull().default(false),
  /** The mass outage that it is a part of. */
  parentId: bigint('parent_id', { mode: 'number' }),
  /** By the targets of its institution; a trigger keeps both. */
  acknowledgeDueAt: instant('acknowledge_due_at'),
  resolveDueAt: instant('resolve_due_at'),
  /** The one that comes next; null once it is resolved, and of a part of a mass outage. */
  nextDueAt: instant('next_due_at').generatedAlwaysAs(sql`null`),
  /** Whether it is late and that is published. */
  acknowledgeMissed: boolean('acknowledge_missed').notNull().default(false),
  resolveMissed: boolean('resolve_missed').notNull().default(false),
})
