import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { incidentEntry } from '../../../db/incident/incident-entry.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

export type EntryRow = typeof incidentEntry.$inferSelect
export type NewEntry = Omit<typeof incidentEntry.$inferInsert, 'id'>

/** Adds what somebody did to incidents. */
export const insertEntries = async (tx: TenantTx, entries: readonly NewEntry[]): Promise<EntryRow[]> =>
  entries.length === 0
    ? []
    : tx
        .insert(incidentEntry)
        .values([...entries])
        .returning()

/** The newest entries of each of many incidents, in one statement, newest first. */
export const listEntries = async (tx: TenantTx, incidentIds: readonly number[], limit: number): Promise<EntryRow[]> => {
  const ids = sqlArray(incidentIds, 'bigint')
  return tx
    .select()
    .from(incidentEntry)
    .where(
      sql`${incidentEntry.id} in (
        select e.id from unnest(${ids}) i(id) cross join lateral (
          select id from incident.incident_entry where incident_id = i.id order by id desc limit ${limit}::int) e)`,
    )
    .orderBy(sql`${incidentEntry.id} desc`)
}

/** The entries by which incidents were opened by hand, in no order. */
export const listOpenings = async (tx: TenantTx, incidentIds: readonly number[]): Promise<EntryRow[]> =>
  tx
    .select()
    .from(incidentEntry)
    .where(
      sql`${incidentEntry.incidentId} = any (${sqlArray(incidentIds, 'bigint')}) and ${incidentEntry.kind} = 'OPENED'`,
    )
