import { createSentColumns, type SentColumn, type SentColumns } from '../../../db/columns.ts'
import { arrayLiteral } from '../../../db/values.ts'
import { MESSAGES } from '../../kit/messaging/outbox.ts'
import { emptyAtOf } from '../model/cassette-rates.rules.ts'
import { type AtmCount, type BucketCount, NO_INSTITUTION, NOTHING_BEFORE } from '../model/event-counters.rules.ts'
import { titleOf } from '../model/incident-kinds.rules.ts'
import type {
  AtmState,
  DecidedStateChange,
  Decisions,
  IncidentState,
  LateState,
  NewEvent,
  NewException,
  NewestReading,
} from '../model/ingest.types.ts'
import type { Silence } from '../model/silences.rules.ts'
import type { PreparedStatement } from './connection.ts'
import { institutionOf, isReplay } from './replay.rules.ts'

/** The statements that write a batch, each with the columns that it is sent. */

export const GUARD = `select 1
  / (coalesce(pg_current_xact_id_if_assigned()::text = $1, false))::int as same_transaction`

/** A statement whose parameters are those of its columns. */
const statement =
  <Row>(name: string, text: string, columns: SentColumns<Row>) =>
  (rows: readonly Row[]): PreparedStatement => ({ name, text, values: columns.values(rows) })

/** What a batch may change of an incident. */
const STATE: Readonly<Record<string, SentColumn<IncidentState>>> = {
  severity: ['text', ({ severity }) => severity],
  status: ['text', ({ status }) => status],
  occurrence_count: ['int', ({ occurrenceCount }) => occurrenceCount],
  flapping: ['boolean', ({ flapping }) => flapping],
  first_event_at: ['timestamptz', ({ firstEventAt }) => firstEventAt],
  last_event_at: ['timestamptz', ({ lastEventAt }) => lastEventAt],
  resolved_at: ['timestamptz', ({ resolvedAt }) => resolvedAt],
  version: ['int', ({ version }) => version],
  cleared_at: ['timestamptz', ({ clearedAt }) => clearedAt],
  changes: ['bigint[]', ({ changes }) => changes],
}

const CHANGED_INCIDENTS = createSentColumns<IncidentState>({ id: ['bigint', ({ id }) => id], ...STATE })

const UPDATE_INCIDENTS = `
update incident.incident i set ${CHANGED_INCIDENTS.assignments('id')},
  resolution = case when v.status = 'RESOLVED' then 'AUTO' end
from ${CHANGED_INCIDENTS.from}
where i.id = v.id`

export const updateIncidents = statement('update-incidents', UPDATE_INCIDENTS, CHANGED_INCIDENTS)

const CREATED_INCIDENTS = createSentColumns<IncidentState>({
  id: ['bigint', ({ id }) => id],
  atm_id: ['bigint', ({ atmId }) => atmId],
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  kind: ['text', ({ kind }) => kind],
  component: ['text', ({ component }) => component],
  title: ['text', ({ kind, component }) => titleOf(kind, component)],
  opened_at: ['timestamptz', ({ openedAt }) => openedAt],
  suppressed: ['boolean', ({ suppressed }) => suppressed],
  ...STATE,
})

const INSERT_INCIDENTS = `
insert into incident.incident (${CREATED_INCIDENTS.names()}, resolution)
select v.*, case when v.status = 'RESOLVED' then 'AUTO' end from ${CREATED_INCIDENTS.from}`

export const insertIncidents = statement('insert-incidents', INSERT_INCIDENTS, CREATED_INCIDENTS)

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

