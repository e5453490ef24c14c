import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openConnection } from '../../db/client.ts'
import type { Cluster } from './cluster.ts'
import type { Evidence } from './evidence.ts'
import { runJobs } from './jobs.ts'
import { countUntaken, HEALED_CHECKS, judge, listWaiting, type ReadRows } from './oracle.ts'
import { startTraffic } from './traffic.ts'

const INSTITUTION = 'ORACLE'
const WAIT = { timeout: 60_000, interval: 500 }
const FLOW_MS = 5_000

/** A violation: a change of the database in one statement, or of what the clients know. */
type Plant = string | ((evidence: Evidence) => Partial<Evidence>)

const OWN = `institution_key = '${INSTITUTION}'`
const one = (table: string, where: string) => `ctid = (select ctid from ${table} where ${OWN} and ${where} limit 1)`
const oneEvent = (where = 'true') => `(event_id, received_at) = (select event_id, received_at from incident.event
  where ${OWN} and ${where} order by id limit 1)`
const aVendor = `name = '${INSTITUTION} vendor 0'`
const aTask = `id = (select id from fleet.task where ${OWN} order by id limit 1)`
const acknowledged = one('incident.incident_entry', `kind = 'ACKNOWLEDGED'`)
const audited = (action: string) => `delete from incident.audit_entry where ${OWN} and action = '${action}'`

/** At least one violation of every check, by the name of the check. */
const PLANTS: Readonly<Record<string, Plant>> = {
  'events: acknowledged ⊆ stored': `delete from incident.event where ${oneEvent()}`,
  'events: stored ⊆ attempted': `update incident.event set event_id = gen_random_uuid() where ${oneEvent()}`,
  'events: each once': `update incident.event set event_id =
    (select event_id from incident.event where ${OWN} order by id desc limit 1) where ${oneEvent()}`,
  'events: each has the key that finds it again': `delete from incident.event_key where event_id =
    (select event_id from incident.event where ${OWN} limit 1)`,
  'events: counted once by hour': `update incident.event_count set counts[1] = coalesce(counts[1], 0) + 1 where ${OWN}`,
  'events: counted once by ATM': `update incident.atm_activity set total = total + 1 where ${OWN}`,
  'incidents: each event belongs to one that there is': `update incident.event set incident_id = -1
    where ${oneEvent('incident_id is not null')}`,
  'incidents: a fault of the card reader or dispenser has one': `update incident.event set incident_id = null
    where ${OWN} and incident_id is not null`,
  'incidents: occurrences are their events': `update incident.incident set occurrence_count = occurrence_count + 1
    where ${OWN}`,
  'incidents: analytics knows each in its newest version': `update analytics.incident set version = version - 1
    where ${OWN}`,
  'incidents that were acknowledged: acknowledged ⊆ stored': `delete from incident.incident_entry
    where ${acknowledged}`,
  'incidents that were acknowledged: stored ⊆ attempted': `update incident.incident_entry set incident_id = -1
    where ${acknowledged}`,
  'incidents: acknowledged once': `insert into incident.incident_entry (incident_id, at, kind, user_id, institution_key)
    select incident_id, at, kind, user_id, institution_key from incident.incident_entry where ${acknowledged}`,
  'journal files: acknowledged ⊆ stored': `delete from journal.journal_file
    where ${one('journal.journal_file', 'true')}`,
  'journal files: stored ⊆ attempted': `update journal.journal_file set journal_date = '2001-01-01'
    where ${one('journal.journal_file', 'true')}`,
  'journal files: one counts for a day': `insert into journal.journal_file (institution_key, atm_id, agent_atm_id,
      journal_date, sha256, size_bytes, status, received_at)
    select institution_key, atm_id, agent_atm_id, journal_date, 'planted', size_bytes, status, received_at
    from journal.journal_file where ${one('journal.journal_file', 'true')}`,
  'transactions: as many as their file says': `update journal.journal_file set transactions = transactions + 1
    where ${OWN}`,
  'transactions: counted once by day': `update journal.day_change set transactions = transactions + 1 where ${OWN}`,
  'gaps: open where there is no journal only': `insert into journal.gap (institution_key, atm_id, agent_atm_id,
      gap_date, detected_at)
    select institution_key, atm_id, agent_atm_id, journal_date, received_at
    from journal.journal_file where ${one('journal.journal_file', 'true')}`,
  'snapshots: incidents of a day are counted once': `update analytics.day_counter
    set incidents_created = incidents_created + 1 where ${OWN}`,
  'snapshots: files and transactions of a day are counted once': `update analytics.day_counter
    set files_parsed = files_parsed + 1 where ${OWN}`,
  'snapshots: the newest of a day shows its counters': `update analytics.snapshot set files_parsed = files_parsed + 1
    where ${OWN}`,
  'tasks: acknowledged ⊆ stored': `delete from fleet.task where ${aTask}`,
  'tasks: one for each key, and no more than were attempted': `delete from fleet.task_key
    where task_id = (select id from fleet.task where ${aTask})`,
  'tasks: handed out once, and none that there is not': ({ taskIds }) => ({
    deliveries: new Map([...taskIds].map((id) => [id, 2])),
  }),
  'tasks: what their agent reported is their status': `update fleet.task set status = 'SENT' where ${OWN}`,
  'tasks: each change of status once': `update fleet.task set history = history || history where ${OWN}`,
  'tasks: counted once': 'update fleet.task_total set tasks = tasks + 1',
  'vendors: acknowledged ⊆ stored': `delete from claims.vendor where ${aVendor}`,
  'vendors: stored ⊆ attempted': `update claims.vendor set name = '${INSTITUTION} vendor x' where ${aVendor}`,
  'webhooks: every opened and resolved incident has a delivery': `delete from incident.webhook_delivery where ${OWN}`,
  'webhooks: what was delivered was received': () => ({ webhooks: new Set<string>() }),
  'webhooks: what was received is a delivery': ({ webhooks }) => ({ webhooks: new Set([...webhooks, randomUUID()]) }),
  'audit: each task is recorded once': audited('createTask'),
  'audit: each vendor is recorded once': audited('createVendor'),
  'audit: each acknowledgement is recorded once': audited('acknowledgeIncident'),
  'audit: a chain has no hole': `delete from incident.audit_entry where chain = '${INSTITUTION}' and seq = 1`,
  'mirror: service states are those of the incident service': `update devices.atm set service_state =
    case service_state when 'IN_SERVICE' then 'OUT_OF_SERVICE' else 'IN_SERVICE' end where ${OWN}`,
}

