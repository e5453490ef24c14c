import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { vendor } from '../../db/claims/vendor.ts'
import { scopeOf } from '../../db/scope.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'

export type VendorRow = typeof vendor.$inferSelect

/** Where a list of vendors goes on. */
export type VendorCursor = Pick<VendorRow, 'createdAt' | 'uuid'>

/** A caller without institutions sees the pool of vendors without one; row-level security says the same. */
const scopeOfVendors = (visibility: Visibility): SQL =>
  visibility.institutions.length === 0 ? isNull(vendor.institutionKey) : scopeOf(visibility, vendor.institutionKey)

/** The caller's vendors, oldest first; `part` is those after one, `limit` at most. */
export const listVendors = (
  tx: TenantTx,
  visibility: Visibility,
  type: VendorRow['type'] | null,
  part: { readonly after: VendorCursor | null; readonly limit: number } | null = null,
): Promise<VendorRow[]> => {
  const after = part?.after ?? null
  const found = tx
    .select()
    .from(vendor)
    .where(
      and(
        scopeOfVendors(visibility),
        type === null ? undefined : eq(vendor.type, type),
        after === null
          ? undefined
          : sql`(${vendor.createdAt}, ${vendor.uuid})
              > (${after.createdAt.toISOString()}::timestamptz, ${after.uuid}::uuid)`,
      ),
    )
    .orderBy(asc(vendor.createdAt), asc(vendor.uuid))
  return part === null ? found : found.limit(part.limit)
}

/** Inserts a vendor; one of a foreign institution fails under row-level security. */
export const insertVendor = async (tx: TenantTx, row: VendorRow): Promise<void> => {
  await tx.insert(vendor).values(row)
}
