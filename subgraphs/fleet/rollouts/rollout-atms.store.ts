import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import type { RolloutSkipReason } from '../schema.gen.ts'
import { changeOf } from '../tasks.rules.ts'
import { isDue } from './rollouts.store.ts'

/** An ATM of a rollout as it was looked up. */
export type LookedUp = {
  readonly agentAtmId: string
  /** Null for one that was not found. */
  readonly atmId: number | null
  readonly institutionKey: string | null
  readonly skipped: RolloutSkipReason | null
}

const LOOKED_UP = createSentColumns<LookedUp>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  skipped: ['text', ({ skipped }) => skipped],
})

/** Adds the ATMs that a caller listed; they are not looked up yet. */
export const insertListed = async (
  tx: TenantTx,
  rolloutId: number,
  agentAtmIds: readonly string[],
  at: Date,
): Promise<void> => {
  await tx.execute(sql`
    insert into fleet.rollout_atm (rollout_id, agent_atm_id, due_at)
    select ${rolloutId}::bigint, a, ${at}::timestamptz from unnest(${sqlArray(agentAtmIds, 'text')}) a`)
}

/** Listed ATMs that were not looked up yet, by agent id. */
export const listUnknown = async (tx: TenantTx, rolloutId: number, limit: number): Promise<string[]> => {
  const rows = await tx.execute<{ agent_atm_id: string }>(sql`
    select agent_atm_id from fleet.rollout_atm where rollout_id = ${rolloutId}::bigint and atm_id is null
      and skipped is null order by agent_atm_id limit ${limit}`)
  return rows.map((row) => row.agent_atm_id)
}

/** Stores what listed ATMs were looked up to be. */
export const updateLookedUp = async (tx: PlatformTx, rolloutId: number, rows: readonly LookedUp[]): Promise<void> => {
  await tx.execute(sql`
    update fleet.rollout_atm a set ${sql.raw(LOOKED_UP.assignments('agent_atm_id'))} from ${LOOKED_UP.of(rows)}
    where a.rollout_id = ${rolloutId}::bigint and a.agent_atm_id = v.agent_atm_id
      and a.atm_id is null and a.skipped is null`)
}

/** Adds ATMs that a filter selects; one that is there already stays as it is. */
export const insertSelected = async (
  tx: PlatformTx,
  rolloutId: number,
  rows: readonly LookedUp[],
  at: Date,
): Promise<void> => {
  await tx.execute(sql`
    insert into fleet.rollout_atm (rollout_id, due_at, ${sql.raw(LOOKED_UP.names())})
    select ${rolloutId}::bigint, ${at}::timestamptz, v.* from ${LOOKED_UP.of(rows)}
    on conflict do nothing`)
}

/** How many ATMs a rollout commands and skips, and of which institutions they are; an empty text is none. */
export type AtmSummary = {
  readonly atms: number
  readonly skipped: number
  readonly institutions: readonly string[]
}

/** Sums up the ATMs of a rollout once all were looked up. */
export const countRolloutAtms = async (tx: TenantTx, rolloutId: number): Promise<AtmSummary> => {
  const [row] = await tx.execute<{ atms: number; skipped: number; institutions: string[] | null }>(sql`
    select count(*) filter (where skipped is null)::int as atms,
      count(*) filter (where skipped is not null)::int as skipped,
      array_agg(distinct coalesce(institution_key, '')) filter (where atm_id is not null) as institutions
    from fleet.rollout_atm where rollout_id = ${rolloutId}::bigint`)
  return { atms: row?.atms ?? 0, skipped: row?.skipped ?? 0, institutions: row?.institutions ?? [] }
}

/**
 * Divides the ATMs among the stages, each of which reaches up to a bound: in an order of chance, so that the first
 * stage is a sample of all of them, but always in the same.
 */
