import { type SQL, sql } from 'drizzle-orm'
import { sqlInstant } from '../../../db/instants.ts'

/** From an instant on and before another. */
export type Period = { readonly from: Date; readonly to: Date }

/** Whether the instant of a column is in a period. */
export const during = (column: SQL, { from, to }: Period): SQL =>
  sql`${column} >= ${sqlInstant(from)} and ${column} < ${sqlInstant(to)}`

/*
 * What counts as an incident, of rows of incident.incident: a mass outage and its parts are not counted both. What is
 * suppressed is left out.
 */

/** The incidents of ATMs, each by itself: a mass outage is counted by its parts. */
export const PARTS_NOT_OUTAGES = sql`kind <> 'MASS_OUTAGE' and not suppressed`

/** What people deal with: a mass outage is counted in place of its parts. */
export const OUTAGES_NOT_PARTS = sql`parent_id is null and not suppressed`