const EVENTS = createSentColumns<NewEvent>({
  id: ['bigint', ({ id }) => id],
  received_at: ['timestamptz', ({ signal }) => signal.receivedAt],
  occurred_at: ['timestamptz', ({ time }) => time.occurredAt],
  atm_id: ['bigint', ({ atm }) => atm.id],
  incident_id: ['bigint', ({ incidentId }) => incidentId],
  event_time: ['timestamp', ({ time }) => time.eventTime],
  type_id: ['smallint', ({ signal }) => signal.type.id],
  event_time_defaulted: ['boolean', ({ time }) => time.defaulted],
  institution_key: ['text', institutionOf],
  agent_atm_id: ['text', ({ atm }) => atm.agentAtmId],
  event_id: ['uuid', ({ signal }) => signal.eventId],
  component: ['text', ({ signal }) => signal.component],
  cassette_no: ['text', ({ signal }) => signal.cassetteNo],
  error_code: ['text', ({ signal }) => signal.errorCode],
  message: ['text', ({ signal }) => signal.message],
  details: ['jsonb', ({ signal }) => json(signal.details)],
  cassettes: ['jsonb', ({ signal }) => json(signal.cassettesSent)],
  keyed: ['boolean', ({ signal }) => signal.eventId !== null && !isReplay(signal)],
})

/** The events, and the keys by which a repeat of one is known. */
const INSERT_EVENTS = `
with v as materialized (
  select * from ${EVENTS.from}
), key as (
  insert into incident.event_key (atm_id, event_id, received_at, stored_id)
  select atm_id, event_id, received_at, id from v where keyed
)
insert into incident.event (${EVENTS.names('keyed')}) select ${EVENTS.names('keyed')} from v`

export const insertEvents = statement('insert-events', INSERT_EVENTS, EVENTS)

const EXCEPTIONS = createSentColumns<NewException>({
  id: ['bigint', ({ id }) => id],
  received_at: ['timestamptz', ({ signal }) => signal.receivedAt],
  institution_key: ['text', ({ atm }) => atm.institutionKey],
  atm_id: ['bigint', ({ atm }) => atm.id],
  agent_atm_id: ['text', ({ atm }) => atm.agentAtmId],
  event_type: ['text', ({ signal }) => signal.eventType],
  event_id: ['uuid', ({ signal }) => signal.eventId],
  body: ['jsonb', ({ signal }) => json(signal.body)],
})

const INSERT_EXCEPTIONS = `
insert into incident.event_exception (${EXCEPTIONS.names()}) select v.* from ${EXCEPTIONS.from}`

export const insertExceptions = statement('insert-exceptions', INSERT_EXCEPTIONS, EXCEPTIONS)

const EXCEPTION_KEYS = createSentColumns<NewException>({
  atm_id: ['bigint', ({ atm }) => atm.id],
  event_id: ['uuid', ({ signal }) => signal.eventId],
  received_at: ['timestamptz', ({ signal }) => signal.receivedAt],
  exception_id: ['bigint', ({ id }) => id],
})

const INSERT_KEYS = `
insert into incident.event_key (${EXCEPTION_KEYS.names()}) select v.* from ${EXCEPTION_KEYS.from}`

/** The keys of exceptions that have an eventId. */
export const insertKeys = statement('insert-keys', INSERT_KEYS, EXCEPTION_KEYS)

type EarlierLink = Decisions['linkedEarlier'][number]

const EARLIER_LINKS = createSentColumns<EarlierLink>({
  id: ['bigint', ({ id }) => id],
  received_at: ['timestamptz', ({ receivedAt }) => receivedAt],
  incident_id: ['bigint', ({ incidentId }) => incidentId],
})

const LINK_EARLIER = `
update incident.event e set ${EARLIER_LINKS.assignments('id', 'received_at')}
from ${EARLIER_LINKS.from}
where e.id = v.id and e.received_at = v.received_at
  and e.received_at >= to_timestamp(${EARLIER_LINKS.parameter(1)}::float8 / 1000.0)`

export const linkEarlier = (links: readonly EarlierLink[]): PreparedStatement => ({
  name: 'link-earlier',
  text: LINK_EARLIER,
  values: [
    ...EARLIER_LINKS.values(links),
    links.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Number.MAX_SAFE_INTEGER),
  ],
})

