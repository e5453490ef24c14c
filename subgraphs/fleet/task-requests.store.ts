import { eq, sql } from 'drizzle-orm'
import { type TaskRow, task } from '../../db/fleet/task.ts'
import { taskKey } from '../../db/fleet/task-key.ts'
import type { PlatformTx, TenantTx } from '../../db/tenancy.ts'

export type TaskKeyRow = typeof taskKey.$inferSelect

/** The task that was made under a caller's key after a moment. */
export const findTaskOfKey = async (tx: TenantTx, hash: string, after: Date): Promise<TaskRow | null> => {
  const [row] = await tx
    .select({ task })
    .from(taskKey)
    .innerJoin(task, eq(task.id, taskKey.taskId))
    .where(sql`${taskKey.hash} = ${hash} and ${taskKey.requestedAt} > ${after}::timestamptz`)
  return row?.task ?? null
}

/**
 * Takes a caller's key for a task; false where it was taken after a moment already. Of callers that ask at the same
 * time the others wait for the first one's end.
 */
export const insertTaskKey = async (tx: TenantTx, row: TaskKeyRow, after: Date): Promise<boolean> => {
  const { hash: _hash, ...again } = row
  const taken = await tx
    .insert(taskKey)
    .values(row)
    .onConflictDoUpdate({
      target: taskKey.hash,
      set: again,
      setWhere: sql`${taskKey.requestedAt} <= ${after}::timestamptz`,
    })
    .returning({ hash: taskKey.hash })
  return taken.length > 0
}

/** Deletes the keys of requests up to a moment, `limit` at most. */
export const deleteTaskKeys = async (tx: PlatformTx, until: Date, limit: number): Promise<number> => {
  const old = sql`array(select hash from fleet.task_key where requested_at <= ${until}::timestamptz limit ${limit})`
  const rows = await tx.delete(taskKey).where(sql`${taskKey.hash} = any(${old})`).returning({ hash: taskKey.hash })
  return rows.length
}

/**
 * Tasks of an ATM: how many wait, and how many were asked for after a moment, `most` at most each. `isRetired` is true
 * where it was taken out of use since it was looked up.
 */
export type Burden = { readonly waiting: number; readonly recent: number; readonly isRetired: boolean }

/** The burden of an ATM. No other transaction creates a task for it before this one ends. */
export const findBurden = async (
  tx: TenantTx,
  { agentAtmId, atmReactivatedAt }: Pick<TaskRow, 'agentAtmId' | 'atmReactivatedAt'>,
  { at, after, most }: { readonly at: Date; readonly after: Date; readonly most: number },
): Promise<Burden> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fleet.task:${agentAtmId}`}, 0))`)
  const [row] = await tx.execute<{ waiting: string; recent: string; retired: boolean }>(sql`
    select
      (select count(*) from (
        select from fleet.task
        where agent_atm_id = ${agentAtmId} and status = 'QUEUED' and expires_at > ${at}::timestamptz limit ${most})
          w)::text as waiting,
      (select count(*) from (
        select from fleet.task where agent_atm_id = ${agentAtmId} and requested_at > ${after}::timestamptz
        limit ${most}) r)::text as recent,
      exists (select from fleet.retired_atm where agent_atm_id = ${agentAtmId}
        and retired_at > coalesce(${atmReactivatedAt?.toISOString() ?? null}::timestamptz, '-infinity')) as retired`)
  return { waiting: Number(row?.waiting ?? 0), recent: Number(row?.recent ?? 0), isRetired: row?.retired === true }
}

/** Inserts a task; one of a foreign institution fails under row-level security. */
export const insertTask = async (tx: TenantTx, row: TaskRow): Promise<void> => {
  await tx.insert(task).values(row)
}
