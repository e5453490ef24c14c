import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { StateChangeRow } from '../atms/state-history.store.ts'

/** A state change with the institution that it happened to. */
export type LiveStateChange = StateChangeRow & { readonly institutionKey: string | null }

/** The newest change of state of each of these ATMs. */
export const listNewestStateChanges = async (tx: PlatformTx, atmIds: readonly number[]): Promise<LiveStateChange[]> => {
  if (atmIds.length === 0) return []
  const rows = await tx.execute<Omit<LiveStateChange, 'at'> & { at: string }>(sql`
    select h.atm_id::float8 as "atmId", a.agent_atm_id as "agentAtmId", h.from_state as "from", h.to_state as "to",
      h.occurred_at as at, h.event_id::float8 as "eventId", t.event_type as "eventType",
      h.institution_key as "institutionKey"
    from unnest(${sqlArray(atmIds, 'bigint')}) u(id)
    join incident.atm a on a.id = u.id
    cross join lateral (
      select * from incident.state_history h where h.atm_id = u.id order by h.occurred_at desc, h.sequence desc limit 1)
        h
    left join incident.event_type t on t.id = h.type_id`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
