import { performance } from 'node:perf_hooks'
import { WHOLE_FLEET } from '../../../subgraphs/incident/model/event-counters.rules.ts'
import { countText } from '../common/figures.ts'
import { agentAtmIdOf, type FleetShape, institutionOf } from '../common/fleet.ts'
import { runAll } from './fill.ts'
import { FILL_COUNTERS, fillEvents } from './fill-incident.ts'
import { fillOperations, type OperationsShape } from './fill-operations.ts'
import { fillTransactions } from './fill-transactions.ts'

/** A fleet of one size that has been in use for so many days. */
export type HistoryShape = FleetShape & { readonly days: number }

/** What is kept for a time only by the defaults of the configuration; the rest is kept for ever. */
const KEPT_DAYS = {
  ...{ states: 400, tasks: 400, exceptions: 400, deadLetters: 90, usage: 90, inbox: 90 },
  ...{ samples: 38, counters: 35, deliveries: 30, insights: 30, snapshots: 7 },
} as const

const HOT_DAYS = 90
const HOURS_A_DAY = 24
const EVENTS_A_PART = 20 * HOURS_A_DAY
const TRANSACTIONS_PER_ATM_AND_DAY = 10
const INCIDENTS_PER_ATM_AND_DAY = 0.4
const ROUNDS_OPEN = 3
const AUDIT_ENTRIES_PER_DAY = 200
/** Above the numbers of events that belong to incidents. */
const LAST_EVENT_OF_INCIDENTS = 100_000_000
/** Above all numbers that are filled. */
const NEXT_EVENT_BLOCK = 100_000

const kept = ({ days }: HistoryShape, kind: keyof typeof KEPT_DAYS): number => Math.min(days, KEPT_DAYS[kind])

/** The part of the history that the benchmark of operations has as well. */
export const operationsOf = (shape: HistoryShape): OperationsShape => ({
  ...shape,
  incidentsPerAtm: Math.max(ROUNDS_OPEN + 1, Math.round(shape.days * INCIDENTS_PER_ATM_AND_DAY)),
  daysWithEvents: shape.days,
  past: {
    openRounds: ROUNDS_OPEN,
    stateChangesPerAtm: Math.max(2, 2 * Math.round(kept(shape, 'states') / 5)),
    stateDays: kept(shape, 'states'),
    availabilityDays: kept(shape, 'states'),
    auditEntries: shape.days * AUDIT_ENTRIES_PER_DAY,
    auditDays: shape.days,
    tasksPerAtm: Math.max(1, Math.round(kept(shape, 'tasks') / 10)),
    taskDays: kept(shape, 'tasks'),
  },
})

const TRUNCATE = `truncate analytics.day_counter, analytics.journal_day, analytics.incident, analytics.insight,
  analytics.snapshot, analytics.snapshot_total, analytics.inbox, analytics.outbox, analytics.dead_letter,
  fleet.rollout, fleet.rollout_atm, fleet.rollout_total, fleet.dead_letter, incident.dead_letter,
  journal.dead_letter, incident.app_user, incident.maintenance_window, incident.atm_maintenance, incident.saved_view,
  incident.webhook, incident.webhook_delivery, incident.webhook_secret, incident.fleet_sample,
  incident.fleet_event_count, journal.journal_file, journal.content, journal.content_chunk, journal.profile,
  journal.inbox, claims.vendor, claims.claim, graph.use, graph.operation`

const INSTITUTIONS = `(select distinct institution_key from incident.atm where institution_key is not null) i`

