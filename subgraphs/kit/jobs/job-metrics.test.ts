import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { watchJobs } from './job-metrics.ts'
import type { JobDefinition } from './jobs.ts'
import { registerJobs } from './register-jobs.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const QUEUE = '00000000-0000-4000-8000-000000000001'
const platformTimeZone = 'Europe/Berlin'

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

test('a job is overdue while a run that was due has not begun, also one that is not written down', async () => {
  const hourly = (name: string): JobDefinition => ({ ...jobOf(name), cron: '0 * * * *' })
  const jobs = ['due.begun', 'due.waits', 'due.unknown'].map(hourly)
  await registerJobs({ stores, platformTimeZone, now: () => NOW }, jobs.slice(0, 2))
  await runAs(database.urls.superuser, [
    `insert into jobs.run (job, queue_id, started_at, ended_at, outcome) values
      ('due.begun', '${QUEUE}', '2026-11-20T14:00:05Z', '2026-11-20T14:00:06Z', 'FAILED'),
      ('due.waits', '${QUEUE}', '2026-11-20T12:00:05Z', '2026-11-20T12:00:06Z', 'DONE')`,
  ])
  const shown = new Registry()
  let at = NOW
  watchJobs({ metrics: shown, log: recordingLog().log, platformTimeZone, now: () => at }, stores, [
    ...jobs,
    jobOf('due.by-hand'),
  ])
  at = new Date('2026-11-20T14:30:00Z')
  const text = await shown.metrics()
  const overdue = [...text.matchAll(/^fleetops_job_overdue_seconds\{job_name="due\.(.*)"\} (\d+)$/gm)]
  expect(Object.fromEntries(overdue.map(([, name, seconds]) => [name, Number(seconds)]))).toEqual({
    ...{ begun: 0, 'by-hand': 0, waits: 5_400, unknown: 5_400 },
  })
})
