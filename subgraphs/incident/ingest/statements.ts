/** The statements that write a batch. Each takes one array per column, so that its plan does not depend on the size. */

/**
 * Instants travel as epoch milliseconds: numbers are read in a fraction of the time that a text takes, on both sides.
 */
const at = (column: string) => `to_timestamp(v.${column} / 1000.0)`

export const GUARD = `select 1 / (coalesce(pg_current_xact_id_if_assigned()::text = $1, false))::int as same_transaction`

export const UPDATE_INCIDENTS = `
update incident.incident i set severity = v.severity, status = v.status, occurrence_count = v.occurrence_count, flapping = v.flapping,
  first_event_at = ${at('first_event_at')}, last_event_at = ${at('last_event_at')}, resolved_at = ${at('resolved_at')},
  resolution = case when v.status = 'RESOLVED' then 'AUTO' end, version = v.version, cleared_at = ${at('cleared_at')}, changes = v.changes::bigint[]
from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::boolean[], $6::float8[], $7::float8[], $8::float8[], $9::int[], $10::float8[],
  $11::text[])
  v(id, severity, status, occurrence_count, flapping, first_event_at, last_event_at, resolved_at, version, cleared_at, changes)
where i.id = v.id`

export const INSERT_INCIDENTS = `
insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, component, severity, status, title, occurrence_count, flapping,
  opened_at, first_event_at, last_event_at, resolved_at, resolution, version, cleared_at, changes)
select v.id, v.atm_id, v.agent_atm_id, v.institution_key, v.kind, v.component, v.severity, v.status, v.title, v.occurrence_count, v.flapping,
  ${at('opened_at')}, ${at('first_event_at')}, ${at('last_event_at')}, ${at('resolved_at')},
  case when v.status = 'RESOLVED' then 'AUTO' end, v.version, ${at('cleared_at')},
  v.changes::bigint[]
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[],
  $11::boolean[], $12::float8[], $13::float8[], $14::float8[], $15::float8[], $16::int[], $17::float8[], $18::text[])
  v(id, atm_id, agent_atm_id, institution_key, kind, component, severity, status, title, occurrence_count, flapping,
    opened_at, first_event_at, last_event_at, resolved_at, version, cleared_at, changes)`

/** The events, and the keys by which a repeat of one is known. */
export const INSERT_EVENTS = `
with v as materialized (
  select v.id, ${at('received_at')} as received_at, ${at('occurred_at')} as occurred_at, v.atm_id, v.incident_id, v.event_time, v.type_id,
    v.event_time_defaulted, v.institution_key, v.agent_atm_id, v.event_id, v.component, v.cassette_no, v.error_code, v.message, v.details,
    v.cassettes, v.keyed
  from unnest($1::bigint[], $2::float8[], $3::float8[], $4::bigint[], $5::bigint[], $6::timestamp[], $7::smallint[],
    $8::boolean[], $9::text[], $10::text[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::jsonb[], $17::jsonb[], $18::boolean[])
    v(id, received_at, occurred_at, atm_id, incident_id, event_time, type_id, event_time_defaulted, institution_key, agent_atm_id, event_id,
      component, cassette_no, error_code, message, details, cassettes, keyed)
), key as (
  insert into incident.event_key (atm_id, event_id, received_at, stored_id) select atm_id, event_id, received_at, id from v where keyed
)
insert into incident.event (id, received_at, occurred_at, atm_id, incident_id, event_time, type_id, event_time_defaulted, institution_key,
  agent_atm_id, event_id, component, cassette_no, error_code, message, details, cassettes)
select id, received_at, occurred_at, atm_id, incident_id, event_time, type_id, event_time_defaulted, institution_key,
  agent_atm_id, event_id, component, cassette_no, error_code, message, details, cassettes from v`

export const INSERT_EXCEPTIONS = `
insert into incident.event_exception (id, received_at, institution_key, atm_id, agent_atm_id, event_type, event_id, body)
select v.id, ${at('received_at')}, v.institution_key, v.atm_id, v.agent_atm_id, v.event_type, v.event_id, v.body
from unnest($1::bigint[], $2::float8[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::uuid[], $8::jsonb[])
  v(id, received_at, institution_key, atm_id, agent_atm_id, event_type, event_id, body)`

export const INSERT_KEYS = `
insert into incident.event_key (atm_id, event_id, received_at, exception_id)
select v.atm_id, v.event_id, ${at('received_at')}, v.exception_id
from unnest($1::bigint[], $2::uuid[], $3::float8[], $4::bigint[]) v(atm_id, event_id, received_at, exception_id)`

export const LINK_EARLIER = `
update incident.event e set incident_id = v.incident_id
from unnest($1::bigint[], $2::float8[], $3::bigint[]) v(id, received_at, incident_id)
where e.id = v.id and e.received_at = ${at('received_at')} and e.received_at >= to_timestamp($4::float8 / 1000.0)`

