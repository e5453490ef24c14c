import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { journalOf } from '../support/journal-day.ts'
import type { Cluster, MemberName } from './cluster.ts'
import { dayAgo } from './flows.ts'

const WAIT = { timeout: 60_000, interval: 200 }
const INSTITUTION = 'FLIGHT'
const ATM = 'FLIGHT-1'
const KILLED: readonly MemberName[] = ['incident', 'journal', 'fleet', 'agent-proxy']
const JOB = 'journal.days'
const [PARSED_DAY, UNSENT_DAY] = [dayAgo(3), dayAgo(2)]

/** The relays of both services find their turn taken, as if another process were at it. */
const HOLD_RELAYS = `select pg_advisory_xact_lock(hashtext('outbox:incident')),
  pg_advisory_xact_lock(hashtext('outbox:journal'))`

/**
 * A writer of counts of days, such as a parse or the job, goes on when the gate is open. It does not wait for a
 * lock, as such a wait is given up after some seconds.
 */
const GATE = `
  create function public.wait_at_gate() returns trigger language plpgsql as $$
  begin
    while not pg_try_advisory_xact_lock_shared(hashtext('gate')) loop perform pg_sleep(0.05); end loop;
    return null;
  end $$;
  create trigger gate before insert or
    delete on journal.day_change for each statement execute function public.wait_at_gate()`
const CLOSE_GATE = `select pg_advisory_xact_lock(hashtext('gate'))`
const REMOVE_GATE = 'drop trigger gate on journal.day_change; drop function public.wait_at_gate()'

/** Holds what a statement locks until it is released. */
const hold = async (cluster: Cluster, statement: string) => {
  const connection = await openConnection({ url: cluster.database.urls.superuser, name: 'fault tests' })
  await connection.sql.unsafe(`begin; ${statement}`)
  return { release: () => connection.close() }
}

/** A statement of a service that has not ended; while the gate is closed, none that comes to it ends. */
const AT_WORK = `state = 'active' and application_name like 'fleetops-%'`

/** Everything of the institution that is under way, as the database shows it. */
const UNDER_WAY = `
  select (select count(*)::int from incident.outbox where institution_key = '${INSTITUTION}') as unsent_incidents,
    (select count(*)::int from journal.outbox where institution_key = '${INSTITUTION}') as unsent_journals,
    (select array_agg(status order by journal_date) from journal.journal_file
      where institution_key = '${INSTITUTION}') as files,
    (select array_agg(status) from fleet.task where institution_key = '${INSTITUTION}') as tasks,
    (select count(*)::int from pg_stat_activity where ${AT_WORK}
      and query ilike '%insert into journal.atm_day_total%') as parses,
    (select count(*)::int from pg_stat_activity where ${AT_WORK}
      and query ilike '%delete from journal.day_change%') as jobs,
    (select count(*)::int from jobs.run r join pgboss.job q on q.id = r.queue_id and q.state = 'active'
     where r.job = '${JOB}' and r.outcome = 'RUNNING') as runs`

/**
 * The queue looks for runs whose process is gone once a minute, and tries them again after half a minute: here both
 * are over. Another process may be looking at this moment, so it is harmless to do this again.
 */
const findLostRun = async ({ rows, database }: Cluster, queueId: string): Promise<void> => {
  const run = `id = '${queueId}' and name = '${JOB}'`
  await rows(`update pgboss.job set heartbeat_on = pgboss.job_now() - interval '5 minutes'
    where ${run} and state = 'active' and retry_count = 0`)
  await rows(`update pgboss.queue set monitor_on = null, monitor_claim_on = null where name = '${JOB}'`)
  const { platform } = database.urls
  const boss = new PgBoss({ connectionString: platform, migrate: false, createSchema: false, supervise: false })
  await boss.start()
  await boss.supervise(JOB)
  await boss.stop({ graceful: false })
  await rows(`update pgboss.job set start_after = pgboss.job_now() where ${run} and state = 'retry'`)
}

