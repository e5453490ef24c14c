import type { Evidence } from './evidence.ts'

/** Rows of a statement, read past row-level security. */
export type ReadRows = (statement: string) => Promise<readonly Record<string, unknown>[]>

/** A statement whose rows are violations; each has the column `what`. */
export type Check = { readonly name: string; readonly statement: (evidence: Evidence) => string }

/** How many violations of a check are named. */
const NAMED = 5

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const listed = (texts: Iterable<string>): string => `array[${[...texts].map(quoted).join()}]::text[]`
const own = ({ institutionKey }: Evidence): string => `institution_key = ${quoted(institutionKey)}`

/** What was acknowledged and is not stored, and what is stored and was not attempted. */
const subsets = (
  name: string,
  attemptsOf: (evidence: Evidence) => Evidence['events'],
  stored: (evidence: Evidence) => string,
): readonly Check[] => [
  {
    name: `${name}: acknowledged ⊆ stored`,
    statement: (evidence) =>
      `select a as what from unnest(${listed(attemptsOf(evidence).acknowledged)}) a except ${stored(evidence)}`,
  },
  {
    name: `${name}: stored ⊆ attempted`,
    statement: (evidence) =>
      `${stored(evidence)} except select a from unnest(${listed(attemptsOf(evidence).attempted)}) a`,
  },
]

const EVENTS: readonly Check[] = [
  ...subsets(
    'events',
    ({ events }) => events,
    (evidence) => `select event_id::text as what from incident.event where ${own(evidence)}`,
  ),
  {
    name: 'events: each once',
    statement: (evidence) =>
      `select event_id::text as what from incident.event where ${own(evidence)} group by event_id having count(*) > 1`,
  },
  {
    name: 'events: each has the key that finds it again',
    statement: (evidence) => `select e.event_id::text as what from incident.event e
      left join incident.event_key k on k.atm_id = e.atm_id and k.event_id = e.event_id and k.stored_id = e.id
      where e.${own(evidence)} group by e.event_id having count(k.stored_id) <> 1`,
  },
  {
    name: 'events: counted once by hour',
    statement: (evidence) => `select counted || ' counted, ' || stored || ' stored' as what from
      (select coalesce(sum(n), 0) as counted from incident.event_count, unnest(counts) n where ${own(evidence)}) c,
      (select count(*) as stored from incident.event where ${own(evidence)}) s where counted <> stored`,
  },
  {
    name: 'events: counted once by ATM',
    statement: (evidence) => `select agent_atm_id as what from incident.event e
      where ${own(evidence)} group by atm_id, agent_atm_id
      having count(*) <> (select sum(total) from incident.atm_activity a where a.atm_id = e.atm_id)`,
  },
]

const INCIDENTS: readonly Check[] = [
  {
    name: 'incidents: each event belongs to one that there is',
    statement: (evidence) => `select e.event_id::text as what from incident.event e
      left join incident.incident i on i.id = e.incident_id and i.atm_id = e.atm_id
      where e.${own(evidence)} and e.incident_id is not null and i.id is null`,
  },
  {
    name: 'incidents: a fault of the card reader or dispenser has one',
    statement: (evidence) => `select e.event_id::text as what from incident.event e
      join incident.event_type t on t.id = e.type_id
      where e.${own(evidence)} and t.event_type in ('CARD_READER_FAIL', 'DISPENSER_JAM') and e.incident_id is null`,
  },
  {
    name: 'incidents: occurrences are their events',
    statement: (evidence) => `select i.id::text || ' ' || i.kind as what from incident.incident i
      left join incident.event e on e.incident_id = i.id and e.atm_id = i.atm_id
      where i.${own(evidence)} and i.kind in ('CARD_READER', 'DISPENSER')
      group by i.id, i.kind, i.occurrence_count having count(e.id) <> i.occurrence_count`,
  },
  {
    name: 'incidents: analytics knows each in its newest version',
    statement: (evidence) => `select coalesce(i.id, a.incident_id)::text as what
      from (select * from incident.incident where ${own(evidence)}) i
      full join (select * from analytics.incident where ${own(evidence)}) a on a.incident_id = i.id
      where (i.version, i.status <> 'RESOLVED', true, i.status = 'RESOLVED')
        is distinct from (a.version, a.is_open, a.created_on is not null, a.resolved_on is not null)`,
  },
  ...subsets(
    'incidents that were acknowledged',
    ({ incidents }) => incidents,
    (evidence) => `select incident_id::text as what from incident.incident_entry
      where ${own(evidence)} and kind = 'ACKNOWLEDGED' and user_id is not null`,
  ),
  {
    name: 'incidents: acknowledged once',
    statement: (evidence) => `select incident_id::text as what from incident.incident_entry
      where ${own(evidence)} and kind = 'ACKNOWLEDGED' group by incident_id having count(*) > 1`,
  },
]

