import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

export type InstitutionRow = { readonly key: string; readonly atms: number }

/**
 * The institutions that the caller sees and that have ATMs, in no order. From counts that are kept: no ATM is looked
 * at.
 */
export const listInstitutions = async (tx: TenantTx, visibility: Visibility): Promise<InstitutionRow[]> => {
  const rows = await tx.execute<InstitutionRow>(sql`
    select c.institution_key as key, sum(c.atms)::int as atms from incident.institution_atms c
    where ${scopeOf(visibility, sql`c.institution_key`)} group by c.institution_key having sum(c.atms) > 0`)
  return [...rows]
}