/** What was written of incidents, and to whom it was sent. */
const incidents = (shape: HistoryShape): string[] => [
  `insert into incident.incident_entry (incident_id, at, kind, user_id, text)
  select i.id, i.opened_at + interval '1 minute' * (15 + 10 * k), (array['ACKNOWLEDGED', 'NOTE', 'RESOLVED'])[k],
    'user-' || i.id % 50, case when k > 1 then 'The card reader of machine ' || i.atm_id || ' was cleaned' end
  from incident.incident i cross join generate_series(1, 3) k where i.status = 'RESOLVED' order by i.id, k`,
  `insert into incident.webhook (institution_key, url, events, status, created_at, created_by)
  select institution_key, 'https://hooks.example.org/' || n, array['INCIDENT_CREATED', 'INCIDENT_RESOLVED'],
    'DISABLED', now() - interval '${shape.days} days', 'user-1'
  from ${INSTITUTIONS} cross join generate_series(1, 2) n`,
  `insert into incident.webhook_delivery (webhook_id, institution_key, message_id, incident_id, event, place, body,
    status, created_at, next_attempt_at, expires_at, attempts, last_attempt_at, response_status)
  select w.id, i.institution_key, gen_random_uuid(), i.id, 'INCIDENT_CREATED', i.id,
    '{"text": "' || repeat('a message ', 80) || '"}',
    case when i.id % 9 = 0 then 'FAILED' else 'DELIVERED' end, i.opened_at, i.opened_at, i.opened_at + interval '1 day',
    1, i.opened_at, 200
  from incident.incident i join incident.webhook w using (institution_key)
  where i.opened_at > now() - interval '${kept(shape, 'deliveries')} days' order by i.id`,
  `insert into incident.event_exception (id, received_at, institution_key, atm_id, agent_atm_id, event_type, event_id,
    body)
  select n, now() - interval '${kept(shape, 'exceptions')} days' * (1 - n / m.last::float8), a.institution_key, a.id,
    a.agent_atm_id, 'UNKNOWN_' || n % 5, gen_random_uuid(), '{"message": "It is not known"}'
  from (select ${kept(shape, 'exceptions') * 20} as last) m cross join generate_series(1, m.last) n
  join incident.atm a on a.id = 1 + n % ${shape.atms} order by n`,
  `insert into incident.app_user (user_id, name, email, institutions, unrestricted, last_seen_at)
  select 'user-' || n, 'Person ' || n, 'user-' || n || '@example.org', array[i.institution_key], n < 100, now()
  from generate_series(0, 199) n
  cross join lateral (select institution_key from incident.atm where id = 1 + n % ${shape.atms}) i
  where i.institution_key is not null`,
]

/** Maintenance windows that are over, and what the charts of the fleet look back on. */
const fleet = (shape: HistoryShape): string[] => [
  `insert into incident.maintenance_window (institution_key, atm_id, starts_at, ends_at, time_zone, reason, created_by,
    created_at, ended_at, ended_by)
  select a.institution_key, a.id, s.at, s.at + interval '2 hours', 'UTC', 'Cleaning', 'user-1', s.at, null, null
  from generate_series(1, ${kept(shape, 'states') * 2}) n join incident.atm a on a.id = 1 + n % ${shape.atms}
  cross join lateral (select now() - interval '${kept(shape, 'states')} days' * (1 - n /
    ${kept(shape, 'states') * 2 + 2}::float8) - interval '3 hours' as at) s
  where a.institution_key is not null order by n`,
  `insert into incident.atm_maintenance (atm_id, starts_at, window_id, ends_at, institution_key)
  select atm_id, starts_at, id, ends_at, institution_key from incident.maintenance_window`,
  `insert into incident.fleet_sample (institution_key, at, total, connected, never_connected, in_service,
    out_of_service, in_supervisor, unknown)
  select i.key, date_bin('10 minutes', now(), 'epoch') - interval '10 minutes' * n, i.atms, i.atms, 0, i.atms, 0, 0, 0
  from (select institution_key as key, count(*) as atms from incident.atm where institution_key is not null group by 1
    union all select '${WHOLE_FLEET}', count(*) from incident.atm) i
  cross join generate_series(1, ${kept(shape, 'samples') * 144}) n order by n`,
]

const JOURNAL_FILES = ({ days, atms }: HistoryShape) => `
  insert into journal.journal_file (id, institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
    format, status, transactions, successful, failed, received_at, parsed_at, parse_sequence, days_found, reasons,
    superseded_by)
  overriding system value
  select d::bigint * ${atms} + a.id, a.institution_key, a.id, a.agent_atm_id, r.day, md5(d || ' ' || a.id), 120000,
    'NCR',
    case when (a.id + d) % 100 = 0 then 'PARTIAL' else 'PARSED' end, 10, 8, 2, r.at, r.at + interval '5 seconds', 1,
    '[]', '[]', null
  from generate_series(0, ${days - 1}) d cross join incident.atm a
  cross join lateral (select current_date - ${days} + 1 + d as day,
    now() - interval '1 day' * (${days} - 1 - d) - interval '1 second' * (a.id % 3000) as at) r
  where a.institution_key is not null order by d, a.id`

