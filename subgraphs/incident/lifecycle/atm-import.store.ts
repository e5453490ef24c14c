import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { createRowReader } from '../../../db/rows.ts'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import { type AtmAttribute, type AtmDescription, atmAttributes } from '../../../schema/atm-attributes.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'

const readAtms = createRowReader(atm)

const columns = (names: readonly AtmAttribute[], to: (column: string, name: AtmAttribute) => string): string =>
  names.map((name) => to(atm[name].name, name)).join(', ')

const RECORD = columns(atmAttributes, (_, name) => `"${name}" ${atm[name].getSQLType()}`)
const given = (rows: readonly object[], more: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as d(${sql.raw(`${more}, ${RECORD}`)})`

/**
 * The ATMs of thousands of ids. Joined: a list of them would be compared with each row of a table that an import has
 * just filled, and of which the planner knows nothing yet.
 */
const listById = (tx: TenantTx, ids: readonly number[]): Promise<AtmRow[]> =>
  readAtms(tx, sql`join unnest(${sqlArray(ids, 'bigint')}) wanted on wanted = id`)

/** The ATMs of thousands of textual ids that the transaction may see, in no order. */
export const listByAgentId = (tx: TenantTx, agentAtmIds: readonly string[]): Promise<AtmRow[]> =>
  readAtms(tx, sql`join unnest(${sqlArray(agentAtmIds, 'text')}) wanted on wanted = agent_atm_id`)

/** Those of thousands of textual ids that are registered, of whichever institution. */
export const listKnownIds = async (tx: PlatformTx, agentAtmIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await tx.execute<{ id: string }>(sql`
    select agent_atm_id as id from unnest(${sqlArray(agentAtmIds, 'text')}) wanted
    join incident.atm on agent_atm_id = wanted`)
  return new Set(rows.map(({ id }) => id))
}

/** An ATM to register. */
export type ImportedAtm = Partial<AtmDescription> & { readonly agentAtmId: string; readonly institutionKey: string }

/** Registers ATMs in one statement. Resolves to those that were not known, to whomever. */
export const insertAtms = async (tx: TenantTx, rows: readonly ImportedAtm[], at: Date): Promise<AtmRow[]> => {
  if (rows.length === 0) return []
  const inserted = await tx.execute<{ id: number }>(sql`
    insert into incident.atm (agent_atm_id, institution_key, registered_at,
      ${sql.raw(columns(atmAttributes, (column) => column))})
    select d."agentAtmId", d."institutionKey", ${at.toISOString()}::timestamptz,
      ${sql.raw(columns(atmAttributes, (_, name) => `d."${name}"`))}
    from ${given(rows, '"agentAtmId" text, "institutionKey" text')}
    order by d."agentAtmId" collate "C" on conflict (agent_atm_id) do nothing returning id::float8 as id`)
  return listById(
    tx,
    inserted.map(({ id }) => id),
  )
}

/** Locks ATMs as ingest does, in its order. Resolves to what they are then. */
export const listLockedAtms = async (tx: TenantTx, ids: readonly number[]): Promise<AtmRow[]> =>
  ids.length === 0
    ? []
    : readAtms(
        tx,
        sql`join unnest(${sqlArray(ids, 'bigint')}) wanted on wanted = id
          order by agent_atm_id collate "C" for no key update of atm`,
      )

/** Sets these attributes of ATMs, in one statement. */
export const updateAtms = async (
  tx: TenantTx,
  rows: readonly (Partial<AtmDescription> & { readonly id: number })[],
  names: readonly AtmAttribute[],
  at: Date,
): Promise<AtmRow[]> => {
  if (rows.length === 0) return []
  const assignments = columns(names, (column, name) => `${column} = d."${name}"`)
  await tx.execute(sql`
    update incident.atm a set ${sql.raw(assignments)}, updated_at = ${at.toISOString()}::timestamptz
    from ${given(rows, 'id bigint')} where a.id = d.id`)
  return listById(
    tx,
    rows.map(({ id }) => id),
  )
}
