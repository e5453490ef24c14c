import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../tests/database.ts'
import { recordingLog } from '../../tests/hosted-service.ts'
import { runAs } from '../../tests/sql.ts'
import { type JobDefinition, type JobsEnv, listJobs, runJob, startJobs } from './jobs.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database?.drop())

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const envOf = (): JobsEnv => ({
  databaseUrl: database.urls.platform,
  platformTimeZone: 'Europe/Berlin',
  log: recordingLog().log,
  now: () => NOW,
})

const jobOf = (name: string, run: JobDefinition['run'], more: Partial<JobDefinition> = {}): JobDefinition => ({
  name: `test.${name}`,
  // At no time that a test could run into.
  cron: '0 0 29 2 *',
  timeZone: 'UTC',
  run,
  ...more,
})

const startRunner = async (jobs: readonly JobDefinition[]) => {
  const running = await startJobs(envOf(), jobs)
  closers.push(() => running.close())
  return running
}

const ignore = () => {}

describe('a job run by hand', () => {
  test('is done once beside two runners, to its end, and tells its outcome', async () => {
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
    expect(await listJobs(envOf(), [job])).toMatchObject([{ cron: null, lastOutcome: 'rebuilt', nextRunAt: null }])
  })

  test('needs no runner, and shows its progress', async () => {
    const told: string[] = []
    const job = jobOf('progress', async ({ progress }) => {
      progress('half way')
      return 'all of it'
    })
    expect(await runJob(envOf(), job, (text) => told.push(text))).toBe('all of it')
    expect(told).toEqual(['half way'])
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
    const bothAsked = Promise.withResolvers<void>()
    const job = jobOf('alone', async () => {
      state.now += 1
      state.most = Math.max(state.most, state.now)
      await bothAsked.promise
      state.now -= 1
      return 'done'
    })
    const runs = [runJob(envOf(), job, ignore), runJob(envOf(), job, ignore)]
    const queued = () =>
      runAs(database.urls.superuser, [`select count(*)::int as count from pgboss.job where name = 'test.alone'`])
    await expect.poll(queued, { timeout: 10_000 }).toEqual([{ count: 2 }])
    bothAsked.resolve()
    expect(await Promise.all(runs)).toEqual(['done', 'done'])
    expect(state.most).toBe(1)
  })
})

describe('the schedule', () => {
  test('makes up once for a run that was missed while nothing ran, in one of two runners', async () => {
    const runs: string[] = []
    const job = jobOf(
      'missed',
      async () => {
        runs.push('run')
        return 'made up for'
      },
      { cron: '0 6 * * *' },
    )
    await (await startJobs(envOf(), [job])).close()
    expect(runs).toEqual([])
    await runAs(database.urls.superuser, [
      `update pgboss.schedule set created_on = now() - interval '9 days'`,
      `update pgboss.version set cron_on = now() - interval '3 days'`,
    ])
    await startRunner([job])
    await startRunner([job])
    const state = () =>
      runAs(database.urls.superuser, [`select state::text from pgboss.job where name = 'test.missed'`])
    await expect.poll(state, { timeout: 15_000, interval: 100 }).toEqual([{ state: 'completed' }])
    expect(runs).toEqual(['run'])
  })

  test('is listed with time zone, last and next run', async () => {
    const jobs = [
      jobOf('listed', async () => 'three rows', { cron: '30 2 * * *', timeZone: 'platform' }),
      jobOf('never', async () => 'never'),
    ]
    const [first] = jobs
    if (first === undefined) throw new Error('no job')
    await runJob(envOf(), first, ignore)
    const [listed, never] = await listJobs(envOf(), jobs)
    expect(listed).toEqual({
      name: 'test.listed',
      cron: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      lastRunAt: expect.any(Date),
      lastState: 'completed',
      lastOutcome: 'three rows',
      nextRunAt: expect.any(Date),
    })
    const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
    expect(berlin.format(listed?.nextRunAt ?? undefined)).toBe('02:30')
    expect(never).toMatchObject({ timeZone: 'UTC', lastRunAt: null, lastState: null, lastOutcome: null })
  })
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
