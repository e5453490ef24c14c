import { performance } from 'node:perf_hooks'
import { withClient } from '../common/client.ts'
import { countText } from '../common/figures.ts'
import type { FleetShape } from '../common/fleet.ts'
import { FILLING, runAll } from './fill.ts'
import { fillAtms, makePartitions, TRUNCATE_INCIDENT } from './fill-incident.ts'
import { fillJournals, TRUNCATE_JOURNAL } from './fill-journal.ts'

/** What operators work with: so many incidents an ATM, evenly over the days, the newest ones with their events. */
export type OperationsShape = FleetShape & {
  readonly incidentsPerAtm: number
  readonly days: number
  readonly daysWithEvents: number
  /** What else is there of earlier days. */
  readonly past: Past
}

/** How much there is of what is over, and since when. */
export type Past = {
  /** In how many rounds, the newest ones, every tenth ATM's incident is not over. */
  readonly openRounds: number
  readonly stateChangesPerAtm: number
  readonly stateDays: number
  readonly availabilityDays: number
  readonly auditEntries: number
  readonly auditDays: number
  readonly tasksPerAtm: number
  readonly taskDays: number
}

/** A fleet of some months; three in a hundred of its incidents are not over. */
export const someMonths = (incidentsPerAtm: number): Past => ({
  openRounds: Math.round(incidentsPerAtm * 0.3),
  stateChangesPerAtm: 12,
  stateDays: 30,
  availabilityDays: 35,
  auditEntries: 500_000,
  auditDays: 35,
  tasksPerAtm: 5,
  taskDays: 90,
})

const EVENTS_PER_INCIDENT = 3
const EVENTS_APART = `interval '10 minutes'`

/** Kinds that neither quiet nor a sign of life resolves, so that no job of the platform's touches what stays open. */
const OPEN_KINDS = ['OUT_OF_SERVICE', 'DISPENSER', 'ACCEPTOR', 'CARD_READER', 'PINPAD', 'SELF_TEST', 'CASH', 'SECURITY']
const OTHER_KINDS = ['POWER', 'CONNECTIVITY', 'PRINTER', 'JOURNAL', 'APPLICATION']

const textArray = (items: readonly string[]) => `array['${items.join(`','`)}']`

/** Round after round of incidents, the oldest first, one an ATM. */
const fillIncidents = ({ atms, incidentsPerAtm, days, past }: OperationsShape): string[] => {
  const openFrom = incidentsPerAtm - past.openRounds
  const all = [...OPEN_KINDS, ...OTHER_KINDS]
  const round = (n: number) => `
    insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, title,
      occurrence_count,
      opened_at, first_event_at, last_event_at, acknowledged_at, acknowledged_by_user_id, resolved_at, resolution)
    select ${n}::bigint * ${atms} + a.id, a.id, a.agent_atm_id, a.institution_key,
      case when s.status = 'RESOLVED' then (${textArray(all)})[1 + (a.id + ${n}) % ${all.length}]
        else '${OPEN_KINDS[n % OPEN_KINDS.length]}' end,
      (array['LOW','MEDIUM','HIGH','HIGH','CRITICAL'])[1 + (a.id + ${n}) % 5], s.status, 'The unit needs attention',
      ${EVENTS_PER_INCIDENT},
      o.at, o.at, o.at + ${EVENTS_PER_INCIDENT - 1} * ${EVENTS_APART}, case
        when s.status <> 'OPEN' then o.at + interval '15 minutes' end,
      case when s.status <> 'OPEN' then '7' end, case when s.status = 'RESOLVED' then o.at + interval '40 minutes' end,
      case when s.status = 'RESOLVED' then 'AUTO' end
    from incident.atm a
    cross join lateral
      (select now() - interval '1 hour' - interval '${days} days'
      * ((${incidentsPerAtm - n - 1} + random() + a.id * 0) / ${incidentsPerAtm}) as at) o
    cross join lateral (select case when ${n} < ${openFrom} or (a.id + ${n}) % 10 > 0 then 'RESOLVED'
      when a.id % 3 = 0 then 'ACKNOWLEDGED' else 'OPEN' end as status) s`
  return [
    ...Array.from({ length: incidentsPerAtm }, (_, n) => round(n)),
    `select setval('incident.incident_id', ${incidentsPerAtm + 1} * ${atms}::bigint)`,
  ]
}

