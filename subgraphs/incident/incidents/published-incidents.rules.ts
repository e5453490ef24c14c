import { sql } from 'drizzle-orm'
import type { PublishedIncident } from '../model/incident-topics.ts'

/** A published incident as the driver gives it: instants are texts. */
export type PublishedIncidentRow = Omit<PublishedIncident, 'openedAt' | 'resolvedAt'> & {
  readonly openedAt: string
  readonly resolvedAt: string | null
}

/** The columns of an incident that its messages tell. */
export const PUBLISHED_COLUMNS = sql`id::float8 as id, atm_id::float8 as "atmId", agent_atm_id as "agentAtmId",
  institution_key as "institutionKey", kind, severity, status, occurrence_count as "occurrenceCount",
  opened_at as "openedAt", resolved_at as "resolvedAt", version, suppressed`

export const publishedOf = (row: PublishedIncidentRow): PublishedIncident => ({
  ...row,
  openedAt: new Date(row.openedAt),
  resolvedAt: row.resolvedAt === null ? null : new Date(row.resolvedAt),
})
