import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { DAY_MS } from '../common/dates.ts'
import { listJobRuns, listJobs } from './job-list.ts'
import { type JobDefinition, type JobsEnv, startJobs } from './jobs.ts'

// A stop waits until the queue has been looked at.
vi.setConfig({ testTimeout: 60_000 })

const TODAY = new Date('2026-11-20T12:00:00Z')

let database: TestDatabase
let stores: Stores
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests' })
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

const envAt = (daysAhead: number, log = recordingLog().log): JobsEnv => ({
  databaseUrl: database.urls.platform,
  stores,
  platformTimeZone: 'UTC',
  log,
  now: () => new Date(TODAY.getTime() + daysAhead * DAY_MS),
  limits: { lookMs: 200, pollS: 0.5 },
})

const query = (statement: string) => runAs(database.urls.superuser, [statement])

/** Runs the schedule at a time until the last run of a job began then. */
const runUntilDone = async (env: JobsEnv, job: JobDefinition): Promise<void> => {
  const running = await startJobs(env, [job])
  closers.push(() => running.close())
  const last = async () => (await listJobRuns(stores, job.name, { offset: 0, size: 1 }))?.runs[0]
  await expect.poll(last, { timeout: 15_000, interval: 100 }).toMatchObject({ startedAt: env.now(), outcome: 'DONE' })
  await closers.pop()?.()
}

test('a clock that jumps forty days ahead and back stops no job, and shows no run of the future', async () => {
  const seen: string[] = []
  const job: JobDefinition = {
    name: 'test.clock',
    cron: '0 6 * * *',
    timeZone: 'UTC',
    run: async ({ now, lastDoneAt }) => {
      seen.push(`${now.toISOString().slice(0, 10)} after ${lastDoneAt?.toISOString().slice(0, 10)}`)
      return 'done'
    },
  }
  await (await startJobs(envAt(-1), [job])).close()
  await runUntilDone(envAt(0), job)
  await runUntilDone(envAt(40), job)
  const { log, lines } = recordingLog()
  await (await startJobs(envAt(0, log), [job])).close()
  expect(JSON.stringify(lines)).toContain('the clock was set back')
  expect((await listJobs(stores, TODAY)).find(({ name }) => name === job.name)).toMatchObject({
    lastRunAt: TODAY,
    nextRunAt: new Date('2026-11-21T06:00:00Z'),
  })
  await runUntilDone(envAt(1), job)
  expect(seen).toEqual(['2026-11-20 after undefined', '2026-12-30 after 2026-11-20', '2026-11-21 after 2026-11-20'])
})

test('what the queue got from a clock that was ahead does not hold it up', async () => {
  const job: JobDefinition = { name: 'test.queue', cron: '0 6 * * *', timeZone: 'UTC', run: async () => 'done' }
  await (await startJobs(envAt(-1), [job])).close()
  // One that waits for its time, as one that is tried again does, keeps every other one out of the queue.
  await query(
    `insert into pgboss.job (name, policy, start_after) values ('test.queue', 'stately', now() + interval '40 days')`,
  )
  await query(
    `update pgboss.queue set monitor_on = now() + interval '40 days', maintain_on = now() + interval '40 days'`,
  )
  await query(`update jobs.job set scheduled_to = '2026-12-30' where name = 'test.queue'`)
  await runUntilDone(envAt(0), job)
  expect(
    await query(`select count(*)::int as n from pgboss.queue where maintain_on > now() + interval '1 day'`),
  ).toEqual([{ n: 0 }])
})
