import { DrizzleQueryError } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { DAY_MS } from '../common/dates.ts'
import { jobChecks, listJobRuns, listJobs } from './job-list.ts'
import { createJobMetrics } from './job-runs.ts'
import { type JobDefinition, type JobLimits, type JobsEnv, runJob, startJobs } from './jobs.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

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

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const envOf = (now: Date = NOW, limits: JobLimits = {}): JobsEnv => ({
  databaseUrl: database.urls.platform,
  stores,
  platformTimeZone: 'Europe/Berlin',
  log: recordingLog().log,
  now: () => now,
  limits,
})

const jobOf = (name: string, run: JobDefinition['run'], more: Partial<JobDefinition> = {}): JobDefinition => ({
  name: `test.${name}`,
  // At no time that a test could run into.
  cron: '0 0 29 2 *',
  timeZone: 'UTC',
  run,
  ...more,
})

const startRunner = async (jobs: readonly JobDefinition[], env = envOf()) => {
  const running = await startJobs(env, jobs)
  closers.push(() => running.close())
  return running
}

const ignore = () => {}

describe('a job run by hand', () => {
  test('is done once beside two runners, to its end, and returns its outcome', async () => {
    let runs = 0
    const job = jobOf('once', async ({ now }) => {
      runs += 1
      return `worked at ${now.toISOString()}`
    })
    await startRunner([job])
    await startRunner([job])
    expect(await runJob(envOf(), job, ignore)).toBe('worked at 2026-11-20T12:00:00.000Z')
    expect(runs).toBe(1)
  })

  test('may be one that has no schedule: nothing else ever runs it', async () => {
    const job = jobOf('by-hand', async () => 'rebuilt', { cron: null })
    await startRunner([job])
    expect(await runJob(envOf(), job, ignore)).toBe('rebuilt')
    expect(await statusOf('by-hand')).toMatchObject({ cron: null, lastMessage: 'rebuilt', nextRunAt: null })
  })

  test('needs no runner, and shows its progress', async () => {
    const reported: string[] = []
    const job = jobOf('progress', async ({ progress }) => {
      progress('half way')
      return 'all of it'
    })
    expect(await runJob(envOf(), job, (text) => reported.push(text))).toBe('all of it')
    expect(reported).toEqual(['half way'])
  })

  test('that fails says why, and is not tried again', async () => {
    let runs = 0
    const job = jobOf('fails', async () => {
      runs += 1
      throw new Error('there is no such partition')
    })
    await expect(runJob(envOf(), job, ignore)).rejects.toThrow('there is no such partition')
    expect(runs).toBe(1)
  })

  test('waits for one that runs already: never two at once', async () => {
    const state = { now: 0, most: 0 }
    const begun = Promise.withResolvers<void>()
    const bothAsked = Promise.withResolvers<void>()
    const job = jobOf('alone', async () => {
      state.now += 1
      state.most = Math.max(state.most, state.now)
      begun.resolve()
      await bothAsked.promise
      state.now -= 1
      return 'done'
    })
    const first = runJob(envOf(), job, ignore)
    await begun.promise
    const runs = [first, runJob(envOf(), job, ignore)]
    const queued = () =>
      runAs(database.urls.superuser, [`select count(*)::int as count from pgboss.job where name = 'test.alone'`])
    await expect.poll(queued, { timeout: 10_000 }).toEqual([{ count: 2 }])
    bothAsked.resolve()
    expect(await Promise.all(runs)).toEqual(['done', 'done'])
    expect(state.most).toBe(1)
  })
})

/** The outcomes of a job's runs, the newest first; null for one that goes on. */
const outcomesOf = async (name: string) =>
  (await listJobRuns(stores, `test.${name}`, { offset: 0, size: 100 }))?.runs.map(({ outcome }) => outcome)

const statusOf = async (name: string, now = NOW) =>
  (await listJobs(stores, now)).find((status) => status.name === `test.${name}`)

