import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import type { IncidentRow } from '../incidents/incidents.store.ts'

/** The ATMs of these ids that the caller may see, locked as ingest locks them, in the order of their agentAtmId. */
export const listAtmsLocked = (tx: TenantTx, ids: readonly number[]): Promise<AtmRow[]> =>
  tx
    .select()
    .from(atm)
    .where(sql`${atm.id} = any (${sqlArray(ids, 'bigint')})`)
    .orderBy(sql`${atm.agentAtmId} collate "C"`)
    .for('no key update')

/** Takes ATMs that are locked out of use. */
export const updateRetired = async (
  tx: TenantTx,
  ids: readonly number[],
  by: { readonly userId: string; readonly now: Date },
): Promise<AtmRow[]> =>
  ids.length === 0
    ? []
    : tx
        .update(atm)
        .set({ retiredAt: by.now, retiredBy: by.userId, updatedAt: by.now })
        .where(and(inArray(atm.id, [...ids]), isNull(atm.retiredAt)))
        .returning()

/** Two processes may disagree about the time: a reactivation is not before the retirement that it ends. */
const notBeforeRetired = (now: Date): SQL => sql`greatest(${sqlInstant(now)}, ${atm.retiredAt})`

/** Brings a retired ATM that is locked back into use. */
export const updateReactivated = async (tx: TenantTx, id: number, now: Date): Promise<AtmRow> => {
  const [row] = await tx
    .update(atm)
    .set({ retiredAt: null, retiredBy: null, reactivatedAt: notBeforeRetired(now), updatedAt: now })
    .where(and(eq(atm.id, id), isNotNull(atm.retiredAt)))
    .returning()
  if (row === undefined) throw new Error(`ATM ${id} changed under its lock`)
  return row
}

/** Makes an entry that is locked one of an ATM, with the entries that were merged into it before. */
export const updateMerged = async (
  tx: TenantTx,
  { id, intoId }: { readonly id: number; readonly intoId: number },
  by: { readonly userId: string; readonly now: Date },
): Promise<AtmRow[]> =>
  tx
    .update(atm)
    .set({
      mergedIntoId: intoId,
      retiredAt: sql`coalesce(${atm.retiredAt}, ${by.now.toISOString()}::timestamptz)`,
      retiredBy: sql`coalesce(${atm.retiredBy}, ${by.userId})`,
      updatedAt: by.now,
    })
    .where(or(eq(atm.id, id), eq(atm.mergedIntoId, id)))
    .returning()

/** The entries that were merged into many ATMs, by their agent ids. */
export const listMergedEntries = (tx: TenantTx, atmIds: readonly number[]): Promise<AtmRow[]> =>
  tx
    .select()
    .from(atm)
    .where(sql`${atm.mergedIntoId} = any (${sqlArray(atmIds, 'bigint')})`)
    .orderBy(atm.agentAtmId)

/**
 * The open incidents of ATMs that are locked. A mass outage is none of theirs: it is of many ATMs, and its `atmId` is
 * only that of the first.
 */
export const listOpenIncidentsOfAtms = (tx: TenantTx, atmIds: readonly number[]): Promise<IncidentRow[]> =>
  tx
    .select()
    .from(incident)
    .where(
      and(
        sql`${incident.atmId} = any (${sqlArray(atmIds, 'bigint')})`,
        sql`${incident.status} <> 'RESOLVED'`,
        ne(incident.kind, 'MASS_OUTAGE'),
      ),
    )

/**
 * ATMs that nothing but one event ever came of, newest first. Counted for those few without a heartbeat: no index is
 * there, as each heartbeat would write it.
 */
export const listSuspected = async (
  tx: TenantTx,
  visibility: Visibility,
  registeredBefore: Date,
  limit: number,
): Promise<AtmRow[]> =>
  tx
    .select()
    .from(atm)
    .where(
      and(
        scopeOf(visibility, atm.institutionKey),
        isNull(atm.retiredAt),
        isNull(atm.beatAt),
        isNotNull(atm.lastHeartbeatAt),
        lt(atm.registeredAt, registeredBefore),
        sql`(select coalesce(sum(t.total), 0) from incident.atm_activity t where t.atm_id = ${atm.id}) <= 1`,
      ),
    )
    .orderBy(desc(atm.registeredAt), desc(atm.id))
    .limit(limit)
