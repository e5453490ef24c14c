import { type SQL, sql } from 'drizzle-orm'
import { atm } from '../../../db/incident/atm.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { type AtmAttribute, type AtmDescription, atmAttributes } from '../../../schema/atm-attributes.rules.ts'

/** What is known of an ATM besides what it reports, and which one it is. What is left out is cleared. */
export type DescribedAtm = Partial<AtmDescription> & { readonly agentAtmId: string }

/** What `to` makes of each attribute, separated by commas. */
const each = (to: (column: string, name: AtmAttribute) => string): SQL =>
  sql.raw(atmAttributes.map((name) => to(atm[name].name, name)).join(', '))

const ASSIGNMENTS = each((column, name) => `${column} = d."${name}"`)
const RECORD = each((_, name) => `"${name}" ${atm[name].getSQLType()}`)
const HELD = each((column) => `a.${column}`)
const GIVEN = each((_, name) => `d."${name}"`)

/**
 * Describes ATMs that are registered, as an import of master data does; unknown ones are passed over. Returns how
 * many rows differed.
 */
export const updateAtmDescriptions = async (
  tx: PlatformTx,
  descriptions: readonly DescribedAtm[],
  updatedAt: Date,
): Promise<number> => {
  const rows = await tx.execute(sql`
    update incident.atm a set ${ASSIGNMENTS}, updated_at = ${updatedAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(descriptions)}::text::jsonb) as d("agentAtmId" text, ${RECORD})
    where a.agent_atm_id = d."agentAtmId" and (${HELD}) is distinct from (${GIVEN})
    returning a.id`)
  return rows.length
}
