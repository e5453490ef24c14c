import { PgBoss } from 'pg-boss'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { listJobRuns } from './job-list.ts'
import { createJobMetrics } from './job-runs.ts'
import { type JobDefinition, type JobsEnv, runJob, startJobs } from './jobs.ts'

let database: TestDatabase
let stores: Stores

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests' })
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

const envOf = (now: string): JobsEnv => ({
  databaseUrl: database.urls.platform,
  stores,
  platformTimeZone: 'UTC',
  log: recordingLog().log,
  now: () => new Date(now),
  limits: { stopMs: 1, retryDelayS: 0, lookMs: 200, pollS: 0.5 },
})

const jobOf = (name: string, run: JobDefinition['run']): JobDefinition => ({
  name,
  cron: '0 6 * * *',
  timeZone: 'UTC',
  run,
})

const runsOf = async (name: string) => (await listJobRuns(stores, name, { offset: 0, size: 10 }))?.runs

/** What the runner of some replica does once a minute. */
const supervise = async (name: string): Promise<void> => {
  const boss = new PgBoss({
    connectionString: database.urls.platform,
    migrate: false,
    createSchema: false,
    schedule: false,
  })
  await boss.start()
  await boss.supervise(name)
  await boss.stop({ graceful: false })
}

test('a run whose process is not heard of any more is done by another replica', async () => {
  const begun = Promise.withResolvers<void>()
  const silent = jobOf('test.silent', () => {
    begun.resolve()
    return new Promise<string>(() => {})
  })
  await (await startJobs(envOf('2026-11-19T12:00:00Z'), [silent])).close()
  const registry = new Registry()
  const first = await startJobs(envOf('2026-11-20T12:00:00Z'), [silent])
  await begun.promise
  const second = await startJobs({ ...envOf('2026-11-20T12:05:00Z'), metrics: createJobMetrics(registry) }, [
    jobOf(silent.name, async () => 'done by the other'),
  ])
  try {
    expect(await runsOf(silent.name)).toMatchObject([{ outcome: null }])
    await runAs(database.urls.superuser, [
      `update pgboss.job set heartbeat_on = now() - interval '5 minutes' where name = 'test.silent'
        and state = 'active'`,
    ])
    await supervise(silent.name)
    await expect
      .poll(() => runsOf(silent.name), { timeout: 15_000 })
      .toMatchObject([
        { outcome: 'DONE', message: 'done by the other' },
        { outcome: 'FAILED', message: expect.stringContaining('lost') },
      ])
    expect(await registry.metrics()).toContain('fleetops_job_runs_total{job_name="test.silent",outcome="lost"} 1')
  } finally {
    await second.close()
    await first.close()
  }
})

test('a run that is due after the database went away is begun by new sessions', {
  timeout: 60_000,
}, async () => {
  let runs = 0
  const job = jobOf('test.outage', async () => {
    runs += 1
    return 'done'
  })
  const running = await startJobs(envOf('2026-11-19T12:00:00Z'), [job])
  try {
    const { pathname } = new URL(database.urls.superuser)
    await runAs(database.urls.superuser, [
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'
        and pid <> pg_backend_pid()`,
      `update jobs.job set scheduled_to = '2026-11-17T12:00:00Z' where name = '${job.name}'`,
    ])
    await expect.poll(() => runsOf(job.name), { timeout: 30_000 }).toMatchObject([{ outcome: 'DONE' }])
    expect(runs).toBe(1)
  } finally {
    await running.close()
  }
})

test('a due time that was queued, but not noted as seen to, is not run twice', async () => {
  let runs = 0
  const job = jobOf('test.noted', async () => {
    runs += 1
    return 'done'
  })
  await (await startJobs(envOf('2026-11-19T12:00:00Z'), [job])).close()
  const forget = `update jobs.job set scheduled_to = '2026-11-19T12:00:00Z' where name = 'test.noted' returning 1`
  const seenTo = () => runAs(database.urls.superuser, [`select scheduled_to from jobs.job where name = 'test.noted'`])
  const seen = [{ scheduled_to: new Date('2026-11-20T12:00:00Z') }]
  const first = await startJobs(envOf('2026-11-20T12:00:00Z'), [job])
  await expect.poll(() => runsOf(job.name), { timeout: 15_000 }).toMatchObject([{ outcome: 'DONE' }])
  await first.close()
  await runAs(database.urls.superuser, [forget])
  const second = await startJobs(envOf('2026-11-20T12:00:00Z'), [job])
  try {
    await expect.poll(seenTo, { timeout: 15_000 }).toEqual(seen)
    const queued = await runAs(database.urls.superuser, [
      `select state::text from pgboss.job where name = 'test.noted'`,
    ])
    expect(queued).toEqual([{ state: 'completed' }])
    expect(runs).toBe(1)
  } finally {
    await second.close()
  }
})

test('a run by hand at the same time is answered, by a run of its own or one that was waiting', async () => {
  const state = { now: 0, most: 0, runs: 0 }
  const job = jobOf('test.asked', async () => {
    state.runs += 1
    state.now += 1
    state.most = Math.max(state.most, state.now)
    await new Promise((resolve) => setImmediate(resolve))
    state.now -= 1
    return 'done'
  })
  const ask = () => runJob({ ...envOf('2026-11-20T12:00:00Z'), limits: {} }, job, () => {})
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['done', 'done', 'done'])
  expect(state.most).toBe(1)
  expect(state.runs).toBe((await runsOf(job.name))?.length)
})