/** The events of the newest incidents. */
const fillEvents = ({ atms, incidentsPerAtm, daysWithEvents }: OperationsShape): string[] => [
  ...makePartitions(daysWithEvents + 1),
  `insert into incident.event (id, received_at, occurred_at, atm_id, incident_id, event_time, type_id,
    event_time_defaulted, institution_key,
    agent_atm_id, event_id, component, error_code, message)
  select i.id * ${EVENTS_PER_INCIDENT} + n, o.at, o.at, i.atm_id, i.id, o.at at time zone 'UTC', 1 + (i.id + n) % 27,
    false, i.institution_key,
    i.agent_atm_id, gen_random_uuid(), 'unit 1', 'E-1042', 'The unit reported a fault while it was in use'
  from incident.incident i cross join generate_series(0, ${EVENTS_PER_INCIDENT - 1}) n
  cross join lateral (select i.opened_at + n * ${EVENTS_APART} as at) o
  where i.opened_at >= now() - interval '${daysWithEvents} days'`,
  `select setval('incident.event_block', ${Math.ceil(((incidentsPerAtm + 1) * atms * EVENTS_PER_INCIDENT) / 10_000)})`,
]

/**
 * Four cassettes an ATM: three to pay out of, of two currencies, with what left them in the last week, and one for
 * what was rejected.
 */
const FILL_CASSETTES = `
  insert into incident.cassette (atm_id, cassette_no, institution_key, as_of, ok_at, cassette_type, currency,
    denomination_minor,
    initial_count, current_count, rejected_count, capacity, status, used)
  select a.id, c::text, a.institution_key, now() - random() * interval '6 hours', now() - interval '1 day',
    case when c = 4 then 'REJECT' else 'DISPENSE' end, case when c = 4 then null when c = 3 then 'USD' else 'ETB' end,
    case c when 1 then 10000 when 2 then 20000 when 3 then 2000 end, 2000, (random() * 2000)::int,
    (random() * 20)::int, 2500,
    case when (a.id + c) % 50 = 0 then 'LOW' else 'OK' end,
    case when c = 4 then '{}' else (
      select array_agg(v order by d, o) from generate_series(0, 7) d
      cross join lateral unnest(array[(now() at time zone 'UTC')::date - date '1970-01-01' - 7 + d,
        (random() * 400)::int, 86400000])
        with ordinality u(v, o)) end
  from incident.atm a cross join generate_series(1, 4) c order by a.id, c`

/** Changes of service state, in the order in which time would have brought them. */
const fillReadings = ({ stateChangesPerAtm, stateDays }: Past): string[] => [
  `truncate incident.state_history`,
  ...['incident', 'devices'].map((schema) => `update ${schema}.atm set state_sequence = ${stateChangesPerAtm}`),
  `insert into incident.state_history (atm_id, occurred_at, sequence, institution_key, from_state, to_state,
    event_id, type_id)
  select a.id, now() - interval '${stateDays} days' * ((a.state_sequence - s + random()) / a.state_sequence), s,
    a.institution_key,
    case when s % 2 = 1 then 'IN_SERVICE' else 'OUT_OF_SERVICE' end, case when s % 2 = 1 then 'OUT_OF_SERVICE'
      else 'IN_SERVICE' end,
    a.id * ${stateChangesPerAtm + 8} + s, case when s % 2 = 1 then 19 else 25 end
  from incident.atm a cross join lateral generate_series(1, a.state_sequence) s order by 2`,
]

/** When cassettes will be empty, as the lane would have stored it with their readings. */
const FILL_EMPTY_AT = `
  update incident.cassette set empty_at = as_of + random() * interval '120 hours' where cassette_type = 'DISPENSE'`