/** What is under way when processes die is completed once. */
export const testInFlight = (cluster: () => Cluster): void => {
  const rows = (statement: string) => cluster().rows(statement)

  test('messages, a task, a parse and a job whose processes are killed meanwhile are each completed once', async () => {
    const agent = await cluster().identity.token({
      role: 'AGENT',
      sub: ATM,
      institutionKey: INSTITUTION,
      agentAtmId: ATM,
    })
    const operator = await cluster().identity.token({ role: 'MSP_ADMIN', institutionKey: INSTITUTION })
    const report = (eventType: string) =>
      cluster().ask('POST', '/agent-proxy/api/journal-events', {
        as: agent,
        body: { agentAtmId: ATM, eventType, eventTime: '' },
      })
    const upload = (day: string) =>
      cluster().ask('POST', `/agent-proxy/api/journal-files?agentAtmId=${ATM}&journalDate=${day}`, {
        as: agent,
        bytes: journalOf(day),
      })
    const work = async () =>
      (await cluster().ask('GET', `/agent-proxy/api/agent/work?agentAtmId=${ATM}&waitSeconds=0`, { as: agent })).body

    // A task that was handed to its agent, of which nothing has been reported yet.
    expect((await report('ATM_OUT_OF_SERVICE')).status).toBe(201)
    const asked = { as: operator, body: { agentAtmId: ATM, kind: 'REBOOT', expiresInSeconds: 86_400 } }
    const task = Object((await cluster().ask('POST', '/fleet/api/fleet/tasks', asked)).body)
    expect(await work()).toMatchObject({ tasks: [{ id: task.id }] })

    // A job and a parse that stop at the gate, then messages that no relay comes to.
    await rows(GATE)
    const gate = await hold(cluster(), CLOSE_GATE)
    await rows(`update jobs.job set scheduled_to = scheduled_to - interval '1 hour' where name = '${JOB}'`)
    expect((await upload(PARSED_DAY)).status).toBe(201)
    const atTheGate = async () => (await rows(UNDER_WAY))[0]
    await expect
      .poll(atTheGate, WAIT)
      .toMatchObject({ parses: 1, jobs: 1, runs: 1, unsent_incidents: 0, unsent_journals: 0 })
    const relays = await hold(cluster(), HOLD_RELAYS)
    expect((await report('CARD_READER_FAIL')).status).toBe(201)
    expect((await upload(UNSENT_DAY)).status).toBe(201)

    const underWay = {
      unsent_incidents: 1,
      unsent_journals: 1,
      files: ['RECEIVED', 'RECEIVED'],
      tasks: ['SENT'],
      runs: 1,
    }
    expect(await atTheGate()).toEqual({ ...underWay, parses: 1, jobs: 1 })
    const [run] = await rows(`select queue_id::text as id from jobs.run where job = '${JOB}' and outcome = 'RUNNING'`)
    const queueId = String(run?.id)
    await Promise.all(KILLED.map((name) => cluster().member(name).kill()))
    expect(await atTheGate()).toMatchObject(underWay)
    await Promise.all([gate.release(), relays.release()])
    await rows(REMOVE_GATE)
    await Promise.all(KILLED.map((name) => cluster().member(name).start()))

    // The run that was lost is reported as such, and another one is done.
    const runs = async () => {
      const found = await rows(`select r.outcome, q.state from jobs.run r join pgboss.job q on q.id = r.queue_id
        where q.id = '${queueId}' order by r.id`)
      if (found.some(({ state }) => state !== 'completed')) await findLostRun(cluster(), queueId)
      return found
    }
    const [lost, again] = ['FAILED', 'DONE'].map((outcome) => ({ outcome, state: 'completed' }))
    await expect.poll(runs, { ...WAIT, interval: 1_000 }).toEqual([lost, again])

    // Both journals are read, and each counts once, here and in analytics; so do both incidents.
    const afterwards = async () =>
      (
        await rows(`select
            (select array_agg(status || ' ' || transactions order by journal_date) from journal.journal_file
              where institution_key = '${INSTITUTION}') as files,
            (select array_agg(n order by n) from (select count(*)::int as n from journal.transaction_all
              where institution_key = '${INSTITUTION}' group by file_id) f) as transactions,
            (select sum(atms)::int from journal.day_change where institution_key = '${INSTITUTION}') as days,
            (select count(*)::int from journal.outbox) + (select count(*)::int from incident.outbox) as unsent,
            (select array_agg(kind || ' ' || n order by kind) from (select kind, count(*) as n from analytics.inbox
              where institution_key = '${INSTITUTION}' group by kind) i) as reported,
            (select array_agg(files_parsed || ' ' || incidents_created order by day) from analytics.day_counter
              where institution_key = '${INSTITUTION}') as counted`)
      )[0]
    const files = ['PARSED 6', 'PARSED 6']
    await expect.poll(afterwards, WAIT).toEqual({
      files,
      transactions: [6, 6],
      days: 2,
      unsent: 0,
      reported: ['FILE_PARSED 2', 'INCIDENT_CREATED 2'],
      counted: ['1 0', '1 0', '0 2'],
    })

    // The task was handed out once: it is not given again, and what its agent reports is its end.
    expect(await work()).toMatchObject({ tasks: [] })
    const done = { as: agent, body: { status: 'SUCCEEDED' } }
    expect((await cluster().ask('PATCH', `/agent-proxy/api/agent/tasks/${task.id}`, done)).status).toBeLessThan(300)
    const { body } = await cluster().ask('GET', `/fleet/api/fleet/tasks/${task.id}`, { as: operator })
    expect(Array.from<unknown>(Object(body).history).map((entry) => Object(entry).to)).toEqual([
      'QUEUED',
      'SENT',
      'SUCCEEDED',
    ])
  }, 180_000)
}