/** A file for each ATM and day; gaps that were closed. */
const journals = (shape: HistoryShape): string[] => [
  JOURNAL_FILES(shape),
  `select setval(pg_get_serial_sequence('journal.journal_file', 'id'), ${(shape.days + 10) * shape.atms})`,
  `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at, fetch_requested_at,
    fetch_requested_by, fetch_attempts, closed_at)
  select a.institution_key, a.id, a.agent_atm_id, g.day, 'CLOSED', g.day + interval '1 day', g.day + interval '2 days',
    'user-1', 1, g.day + interval '3 days'
  from generate_series(40, ${Math.max(39, shape.days - 1)}, 7) n cross join incident.atm a
  cross join lateral (select current_date - n - (a.id % 7)::int as day) g
  where a.institution_key is not null order by n desc, a.id`,
]

/** What analytics keeps of all this. */
const analytics = (shape: HistoryShape): string[] => [
  `insert into analytics.journal_day (atm_id, day, institution_key, parse_sequence, transactions, successful, failed,
    known_since)
  select atm_id, journal_date, institution_key, 1, transactions, successful, failed, parsed_at
  from journal.journal_file order by id`,
  `insert into analytics.incident (incident_id, atm_id, institution_key, version, is_open, created_on, resolved_on,
    known_since)
  select id, atm_id, institution_key, 1, status <> 'RESOLVED', (opened_at at time zone 'UTC')::date,
    (resolved_at at time zone 'UTC')::date, opened_at from incident.incident order by id`,
  `insert into analytics.day_counter (day, institution_key, files_parsed, transactions, successful, failed,
    incidents_created, incidents_resolved)
  select day, institution_key, count(*), sum(transactions), sum(successful), sum(failed), 1, 1
  from analytics.journal_day group by day, institution_key order by day`,
  `insert into analytics.snapshot (institution_key, taken_at, day, files_parsed, transactions, successful, failed,
    incidents_created, incidents_resolved, open_incidents)
  select c.institution_key, c.day + interval '1 hour' * n, c.day, c.files_parsed, c.transactions, c.successful,
    c.failed, 1, 1, 1
  from (select day, institution_key, files_parsed, transactions, successful, failed from analytics.day_counter
    union all select day, null, sum(files_parsed), sum(transactions), sum(successful), sum(failed)
    from analytics.day_counter group by day) c cross join generate_series(1, 23) n
  where n = 23 or c.day > current_date - ${kept(shape, 'snapshots')} order by 2`,
  `insert into analytics.insight (category, severity, title, body, published_at, expires_at, acknowledged_at,
    acknowledged_by_user_id)
  select (array['ANOMALY', 'TREND', 'SUMMARY'])[1 + n % 3], 'WARNING', 'Insight ' || n, 'More card readers fail',
    p.at, p.at + interval '2 days', case when n % 2 = 0 then p.at end, case when n % 2 = 0 then 'user-1' end
  from generate_series(1, ${shape.days * 4}) n
  cross join lateral (select now() - interval '6 hours' * (${shape.days * 4} - n) as at) p
  where n % 2 = 1 or p.at > now() - interval '${kept(shape, 'insights')} days' order by n`,
  `update analytics.insight i set snapshot_id = s.id
  from (select id, row_number() over (order by id desc) as place from analytics.snapshot
    where institution_key is null) s
  where s.place = 1 + i.id % 5 and i.acknowledged_at is null`,
  `insert into graph.operation (institution_key, id, name, coordinates)
  select institution_key, md5(n::text) || md5(n::text), 'Operation' || n, array['Atm.siteName', 'Query.atms']
  from ${INSTITUTIONS} cross join generate_series(1, 20) n`,
  `insert into graph.use (institution_key, operation_id, day, calls)
  select institution_key, id, current_date - d, 100 from graph.operation
  cross join generate_series(0, ${kept(shape, 'usage') - 1}) d order by d desc`,
]