const JOURNALS: readonly Check[] = [
  ...subsets(
    'journal files',
    ({ files }) => files,
    (evidence) => `select agent_atm_id || ' ' || journal_date as what from journal.journal_file where ${own(evidence)}`,
  ),
  {
    name: 'journal files: one counts for a day',
    statement: (evidence) => `select agent_atm_id || ' ' || journal_date as what from journal.journal_file
      where ${own(evidence)} and superseded_by is null and status in ('PARSED', 'PARTIAL')
      group by agent_atm_id, journal_date having count(*) > 1`,
  },
  {
    name: 'transactions: as many as their file says',
    statement: (evidence) => `select f.agent_atm_id || ' ' || f.journal_date as what from journal.journal_file f
      left join journal.transaction_all t on t.file_id = f.id
      where f.${own(evidence)} and f.superseded_by is null and f.status in ('PARSED', 'PARTIAL')
      group by f.id having count(t.file_id) <> f.transactions`,
  },
  {
    name: 'transactions: counted once by day',
    statement: (evidence) => `select coalesce(c.day, s.day)::text as what from
      (select day, sum(transactions) as n from journal.day_change where ${own(evidence)} group by day) c
      full join (select journal_date as day, sum(transactions) as n from journal.journal_file
        where ${own(evidence)} and superseded_by is null and status in ('PARSED', 'PARTIAL') group by journal_date) s
      on s.day = c.day where coalesce(c.n, 0) <> coalesce(s.n, 0)`,
  },
  {
    name: 'gaps: open where there is no journal only',
    statement: (evidence) => `select g.agent_atm_id || ' ' || g.gap_date as what from journal.gap g
      where g.${own(evidence)} and (g.status <> 'CLOSED') = exists (select from journal.journal_file f
        where f.atm_id = g.atm_id and f.journal_date = g.gap_date and f.superseded_by is null
          and f.status in ('PARSED', 'PARTIAL'))`,
  },
]

const SNAPSHOTS: readonly Check[] = [
  {
    name: 'snapshots: incidents of a day are counted once',
    statement: (evidence) => `select coalesce(c.day, i.day)::text as what from
      (select * from analytics.day_counter where ${own(evidence)}) c
      full join (
        select day, sum(created) as created, sum(resolved) as resolved from (
          select (opened_at at time zone 'UTC')::date as day, 1 as created, 0 as resolved
            from incident.incident where ${own(evidence)}
          union all select (resolved_at at time zone 'UTC')::date, 0, 1
            from incident.incident where ${own(evidence)} and status = 'RESOLVED') both_ends group by day) i
      on i.day = c.day
      where (coalesce(c.incidents_created, 0), coalesce(c.incidents_resolved, 0))
        is distinct from (coalesce(i.created, 0)::int, coalesce(i.resolved, 0)::int)`,
  },
  {
    name: 'snapshots: files and transactions of a day are counted once',
    statement: (evidence) => `select coalesce(c.day, f.day)::text as what from
      (select * from analytics.day_counter where ${own(evidence)}) c
      full join (select journal_date as day, count(*) as files, sum(transactions) as transactions,
          sum(successful) as successful from journal.journal_file
        where ${own(evidence)} and superseded_by is null and status in ('PARSED', 'PARTIAL') group by journal_date) f
      on f.day = c.day
      where (coalesce(c.files_parsed, 0), coalesce(c.transactions, 0), coalesce(c.successful, 0))
        is distinct from (coalesce(f.files, 0)::int, coalesce(f.transactions, 0)::bigint,
          coalesce(f.successful, 0)::bigint)`,
  },
]