/** What every institution wants of its open incidents: a quarter of an hour to acknowledge, some days to resolve. */
const FILL_TARGETS = [
  'truncate incident.incident_target',
  `insert into incident.incident_target (institution_key, by_severity, applied, changed_at, changed_by)
  select institution_key, jsonb_object_agg(s, '{"acknowledgeMinutes": 15, "resolveMinutes": 28800, "timeZone": null}'
    ::jsonb), true, now(), 'user-1'
  from (select distinct institution_key from incident.atm where institution_key is not null) i
  cross join unnest(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']) s group by institution_key`,
  `update incident.incident set acknowledge_due_at = opened_at + interval '15 minutes',
    resolve_due_at = opened_at + interval '20 days'
  where status in ('OPEN', 'ACKNOWLEDGED')`,
]

const SILENCES_PER_ATM = 4

/**
 * Silences, and sums of availability at the midnights of the last days, and at the last full hour; at the sixth hours
 * of those days only that periods begin and end in.
 */
const fillAvailability = (days: number): string[] => [
  `truncate incident.availability_instant, incident.availability_sum, incident.availability_total,
    incident.atm_silence, incident.atm_assignment, incident.former_assignment`,
  `insert into incident.atm_silence (atm_id, lost_at, heard_at, institution_key)
  select a.id, l.at, l.at + interval '1 minute' * (5 + 90 * random()), a.institution_key
  from incident.atm a cross join generate_series(1, ${SILENCES_PER_ATM}) n
  cross join lateral (select now() - interval '${days} days' * (n - 0.9 * random() + a.id * 0) / ${SILENCES_PER_ATM}
    as at) l
  where l.at < a.last_heartbeat_at - interval '3 hours' order by n desc, a.id`,
  `insert into incident.availability_instant
  select at from generate_series(date_trunc('day', now() - interval '${days} days', 'UTC'),
    now() - interval '15 minutes', interval '6 hours') at
  where extract(hour from at at time zone 'UTC') = 0 or now() - at < interval '2 days'
    or now() - at between interval '30 days' and interval '70 days'
  union select date_trunc('hour', now() - interval '15 minutes')`,
  `insert into incident.availability_sum (at, atm_id, institution_key, since, state, in_service, in_supervisor,
    out_of_service, unreachable, unknown, maintenance, interrupted)
  select i.at, a.id, a.institution_key, i.first, 'IN_SERVICE', s.ms * 0.96, s.ms * 0.01, s.ms * 0.02, s.ms * 0.01, 0, 0,
    coalesce(a.last_heartbeat_at + interval '15 minutes' < i.at, false) or exists (select from incident.atm_silence q
      where q.atm_id = a.id and q.lost_at < i.at and q.heard_at >= i.at)
  from (select at, min(at) over () as first from incident.availability_instant) i cross join incident.atm a
  cross join lateral (select (extract(epoch from i.at - i.first) * 1000)::bigint as ms) s
  where a.institution_key is not null order by i.at, a.institution_key, a.id`,
  `insert into incident.availability_total (at, institution_key, atms, running_in_service, running_in_supervisor,
    running_out_of_service, running_unknown, in_service, in_supervisor, out_of_service, unreachable, unknown,
    maintenance)
  select at, institution_key, count(*), count(*) filter (where not interrupted), 0, 0, 0, sum(in_service),
    sum(in_supervisor), sum(out_of_service), sum(unreachable), sum(unknown), sum(maintenance)
  from incident.availability_sum group by at, institution_key`,
  `update incident.availability_instant set has_totals = true`,
  `insert into incident.atm_assignment (after, atm_id, institution_key)
  select '-infinity', id, institution_key from incident.atm where institution_key is not null`,
  `insert into incident.hearing (until) values (now()) on conflict (one) do update set until = now()`,
]

