import { BUCKET_MS, HOURS_KEPT, NO_INSTITUTION } from '../../../subgraphs/incident/model/event-counters.rules.ts'
import { MINUTE_MS } from '../../../subgraphs/kit/common/dates.ts'
import { EVENT_TYPES } from '../common/events.ts'
import { type FleetShape, INSTITUTION_SQL, RANK_SQL } from '../common/fleet.ts'

/** Events go back a little further than the dashboards look, so that their window cuts through filled hours. */
const FILLED_HOURS = 26
const EVENTS_PER_ATM_AND_DAY = 30

/**
 * What a fleet in service reports: mostly visits, cassettes and restarts. Each number is a type's id; repeats weigh.
 */
const TYPE_MIX = [
  25, 25, 25, 25, 25, 26, 26, 26, 27, 27, 27, 19, 19, 19, 13, 13, 13, 14, 15, 16, 16, 17, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  11, 12, 18, 20, 20, 21, 22, 22, 23, 24, 1,
]

export const TRUNCATE_INCIDENT = `truncate incident.event, incident.event_key, incident.event_exception,
  incident.incident, incident.incident_entry,
  incident.cassette, incident.atm_cash, incident.event_count, incident.atm_activity, incident.atm,
  incident.institution_atms, incident.outbox, devices.atm`

/** ATMs, nine in ten of them with a heartbeat of the last minutes; also as the devices service knows them. */
export const fillAtms = (shape: FleetShape): string[] => [
  `insert into incident.atm (id, agent_atm_id, institution_key, name, vendor, model, site_name, region, criticality,
    registered_at, last_heartbeat_at, beat_at, service_state, state_at, state_sequence, in_service_at)
  select a.id, 'ATM-' || a.id, ${INSTITUTION_SQL('a.id', shape)}, 'ATM ' || a.id, 'Vendor ' || a.id % 4,
    'Model ' || a.id % 9,
    'Site ' || a.id / 3, 'Region ' || a.id % 20, (array['HIGH', 'MEDIUM', 'LOW'])[1 + a.id % 3],
    now() - interval '400 days', h.beat, h.beat, case when a.id % 20 = 0 then 'OUT_OF_SERVICE'
      else 'IN_SERVICE' end,
    now() - interval '3 hours', 12, now() - interval '3 hours'
  from generate_series(1, ${shape.atms}) a(id)
  cross join lateral (select case when a.id % 10 < 9 then now() - random() * interval '5 minutes'
    when a.id % 20 < 15 then now() - random() * interval '9 days' end as beat) h`,
  `select setval('incident.atm_id_seq', ${shape.atms})`,
  `insert into devices.atm (atm_id, agent_atm_id, institution_key, name, site_name, service_state,
    service_state_changed_at,
    state_sequence, last_heartbeat_at)
  select id, agent_atm_id, institution_key, name, site_name, service_state, state_at, state_sequence, last_heartbeat_at
  from incident.atm`,
]

/** As many days as the database makes partitions for at once, less those to come. */
const PARTITIONS_AT_ONCE = 390

/** Partitions for the events of the last `days`, and for those to come. */
export const makePartitions = (days: number): string[] =>
  Array.from({ length: Math.ceil(days / PARTITIONS_AT_ONCE) }, (_, n) => {
    const [from, to] = [Math.min(days, (n + 1) * PARTITIONS_AT_ONCE), n * PARTITIONS_AT_ONCE - 2]
    return `select incident.make_partitions((now() - interval '${from} days')::date,
      (now() - interval '${to} days')::date)`
  })

/**
 * Events in the order of their receipt, some for ATMs with trouble, one in a hundred late; statements that may run
 * side by side, one for each part of the time. Their numbers begin after `lastId`.
 */
export const fillEvents = (shape: FleetShape, parts: number, hours = FILLED_HOURS, lastId = 0): string[] => {
  const total = Math.round((shape.atms * EVENTS_PER_ATM_AND_DAY * hours) / 24)
  const each = Math.ceil(total / parts)
  return Array.from(
    { length: parts },
    (_, part) => `
    insert into incident.event (id, received_at, occurred_at, atm_id, event_time, type_id, event_time_defaulted,
      institution_key,
      agent_atm_id, event_id, component, error_code, message)
    select ${lastId} + e.n, e.received_at, e.occurred_at, a.id, e.occurred_at at time zone 'UTC', e.type_id, false,
      a.institution_key,
      a.agent_atm_id, gen_random_uuid(), 'unit 1', 'E-1042', 'The unit reported a fault while it was in use'
    from (
      select n, at as received_at, at - case when random() < 0.01 then random() * interval '90 minutes'
        else random() * interval '2 seconds' end as occurred_at,
        (array[${TYPE_MIX.join(',')}]::smallint[])[1 + floor(random() * ${TYPE_MIX.length})::int] as type_id,
        case when random() < 0.05 then (1 + floor(random() * ${Math.floor(shape.atms / 97)}))::bigint * 97
          else 1 + floor(random() * ${shape.atms})::bigint end as atm_id
      from (select n, date_trunc('hour', now()) + (now() - date_trunc('hour', now()))
          - interval '${hours} hours' * (1 - n::float8 / ${total}) as at
        from generate_series(${part * each + 1}, ${Math.min(total, (part + 1) * each)}) n offset 0) t
      offset 0) e
    join incident.atm a on a.id = e.atm_id`,
  )
}

