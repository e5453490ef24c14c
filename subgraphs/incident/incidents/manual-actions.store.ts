import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { findIncident, type IncidentRow, type NewIncident } from './incidents.store.ts'
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

/** An incident that the caller may see, as it is once its ATM is locked; null where there is none. */
export const findIncidentLocked = async (tx: TenantTx, id: number): Promise<IncidentRow | null> => {
  const locked = await tx.execute(
    sql`select incident.lock_atm(i.atm_id) from incident.incident i where i.id = ${id}::bigint`,
  )
  // Read again: what stood before the lock may be old.
  return locked.length === 0 ? null : findIncident(tx, id)
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

/** Changes an incident that is locked. */
export const updateIncident = async (
  tx: TenantTx,
  row: IncidentRow,
  changes: IncidentChanges,
): Promise<IncidentRow> => {
  const [changed] = await tx
    .update(incident)
    .set(changes)
    .where(and(eq(incident.id, row.id), eq(incident.version, row.version)))
    .returning()
  if (changed === undefined) throw new Error(`incident ${row.id} changed under the lock of its ATM`)
  return changed
}