const TASKS: readonly Check[] = [
  {
    name: 'tasks: acknowledged ⊆ stored',
    statement: (evidence) =>
      `select a as what from unnest(${listed(evidence.taskIds)}) a except select id::text from fleet.task`,
  },
  {
    name: 'tasks: one for each key, and no more than were attempted',
    statement: (evidence) => `select t.id::text as what from fleet.task t
      left join fleet.task_key k on k.task_id = t.id where t.${own(evidence)} group by t.id having count(k.hash) <> 1
      union all select 'tasks: ' || count(*) from fleet.task where ${own(evidence)}
      having count(*) > ${evidence.tasks.attempted.size}`,
  },
  {
    name: 'tasks: handed out once, and none that there is not',
    statement: (evidence) => {
      const twice = [...evidence.deliveries].filter(([, times]) => times > 1).map(([id]) => id)
      return `select a as what from unnest(${listed(twice)}) a union all
        select a from (select a from unnest(${listed(evidence.deliveries.keys())}) a
          except select id::text from fleet.task where ${own(evidence)}) unknown`
    },
  },
  {
    name: 'tasks: what their agent reported is their status',
    statement: (evidence) => {
      const ended = [...evidence.reports].filter(([, status]) => status === 'SUCCEEDED').map(([id]) => id)
      return `select a as what from unnest(${listed(ended)}) a except
        select id::text from fleet.task where ${own(evidence)} and status = 'SUCCEEDED'`
    },
  },
  {
    name: 'tasks: each change of status once',
    statement: (evidence) => `select t.id::text as what from fleet.task t, jsonb_array_elements(t.history) h
      where t.${own(evidence)} group by t.id having count(*) <> count(distinct h ->> 'to')`,
  },
  {
    name: 'tasks: counted once',
    statement: () => `select coalesce(c.status, s.status) as what from
      (select status, sum(tasks) as n from fleet.task_total group by status) c
      full join (select status, count(*) as n from fleet.task group by status) s on s.status = c.status
      where coalesce(c.n, 0) <> coalesce(s.n, 0)`,
  },
  ...subsets(
    'vendors',
    ({ vendors }) => vendors,
    (evidence) =>
      `select name as what from claims.vendor where name like ${quoted(`${evidence.institutionKey} vendor %`)}`,
  ),
]

const WEBHOOKS: readonly Check[] = [
  {
    name: 'webhooks: every opened and resolved incident has a delivery',
    statement: (evidence) => `select m.message_id::text as what from analytics.inbox m
      join incident.webhook w on w.institution_key = m.institution_key and m.kind = any (w.events)
        and m.data ->> 'kind' = any (w.kinds)
      where m.${own(evidence)} and m.occurred_at > w.created_at
        and not exists (select from incident.webhook_delivery d
          where d.webhook_id = w.id and d.incident_id = (m.data ->> 'incidentId')::bigint
            and (d.message_id = m.message_id or m.kind = 'INCIDENT_CREATED' and d.event = 'INCIDENT_RESOLVED'))`,
  },
  {
    name: 'webhooks: what was delivered was received',
    statement: (evidence) => `select message_id::text as what from incident.webhook_delivery
      where ${own(evidence)} and status = 'DELIVERED' except select a from unnest(${listed(evidence.webhooks)}) a`,
  },
  {
    name: 'webhooks: what was received is a delivery',
    statement: (evidence) => `select a as what from unnest(${listed(evidence.webhooks)}) a
      except select message_id::text from incident.webhook_delivery where ${own(evidence)}`,
  },
]

const AUDIT: readonly Check[] = [
  {
    name: 'audit: each task is recorded once',
    statement: (evidence) => `select t.id::text as what from fleet.task t
      left join incident.audit_entry a on a.subject_id = t.id::text and a.action = 'createTask'
      where t.${own(evidence)} group by t.id having count(a.id) <> 1`,
  },
  {
    name: 'audit: each vendor is recorded once',
    statement: (evidence) => `select v.name as what from claims.vendor v
      left join incident.audit_entry a on a.subject_id = v.uuid::text and a.action = 'createVendor'
      where v.name like ${quoted(`${evidence.institutionKey} vendor %`)}
      group by v.uuid, v.name having count(a.id) <> 1`,
  },
  {
    name: 'audit: each acknowledgement is recorded once',
    statement: (evidence) => `select e.incident_id::text as what from incident.incident_entry e
      left join incident.audit_entry a on a.subject_id = e.incident_id::text and a.action = 'acknowledgeIncident'
      where e.${own(evidence)} and e.kind = 'ACKNOWLEDGED' group by e.id, e.incident_id having count(a.id) <> 1`,
  },
  {
    name: 'audit: a chain has no hole',
    statement: (evidence) => `select chain || ' ' || seq as what from (
        select chain, seq, previous_hash, lag(hash) over w as before, lag(seq) over w as place
        from incident.audit_entry where chain = ${quoted(evidence.institutionKey)} window w as (order by seq)) c
      where seq <> coalesce(place, 0) + 1 or previous_hash is distinct from before`,
  },
]

