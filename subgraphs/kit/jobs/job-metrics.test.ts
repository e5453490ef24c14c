import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { watchJobs } from './job-metrics.ts'
import type { JobDefinition } from './jobs.ts'
import { registerJobs } from './register-jobs.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const QUEUE = '00000000-0000-4000-8000-000000000001'

let database: TestDatabase
let stores: Stores
beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 1 })
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

const jobOf = (name: string): JobDefinition => ({ name, cron: null, timeZone: 'UTC', run: async () => 'done' })

const hourly = (name: string): JobDefinition => ({ ...jobOf(name), cron: '0 * * * *' })
/** How long each stored job of these services is overdue at 14:30, in s, as a process shows it that has some. */
const createShown = (own: readonly JobDefinition[], now = () => new Date('2026-11-20T14:30:00Z')) => {
  const metrics = new Registry()
  watchJobs({ metrics, log: recordingLog().log, now }, stores, own)
  return async (service: string) => {
    const line = new RegExp(`^fleetops_job_overdue_seconds\\{job_name="${service}\\.(.*)"\\} (\\d+)`, 'gm')
    return Object.fromEntries([...(await metrics.metrics()).matchAll(line)].map(([, name, s]) => [name, Number(s)]))
  }
}
const store = (jobs: readonly JobDefinition[]) =>
  registerJobs({ stores, platformTimeZone: 'Europe/Berlin', now: () => NOW }, jobs)
const query = (...statements: readonly string[]) => runAs(database.urls.superuser, statements)
const seenTo = (name: string, at: string) =>
  query(`update jobs.job set scheduled_to = '2026-11-20T${at}Z' where name = '${name}'`)

test('a job is overdue while a run that was due has not begun, queued or not', async () => {
  const jobs = [...['begun', 'waits', 'queued', 'changed'].map((name) => hourly(`due.${name}`)), jobOf('due.by-hand')]
  await store(jobs)
  // Its schedule was changed at 14:10, long after its last run.
  await seenTo('due.changed', '14:10:00')
  await seenTo('due.queued', '14:00:01')
  await query(
    `insert into jobs.run (job, queue_id, started_at, ended_at, outcome) values
      ('due.begun', '${QUEUE}', '2026-11-20T14:00:05Z', '2026-11-20T14:00:06Z', 'FAILED'),
      ('due.waits', '${QUEUE}', '2026-11-20T12:00:05Z', '2026-11-20T12:00:06Z', 'DONE'),
      ('due.changed', '${QUEUE}', '2026-11-18T12:00:05Z', '2026-11-18T12:00:06Z', 'DONE')`,
    `select pgboss.create_queue('due.queued', '{"policy": "stately"}'::jsonb)`,
    `insert into pgboss.job (id, name, policy, state, start_after)
      values ('${QUEUE}', 'due.queued', 'stately', 'created', pgboss.job_now() - interval '600 seconds')`,
  )
  const { queued, ...others } = await createShown(jobs)('due')
  expect(others).toEqual({ begun: 0, 'by-hand': 0, changed: 0, waits: 5_400 })
  expect(queued).toBeGreaterThanOrEqual(600)
  expect(queued).toBeLessThan(900)
})

test('a service of which no process runs has overdue jobs, and one that runs none that a release removed', async () => {
  await store(['down.one', 'down.two', 'up.removed', 'up.one'].map(hourly))
  await seenTo('up.one', '14:00:00')
  const shown = createShown([hourly('else.one')])
  expect([await shown('down'), await shown('up')]).toEqual([
    { one: 5_400, two: 5_400 },
    { one: 0, removed: 0 },
  ])
})

test('jobs are overdue as long as when they were read, while they cannot be read again', async () => {
  await store([hourly('read.one')])
  vi.useFakeTimers({ toFake: ['performance'] })
  let at = new Date('2026-11-20T13:30:00Z')
  const shown = createShown([hourly('read.one')], () => at)
  expect(await shown('read')).toEqual({ one: 1_800 })
  await query('alter table jobs.job rename to hidden')
  at = new Date('2026-11-20T14:30:00Z')
  vi.advanceTimersByTime(6_000)
  expect(await shown('read')).toEqual({ one: 1_800 })
  await query('alter table jobs.hidden rename to job')
  vi.useRealTimers()
})
