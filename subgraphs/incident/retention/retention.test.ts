import { describe, expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { RETENTION, type Retention } from '../../kit/config/retention.ts'
import { makePartitions } from '../ingest/partitions.job.ts'
import { retentionJob } from './retention.job.ts'

const NOW = new Date('2031-06-10T12:00:00Z')
const { run, lines, stores } = createStoreTest()
/** Gives up after two attempts, without waiting. */
const HASTE = { wait: async () => {}, random: () => 0, patienceMs: 1_000 }

const runJob = (limits: Partial<Retention>, lastDoneAt: Date | null = null) =>
  retentionJob(stores(), { ...RETENTION, ...limits }, HASTE).run({
    ...{ now: NOW, lastDoneAt, log: recordingLog().log, progress: () => {} },
  })

const events = () => lines(`select id from incident.event order by id`)
/** Makes the partition of a day and puts an event into it. */
const insertEvent = async (id: number, day: string) => {
  await stores().asPlatform((tx) => makePartitions(tx, new Date(`${day}T12:00:00Z`)))
  const at = `'${day}T23:59:59Z'`
  await run(`insert into incident.event (id, received_at, occurred_at, atm_id, event_time, type_id,
    event_time_defaulted, agent_atm_id) values (${id}, ${at}, ${at}, 1, '${day}', 1, false, 'A')`)
}

const insertIncident = (id: number, openedAt: string, resolvedAt: string | null, parentId: number | null = null) =>
  run(`insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, component, severity, status,
      title, opened_at, first_event_at, last_event_at, resolved_at, parent_id)
    values (${id}, 1, 'A', 'ACME', 'K${id}', '', 'LOW', '${resolvedAt === null ? 'OPEN' : 'RESOLVED'}', 't',
      '${openedAt}', '${openedAt}', '${openedAt}', ${resolvedAt === null ? 'null' : `'${resolvedAt}'`}, ${parentId})`)

describe('the retention of incidents', () => {
  it('deletes nothing without limits', async () => {
    await insertEvent(1, '2029-01-01')
    await insertIncident(1, '2029-01-01', '2029-01-02')
    expect(await runJob({})).toBe('0 days of events dropped, 0 incidents, 0 maintenance windows, 0 people deleted')
    expect(await events()).toContain('1')
    await run('delete from incident.incident')
  })

  it('drops the days of events that lie wholly before the limit, and repeats without effect', async () => {
    await insertEvent(10, '2031-03-01')
    await insertEvent(11, '2031-04-01')
    await insertEvent(12, '2031-04-02')
    // 70 days before the run is 1 April.
    expect(await runJob({ eventDays: 70 })).toMatch(/^\d+ days of events dropped, 0 incidents/)
    expect(await events()).toEqual(['11', '12'])
    expect(await runJob({ eventDays: 70 })).toMatch(/^0 days of events dropped/)
  })

  it('leaves a day that is read for long to the next run, without holding up others', async () => {
    await insertEvent(20, '2031-02-01')
    await run(`select 1`)
    const reading = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const reader = stores().asPlatform(async (tx) => {
      await tx.execute('select 1 from incident.event')
      begun.resolve()
      await reading.promise
    })
    await begun.promise
    expect(await runJob({ eventDays: 70 })).toMatch(/^0 days of events dropped.*; the rest is left to the next run$/)
    reading.resolve()
    await reader
    expect(await events()).toContain('20')
    await runJob({ eventDays: 70 })
    expect(await events()).not.toContain('20')
  })

  it('leaves it to the next run when the clock is far ahead of the last one', async () => {
    await insertEvent(30, '2031-03-02')
    expect(await runJob({ eventDays: 70 }, new Date('2031-05-01T00:00:00Z'))).toMatch(/^\d+ days/)
    expect(await events()).toContain('30')
    await runJob({ eventDays: 70 })
    expect(await events()).not.toContain('30')
  })

  it('deletes incidents by their end, with their entries, and keeps open ones and parts of others', async () => {
    await insertIncident(40, '2031-01-01', '2031-01-05')
    await insertIncident(41, '2031-01-01', '2031-06-01', 40)
    await insertIncident(42, '2031-01-01', null)
    for (const id of [40, 41])
      await run(
        `insert into incident.incident_entry (incident_id, at, kind, user_id) values (${id}, now(), 'NOTE', 'u')`,
      )
    expect(await runJob({ incidentDays: 90 })).toContain(' 1 incidents, ')
    expect(await lines('select id, parent_id from incident.incident order by id')).toEqual(['41 -', '42 -'])
    expect(await lines('select incident_id from incident.incident_entry')).toEqual(['41'])
  })

  it('deletes maintenance windows that are over, once their ATMs are, and people who were not seen', async () => {
    await run(
      `insert into incident.maintenance_window (institution_key, starts_at, ends_at, weekdays, until, time_zone,
         reason, created_by, created_at, next_at)
       values ('ACME', '2030-01-01', '2030-01-02', null, null, 'UTC', 'over', 'u', '2030-01-01', null),
         ('ACME', '2030-01-03', '2030-01-04', null, null, 'UTC', 'has ATMs', 'u', '2030-01-01', null),
         ('ACME', '2030-01-01', '2030-01-02', '{1}', '2031-05-01', 'UTC', 'recurs', 'u', '2030-01-01', null),
         ('ACME', '2030-01-01', '2030-01-02', '{1}', '2032-05-01', 'UTC', 'goes on', 'u', '2030-01-01', '2031-07-01')`,
      `insert into incident.atm_maintenance (atm_id, starts_at, window_id, ends_at)
       select 1, starts_at, id, ends_at from incident.maintenance_window where reason = 'has ATMs'`,
      `insert into incident.app_user (user_id, institutions, unrestricted, last_seen_at)
       values ('old', '{ACME}', false, '2030-01-01'), ('new', '{ACME}', false, '2031-06-01')`,
    )
    expect(await runJob({ userDays: 365 })).toContain(' 1 maintenance windows, 1 people deleted')
    expect(await lines('select reason from incident.maintenance_window order by 1')).toEqual([
      'goes on',
      'has ATMs',
      'recurs',
    ])
    expect(await lines('select user_id from incident.app_user')).toEqual(['new'])
  })
})
