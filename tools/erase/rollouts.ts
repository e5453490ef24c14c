import { type SQL, sql } from 'drizzle-orm'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { inPortions, PORTION, write } from './portions.ts'

/** The table whose rows of an institution are taken out of unfinished rollouts before its tasks are deleted. */
export const ROLLOUT_ATMS = 'fleet.rollout_atm'

const UNFINISHED = sql`status in ('RUNNING', 'PAUSED')`
const ofUnfinished = sql`rollout_id in (select id from fleet.rollout where ${UNFINISHED})`

/**
 * By table: rows that are not deleted by themselves. An unfinished rollout is decided by the numbers of its ATMs and
 * tasks, so these leave it together with what they are in its numbers; those that come meanwhile go in another pass.
 */
export const COUNTED: Readonly<Record<string, SQL>> = {
  [ROLLOUT_ATMS]: ofUnfinished,
  'fleet.task': sql`(rollout_stage is not null and ${ofUnfinished})`,
}

/** Takes some ATMs out of a rollout. Its tasks are of no stage then, which takes them out of its totals. */
const removeSome = async (tx: PlatformTx, id: string, where: SQL): Promise<number> => {
  // What makes its tasks, divides its ATMs or decides what is next holds the rollout in the same way.
  const held = await tx.execute(
    sql`select from fleet.rollout where id = ${id}::bigint and ${UNFINISHED} for no key update`,
  )
  if (held.length === 0) return 0
  const [row] = await tx.execute<{ removed: number }>(sql`
    with gone as (
      delete from fleet.rollout_atm where ctid = any (array(
        select ctid from fleet.rollout_atm where rollout_id = ${id}::bigint and (${where}) limit ${PORTION}::int))
      returning stage, skipped, task_id
    ), freed as (
      update fleet.task t set rollout_stage = null from gone where t.id = gone.task_id and t.rollout_stage is not null
      returning t.status, t.finished_at
    ), ended as (
      select count(*)::int as finished, count(*) filter (where f.status <> 'SUCCEEDED')::int as failed
      from freed f join fleet.rollout r on r.id = ${id}::bigint and f.finished_at <= r.resumed_at
      where f.status in ('SUCCEEDED', 'FAILED', 'EXPIRED')
    ), changed as (
      update fleet.rollout r set
        stage_atms = array(
          select s.atms - (select count(*) from gone g where g.stage = s.n)::int
          from unnest(r.stage_atms) with ordinality s(atms, n) order by s.n),
        atms = r.atms - (select count(g.stage) from gone g)::int,
        -- Before its ATMs are divided there is no count of those that are skipped.
        skipped = case when r.prepared_at is null then r.skipped
          else r.skipped - (select count(g.skipped) from gone g)::int end,
        accepted_finished = greatest(0, r.accepted_finished - ended.finished),
        accepted_failed = greatest(0, r.accepted_failed - ended.failed)
      from ended where r.id = ${id}::bigint)
    select count(*)::int as removed from gone`)
  return row?.removed ?? 0
}

/**
 * Takes the ATMs that `where` finds out of all unfinished rollouts, so that each goes on with the others. A portion
 * leaves a rollout in one transaction with its numbers: an interruption leaves what another call goes on with.
 */
export const removeFromRollouts = async (stores: Stores, where: SQL): Promise<number> => {
  const rollouts = await write(stores, (tx) =>
    tx.execute<{ id: string }>(sql`
      select r.id::text as id from fleet.rollout r where ${UNFINISHED}
        and exists (select from fleet.rollout_atm where rollout_id = r.id and (${where})) order by r.id`),
  )
  let removed = 0
  for (const { id } of rollouts) removed += await inPortions(stores, (tx) => removeSome(tx, id, where))
  return removed
}
