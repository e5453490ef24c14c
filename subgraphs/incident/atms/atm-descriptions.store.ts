import { sql } from 'drizzle-orm'
import type { PlatformTx } from '../../../db/tenancy.ts'

/** What people know of an ATM besides what it reports. */
export type AtmDescription = {
  readonly agentAtmId: string
  readonly name: string | null
  readonly vendor: string | null
  readonly model: string | null
  readonly siteName: string | null
  /** Degrees north and east. */
  readonly latitude: number | null
  readonly longitude: number | null
  /** IANA name; null where the ATM keeps the platform's time. */
  readonly timeZone: string | null
}

/**
 * Describes ATMs that are registered, as an import of master data does; unknown ones are passed over. Returns how
 * many rows differed.
 */
export const updateAtmDescriptions = async (
  tx: PlatformTx,
  descriptions: readonly AtmDescription[],
  updatedAt: Date,
): Promise<number> => {
  const rows = await tx.execute(sql`
    update incident.atm a set name = d.name, vendor = d.vendor, model = d.model, site_name = d."siteName",
      latitude = d.latitude, longitude = d.longitude, time_zone = d."timeZone", updated_at = ${updatedAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(descriptions)}::text::jsonb)
      as d("agentAtmId" text, name text, vendor text, model text, "siteName" text, latitude float8, longitude float8, "timeZone" text)
    where a.agent_atm_id = d."agentAtmId"
      and (a.name, a.vendor, a.model, a.site_name, a.latitude, a.longitude, a.time_zone)
        is distinct from (d.name, d.vendor, d.model, d."siteName", d.latitude, d.longitude, d."timeZone")
    returning a.id`)
  return rows.length
}