/** The incidents that are over by day, as the job would have counted them. */
const FILL_INCIDENT_DAYS = [
  'truncate incident.incident_day',
  `update incident.incident_day_until set until = date_trunc('hour', now()) - interval '6 hours'`,
  `insert into incident.incident_day (institution_key, day, incidents, acknowledged, acknowledge_time, resolve_time)
  select institution_key, (opened_at at time zone 'UTC')::date, count(*), count(acknowledged_at),
    coalesce(sum(acknowledged_at - opened_at), '0'), sum(resolved_at - opened_at)
  from incident.incident where institution_key is not null and status = 'RESOLVED'
    and resolved_at < (select until from incident.incident_day_until) group by 1, 2 order by 1, 2`,
]

/** What people did: to ATMs, mostly. Nobody verifies these chains. */
const fillAudit = ({ auditEntries, auditDays }: Past): string[] => [
  'truncate incident.audit_entry, incident.audit_head',
  `select incident.make_audit_month((date_trunc('month', now()) - interval '1 month' * n)::date)
  from generate_series(0, ${Math.ceil(auditDays / 28) + 1}) n`,
  `insert into incident.audit_entry (id, chain, seq, at, actor, role, institution_key, action, subject_type,
    subject_id, before, after, trace_id, previous_hash, hash)
  select gen_random_uuid(), v.institution_key, v.seq,
    now() - interval '${auditDays} days' * (${auditEntries} - v.n) / ${auditEntries},
    'user-' || v.n % 50, 'MSP_ADMIN', v.institution_key, 'updateAtm', 'Atm', v.id::text, '{"name":"before"}',
    '{"name":"after"}', md5(v.n::text), case when v.seq > 1 then sha256(v.n::text::bytea) end, sha256(v.n::text::bytea)
  from (
    select n, a.id, a.institution_key, row_number() over (partition by a.institution_key order by n) as seq
    from generate_series(1, ${auditEntries}) n
    cross join (select count(*) as atms from incident.atm where institution_key is not null) c
    join (select id, institution_key, row_number() over (order by id) as place
      from incident.atm where institution_key is not null) a on a.place = 1 + n % c.atms) v`,
]

/** Tasks, nearly all of them done; few wait, and for long enough that they do not expire meanwhile. */
const fillTasks = ({ tasksPerAtm, taskDays }: Past): string[] => [
  'truncate fleet.task, fleet.task_key',
  `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, params, reason, status, requested_by,
    requested_at,
    expires_at, sent_at, finished_at, result, error, history)
  select gen_random_uuid(), a.institution_key, a.id, a.agent_atm_id,
    (array['REBOOT','RESTART_AGENT','CONFIG_UPDATE','UPDATE_AGENT'])[1 + (a.id + n) % 4], '{}', 'It does not answer',
    s.status, 'ops@example.com', r.at,
    case when s.status = 'QUEUED' then now() + interval '1 day' else r.at + interval '15 minutes' end,
    case when s.status in ('SUCCEEDED', 'FAILED') then r.at + interval '1 minute' end,
    case when s.status <> 'QUEUED' then r.at + interval '2 minutes' end, case
      when s.status = 'SUCCEEDED' then '{"exitCode": 0}'::jsonb end,
    case when s.status = 'FAILED' then 'It did not come up again' end,
    jsonb_build_array(jsonb_build_object('at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', 'ops@example.com', 'from', null, 'to', 'QUEUED'))
  from incident.atm a cross join generate_series(1, ${tasksPerAtm}) n
  cross join lateral (select case when n = ${tasksPerAtm} and a.id % 100 = 0 then 'QUEUED'
    when (a.id + n) % 17 = 0 then 'FAILED'
    when (a.id + n) % 23 = 0 then 'EXPIRED' else 'SUCCEEDED' end as status) s
  cross join lateral (select now() - case when s.status = 'QUEUED' then random() * interval '10 minutes'
    else interval '1 hour' + interval '${taskDays} days' * ((${tasksPerAtm} - n + random()) / ${tasksPerAtm})
    end as at) r`,
]

/**
 * The newest heartbeat is of now again, however long ago the others were filled: who is heard of no more has no other
 * badge.
 */