export const updateStages = async (tx: PlatformTx, rolloutId: number, bounds: readonly number[]): Promise<void> => {
  await tx.execute(sql`
    update fleet.rollout_atm a set stage = 1 + width_bucket(p.place - 1, ${sqlArray(bounds, 'bigint')})
    from (
      select agent_atm_id, row_number() over (
        order by hashtextextended(agent_atm_id, ${rolloutId}::bigint), agent_atm_id) as place
      from fleet.rollout_atm where rollout_id = ${rolloutId}::bigint and skipped is null
    ) p where a.rollout_id = ${rolloutId}::bigint and a.agent_atm_id = p.agent_atm_id`)
}

/** An ATM whose task may be made. */
export type Waiting = { readonly agentAtmId: string; readonly atmId: number; readonly institutionKey: string | null }

/** ATMs of stages up to one whose tasks may be made at a moment, those of earlier stages first. */
export const listWaiting = async (
  tx: TenantTx,
  rolloutId: number,
  { upTo, at, limit }: { readonly upTo: number; readonly at: Date; readonly limit: number },
): Promise<string[]> => {
  const rows = await tx.execute<{ agent_atm_id: string }>(sql`
    select agent_atm_id from fleet.rollout_atm where rollout_id = ${rolloutId}::bigint and stage <= ${upTo}
      and task_id is null and skipped is null and ${isDue(sql`due_at`, at)}
    order by stage, due_at limit ${limit}`)
  return rows.map((row) => row.agent_atm_id)
}

/**
 * Those of these ATMs that have as many tasks as an ATM may have. No other transaction makes a task for any of them
 * before this one ends: the locks are those of `findBurden`, taken in one order.
 */
export const listBurdened = async (
  tx: PlatformTx,
  agentAtmIds: readonly string[],
  limits: { readonly at: Date; readonly after: Date; readonly waiting: number; readonly recent: number },
): Promise<Set<string>> => {
  const given = sql`unnest(${sqlArray(agentAtmIds, 'text')}) a(agent_atm_id)`
  await tx.execute(sql`
    select pg_advisory_xact_lock(k.key) from (
      select hashtextextended('fleet.task:' || agent_atm_id, 0) as key from ${given} order by 1 offset 0) k`)
  const rows = await tx.execute<{ agent_atm_id: string }>(sql`
    select agent_atm_id from ${given}
    where (select count(*) from (
        select from fleet.task t where t.agent_atm_id = a.agent_atm_id and t.status = 'QUEUED'
          and t.expires_at > ${limits.at}::timestamptz limit ${limits.waiting}) w) >= ${limits.waiting}
      or (select count(*) from (
        select from fleet.task t where t.agent_atm_id = a.agent_atm_id
          and t.requested_at > ${limits.after}::timestamptz limit ${limits.recent}) r) >= ${limits.recent}`)
  return new Set(rows.map((row) => row.agent_atm_id))
}

/**
 * Whether an ATM waits for its task. Not as the condition of the index of those that wait: joined by agent id, each of
 * them would be looked for among all that wait.
 */
const isWaiting = sql`num_nonnulls(a.task_id::text, a.skipped) = 0`

/** A task to be made for an ATM of a rollout. */
export type NewTask = Waiting & {
  readonly taskId: string
  /** When the ATM had last been brought back into use, as it was looked up; null where it never was. */
  readonly atmReactivatedAt: Date | null
}

const NEW_TASKS = createSentColumns<NewTask>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  task_id: ['uuid', ({ taskId }) => taskId],
})

const REACTIVATED = createSentColumns<NewTask>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  atm_reactivated_at: ['timestamptz', ({ atmReactivatedAt }) => atmReactivatedAt?.getTime() ?? null],
})