const MOVED_ATMS = createSentColumns<AtmState>({
  id: ['bigint', ({ id }) => id],
  service_state: ['text', ({ serviceState }) => serviceState],
  remembered_state: ['text', ({ rememberedState }) => rememberedState],
  state_at: ['timestamptz', ({ stateAt }) => stateAt],
  state_sequence: ['bigint', ({ stateSequence }) => stateSequence],
  in_service_at: ['timestamptz', ({ inServiceAt }) => inServiceAt],
  supervisor_at: ['timestamptz', ({ supervisorAt }) => supervisorAt],
  serviced_at: ['timestamptz', ({ servicedAt }) => servicedAt],
})

const MOVE_ATMS = `
update incident.atm a set ${MOVED_ATMS.assignments('id')} from ${MOVED_ATMS.from} where a.id = v.id`

export const moveAtms = statement('move-atms', MOVE_ATMS, MOVED_ATMS)

const READINGS = createSentColumns<NewestReading>({
  atm_id: ['bigint', ({ atm }) => atm.id],
  cassette_no: ['text', ({ reading }) => reading.cassetteNo],
  as_of: ['timestamptz', ({ asOf }) => asOf],
  ok_at: ['timestamptz', ({ okAt }) => okAt],
  institution_key: ['text', ({ atm }) => atm.institutionKey],
  cassette_type: ['text', ({ reading }) => reading.type],
  currency: ['text', ({ reading }) => reading.currency],
  denomination_minor: ['bigint', ({ reading }) => reading.denominationMinor],
  initial_count: ['int', ({ reading }) => reading.initialCount],
  current_count: ['int', ({ reading }) => reading.currentCount],
  rejected_count: ['int', ({ reading }) => reading.rejectedCount],
  capacity: ['int', ({ reading }) => reading.capacity],
  status: ['text', ({ reading }) => reading.status],
  used: ['bigint[]', ({ used }) => used],
  empty_at: ['timestamptz', ({ reading, asOf, used }) => emptyAtOf(reading, asOf, used)],
})

const newer = (column: string) =>
  `${column} = case when excluded.as_of >= c.as_of then excluded.${column} else c.${column} end`

/** A reading replaces the one before unless it is older; when the cassette was last OK only moves forward. */
const UPSERT_CASSETTES = `
insert into incident.cassette as c (${READINGS.names()}) select v.* from ${READINGS.from}
on conflict (atm_id, cassette_no) do update set
  ${READINGS.each(newer, 'atm_id', 'cassette_no', 'as_of', 'ok_at')},
  as_of = greatest(c.as_of, excluded.as_of), ok_at = greatest(c.ok_at, excluded.ok_at)`

/** The newest reading of each cassette of the batch. */
export const upsertCassettes = statement('upsert-cassettes', UPSERT_CASSETTES, READINGS)

/** A change of service state, with the number of the event that made it. */
export type NewStateChange = { readonly change: DecidedStateChange; readonly eventId: number }

const STATE_CHANGES = createSentColumns<NewStateChange>({
  atm_id: ['bigint', ({ change }) => change.atmId],
  occurred_at: ['timestamptz', ({ change }) => change.occurredAt],
  sequence: ['bigint', ({ change }) => change.sequence],
  institution_key: ['text', ({ change }) => change.institutionKey],
  from_state: ['text', ({ change }) => change.previousState],
  to_state: ['text', ({ change }) => change.serviceState],
  event_id: ['bigint', ({ eventId }) => eventId],
  type_id: ['smallint', ({ change }) => change.typeId],
})

const INSERT_STATE_CHANGES = `
insert into incident.state_history (${STATE_CHANGES.names()}) select v.* from ${STATE_CHANGES.from}`

export const insertStateChanges = statement('insert-state-changes', INSERT_STATE_CHANGES, STATE_CHANGES)

const LATE_STATES = createSentColumns<LateState>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  occurred_at: ['timestamptz', ({ occurredAt }) => occurredAt],
})