describe('the schedule', () => {
  test('makes up by one run for all that were missed while nothing ran, in one of two runners', async () => {
    const runs: string[] = []
    const run = async () => {
      runs.push('run')
      return 'made up for'
    }
    const job = jobOf('missed', run, { cron: '0 6 * * *' })
    await (await startJobs(envOf(new Date('2026-11-16T12:00:00Z')), [job])).close()
    expect(await outcomesOf('missed')).toEqual([])
    await Promise.all([startRunner([job]), startRunner([job])])
    await expect.poll(() => outcomesOf('missed'), { timeout: 15_000, interval: 100 }).toEqual(['DONE'])
    await Promise.all(closers.splice(0).map((close) => close()))
    await (await startJobs(envOf(), [job])).close()
    expect(runs).toEqual(['run'])
    expect(await outcomesOf('missed')).toEqual(['DONE'])
  })

  test('keeps one run waiting, however many fall due while no process takes them', async () => {
    const job = jobOf('waiting', async () => 'done', { cron: '*/5 * * * *' })
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const slow = {
      ...job,
      run: async () => {
        begun.resolve()
        await finish.promise
        return 'done'
      },
    }
    const byHand = runJob(envOf(), slow, ignore)
    await begun.promise
    for (const minute of ['06', '11', '16'])
      await (await startJobs(envOf(new Date(`2026-11-20T12:${minute}:00Z`)), [job])).close()
    const waiting = await runAs(database.urls.superuser, [
      `select state::text from pgboss.job where name = 'test.waiting' order by created_on`,
    ])
    expect(waiting).toEqual([{ state: 'active' }, { state: 'created' }])
    finish.resolve()
    await byHand
  })

  test('is listed with time zone, last and next run, by processes that host none of the jobs', async () => {
    const job = jobOf('listed', async () => 'three rows', { cron: '30 2 * * *', timeZone: 'platform' })
    await startRunner([job, jobOf('never', async () => 'never', { cron: null })])
    await runJob(envOf(), job, ignore)
    expect(await statusOf('listed')).toEqual({
      name: 'test.listed',
      service: 'test',
      cron: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      lastOutcome: 'DONE',
      lastMessage: 'three rows',
      lastRunAt: NOW,
      lastDurationMs: 0,
      runningSince: null,
      progress: null,
      nextRunAt: new Date('2026-11-21T01:30:00Z'),
    })
    expect(await statusOf('never')).toMatchObject({
      timeZone: 'UTC',
      lastRunAt: null,
      lastOutcome: null,
      nextRunAt: null,
    })
  })

  test('forgets a job that no process had for two days, and takes a changed time from now on', async () => {
    const stays = jobOf('stays', async () => 'done')
    const daysBefore = (days: number) => envOf(new Date(NOW.getTime() - days * DAY_MS))
    await (await startJobs(daysBefore(3), [stays, jobOf('goes', async () => 'done')])).close()
    await (await startJobs(daysBefore(1), [stays])).close()
    expect(await listJobRuns(stores, 'test.goes', { offset: 0, size: 1 })).toMatchObject({ total: 0 })
    await (await startJobs(envOf(), [{ ...stays, cron: '0 1 * * *' }])).close()
    expect(await listJobRuns(stores, 'test.goes', { offset: 0, size: 1 })).toBeNull()
    expect(await statusOf('goes')).toBeUndefined()
    expect(await statusOf('stays')).toMatchObject({ cron: '0 1 * * *', nextRunAt: new Date('2026-11-21T01:00:00Z') })
  })
})

