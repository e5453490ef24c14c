import { sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { createSentColumns } from '../../db/columns.ts'
import type { PlatformTx } from '../../db/tenancy.ts'
import { changeOf, PLATFORM_ACTOR } from './tasks.rules.ts'

/** An ATM that was taken out of use. */
export type Retirement = {
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly retiredAt: Date
  /** Why its tasks are cancelled. */
  readonly why: string
}

const RETIREMENTS = createSentColumns<Retirement>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  retired_at: ['timestamptz', ({ retiredAt }) => retiredAt.getTime()],
  why: ['text', ({ why }) => why],
})

/**
 * Notes that ATMs were taken out of use, and cancels what waits for them; resolves to how many tasks. A task that was
 * made after the ATM was brought back into use stays, however late the retirement is heard of. The locks are those
 * under which tasks are made: what is made at the same time is either cancelled here or refused there.
 */
export const cancelTasksOfRetired = async (
  tx: PlatformTx,
  retirements: readonly Retirement[],
  at: Date,
): Promise<number> => {
  const agents = sqlArray(
    retirements.map(({ agentAtmId }) => agentAtmId),
    'text',
  )
  await tx.execute(sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended('fleet.task:' || a, 0) as key from unnest(${agents}) a order by 1 offset 0) k`)
  await tx.execute(sql`
    insert into fleet.retired_atm as r (agent_atm_id, institution_key, retired_at)
    select distinct on (v.agent_atm_id) v.agent_atm_id, v.institution_key, v.retired_at
    from ${RETIREMENTS.of(retirements)} order by v.agent_atm_id, v.retired_at desc
    on conflict (agent_atm_id) do update
    set institution_key = excluded.institution_key, retired_at = excluded.retired_at
    where excluded.retired_at > r.retired_at`)
  const entry = JSON.stringify([changeOf(at, PLATFORM_ACTOR, 'QUEUED', 'CANCELLED')])
  const cancelled = await tx.execute(sql`
    update fleet.task t set status = 'CANCELLED', finished_at = ${at}::timestamptz, error = v.why,
      history = t.history || ${entry}::text::jsonb
    from ${RETIREMENTS.of(retirements)}
    where t.agent_atm_id = v.agent_atm_id and t.status = 'QUEUED'
      and coalesce(t.atm_reactivated_at, '-infinity') < v.retired_at
    returning 1`)
  return cancelled.length
}

/** An ATM as it was looked up. */
export type Known = { readonly agentAtmId: string; readonly reactivatedAt: Date | null }

const KNOWN = createSentColumns<Known>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  reactivated_at: ['timestamptz', ({ reactivatedAt }) => reactivatedAt?.getTime() ?? null],
})

/** Those of ATMs that were retired since they were looked up; the transaction holds the locks of their tasks. */
export const listRetired = async (tx: PlatformTx, known: readonly Known[]): Promise<Set<string>> => {
  if (known.length === 0) return new Set()
  const rows = await tx.execute<{ agent_atm_id: string }>(sql`
    select r.agent_atm_id from ${KNOWN.of(known)} join fleet.retired_atm r on r.agent_atm_id = v.agent_atm_id
    where r.retired_at > coalesce(v.reactivated_at, '-infinity')`)
  return new Set(rows.map((row) => row.agent_atm_id))
}
