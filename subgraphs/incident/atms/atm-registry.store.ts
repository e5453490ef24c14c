import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
import { incidentEntry } from '../../../db/incident/incident-entry.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmDescription } from '../../../schema/atm-attributes.rules.ts'
import type { AtmRow } from './atms.store.ts'

/** An ATM to register. */
export type NewAtm = Partial<AtmDescription> & {
  readonly agentAtmId: string
  readonly institutionKey: string
  readonly registeredAt: Date
}

/** What a move changes. Maintenance windows are of the institution that opened them, and do not go with the ATM. */
export type Assignment = {
  readonly institutionKey: string
  readonly assignedAt: Date
  readonly maintenanceFrom: null
  readonly maintenanceUntil: null
}

/** Registers an ATM; null where its agent id is known already, to whomever. */
export const insertAtm = async (tx: TenantTx, given: NewAtm): Promise<AtmRow | null> => {
  const [row] = await tx.insert(atm).values(given).onConflictDoNothing({ target: atm.agentAtmId }).returning()
  return row ?? null
}

/** One ATM that the caller may see, locked as ingest locks it. */
export const findAtmLocked = async (tx: TenantTx, id: number): Promise<AtmRow | null> => {
  const [row] = await tx.select().from(atm).where(eq(atm.id, id)).for('no key update')
  return row ?? null
}

/** Changes an ATM. What is in its cassettes goes with it to another institution, by a trigger. */
export const updateAtm = async (
  tx: TenantTx,
  id: number,
  changes: Partial<AtmDescription & Assignment> & { readonly updatedAt: Date },
): Promise<AtmRow> => {
  const [row] = await tx.update(atm).set(changes).where(eq(atm.id, id)).returning()
  if (row === undefined) throw new Error(`ATM ${id} went away under its lock`)
  return row
}

/** The incidents that go with ATMs to another institution: a mass outage is of many ATMs, and has the id of one. */
const goWith = (atmIds: readonly number[]): SQL | undefined =>
  and(
    sql`${incident.atmId} = any (${sqlArray(atmIds, 'bigint')})`,
    ne(incident.status, 'RESOLVED'),
    ne(incident.kind, 'MASS_OUTAGE'),
  )

/**
 * Gives the incidents of ATMs that are not resolved to an institution: the one that has the ATMs has to fix them. They
 * leave the mass outage of the former institution, which stays there. What they missed were targets of that one; those
 * of the new one hold from now, by a trigger.
 */
export const moveOpenIncidents = (
  tx: TenantTx,
  atmIds: readonly number[],
  institutionKey: string,
): Promise<(typeof incident.$inferSelect)[]> =>
  tx
    .update(incident)
    .set({ institutionKey, parentId: null, version: sql`${incident.version} + 1` })
    .where(and(goWith(atmIds), sql`${incident.institutionKey} is distinct from ${institutionKey}`))
    .returning()

/**
 * Takes the incidents that go with an ATM from owners who do not see its next institution. Resolves to their numbers;
 * their versions are those of the move.
 */
export const releaseFromOutsiders = async (tx: TenantTx, atmId: number, institutionKey: string): Promise<number[]> => {
  const seesIt = sql`exists (select from incident.app_user u where u.user_id = ${incident.ownerUserId}
    and (u.unrestricted or ${institutionKey} = any (u.institutions)))`
  const rows = await tx
    .update(incident)
    .set({ ownerUserId: null, ownedSince: null })
    .where(and(goWith([atmId]), isNotNull(incident.ownerUserId), sql`not ${seesIt}`))
    .returning({ id: incident.id })
  return rows.map(({ id }) => id)
}

/** Adds an entry to each incident: the user who moves its ATM released it. */
export const insertReleases = async (
  tx: TenantTx,
  incidentIds: readonly number[],
  by: { readonly institutionKey: string | null; readonly at: Date; readonly userId: string },
): Promise<void> => {
  if (incidentIds.length === 0) return
  await tx
    .insert(incidentEntry)
    .values(incidentIds.map((incidentId) => ({ incidentId, kind: 'RELEASED' as const, ...by })))
}
