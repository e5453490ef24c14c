import { sql } from 'drizzle-orm'
import { bigint, customType, pgSchema, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const KINDS = ['CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'REBOOT', 'RESTART_AGENT', 'UPDATE_AGENT'] as const
const STATUSES = ['QUEUED', 'SENT', 'ACKED', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A JSON value as it is: Drizzle's own type reads a text a second time, so that "5" would come back as a number. */
const json = <Value>(name: string) =>
  customType<{ data: Value; driverData: Value }>({
    dataType: () => 'jsonb',
    toDriver: (value) => sql`${JSON.stringify(value)}::text::jsonb`,
  })(name)

/** A change of a task's status. */
export type TaskChangeRow = {
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly actor: string
  readonly from: TaskStatus | null
  readonly to: TaskStatus
}

/** Commands for ATMs. */
export const task = pgSchema('fleet').table('task', {
  id: uuid('id').primaryKey(),
  institutionKey: text('institution_key'),
  atmId: bigint('atm_id', { mode: 'number' }).notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  kind: text('kind', { enum: KINDS }).notNull(),
  params: json<Readonly<Record<string, unknown>>>('params'),
  reason: text('reason'),
  status: text('status', { enum: STATUSES }).notNull(),
  requestedBy: text('requested_by').notNull(),
  requestedAt: instant('requested_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  sentAt: instant('sent_at'),
  finishedAt: instant('finished_at'),
  result: json<unknown>('result'),
  error: text('error'),
  history: json<readonly TaskChangeRow[]>('history').notNull(),
  rolloutId: bigint('rollout_id', { mode: 'number' }),
  /** The stage of the rollout that it counts in; null where it counts in none. */
  rolloutStage: smallint('rollout_stage'),
  /** When its ATM had last been brought back into use as it was made; null where it never was. */
  atmReactivatedAt: instant('atm_reactivated_at'),
})

export type TaskRow = typeof task.$inferSelect
export type TaskStatus = (typeof STATUSES)[number]