export const MOVE_ATMS = `
update incident.atm a set service_state = v.service_state, remembered_state = v.remembered_state, state_at = ${at('state_at')},
  state_sequence = v.state_sequence, in_service_at = ${at('in_service_at')}, supervisor_at = ${at('supervisor_at')}, serviced_at = ${at('serviced_at')}
from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[], $5::bigint[], $6::float8[], $7::float8[], $8::float8[])
  v(id, service_state, remembered_state, state_at, state_sequence, in_service_at, supervisor_at, serviced_at)
where a.id = v.id`

const READING = [
  'institution_key',
  'cassette_type',
  'currency',
  'denomination_minor',
  'initial_count',
  'current_count',
  'rejected_count',
  'capacity',
  'status',
  'used',
]
const newer = (column: string) =>
  `${column} = case when excluded.as_of >= c.as_of then excluded.${column} else c.${column} end`

/** A reading replaces the one before unless it is older; when the cassette was last OK only moves forward. */
export const UPSERT_CASSETTES = `
insert into incident.cassette as c (atm_id, cassette_no, institution_key, as_of, ok_at, cassette_type, currency, denomination_minor,
  initial_count, current_count, rejected_count, capacity, status, used)
select v.atm_id, v.cassette_no, v.institution_key, ${at('as_of')}, ${at('ok_at')}, v.cassette_type, v.currency, v.denomination_minor,
  v.initial_count, v.current_count, v.rejected_count, v.capacity, v.status, v.used::bigint[]
from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::text[], $7::text[], $8::bigint[],
  $9::int[], $10::int[], $11::int[], $12::int[], $13::text[], $14::text[])
  v(atm_id, cassette_no, institution_key, as_of, ok_at, cassette_type, currency, denomination_minor,
    initial_count, current_count, rejected_count, capacity, status, used)
on conflict (atm_id, cassette_no) do update set ${READING.map(newer).join(', ')},
  as_of = greatest(c.as_of, excluded.as_of), ok_at = greatest(c.ok_at, excluded.ok_at)`

export const INSERT_STATE_CHANGES = `
insert into incident.state_history (atm_id, occurred_at, sequence, institution_key, from_state, to_state, event_id, type_id)
select v.atm_id, ${at('occurred_at')}, v.sequence, v.institution_key, v.from_state, v.to_state, v.event_id, v.type_id
from unnest($1::bigint[], $2::float8[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::smallint[])
  v(atm_id, occurred_at, sequence, institution_key, from_state, to_state, event_id, type_id)`

export const INSERT_OUTBOX = `
insert into incident.outbox (message_id, topic, key, institution_key, occurred_at, data)
select v.message_id, v.topic, v.key, v.institution_key, to_timestamp($5::float8 / 1000.0), v.data
from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $6::json[]) v(message_id, topic, key, institution_key, data)`

/** Most events are of the newest hour of their ATM: then nothing but the total moves. */
export const COUNT_ATMS = `
insert into incident.atm_activity as a (atm_id, institution_key, head, total, before_hour)
select v.atm_id, v.institution_key, v.head, v.total, coalesce(v.before_hour::int[], $6::int[])
from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::text[]) v(atm_id, institution_key, head, total, before_hour)
on conflict (atm_id, institution_key) do update set
  head = greatest(a.head, excluded.head),
  total = a.total + excluded.total,
  before_hour = case when a.head = excluded.head and excluded.before_hour[1] = 0 then a.before_hour
    else incident.merge_activity(a.head, a.total, a.before_hour, excluded.head, excluded.total, excluded.before_hour) end`

/** Types are counted in blocks of this many, so that adding a type does not make a new statement. */
const TYPES_PER_BLOCK = 32

/**
 * Adds the counts of a batch, element by element: written out, this costs a tenth of a function that walks the arrays.
 * What is kept of types beyond `maxTypeId`, which another process may know already, stays as it is.
 */
export const countBucketsStatement = (maxTypeId: number): { readonly name: string; readonly text: string } => {
  const width = Math.max(1, Math.ceil(maxTypeId / TYPES_PER_BLOCK)) * TYPES_PER_BLOCK
  const added = Array.from(
    { length: width },
    (_, n) => `coalesce(c.counts[${n + 1}], 0) + coalesce(excluded.counts[${n + 1}], 0)`,
  )
  const text = `
insert into incident.event_count as c (institution_key, bucket, counts)
select v.institution_key, ${at('bucket')}, v.counts::int[]
from unnest($1::text[], $2::float8[], $3::text[]) v(institution_key, bucket, counts)
on conflict (institution_key, bucket) do update set counts = array[${added.join(', ')}] || c.counts[${width + 1}:]`
  return { name: `count-buckets-${width}`, text }
}
