import { eq, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { type IncidentRow, listIncidentsById, type NewIncident } from './incidents.store.ts'
import type { IncidentChanges, PlaceBefore } from './manual-actions.rules.ts'

/**
 * The ATMs that the caller may see of these names, locked as ingest locks them, in the order of their agentAtmId.
 * @throws the database's error where somebody holds one for too long.
 */
export const listAtmsLocked = (
  tx: TenantTx,
  names: { readonly atmId: number | null; readonly agentAtmId: string | null },
): Promise<AtmRow[]> => {
  const named: SQL[] = []
  if (names.atmId !== null) named.push(eq(atm.id, names.atmId))
  if (names.agentAtmId !== null) named.push(eq(atm.agentAtmId, names.agentAtmId))
  return tx
    .select()
    .from(atm)
    .where(or(...named))
    .orderBy(atm.agentAtmId)
    .for('no key update')
}

/**
 * The incidents of these numbers that the caller may see, as they are once their ATMs are locked, in the order of
 * ingest.
 */
export const listIncidentsLocked = async (tx: TenantTx, ids: readonly number[]): Promise<IncidentRow[]> => {
  const [row] = await tx.execute<{ locked: number }>(sql`
    select incident.lock_atms(array(
      select i.atm_id from incident.incident i where i.id = any (${sqlArray(ids, 'bigint')}))) as locked`)
  // Read again: what stood before the lock may be old.
  return row === undefined || row.locked === 0 ? [] : listIncidentsById(tx, ids)
}

/** The newest incident in a place, of any institution; null where there never was one. */
export const findPlace = async (
  tx: TenantTx,
  atmId: number,
  kind: string,
): Promise<(PlaceBefore & { readonly id: number; readonly isOpen: boolean }) | null> => {
  const [row] = await tx.execute<{ id: number; status: string; clearedAt: number | null; changes: string }>(sql`
    select id::float8 as id, status, round(date_part('epoch', cleared_at) * 1000) as "clearedAt",
      to_json(changes)::text as changes
    from incident.newest_of(${atmId}::bigint, ${kind}::text, '')`)
  if (row === undefined) return null
  const changes: number[] = JSON.parse(row.changes)
  return {
    id: row.id,
    isOpen: row.status !== 'RESOLVED',
    clearedAt: row.clearedAt === null ? null : new Date(row.clearedAt),
    changes,
  }
}

/**
 * Stores an incident under the next id: taken under the lock of its ATM, so that of one ATM the highest is the
 * newest.
 */
export const insertIncident = async (tx: TenantTx, given: Omit<NewIncident, 'id'>): Promise<IncidentRow> => {
  const [row] = await tx
    .insert(incident)
    .values({ ...given, id: sql`nextval('incident.incident_id')` })
    .returning()
  if (row === undefined) throw new Error('an incident was not stored')
  return row
}

/** An incident with what somebody changes of it. */
export type ChangedIncident = { readonly row: IncidentRow; readonly changes: IncidentChanges }

/** What actions change, as the statement below reads it. */
const CHANGEABLE = sql.raw(`id bigint, version int, status text, resolution text, acknowledged_at timestamptz,
  acknowledged_by_user_id text, resolved_at timestamptz, cleared_at timestamptz, changes bigint[],
  owner_user_id text, owned_since timestamptz, cause text, cause_text text`)

/** Changes incidents that are locked, in one statement. Resolves to the incidents as they are then, in their order. */
export const updateIncidents = async (tx: TenantTx, changed: readonly ChangedIncident[]): Promise<IncidentRow[]> => {
  const rows = changed.map(({ row, changes }) => ({ ...row, ...changes }))
  const sent = rows.map((row) => ({
    id: row.id,
    version: row.version,
    status: row.status,
    resolution: row.resolution,
    acknowledged_at: row.acknowledgedAt,
    acknowledged_by_user_id: row.acknowledgedByUserId,
    resolved_at: row.resolvedAt,
    cleared_at: row.clearedAt,
    changes: row.changes,
    owner_user_id: row.ownerUserId,
    owned_since: row.ownedSince,
    cause: row.cause,
    cause_text: row.causeText,
  }))
  const written = await tx.execute<{ id: number; dueMs: number | null }>(sql`
    update incident.incident i set version = v.version, status = v.status, resolution = v.resolution,
      acknowledged_at = v.acknowledged_at, acknowledged_by_user_id = v.acknowledged_by_user_id,
      resolved_at = v.resolved_at, cleared_at = v.cleared_at, changes = v.changes,
      owner_user_id = v.owner_user_id, owned_since = v.owned_since, cause = v.cause, cause_text = v.cause_text
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v(${CHANGEABLE})
    where i.id = v.id and i.version = v.version - 1
    returning i.id::float8 as id, round(date_part('epoch', i.next_due_at) * 1000) as "dueMs"`)
  if (written.length !== rows.length) throw new Error('an incident changed under the lock of its ATM')
  // The server says what is due next, by the status that was written.
  const due = new Map(written.map(({ id, dueMs }) => [id, dueMs === null ? null : new Date(dueMs)]))
  return rows.map((row) => ({ ...row, nextDueAt: due.get(row.id) ?? null }))
}