/** Makes tasks for ATMs that have none; in one statement, so that no ATM has a task that it does not know. */
export const insertTasks = async (
  tx: PlatformTx,
  { id, requestedBy, expiresInSeconds }: RolloutRow,
  tasks: readonly NewTask[],
  at: Date,
): Promise<void> => {
  const history = JSON.stringify([changeOf(at, requestedBy, null, 'QUEUED')])
  const expiresAt = new Date(at.getTime() + expiresInSeconds * 1_000)
  await tx.execute(sql`
    with made as (
      update fleet.rollout_atm a set ${sql.raw(NEW_TASKS.assignments('agent_atm_id'))} from ${NEW_TASKS.of(tasks)}
      where a.rollout_id = ${id}::bigint and a.agent_atm_id = v.agent_atm_id and ${isWaiting}
      returning a.*)
    insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, params, reason, status, requested_by,
      requested_at, expires_at, history, rollout_id, rollout_stage, atm_reactivated_at)
    select m.task_id, m.institution_key, m.atm_id, m.agent_atm_id, r.kind, r.params, r.reason, 'QUEUED',
      r.requested_by, ${at}::timestamptz, ${expiresAt}::timestamptz, ${history}::text::jsonb, r.id, m.stage,
      v.atm_reactivated_at
    from made m join fleet.rollout r on r.id = m.rollout_id
    join ${REACTIVATED.of(tasks)} on v.agent_atm_id = m.agent_atm_id`)
}

/** Skips ATMs whose tasks were to be made; returns how many of them still waited. */
export const updateSkipped = async (tx: PlatformTx, rolloutId: number, rows: readonly LookedUp[]): Promise<number> => {
  if (rows.length === 0) return 0
  const skipped = await tx.execute(sql`
    update fleet.rollout_atm a set skipped = v.skipped from ${LOOKED_UP.of(rows)}
    where a.rollout_id = ${rolloutId}::bigint and a.agent_atm_id = v.agent_atm_id and ${isWaiting}
    returning 1`)
  return skipped.length
}

/** Looks at ATMs again from a moment on. */
export const updateDeferred = async (
  tx: PlatformTx,
  rolloutId: number,
  agentAtmIds: readonly string[],
  until: Date,
): Promise<void> => {
  if (agentAtmIds.length === 0) return
  await tx.execute(sql`
    update fleet.rollout_atm set due_at = ${until}::timestamptz
    where rollout_id = ${rolloutId}::bigint and agent_atm_id = any (${sqlArray(agentAtmIds, 'text')})`)
}

const waitsOf = (rolloutId: number): SQL =>
  sql`t.rollout_id = ${rolloutId}::bigint and t.rollout_stage is not null and t.status = 'QUEUED'`

/**
 * Takes back tasks that were not delivered, `limit` at most, and returns how many. Taken back for good they count as
 * cancelled; else their ATMs wait for new ones. Those that are being delivered are left.
 */
export const updateTakenBack = async (
  tx: PlatformTx,
  rolloutId: number,
  how: { readonly forGood: boolean; readonly by: string; readonly at: Date; readonly limit: number },
): Promise<number> => {
  const { forGood, by, at, limit } = how
  const entry = JSON.stringify([changeOf(at, by, 'QUEUED', 'CANCELLED')])
  const rows = await tx.execute<{ agent_atm_id: string }>(sql`
    with back as (
      update fleet.task set status = 'CANCELLED', finished_at = ${at}::timestamptz,
        history = history || ${entry}::text::jsonb,
        rollout_stage = case when ${forGood} then rollout_stage end
      where id = any (array(
        select t.id from fleet.task t where ${waitsOf(rolloutId)} limit ${limit} for update skip locked))
      returning agent_atm_id
    ), waiting as (
      update fleet.rollout_atm a set task_id = null, due_at = ${at}::timestamptz from back
      where not ${forGood} and a.rollout_id = ${rolloutId}::bigint and a.agent_atm_id = back.agent_atm_id)
    select agent_atm_id from back`)
  return rows.length
}

/** Whether tasks of a rollout wait for their agents. */
export const hasQueued = async (tx: PlatformTx, rolloutId: number): Promise<boolean> => {
  const rows = await tx.execute(sql`select from fleet.task t where ${waitsOf(rolloutId)} limit 1`)
  return rows.length > 0
}
