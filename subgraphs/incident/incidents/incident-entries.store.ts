import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { incidentEntry } from '../../../db/incident/incident-entry.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

export type EntryRow = typeof incidentEntry.$inferSelect
export type NewEntry = Omit<typeof incidentEntry.$inferInsert, 'id'>

/** Adds what somebody did to an incident. */
export const insertEntry = async (tx: TenantTx, entry: NewEntry): Promise<EntryRow> => {
  const [row] = await tx.insert(incidentEntry).values(entry).returning()
  if (row === undefined) throw new Error('an entry of an incident was not stored')
  return row
}

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