const INSERT_LATE_STATES = `
insert into incident.late_state (${LATE_STATES.names()}) select v.* from ${LATE_STATES.from}`

export const insertLateStates = statement('insert-late-states', INSERT_LATE_STATES, LATE_STATES)

const SILENCES = createSentColumns<Silence>({
  atm_id: ['bigint', ({ atm }) => atm.id],
  lost_at: ['timestamptz', ({ lostAt }) => lostAt],
  heard_at: ['timestamptz', ({ heardAt }) => heardAt],
  institution_key: ['text', ({ atm }) => atm.institutionKey],
})

/** A replay that is heard at an earlier instant than the one before may find a silence that is stored. */
const INSERT_SILENCES = `
insert into incident.atm_silence (${SILENCES.names()}) select v.* from ${SILENCES.from}
on conflict (atm_id, lost_at) do nothing`

export const insertSilences = statement('insert-silences', INSERT_SILENCES, SILENCES)

const INSERT_OUTBOX = `insert into incident.outbox (${MESSAGES.names()}) select v.* from ${MESSAGES.from}`

export const insertOutbox = statement('insert-outbox', INSERT_OUTBOX, MESSAGES)

const ATM_COUNTS = createSentColumns<AtmCount>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey ?? NO_INSTITUTION],
  head: ['int', ({ head }) => head],
  total: ['int', ({ total }) => total],
  before_hour: ['int[]', ({ beforeHour }) => (beforeHour === NOTHING_BEFORE ? null : beforeHour)],
})

/** Most events are of the newest hour of their ATM: then nothing but the total moves. */
const COUNT_ATMS = `
insert into incident.atm_activity as a (${ATM_COUNTS.names()})
select ${ATM_COUNTS.names('before_hour')}, coalesce(v.before_hour, ${ATM_COUNTS.parameter(1)}::int[])
from ${ATM_COUNTS.from}
on conflict (atm_id, institution_key) do update set
  head = greatest(a.head, excluded.head),
  total = a.total + excluded.total,
  before_hour = case when a.head = excluded.head and excluded.before_hour[1] = 0 then a.before_hour
    else incident.merge_activity(a.head, a.total, a.before_hour, excluded.head, excluded.total, excluded.before_hour)
      end`

export const countAtmsStatement = (counts: readonly AtmCount[]): PreparedStatement => ({
  name: 'count-atms',
  text: COUNT_ATMS,
  values: [...ATM_COUNTS.values(counts), arrayLiteral(NOTHING_BEFORE)],
})

const BUCKET_COUNTS = createSentColumns<BucketCount>({
  institution_key: ['text', ({ institutionKey }) => institutionKey ?? NO_INSTITUTION],
  bucket: ['timestamptz', ({ bucket }) => bucket],
  counts: ['int[]', ({ counts }) => counts],
})

/** Types are counted in blocks of this many, so that adding a type does not make a new statement. */
const TYPES_PER_BLOCK = 32

/**
 * Adds the counts of a batch, element by element: written out, this costs a tenth of a function that walks the arrays.
 * What is kept of types beyond those of the batch, which another process may know already, stays as it is.
 */
export const countBucketsStatement = (buckets: readonly BucketCount[]): PreparedStatement => {
  const maxTypeId = buckets.reduce((most, { counts }) => Math.max(most, counts.length), 0)
  const width = Math.max(1, Math.ceil(maxTypeId / TYPES_PER_BLOCK)) * TYPES_PER_BLOCK
  const added = Array.from(
    { length: width },
    (_, n) => `coalesce(c.counts[${n + 1}], 0) + coalesce(excluded.counts[${n + 1}], 0)`,
  )
  const text = `
insert into incident.event_count as c (${BUCKET_COUNTS.names()}) select v.* from ${BUCKET_COUNTS.from}
on conflict (institution_key, bucket) do update set counts = array[${added.join(', ')}] || c.counts[${width + 1}:]`
  return { name: `count-buckets-${width}`, text, values: BUCKET_COUNTS.values(buckets) }
}
