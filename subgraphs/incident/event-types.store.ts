import { asc } from 'drizzle-orm'
import { eventType } from '../../db/incident/event.ts'
import type { TenantTx } from '../../db/tenancy.ts'
import type { KnownType } from './ingest.types.ts'

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