/** Rollouts that are done, and messages that could not be handled. */
const others = (shape: HistoryShape): string[] => [
  `insert into journal.profile (institution_key, version, customer_labels, labels_version, written_by, written_at)
  select institution_key, n, '[]', 0, 'user-1', now() from ${INSTITUTIONS} cross join generate_series(1, 3) n`,
  `insert into claims.vendor (uuid, institution_key, name, type, created_at)
  select gen_random_uuid(), institution_key, 'Company ' || n, 'SP', now()
  from ${INSTITUTIONS} cross join generate_series(1, 10) n`,
  `insert into fleet.rollout (id, kind, listed, stages, pause_at_failure_pct, min_finished, expires_in_s,
    outcome_within_s, status, requested_by, requested_at, by_customer, institutions, finished_at, prepared_at, atms,
    stage_atms, order_hash)
  overriding system value
  select n, 'REBOOT', 20, '{100}', 20, 1, 3600, 3600, 'DONE', 'user-1', r.at, false, array[i.institution_key], r.at,
    r.at, 20, '{20}', md5(n::text)
  from generate_series(1, ${kept(shape, 'tasks') * 2}) n
  cross join lateral (select institution_key from incident.atm where id = 1 + n % ${shape.atms}) i
  cross join lateral (select now() - interval '12 hours' * (${kept(shape, 'tasks') * 2} - n + 1) as at) r
  where i.institution_key is not null order by n`,
  `select setval(pg_get_serial_sequence('fleet.rollout', 'id'), ${kept(shape, 'tasks') * 2 + 1})`,
  `insert into fleet.rollout_atm (rollout_id, agent_atm_id, atm_id, institution_key, stage, task_id, due_at)
  select r.id, a.agent_atm_id, a.id, a.institution_key, 0, gen_random_uuid(), r.requested_at
  from fleet.rollout r join incident.atm a on a.institution_key = r.institutions[1]
  where a.id % ${Math.max(1, Math.floor(shape.mid / 20))} = 0 order by r.id`,
  ...['analytics', 'fleet', 'incident', 'journal'].map(
    (schema) => `insert into ${schema}.dead_letter (id, topic, consumer_group, identity, message_id, institution_key,
    key, message, error, attempts, first_attempt_at, last_attempt_at)
    select gen_random_uuid(), 'fleetops.incident.created', 'group', n::text, gen_random_uuid(), null, n::text,
      '{"data": "a message"}', 'It was refused', 5, l.at, l.at
    from generate_series(1, ${kept(shape, 'deadLetters') * 10}) n
    cross join lateral (select now() - interval '2.4 hours' * (${kept(shape, 'deadLetters') * 10} - n) as at) l`,
  ),
]

/**
 * Fills a migrated database with a fleet of some age, with as much of each kind as the defaults of retention leave.
 * The fleet, and what is open or under way, are the same whatever the age. Nothing else may run on it.
 */
export const fillHistory = async (url: string, shape: HistoryShape, print: (line: string) => void): Promise<void> => {
  const startedAt = performance.now()
  const announce = (what: string) =>
    print(`  ${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)
  await runAll(url, [[TRUNCATE]])
  await fillOperations(url, operationsOf(shape), () => {})
  // The totals are those of the transactions that follow.
  await runAll(url, [['truncate journal.atm_day_total']])
  announce('ATMs, incidents, states, availability, tasks, audit')
  const parts = Math.ceil((shape.days * HOURS_A_DAY) / EVENTS_A_PART)
  const transactions = shape.atms * shape.days * TRANSACTIONS_PER_ATM_AND_DAY
  const names = (atm: number) => ({ institutionKey: institutionOf(atm, shape), agentAtmId: agentAtmIdOf(atm) })
  await Promise.all([
    runAll(url, [
      [
        ...fillEvents(shape, parts, shape.days * HOURS_A_DAY, LAST_EVENT_OF_INCIDENTS),
        `select setval('incident.event_block', ${NEXT_EVENT_BLOCK})`,
        ...FILL_COUNTERS,
        `delete from incident.event_count where bucket < now() - interval '${KEPT_DAYS.counters} days'`,
      ],
    ]),
    fillTransactions(
      url,
      { transactions, atms: shape.atms, institutions: 1, days: shape.days, hotDays: HOT_DAYS, nameOf: names },
      () => {},
    ),
  ])
  announce(`events, ${countText(transactions)} transactions`)
  await runAll(url, [
    [...incidents(shape), ...fleet(shape)],
    [...journals(shape), ...analytics(shape), ...others(shape)],
  ])
  // As autovacuum would have left the tables of a fleet that has run for long.
  await runAll(url, [['vacuum (analyze)', 'checkpoint']])
  announce('journals, analytics, everything else, statistics')
}
