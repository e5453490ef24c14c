import { asc, eq, sql } from 'drizzle-orm'
import { taskPermission } from '../../db/fleet/task-permission.ts'
import type { TenantTx } from '../../db/tenancy.ts'

export type GrantRow = typeof taskPermission.$inferSelect

/** The grants of one institution, sorted by kind. */
export const listGrants = (tx: TenantTx, institutionKey: string): Promise<GrantRow[]> =>
  tx
    .select()
    .from(taskPermission)
    .where(eq(taskPermission.institutionKey, institutionKey))
    .orderBy(asc(taskPermission.taskKind))

/** The kinds granted to any institution that the transaction sees, sorted, without repeats. */
export const listGrantedKinds = async (tx: TenantTx): Promise<GrantRow['taskKind'][]> => {
  const rows = await tx
    .selectDistinct({ kind: taskPermission.taskKind })
    .from(taskPermission)
    .orderBy(asc(taskPermission.taskKind))
  return rows.map(({ kind }) => kind)
}

/**
 * Replaces the whole set of an institution. The lock makes concurrent replacements take turns: without it the second would
 * not see, and so not delete, what the first inserts, and the sets would mix.
 */
export const updateGrants = async (tx: TenantTx, institutionKey: string, rows: readonly GrantRow[]): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`task-permission:${institutionKey}`}))`)
  await tx.delete(taskPermission).where(eq(taskPermission.institutionKey, institutionKey))
  if (rows.length > 0) await tx.insert(taskPermission).values([...rows])
}
