import { bigint, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** Known types of events; `id` is the position of the type in `event_count.counts`. */
export const eventType = incidentSchema.table('event_type', {
  id: smallint('id').primaryKey(),
  eventType: text('event_type').notNull().unique(),
  category: text('category').notNull(),
  filterGroup: text('filter_group'),
  addedAt: instant('added_at').notNull().defaultNow(),
  addedBy: text('added_by'),
})

/** Events of unknown type: not stored as events, but kept whole (card numbers masked) so that they can be replayed. */
export const eventException = incidentSchema.table('event_exception', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  receivedAt: instant('received_at').notNull(),
  institutionKey: text('institution_key'),
  atmId: bigint('atm_id', { mode: 'number' }).notNull(),
  agentAtmId: text('agent_atm_id').notNull(),
  eventType: text('event_type'),
  eventId: uuid('event_id'),
  body: jsonb('body').notNull(),
  replayedAt: instant('replayed_at'),
})
