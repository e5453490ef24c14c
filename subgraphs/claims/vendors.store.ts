import { asc, eq } from 'drizzle-orm'
import { vendor } from '../../db/claims/vendor.ts'
import type { TenantTx } from '../../db/tenancy.ts'

export type VendorRow = typeof vendor.$inferSelect

/** The vendors that the transaction may see, oldest first. */
export const listVendors = (tx: TenantTx, type: VendorRow['type'] | null): Promise<VendorRow[]> =>
  tx
    .select()
    .from(vendor)
    .where(type === null ? undefined : eq(vendor.type, type))
    .orderBy(asc(vendor.createdAt), asc(vendor.uuid))

/** Inserts a vendor; one of a foreign institution fails under row-level security. */
export const insertVendor = async (tx: TenantTx, row: VendorRow): Promise<void> => {
  await tx.insert(vendor).values(row)
}