const FRESHEN = ['incident', 'devices'].flatMap((schema) => [
  `update ${schema}.atm set last_heartbeat_at = last_heartbeat_at + (select now() - max(last_heartbeat_at)
    from ${schema}.atm)`,
  `vacuum (analyze) ${schema}.atm`,
])

/**
 * Fills an empty, migrated database with what operators look at. Nothing else may run on it. `url` logs in as the
 * superuser.
 */
export const fillOperations = async (
  url: string,
  shape: OperationsShape,
  print: (line: string) => void,
): Promise<void> => {
  const startedAt = performance.now()
  const { atms, incidentsPerAtm } = shape
  const announce = (what: string) =>
    print(`  ${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)
  const kept = await countKept(url, shape)
  if (kept === atms * incidentsPerAtm) {
    await runAll(url, [FRESHEN])
    return announce('they are there already')
  }
  await runAll(url, [[TRUNCATE_INCIDENT, ...fillAtms(shape)]])
  announce('ATMs')
  await runAll(url, [fillIncidents(shape), [FILL_CASSETTES]])
  announce(`${countText(atms * incidentsPerAtm)} incidents, cassettes`)
  await runAll(url, [fillEvents(shape), [...fillReadings(shape.past), ...fillTasks(shape.past)]])
  announce(`events of the last ${shape.daysWithEvents} days, readings, changes of state, tasks`)
  await runAll(url, [
    fillAvailability(shape.past.availabilityDays),
    [FILL_EMPTY_AT, ...FILL_TARGETS, ...FILL_INCIDENT_DAYS, ...fillAudit(shape.past)],
  ])
  announce('availability, cash, targets, audit')
  await runAll(url, [[TRUNCATE_JOURNAL, ...fillJournals(shape)]])
  announce('journals')
  // As autovacuum would have left the tables of a fleet that has run for long.
  await runAll(url, [['vacuum (analyze)', ...FRESHEN]])
  announce('vacuum and statistics')
}

/** The incidents that were filled; those that a platform has opened since have higher numbers. */
const countKept = (url: string, { atms, incidentsPerAtm }: OperationsShape): Promise<number> =>
  withClient(url, FILLING, async (client) => {
    const last = incidentsPerAtm * atms
    const { rows } = await client.query<{ n: string }>('select count(*) as n from incident.incident where id <= $1', [
      last,
    ])
    return Number(rows[0]?.n)
  })

/** What a caller may ask for by its number. */
export type Sample = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly incidentId: number
  /** Incidents that are not resolved, 500 at most. */
  readonly openIds: readonly number[]
}

/** ATMs at random of these institutions, of all where none is named, each with an incident of the last days. */
export const sampleOperations = (
  url: string,
  institutions: readonly string[],
  { daysWithEvents }: OperationsShape,
): Promise<Sample[]> =>
  withClient(url, FILLING, async (client) => {
    const { rows } = await client.query<Record<'atmId' | 'agentAtmId' | 'incidentId', string>>(
      `select atm_id as "atmId", agent_atm_id as "agentAtmId", id as "incidentId" from incident.incident
      where opened_at >= now() - $1 * interval '1 day' and ($2 = '{}' or institution_key = any ($2::text[]))
      order by random() limit 500`,
      [daysWithEvents - 1, institutions],
    )
    const open = await client.query<{ id: string }>(
      // What is done to a mass outage is done to its parts: thousands, where the platform found the silent ATMs.
      `select id from incident.incident where status in ('OPEN', 'ACKNOWLEDGED') and kind <> 'MASS_OUTAGE'
        and ($1 = '{}' or institution_key = any ($1::text[])) order by id desc limit 500`,
      [institutions],
    )
    const openIds = open.rows.map(({ id }) => Number(id))
    return rows.map(({ agentAtmId, ...row }) => ({
      agentAtmId,
      openIds,
      atmId: Number(row.atmId),
      incidentId: Number(row.incidentId),
    }))
  })
