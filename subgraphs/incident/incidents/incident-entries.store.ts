import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { incidentEntry } from '../../../db/incident/incident-entry.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

export type EntryRow = typeof incidentEntry.$inferSelect
/** What a person did to an incident. Its institution is looked up where it is left out. */
export type NewEntry = Pick<
  typeof incidentEntry.$inferInsert,
  'incidentId' | 'at' | 'kind' | 'userId' | 'toUserId' | 'text' | 'institutionKey'
>

const ENTRIES = createSentColumns<NewEntry>({
  incident_id: ['bigint', ({ incidentId }) => incidentId],
  at: ['timestamptz', ({ at }) => at.getTime()],
  kind: ['text', ({ kind }) => kind],
  user_id: ['text', ({ userId }) => userId ?? null],
  to_user_id: ['text', ({ toUserId }) => toUserId ?? null],
  text: ['text', ({ text }) => text ?? null],
  institution_key: ['text', ({ institutionKey }) => institutionKey ?? null],
})

/** Adds what people did to incidents. */
export const insertEntries = async (tx: TenantTx, entries: readonly NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await tx.execute(sql`
    insert into incident.incident_entry (${sql.raw(ENTRIES.names())}) select v.* from ${ENTRIES.of(entries)}`)
}

/** Adds a note to incidents. */
export const insertNotes = async (tx: TenantTx, notes: readonly NewEntry[]): Promise<EntryRow[]> =>
  notes.length === 0
    ? []
    : tx
        .insert(incidentEntry)
        .values([...notes])
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

/** When an incident was released last; null where it never was. */
export const findReleasedAt = async (tx: TenantTx, incidentId: number): Promise<Date | null> => {
  const [row] = await tx
    .select({ at: incidentEntry.at })
    .from(incidentEntry)
    .where(sql`${incidentEntry.incidentId} = ${incidentId}::bigint and ${incidentEntry.kind} = 'RELEASED'`)
    .orderBy(sql`${incidentEntry.id} desc`)
    .limit(1)
  return row?.at ?? null
}

/** The entries by which incidents were opened by hand, in no order. */
export const listOpenings = async (tx: TenantTx, incidentIds: readonly number[]): Promise<EntryRow[]> =>
  tx
    .select()
    .from(incidentEntry)
    .where(
      sql`${incidentEntry.incidentId} = any (${sqlArray(incidentIds, 'bigint')}) and ${incidentEntry.kind} = 'OPENED'`,
    )

/** The incidents to which a person did something after an instant, a note and a release too. */
export const listTouchedSince = async (
  tx: TenantTx,
  incidentIds: readonly number[],
  since: Date,
): Promise<ReadonlySet<number>> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select distinct incident_id::float8 as id from incident.incident_entry
    where incident_id = any (${sqlArray(incidentIds, 'bigint')}) and user_id is not null and at > ${sqlInstant(since)}`)
  return new Set(rows.map(({ id }) => id))
}