/** What is under way, by a change of the database. */
const UNDER_WAY: Readonly<Record<string, string>> = {
  'journal files to be parsed': `update journal.journal_file set status = 'RECEIVED' where ${OWN}`,
  'webhooks to be sent': `update incident.webhook_delivery set status = 'PENDING' where ${OWN}`,
  'outbox of incident': `insert into incident.outbox (message_id, topic, key, occurred_at, data)
    values (gen_random_uuid(), 'planted', 'planted', now(), '{}')`,
}

/** Makes a change that nothing else sees, looks at it, and takes it back. No trigger mends it. */
const planted = async <Seen>(cluster: Cluster, change: string | null, look: (read: ReadRows) => Promise<Seen>) => {
  const connection = await openConnection({ url: cluster.database.urls.superuser, name: 'fault tests' })
  try {
    await connection.sql.unsafe('begin; set local session_replication_role = replica')
    if (change !== null) expect((await connection.sql.unsafe(change)).count, change).toBeGreaterThan(0)
    return await look((statement) => connection.sql.unsafe(statement))
  } finally {
    await connection.close()
  }
}

/** The oracle finds nothing where nothing was disturbed, and every violation that is planted. */
export const testOracle = (cluster: () => Cluster): void => {
  test('the oracle finds nothing in undisturbed traffic, and each violation that is planted', async () => {
    const traffic = await startTraffic(cluster(), INSTITUTION)
    await delay(FLOW_MS)
    const evidence = await traffic.stop()
    const read = cluster().rows
    await expect.poll(() => listWaiting(read, 0), WAIT).toEqual([])
    await runJobs(cluster(), ['devices.reconcile'])
    await expect.poll(() => countUntaken(read), WAIT).toBe(0)
    await expect.poll(() => judge(read, evidence, HEALED_CHECKS), WAIT).toEqual([])

    expect(Object.keys(PLANTS).toSorted()).toEqual(HEALED_CHECKS.map(({ name }) => name).toSorted())
    const unnoticed: string[] = []
    for (const [name, plant] of Object.entries(PLANTS)) {
      const known = typeof plant === 'string' ? evidence : { ...evidence, ...plant(evidence) }
      const checks = HEALED_CHECKS.filter((check) => check.name === name)
      const look = (rows: ReadRows) => judge(rows, known, checks)
      if ((await planted(cluster(), typeof plant === 'string' ? plant : null, look)).length === 0) unnoticed.push(name)
    }
    for (const [name, change] of Object.entries(UNDER_WAY)) {
      const waiting = await planted(cluster(), change, (rows) => listWaiting(rows, 0))
      if (!waiting.some((one) => one.startsWith(name))) unnoticed.push(name)
    }
    const due = `update analytics.day_counter set due_since = now() where ${OWN}`
    if ((await planted(cluster(), due, countUntaken)) === 0) unnoticed.push('snapshots that are due')
    if ((await listWaiting(read, 1)).length === 0) unnoticed.push('dead letters')
    expect(unnoticed).toEqual([])
    expect(await judge(read, { ...evidence, wrong: ['GET /: 404'] })).toEqual(['answers: GET /: 404'])
  }, 240_000)
}
