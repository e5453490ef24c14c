import { and, eq, ne, sql } from 'drizzle-orm'
import { atm } from '../../../db/incident/atm.ts'
import { incident } from '../../../db/incident/incident.ts'
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

/**
 * Gives the incidents of an ATM that are not resolved to an institution: the one that has the ATM has to fix them. They
 * leave the mass outage of the former institution, which stays there: it is of many ATMs, and has the id of one.
 */
export const moveOpenIncidents = (
  tx: TenantTx,
  atmId: number,
  institutionKey: string,
): Promise<(typeof incident.$inferSelect)[]> =>
  tx
    .update(incident)
    .set({ institutionKey, parentId: null, version: sql`${incident.version} + 1` })
    .where(
      and(
        eq(incident.atmId, atmId),
        ne(incident.status, 'RESOLVED'),
        ne(incident.kind, 'MASS_OUTAGE'),
        sql`${incident.institutionKey} is distinct from ${institutionKey}`,
      ),
    )
    .returning()