const LATE: readonly Check[] = [
  {
    name: 'snapshots: the newest of a day shows its counters',
    statement: (evidence) => `select c.day::text as what from analytics.day_counter c
      left join lateral (select * from analytics.snapshot s
        where s.institution_key = c.institution_key and s.day = c.day order by taken_at desc, id desc limit 1) s on true
      where c.${own(evidence)}
        and (c.files_parsed, c.transactions, c.incidents_created, c.incidents_resolved) is distinct from
          (s.files_parsed, s.transactions, s.incidents_created, s.incidents_resolved)`,
  },
  {
    name: 'mirror: service states are those of the incident service',
    statement: (evidence) => `select i.agent_atm_id as what from incident.atm i
      left join devices.atm d on d.atm_id = i.id
      where i.${own(evidence)} and i.service_state is distinct from d.service_state`,
  },
]

/** What must hold when all queues are empty. */
export const CHECKS: readonly Check[] = [
  ...[...EVENTS, ...INCIDENTS, ...JOURNALS, ...SNAPSHOTS],
  ...[...TASKS, ...WEBHOOKS, ...AUDIT],
]

/**
 * What must hold besides when the jobs that heal mirrors have run, and every snapshot is taken: an institution has one
 * in ten seconds.
 */
export const HEALED_CHECKS: readonly Check[] = [...CHECKS, ...LATE]

/** What is still under way; an empty list when the platform has come to rest. `dead` dead letters are expected. */
export const listWaiting = async (read: ReadRows, dead: number): Promise<readonly string[]> => {
  const outboxes = await read(
    `select table_schema as service from information_schema.tables where table_name = 'outbox' order by 1`,
  )
  const deadLetters = await read(
    `select table_schema as service from information_schema.tables where table_name = 'dead_letter' order by 1`,
  )
  const counts = [
    ...outboxes.map(({ service }) => [`outbox of ${service}`, `${service}.outbox`] as const),
    ['journal files to be parsed', `journal.journal_file where status = 'RECEIVED'`],
    ['webhooks to be sent', `incident.webhook_delivery where status = 'PENDING'`],
  ] as const
  const letters = deadLetters.map(({ service }) => `select message_id from ${service}.dead_letter`).join(' union all ')
  const [row] = await read(
    `select ${counts
      .map(([, from], n) => `(select count(*)::int from ${from}) as c${n}`)
      .join()}, (select count(*)::int from (${letters}) letters) as letters`,
  )
  const waiting = counts.flatMap(([name], n) => (Number(row?.[`c${n}`]) === 0 ? [] : [`${name}: ${row?.[`c${n}`]}`]))
  return Number(row?.letters) === dead ? waiting : [...waiting, `dead letters: ${row?.letters} instead of ${dead}`]
}

/** How many days have counters without a snapshot, of an institution or of the fleet. */
export const countUntaken = async (read: ReadRows): Promise<number> =>
  Number(
    (
      await read(`select count(*)::int as n from analytics.day_counter
        where coalesce(due_since, fleet_due_since) is not null`)
    )[0]?.n,
  )

/**
 * Judges what became of the traffic of an institution: acknowledged ⊆ stored ⊆ attempted, and each effect exactly
 * once. Returns the violations.
 */
export const judge = async (
  read: ReadRows,
  evidence: Evidence,
  checks: readonly Check[] = CHECKS,
): Promise<readonly string[]> => {
  const found = evidence.wrong.map((answer) => `answers: ${answer}`)
  for (const { name, statement } of checks) {
    const rows = await read(statement(evidence))
    if (rows.length === 0) continue
    const named = rows.slice(0, NAMED).map(({ what }) => String(what))
    found.push(`${name}: ${rows.length}, such as ${named.join(', ')}`)
  }
  return found
}
