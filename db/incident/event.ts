import { bigint, boolean, jsonb, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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

/** Journal events, partitioned by the day of receipt. `occurred_at <= received_at` always. */
export const event = incidentSchema.table(
  'event',
  {
    id: bigint('id', { mode: 'number' }).notNull(),
    receivedAt: instant('received_at').notNull(),
    occurredAt: instant('occurred_at').notNull(),
    atmId: bigint('atm_id', { mode: 'number' }).notNull(),
    incidentId: bigint('incident_id', { mode: 'number' }),
    eventTime: timestamp('event_time', { mode: 'string' }).notNull(),
    typeId: smallint('type_id').notNull(),
    eventTimeDefaulted: boolean('event_time_defaulted').notNull(),
    institutionKey: text('institution_key'),
    agentAtmId: text('agent_atm_id').notNull(),
    eventId: uuid('event_id'),
    component: text('component'),
    cassetteNo: text('cassette_no'),
    errorCode: text('error_code'),
    message: text('message'),
    details: jsonb('details'),
    cassettes: jsonb('cassettes'),
  },
  (table) => [primaryKey({ columns: [table.id, table.receivedAt] })],
)

/** What an (ATM, eventId) was answered with, kept 30 days: the id of an event or of an exception. */
export const eventKey = incidentSchema.table('event_key', {
  atmId: bigint('atm_id', { mode: 'number' }).notNull(),
  eventId: uuid('event_id').notNull(),
  receivedAt: instant('received_at').notNull(),
  storedId: bigint('stored_id', { mode: 'number' }),
  exceptionId: bigint('exception_id', { mode: 'number' }),
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
