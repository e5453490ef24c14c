import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, integer, pgSchema, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { task } from './task.ts'

const STATUSES = ['RUNNING', 'PAUSED', 'DONE', 'CANCELLED'] as const
const PAUSE_REASONS = ['PERSON', 'FAILURES'] as const

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A JSON value as it is; see `task.ts`. */
const json = <Value>(name: string) =>
  customType<{ data: Value; driverData: Value }>({
    dataType: () => 'jsonb',
    toDriver: (value) => sql`${JSON.stringify(value)}::text::jsonb`,
  })(name)

/** What selects the ATMs of a rollout; null for what it does not say. */
export type RolloutFilterRow = {
  readonly institutionKey: string | null
  readonly vendor: string | null
  readonly model: string | null
  readonly siteName: string | null
  readonly region: string | null
  readonly costCentre: string | null
  readonly criticality: string | null
  readonly tag: string | null
  readonly q: string | null
}

/** Tasks for many ATMs, stage by stage. */
export const rollout = pgSchema('fleet').table('rollout', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind', { enum: task.kind.enumValues }).notNull(),
  params: json<Readonly<Record<string, unknown>>>('params'),
  reason: text('reason'),
  filter: json<RolloutFilterRow>('filter'),
  listed: integer('listed'),
  stages: smallint('stages').array().notNull(),
  pauseAtFailurePct: smallint('pause_at_failure_pct').notNull(),
  minFinished: integer('min_finished').notNull(),
  expiresInSeconds: integer('expires_in_s').notNull(),
  outcomeWithinSeconds: integer('outcome_within_s').notNull(),
  status: text('status', { enum: STATUSES }).notNull(),
  pauseReason: text('pause_reason', { enum: PAUSE_REASONS }),
  requestedBy: text('requested_by').notNull(),
  requestedAt: instant('requested_at').notNull(),
  changedBy: text('changed_by'),
  changedAt: instant('changed_at'),
  byCustomer: boolean('by_customer').notNull(),
  scope: text('scope').array(),
  institutions: text('institutions').array().notNull(),
  afterAtmId: bigint('after_atm_id', { mode: 'number' }).notNull().default(0),
  preparedAt: instant('prepared_at'),
  finishedAt: instant('finished_at'),
  atms: integer('atms').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  stageAtms: integer('stage_atms').array().notNull().default([]),
  stageOpenedAt: instant('stage_opened_at').array().notNull().default([]),
  resumedAt: instant('resumed_at'),
  acceptedFinished: integer('accepted_finished').notNull().default(0),
  acceptedFailed: integer('accepted_failed').notNull().default(0),
  nextAt: instant('next_at'),
  keyHash: text('key_hash'),
  orderHash: text('order_hash').notNull(),
})

export type RolloutRow = typeof rollout.$inferSelect