describe('a run that does not end', () => {
  test('is given up after its longest time, and seen as failed until it is done again', async () => {
    const stuck = Promise.withResolvers<string>()
    const job = jobOf('stuck', () => stuck.promise)
    await expect(runJob(envOf(NOW, { maxRuntimeS: 1 }), job, ignore)).rejects.toThrow('longer than 1 s')
    expect(await statusOf('stuck')).toMatchObject({ lastOutcome: 'FAILED', runningSince: null })
    const [[name, check] = []] = jobChecks(stores, [job])
    if (check === undefined) throw new Error('no check')
    expect(name).toBe('test.jobs')
    expect(await check()).toEqual({
      status: 'DEGRADED',
      reason: expect.stringContaining('test.stuck failed at 2026-11-20T12:00:00.000Z: given up'),
    })
    stuck.resolve('at last')
    await runJob(envOf(), job, ignore)
    expect(await check()).toEqual({ status: 'UP' })
    expect(await outcomesOf('stuck')).toEqual(['DONE', 'FAILED'])
  })

  test('is interrupted when the stop has waited long enough, and done again by the next process', async () => {
    const begun = Promise.withResolvers<void>()
    const stuck = jobOf(
      'interrupted',
      async () => {
        begun.resolve()
        return new Promise<string>(() => {})
      },
      { cron: '0 6 * * *' },
    )
    const limits = { stopMs: 1, retryDelayS: 0 }
    await (await startJobs(envOf(new Date('2026-11-19T12:00:00Z')), [stuck])).close()
    const running = await startJobs(envOf(NOW, limits), [stuck])
    await begun.promise
    await running.close()
    expect(await statusOf('interrupted')).toMatchObject({
      lastOutcome: 'FAILED',
      lastMessage: expect.stringContaining('its process was stopped'),
    })
    await startRunner([{ ...stuck, run: async () => 'done after all' }])
    await expect.poll(() => outcomesOf('interrupted'), { timeout: 15_000 }).toEqual(['DONE', 'FAILED'])
  })

  test('is failed as soon as the queue has given up its process, and counted as lost by the next run', async () => {
    const job = jobOf('lost', async () => 'done')
    await runJob(envOf(), job, ignore)
    await runAs(database.urls.superuser, [
      `insert into jobs.run (job, queue_id, started_at)
        values ('test.lost', gen_random_uuid(), '2026-11-20T12:30:00Z')`,
    ])
    expect(await statusOf('lost')).toMatchObject({
      lastOutcome: 'FAILED',
      lastMessage: expect.stringContaining('its process ended'),
      lastDurationMs: null,
    })
    const registry = new Registry()
    await runJob({ ...envOf(), metrics: createJobMetrics(registry) }, job, ignore)
    const text = await registry.metrics()
    expect(text).toContain('fleetops_job_runs_total{job_name="test.lost",outcome="lost"} 1')
    expect(text).toContain('fleetops_job_runs_total{job_name="test.lost",outcome="done"} 1')
    expect(text).toContain('fleetops_job_duration_seconds_count{job_name="test.lost",outcome="done"} 1')
  })
})

test('runs older than 30 days are deleted, and a failure is kept without SQL, addresses and card numbers', async () => {
  const job = jobOf('kept', async () => {
    throw new DrizzleQueryError('select secret from t', [], new Error('no route to 10.0.0.7:5432 for 4000056655665556'))
  })
  await expect(runJob(envOf(new Date('2026-10-20T12:00:00Z')), job, ignore)).rejects.toThrow('a query failed')
  await expect(runJob(envOf(), job, ignore)).rejects.toThrow('a query failed')
  const found = await listJobRuns(stores, job.name, { offset: 0, size: 10 })
  expect(found?.total).toBe(1)
  expect(found?.runs[0]?.message).toMatch(/^a query failed: no route to \[address\] for (?!4000056655665556)/)
  expect(await listJobRuns(stores, 'test.unknown', { offset: 0, size: 10 })).toBeNull()
})

test('a runner that stops lets the job under way finish', async () => {
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  let finished = false
  const job = jobOf('slow', async () => {
    begun.resolve()
    await finish.promise
    finished = true
    return 'finished'
  })
  const running = await startJobs(envOf(), [job])
  const outcome = runJob(envOf(), job, ignore)
  await begun.promise
  const stopped = running.close()
  finish.resolve()
  await stopped
  expect(await outcome).toBe('finished')
  expect(finished).toBe(true)
})
