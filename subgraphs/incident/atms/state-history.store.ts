import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import type { ServiceState } from '../model/service-state.rules.ts'

/** A change of an ATM's service state. */
export type StateChangeRow = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly from: ServiceState
  readonly to: ServiceState
  readonly at: Date
  readonly eventId: number | null
  readonly eventType: string | null
}

/**
 * The newest changes of each ATM since an instant, newest first, at most `limit` of each; one statement for all of
 * them.
 */
export const listStateHistory = async (
  tx: TenantTx,
  atmIds: readonly number[],
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<StateChangeRow[]> => {
  const rows = await tx.execute<Omit<StateChangeRow, 'at'> & { at: string }>(sql`
    select h.atm_id::float8 as "atmId", a.agent_atm_id as "agentAtmId", h.from_state as "from", h.to_state as "to",
      h.occurred_at as at, h.event_id::float8 as "eventId", t.event_type as "eventType"
    from unnest(${sqlArray(atmIds, 'bigint')}) u(id)
    join incident.atm a on a.id = u.id
    cross join lateral (
      select * from incident.state_history h
      where h.atm_id = u.id and h.occurred_at >= ${since.toISOString()}::timestamptz
      order by h.occurred_at desc, h.sequence desc limit ${limit}::int) h
    left join incident.event_type t on t.id = h.type_id
    order by h.atm_id, h.occurred_at desc, h.sequence desc`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/**
 * When the present service state of an ATM began, by its history, as an expression; null where nothing that is kept
 * says so. It is the one source of that instant: what is mirrored to the devices service is this.
 */
export const stateBegan = (atmId: SQL): SQL => sql`(
  select c.occurred_at from incident.state_history c where c.atm_id = ${atmId}
  order by c.occurred_at desc, c.sequence desc limit 1)`

/**
 * Deletes up to `limit` changes that occurred before an instant. Of each ATM the newest one of them stays that a
 * correction by late events can begin with, which is no supervisor visit, and those after it: they say what the ATM did
 * at that instant. Resolves to how many rows went.
 */
export const deleteStateHistory = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const instant = sql`${before.toISOString()}::timestamptz`
  // A value, not `exists`, so that rows are looked at one by one until there are enough, each by the key.
  const rows = await tx.execute(sql`
    delete from incident.state_history where (atm_id, occurred_at, sequence) in (
      select h.atm_id, h.occurred_at, h.sequence from incident.state_history h
      where h.occurred_at < ${instant} and (
        select true from incident.state_history n where n.atm_id = h.atm_id and n.occurred_at > h.occurred_at
          and n.occurred_at < ${instant} and n.to_state <> 'IN_SUPERVISOR' and n.event_id is not null limit 1)
      limit ${limit}::int)
    returning 1`)
  return rows.length
}