/**
 * Ids that ingest takes from now on lie above those filled; 26 hours of 30 events an ATM and day fit well into these.
 */
export const skipIds = (shape: FleetShape): string[] => [
  `select setval('incident.event_block', ${Math.ceil((shape.atms * EVENTS_PER_ATM_AND_DAY * 2) / 10_000)})`,
  `select setval('incident.incident_id', ${shape.atms * 12})`,
]

const countOfType = EVENT_TYPES.map((_, n) => `count(*) filter (where type_id = ${n + 1})`).join(', ')
const countBefore = Array.from({ length: HOURS_KEPT }, (_, n) => `count(*) filter (where hour < head - ${n})`).join(
  ', ',
)

/** The counters as ingest would have left them: by the definitions in their migration. */
export const FILL_COUNTERS = [
  `insert into incident.event_count (institution_key, bucket, counts)
  select coalesce(institution_key, '${NO_INSTITUTION}'),
    date_bin('${BUCKET_MS / MINUTE_MS} minutes', occurred_at, 'epoch'), array[${countOfType}]::int[]
  from incident.event group by 1, 2`,
  `insert into incident.atm_activity (atm_id, institution_key, head, total, before_hour)
  select atm_id, institution_key, head, count(*), array[${countBefore}]::int[]
  from (select atm_id, institution_key, hour, max(hour) over (partition by atm_id, institution_key) as head
    from (select atm_id, coalesce(institution_key, '${NO_INSTITUTION}') as institution_key,
      floor(extract(epoch from occurred_at) / 3600)::int as hour
      from incident.event) h) e
  group by atm_id, institution_key, head`,
]

/** Ten incidents an ATM that are over, and an open one for every tenth. */
export const fillIncidents = (shape: FleetShape): string[] => [
  `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, component, severity, status,
    title, opened_at,
    first_event_at, last_event_at, resolved_at, resolution)
  select (n - 1) * ${shape.atms} + a.id, a.id, a.agent_atm_id, a.institution_key,
    (array['DISPENSER', 'CARD_READER', 'CONNECTIVITY', 'OUT_OF_SERVICE', 'PRINTER'])[1 + n % 5], '',
    'HIGH', 'RESOLVED', 'Incident', o.at, o.at, o.at, o.at + interval '40 minutes', 'AUTO'
  from generate_series(1, 10) n cross join incident.atm a
  cross join lateral (select now() - (11 - n + random()) * interval '9 days' - a.id * interval '0' as at) o`,
  `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at,
    first_event_at, last_event_at)
  select 10 * ${shape.atms}::bigint + a.id, a.id, a.agent_atm_id, a.institution_key, 'SELF_TEST', 'HIGH',
    'Self-test failed', o.at, o.at, o.at
  from incident.atm a cross join lateral (select now() - random() * interval '9 days' - a.id * interval '0' as at) o
  where ${RANK_SQL('a.id', shape)} % 10 = 3`,
]

/**
 * How many counts differ between a counter and the events themselves, from a full hour on; 0 of each is right. The
 * counters serve the dashboards only because this holds.
 */
export const COUNT_DIFFERENCES = `
with bound as (select date_trunc('hour', now() - interval '23 hours') as at),
plain_a as (select coalesce(institution_key, '${NO_INSTITUTION}') as institution_key, type_id, count(*) as n
  from incident.event, bound where occurred_at >= at and received_at >= at group by 1, 2),
kept_a as (select institution_key, t.type_id, sum(t.n) as n
  from incident.event_count c, bound, unnest(c.counts) with ordinality t(n, type_id) where bucket >= at group by 1, 2
  having sum(t.n) > 0),
plain_b as (select atm_id, count(*) as n from incident.event, bound
  where occurred_at >= at and received_at >= at group by 1),
kept_b as (select atm_id,
  sum(total - coalesce(before_hour[head - floor(extract(epoch from at) / 3600)::int + 1], 0)) as n
  from incident.atm_activity, bound where head >= floor(extract(epoch from at) / 3600)::int group by 1)
select (select count(*)::int from plain_a p full join kept_a k using (institution_key, type_id)
  where p.n is distinct from k.n) as types,
  (select count(*)::int from plain_b p full join kept_b k using (atm_id) where p.n is distinct from k.n) as atms,
  (select sum(n)::int from plain_b) as events`
