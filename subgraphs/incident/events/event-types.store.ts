import { asc, sql } from 'drizzle-orm'
import { eventType } from '../../../db/incident/event.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { MAX_EVENT_TYPE_ID } from '../model/event-types.rules.ts'
import type { KnownType } from '../model/ingest.types.ts'

/** Every known event type, by its number. */
export const listEventTypes = (tx: TenantTx): Promise<KnownType[]> =>
  tx
    .select({
      id: eventType.id,
      eventType: eventType.eventType,
      category: eventType.category,
      group: eventType.filterGroup,
    })
    .from(eventType)
    .orderBy(asc(eventType.id))

export type NewType = {
  /** Null for the next number. */
  readonly id: number | null
  readonly eventType: string
  readonly category: string
  readonly group: string | null
  readonly addedBy: string
  readonly addedAt: Date
}

/**
 * Adds a type, unless it is known already or there is no number left. One at a time, so that no number is lost to a
 * repeat.
 */
export const insertEventType = async (tx: TenantTx, type: NewType): Promise<'added' | 'known' | 'full'> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('incident.event_type'))`)
  const [found] = await tx.execute<{ known: boolean; last: number }>(sql`
    select coalesce(bool_or(event_type = ${type.eventType}), false) as known, coalesce(max(id), 0)::int as last
    from incident.event_type`)
  if (found?.known === true) return 'known'
  if (type.id === null && (found?.last ?? 0) >= MAX_EVENT_TYPE_ID) return 'full'
  await tx.execute(sql`
    insert into incident.event_type (id, event_type, category, filter_group, added_at, added_by)
    select coalesce(${type.id}::smallint, nextval('incident.event_type_id')), ${type.eventType}, ${type.category},
      ${type.group}::text,
      ${type.addedAt.toISOString()}::timestamptz, ${type.addedBy}`)
  return 'added'
}
