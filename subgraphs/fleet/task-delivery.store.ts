import { and, eq, type SQL, sql } from 'drizzle-orm'
import { createSentColumns } from '../../db/columns.ts'
import { type TaskRow, type TaskStatus, task } from '../../db/fleet/task.ts'
import type { PlatformTx, TenantTx } from '../../db/tenancy.ts'
import type { Report } from './task-reports.rules.ts'
import { changeOf } from './tasks.rules.ts'

/** The history with one more entry, at the end. */
const historyWith = (at: Date, actor: string, from: TaskStatus, to: TaskStatus): SQL =>
  sql`${task.history} || ${JSON.stringify([changeOf(at, actor, from, to)])}::text::jsonb`

/** More than wait for any ATM. */
const MOST_AT_ONCE = 200

/** An agent of an ATM, and the institution that it reports for. */
export type Collector = { readonly agentAtmId: string; readonly institutionKey: string | null }

/** The agent that collects its tasks, and when. */
export type Collection = Collector & { readonly at: Date }

/** Whether the task `t` waits at a moment for an agent of an institution. */
const waitsFor = (agentAtmId: SQL, institutionKey: SQL, at: Date): SQL => sql`
  t.agent_atm_id = ${agentAtmId} and t.status = 'QUEUED' and t.expires_at > ${at}::timestamptz
  and (t.institution_key is null or t.institution_key = ${institutionKey})`

/**
 * Hands out what waits for an agent, oldest first, and marks it as sent in the same statement: of agents that ask at
 * the same time one gets it. What has expired is passed over, whether or not it is marked as such.
 */
export const updateNextTasks = async (
  tx: TenantTx,
  { agentAtmId, institutionKey, at }: Collection,
): Promise<TaskRow[]> => {
  const waiting = sql`array(
    select t.id from fleet.task t
    where ${waitsFor(sql`${agentAtmId}`, sql`${institutionKey}::text`, at)}
    order by t.requested_at, t.id limit ${MOST_AT_ONCE}
    for update skip locked)`
  const rows = await tx
    .update(task)
    .set({ status: 'SENT', sentAt: at, history: historyWith(at, agentAtmId, 'QUEUED', 'SENT') })
    .where(and(sql`${task.id} = any(${waiting})`, sql`${task.status} = 'QUEUED'`))
    .returning()
  return rows.sort(
    (one, other) => one.requestedAt.getTime() - other.requestedAt.getTime() || (one.id < other.id ? -1 : 1),
  )
}

const COLLECTORS = createSentColumns<Collector>({
  n: ['int', (_collector, n) => n],
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
})

/**
 * The places of those agents for whom a task waits. One look into the index of waiting tasks for each: a join would
 * read all that wait on the platform.
 */
export const listPlacesWithTasks = async (
  tx: TenantTx,
  collectors: readonly Collector[],
  at: Date,
): Promise<number[]> => {
  const rows = await tx.execute<{ n: number }>(sql`
    select v.n from ${COLLECTORS.of(collectors)} cross join lateral (
      select from fleet.task t where ${waitsFor(sql`v.agent_atm_id`, sql`v.institution_key`, at)} limit 1) t
    order by v.n`)
  return rows.map(({ n }) => n)
}

/** An agent that was given a task, with the moment of the first one since. */
export type TaskedAgent = { readonly agentAtmId: string; readonly at: Date }

/** The agents for whom something waits that was asked for from a moment on, in the order of the requests. */
export const listTaskedAgents = async (tx: TenantTx, since: Date, limit: number): Promise<TaskedAgent[]> => {
  const rows = await tx.execute<{ agent_atm_id: string; at_ms: string }>(sql`
    select agent_atm_id, floor(extract(epoch from min(requested_at)) * 1000)::text as at_ms from fleet.task
    where status = 'QUEUED' and requested_at >= ${since}::timestamptz
    group by agent_atm_id order by min(requested_at), agent_atm_id limit ${limit}`)
  return rows.map((row) => ({ agentAtmId: row.agent_atm_id, at: new Date(Number(row.at_ms)) }))
}

/** One task, held until the transaction ends. */
export const findTaskToReport = async (tx: TenantTx, id: string): Promise<TaskRow | null> =>
  (await tx.select().from(task).where(eq(task.id, id)).for('update'))[0] ?? null

/** Writes down what the agent of a task did with it; the transaction holds the task. */
export const updateReported = async (tx: TenantTx, known: TaskRow, report: Report, at: Date): Promise<void> => {
  await tx
    .update(task)
    .set({
      status: report.status,
      ...(report.result === null ? {} : { result: report.result }),
      ...(report.error === null ? {} : { error: report.error }),
      ...(report.status === 'ACKED' ? {} : { finishedAt: at }),
      history: historyWith(at, known.agentAtmId, known.status, report.status),
    })
    .where(eq(task.id, known.id))
}

/** Takes a task back; null where there is none that waits. */
export const updateCancelled = async (tx: TenantTx, id: string, by: string, at: Date): Promise<TaskRow | null> => {
  const [row] = await tx
    .update(task)
    .set({ status: 'CANCELLED', finishedAt: at, history: historyWith(at, by, 'QUEUED', 'CANCELLED') })
    .where(and(eq(task.id, id), eq(task.status, 'QUEUED')))
    .returning()
  return row ?? null
}

/** Marks tasks whose time is over, `limit` at most. Those that someone else holds are left for the next time. */
export const updateExpired = async (tx: PlatformTx, by: string, at: Date, limit: number): Promise<number> => {
  const overdue = sql`array(
    select t.id from fleet.task t where t.status = 'QUEUED' and t.expires_at <= ${at}::timestamptz
    order by t.expires_at limit ${limit} for update skip locked)`
  const rows = await tx
    .update(task)
    .set({ status: 'EXPIRED', finishedAt: at, history: historyWith(at, by, 'QUEUED', 'EXPIRED') })
    .where(and(sql`${task.id} = any(${overdue})`, sql`${task.status} = 'QUEUED'`))
    .returning({ id: task.id })
  return rows.length
}

/**
 * Deletes tasks that were asked for before a moment and do not wait, `limit` at most. Those of a rollout that has not
 * ended stay: it waits for their outcomes.
 */
export const deleteTasks = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const old = sql`array(
    select t.id from fleet.task t where t.requested_at < ${before}::timestamptz and t.status <> 'QUEUED'
      and not exists (select from fleet.rollout r where r.id = t.rollout_id and r.status in ('RUNNING', 'PAUSED'))
    order by t.requested_at, t.id limit ${limit})`
  const rows = await tx.delete(task).where(sql`${task.id} = any(${old})`).returning({ id: task.id })
  return rows.length
}
