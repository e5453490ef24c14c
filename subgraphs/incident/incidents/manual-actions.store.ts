import { eq, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { type IncidentRow, listIncidentsById, type NewIncident } from './incidents.store.ts'
import type { PlaceBefore } from './manual-actions.rules.ts'

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
    .orderBy(sql`${atm.agentAtmId} collate "C"`)
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

/** What actions change, as it is sent. */
const CHANGED = createSentColumns<IncidentRow>({
  id: ['bigint', ({ id }) => id],
  version: ['int', ({ version }) => version],
  status: ['text', ({ status }) => status],
  resolution: ['text', ({ resolution }) => resolution],
  acknowledged_at: ['timestamptz', ({ acknowledgedAt }) => acknowledgedAt?.getTime() ?? null],
  acknowledged_by_user_id: ['text', ({ acknowledgedByUserId }) => acknowledgedByUserId],
  resolved_at: ['timestamptz', ({ resolvedAt }) => resolvedAt?.getTime() ?? null],
  cleared_at: ['timestamptz', ({ clearedAt }) => clearedAt?.getTime() ?? null],
  changes: ['bigint[]', ({ changes }) => changes],
  owner_user_id: ['text', ({ ownerUserId }) => ownerUserId],
  owned_since: ['timestamptz', ({ ownedSince }) => ownedSince?.getTime() ?? null],
  cause: ['text', ({ cause }) => cause],
  cause_text: ['text', ({ causeText }) => causeText],
})

/**
 * Changes incidents that are locked, in one statement; `rows` are as they are to be. Resolves to the incidents as they
 * are then, in their order.
 */
export const updateIncidents = async (tx: TenantTx, rows: readonly IncidentRow[]): Promise<IncidentRow[]> => {
  const written = await tx.execute<{ id: number; dueMs: number | null }>(sql`
    update incident.incident i set ${sql.raw(CHANGED.assignments('id'))} from ${CHANGED.of(rows)}
    where i.id = v.id and i.version = v.version - 1
    returning i.id::float8 as id, round(date_part('epoch', i.next_due_at) * 1000) as "dueMs"`)
  if (written.length !== rows.length) throw new Error('an incident changed under the lock of its ATM')
  // The server says what is due next, by the status that was written.
  const due = new Map(written.map(({ id, dueMs }) => [id, dueMs === null ? null : new Date(dueMs)]))
  return rows.map((row) => ({ ...row, nextDueAt: due.get(row.id) ?? null }))
}
