import { and, asc, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { savedView } from '../../../db/incident/saved-view.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

export type ViewRow = typeof savedView.$inferSelect
export type NewView = Omit<typeof savedView.$inferInsert, 'id'>

/** A user's own, and what is shared. */
const seenBy = (userId: string): SQL => sql`(${or(eq(savedView.userId, userId), eq(savedView.shared, true))})`

/** The views of a user and those shared with the caller's institutions: the user's own first, by name. */
export const listViews = async (
  tx: TenantTx,
  caller: Visibility & { readonly userId: string },
  page: ViewRow['page'] | null,
  limit: number,
): Promise<ViewRow[]> =>
  tx
    .select()
    .from(savedView)
    .where(
      and(
        scopeOf(caller, savedView.institutionKey),
        seenBy(caller.userId),
        page === null ? undefined : eq(savedView.page, page),
      ),
    )
    .orderBy(desc(eq(savedView.userId, caller.userId)), sql`lower(${savedView.name})`, asc(savedView.id))
    .limit(limit)

/** A view that a user sees, locked until the transaction ends; null where there is none. */
export const findViewLocked = async (
  tx: TenantTx,
  caller: Visibility & { readonly userId: string },
  id: number,
): Promise<ViewRow | null> => {
  const matching = and(eq(savedView.id, id), scopeOf(caller, savedView.institutionKey), seenBy(caller.userId))
  return (await tx.select().from(savedView).where(matching).for('update'))[0] ?? null
}

/**
 * How many views a user has, and how many an institution shares; no other transaction adds one of either before this
 * one ends.
 */
export const countViewsLocked = async (
  tx: TenantTx,
  userId: string,
  institutionKey: string | null,
): Promise<{ readonly own: number; readonly shared: number }> => {
  const locks = [`incident.view:user:${userId}`, `incident.view:institution:${institutionKey ?? ''}`]
  for (const lock of locks) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [own] = await tx.select({ n: count() }).from(savedView).where(eq(savedView.userId, userId))
  const [shared] =
    institutionKey === null
      ? [{ n: 0 }]
      : await tx
          .select({ n: count() })
          .from(savedView)
          .where(and(eq(savedView.institutionKey, institutionKey), eq(savedView.shared, true)))
  return { own: own?.n ?? 0, shared: shared?.n ?? 0 }
}

export const insertView = async (tx: TenantTx, given: NewView): Promise<ViewRow> => {
  const [row] = await tx.insert(savedView).values(given).returning()
  if (row === undefined) throw new Error('a view was not stored')
  return row
}

export const updateView = async (tx: TenantTx, id: number, changes: Partial<NewView>): Promise<ViewRow> => {
  const [row] = await tx.update(savedView).set(changes).where(eq(savedView.id, id)).returning()
  if (row === undefined) throw new Error('a view went away under its lock')
  return row
}

export const deleteView = async (tx: TenantTx, id: number): Promise<void> => {
  await tx.delete(savedView).where(eq(savedView.id, id))
}
