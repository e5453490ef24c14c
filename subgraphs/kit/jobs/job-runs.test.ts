import { PgBoss } from 'pg-boss'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { durationMsOf, jobChecks } from './job-list.ts'
import { createJobMetrics, type QueuedRun, runRecorded } from './job-runs.ts'
import { startSchedule } from './job-schedule.ts'
import { type JobContext, type JobDefinition, type JobsEnv, startJobs } from './jobs.ts'
import { untilDone } from './portions.ts'
import { registerJobs, serviceOfJob } from './register-jobs.ts'
import { PATIENCE, removeInPortions, repeatPatiently } from './removal.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const QUEUE_ID = '00000000-0000-4000-8000-000000000001'

const { log, lines } = recordingLog()
const logged = () => lines.splice(0).map((line) => JSON.parse(line))

let database: TestDatabase
let stores: Stores
beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 3 })
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})
const sql = (...statements: readonly string[]) => runAs(database.urls.superuser, statements)
beforeEach(async () => {
  lines.length = 0
  await sql('delete from jobs.run')
})

const registry = new Registry()
const metrics = createJobMetrics(registry)

const envOf = (given: Stores = stores): JobsEnv => ({
  databaseUrl: database.urls.platform,
  stores: given,
  platformTimeZone: 'Europe/Berlin',
  log,
  metrics,
  now: () => NOW,
})

const jobOf = (name: string, run: JobDefinition['run']): JobDefinition => ({ name, cron: null, timeZone: 'UTC', run })

/** Runs a job as the queue would; resolves to its outcome or to what it failed with. */
const runHere = async (job: JobDefinition, more: Partial<QueuedRun> = {}, env = envOf()) => {
  await registerJobs(env, [job])
  const queued = {
    queueId: QUEUE_ID,
    signal: new AbortController().signal,
    reason: () => 'displaced',
    maxRuntimeS: 60,
    progress: () => {},
  }
  try {
    return await runRecorded(env, job, { ...queued, ...more })
  } catch (error) {
    return error
  }
}

const runs = () => sql('select outcome, message, started_at, ended_at from jobs.run order by started_at, outcome')

describe('a run', () => {
  it('gets when it began and when the last one did, and is written down, logged and counted', async () => {
    const reported: unknown[] = []
    const job = jobOf('test.done', async ({ now, lastDoneAt }) => {
      reported.push([now, lastDoneAt])
      return 'worked at 10.0.0.7:5432'
    })
    expect(await runHere(job)).toBe('worked at 10.0.0.7:5432')
    expect(await runs()).toEqual([{ outcome: 'DONE', message: 'worked at [address]', started_at: NOW, ended_at: NOW }])
    expect(logged()).toMatchObject([
      { level: 30, msg: 'job done', job: 'test.done', outcome: 'worked at [address]', durationMs: expect.any(Number) },
    ])
    await runHere(job)
    expect(reported).toEqual([
      [NOW, null],
      [NOW, NOW],
    ])
    const text = await registry.metrics()
    expect(text).toContain('fleetops_job_runs_total{job_name="test.done",outcome="done"} 2')
    expect(text).toContain('fleetops_job_duration_seconds_count{job_name="test.done",outcome="done"} 2')
  })

  it('that fails is logged and written down in words that may be shown', async () => {
    const job = jobOf('test.broken', () => Promise.reject(new Error('no route to 10.0.0.7:5432')))
    expect(String(await runHere(job))).toBe('Error: no route to [address]')
    expect(await runs()).toMatchObject([{ outcome: 'FAILED', message: 'no route to [address]' }])
    expect(logged()).toMatchObject([{ level: 50, msg: 'job failed', job: 'test.broken' }])
    expect(String(await runHere(jobOf('test.broken', () => Promise.reject('odd'))))).toBe('Error: odd')
    expect(await registry.metrics()).toContain('fleetops_job_runs_total{job_name="test.broken",outcome="failed"} 2')
  })

  it('is given up with the reason of the queue, before it begins or while it goes on', async () => {
    const job = jobOf('test.stuck', () => new Promise<string>(() => {}))
    expect(String(await runHere(job, { signal: AbortSignal.abort() }))).toBe('Error: displaced')
    const giving = new AbortController()
    const begun = Promise.withResolvers<void>()
    const later = jobOf('test.stuck', () => {
      begun.resolve()
      return new Promise<string>(() => {})
    })
    const running = runHere(later, { signal: giving.signal, reason: () => 'stopped' })
    await begun.promise
    giving.abort()
    expect(String(await running)).toBe('Error: stopped')
  })

  type Loop = (portion: () => Promise<number>, signal: JobContext['signal']) => Promise<unknown>
  const loops: readonly [string, Loop][] = [
    ['works', (portion, signal) => untilDone(portion, { signal })],
    ['deletes', (portion, signal) => removeInPortions(stores, 1, portion, { signal })],
    ['tries again', (portion, signal) => repeatPatiently(portion, PATIENCE, signal)],
  ]
  it.each(loops)('that %s in portions does no more of them once it is given up', async (_what, loop) => {
    for (const [maxRuntimeS, reason] of [
      [0.001, 'given up: it took longer than 0.001 s'],
      [60, 'displaced'],
    ] as const) {
      const giving = new AbortController()
      const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let portions = 0
      let work: Promise<string> | undefined
      const job = jobOf('test.portions', ({ signal }) => {
        const portion = async () => {
          portions += 1
          begun.resolve()
          await left.promise
          return portions < 3 ? 1 : 0
        }
        work = loop(portion, signal).then(String, String)
        return work
      })
      const running = runHere(job, { signal: giving.signal, maxRuntimeS })
      await begun.promise
      if (reason === 'displaced') giving.abort()
      expect(String(await running)).toBe(`Error: ${reason}`)
      left.resolve()
      expect([await work, portions]).toEqual([`Error: ${reason}`, 1])
    }
  })

  it('that is given up before it begins does nothing', async () => {
    let runs = 0
    const job = jobOf('test.displaced', async () => {
      runs += 1
      return 'done'
    })
    expect(String(await runHere(job, { signal: AbortSignal.abort() }))).toBe('Error: displaced')
    expect(runs).toBe(0)
  })

  it('that ends is not given up afterwards', async () => {
    const giving = new AbortController()
    const given: unknown[] = []
    const job = jobOf('test.ended', async ({ signal }) => {
      given.push(signal)
      return 'done'
    })
    await runHere(job, { signal: giving.signal })
    giving.abort()
    expect(given).toMatchObject([{ aborted: false }])
  })

  it('shows its progress at once, and writes it down once a second at most', async () => {
    const reported: string[] = []
    const job = jobOf('test.progress', async ({ progress }) => {
      for (const text of ['one', 'two', 'three']) progress(text)
      await expect.poll(() => sql('select message from jobs.run')).toEqual([{ message: 'one' }])
      return 'done'
    })
    expect(await runHere(job, { progress: (text) => void reported.push(text) })).toBe('done')
    expect(reported).toEqual(['one', 'two', 'three'])
  })

  it('counts those before it that were lost', async () => {
    const job = jobOf('test.lost', async () => 'done')
    await registerJobs(envOf(), [job])
    await sql(`insert into jobs.run (job, queue_id, started_at)
      select 'test.lost', gen_random_uuid(), '2026-11-20T11:00:00Z' from generate_series(1, 2)`)
    await runHere(job)
    expect(await registry.metrics()).toContain('fleetops_job_runs_total{job_name="test.lost",outcome="lost"} 2')
  })

  it('forgets those of its job that ended 30 days before', async () => {
    const job = jobOf('test.kept', async () => 'done')
    await registerJobs(envOf(), [job])
    const insert = (at: string) => `insert into jobs.run (job, queue_id, started_at, ended_at, outcome, message)
      values ('test.kept', gen_random_uuid(), '${at}', '${at}', 'DONE', '${at}')`
    await sql(insert('2026-10-21T11:59:59Z'), insert('2026-10-21T12:00:01Z'))
    await runHere(job)
    expect((await runs()).map(({ message }) => message)).toEqual(['2026-10-21T12:00:01Z', 'done'])
  })

  it('has its duration counted in seconds', async () => {
    const own = new Registry()
    const { ended, lost } = createJobMetrics(own)
    ended('a.b', 'FAILED', 2_500)
    lost('a.b')
    const text = await own.metrics()
    expect(text).toContain('fleetops_job_duration_seconds_sum{job_name="a.b",outcome="failed"} 2.5')
    const buckets = [...text.matchAll(/_bucket\{le="(.*?)",.*\} (\d)$/gm)].map(([, le, count]) => `${le}: ${count}`)
    const [small, large] = [
      ['0.1', '0.5', '1'],
      ['5', '15', '60', '300', '900', '3600', '+Inf'],
    ]
    expect(buckets).toEqual([...small.map((le) => `${le}: 0`), ...large.map((le) => `${le}: 1`)])
  })
})

describe('the state of jobs', () => {
  it('is asked for once by the checks of all services, and names the failures of each', async () => {
    const [one, other] = [jobOf('one.a', async () => 'x'), jobOf('two.b', () => Promise.reject(new Error('broken')))]
    await runHere(one)
    await runHere(other)
    let asked = 0
    const counting: Stores = {
      ...stores,
      asPlatform: (...given) => {
        asked += 1
        return stores.asPlatform(...given)
      },
    }
    const checks = jobChecks(counting, [one, other])
    expect(checks.map(([name]) => name)).toEqual(['one.jobs', 'two.jobs'])
    const check = () => Promise.all(checks.map(([, ask]) => ask()))
    const states = [{ status: 'UP' }, { status: 'DEGRADED', reason: `two.b failed at ${NOW.toISOString()}: broken` }]
    expect([await check(), asked]).toEqual([states, 1])
    expect([await check(), asked]).toEqual([states, 2])
  })

  it('is not known where the tables do not answer, which is no outage of a service', async () => {
    const [[, check] = []] = jobChecks({ ...stores, asPlatform: () => Promise.reject(new Error('away')) }, [
      jobOf('one.a', async () => 'x'),
    ])
    expect(await check?.()).toEqual({
      status: 'DEGRADED',
      reason: 'how the jobs went is not known: their tables do not answer',
    })
  })

  it('has durations of runs that have ended', () => {
    const run = { startedAt: NOW, endedAt: new Date(NOW.getTime() + 7) }
    expect(durationMsOf(Object.assign(run, { id: '1', outcome: null, message: null }))).toBe(7)
  })
})

it('a queue keeps one run at work and one waiting, and has the bounds of jobs', async () => {
  const running = await startJobs({ ...envOf(), limits: { stopMs: 1 } }, [jobOf('queue.bounds', async () => 'x')])
  const [queue] = await sql(`select policy, retry_limit, retry_delay, expire_seconds, heartbeat_seconds,
    retention_seconds, deletion_seconds from pgboss.queue where name = 'queue.bounds'`)
  await running.close()
  expect(queue).toEqual({
    policy: 'stately',
    retry_limit: 2,
    retry_delay: 30,
    expire_seconds: 3_630,
    heartbeat_seconds: 60,
    retention_seconds: 1_209_600,
    deletion_seconds: 172_800,
  })
  expect(serviceOfJob({ name: 'agent-proxy.a.b' })).toBe('agent-proxy')
})

describe('a look for jobs that are due', () => {
  afterEach(() => void vi.useRealTimers())
  const daily = (name: string, cron: string | null = '0 6 * * *'): JobDefinition => ({
    ...jobOf(name, async () => 'x'),
    cron,
  })

  /**
   * Looks at once, and again every ten seconds or `everyMs`. `sent` holds what was queued, `told` whose worker was
   * woken for it.
   */
  const look = (jobs: readonly JobDefinition[], env = envOf(), everyMs = 10_000) => {
    const boss = new PgBoss({ connectionString: 'postgres://nowhere' })
    const sent: unknown[] = []
    const told: string[] = []
    vi.spyOn(boss, 'send').mockImplementation(async (...given: unknown[]) => {
      sent.push(given)
      return 'id'
    })
    const onQueued = (name: string) => void told.push(name)
    return { sent, told, schedule: startSchedule(env, boss, jobs, { everyMs, onQueued }) }
  }
  const schedule = async (name: string, to: string, cron: string | null = '0 6 * * *') => {
    await registerJobs(envOf(), [daily(name, cron)])
    await sql(`update jobs.job set scheduled_to = '${to}' where name = '${name}'`)
  }
  const scheduledTo = async (name: string) =>
    (await sql(`select scheduled_to from jobs.job where name = '${name}'`))[0]?.scheduled_to

  it('queues each once under an id of its due time, and nothing that is not due', async () => {
    await schedule('look.due', '2026-11-18T12:00:00Z')
    await schedule('look.now', '2026-11-20T11:59:59Z')
    await schedule('look.later', '2026-11-20T11:59:59Z')
    const jobs = [daily('look.due'), daily('look.now', '0 12 * * *'), daily('look.later', '1 12 * * *')]
    for (const replica of [1, 2]) {
      const { sent, told, schedule: looking } = look([...jobs, daily('look.by-hand', null), daily('look.unknown')])
      await looking.close()
      expect(told).toEqual(replica === 1 ? ['look.due', 'look.now'] : [])
      expect(sent).toEqual(
        replica === 1
          ? [
              [
                'look.due',
                null,
                { id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/) },
              ],
              ['look.now', null, { id: expect.any(String) }],
            ]
          : [],
      )
    }
    expect(await Promise.all(jobs.map(({ name }) => scheduledTo(name)))).toEqual([
      NOW,
      NOW,
      new Date('2026-11-20T11:59:59Z'),
    ])
  })

  it('writes down again what a process of the release before deleted, and misses nothing meanwhile', async () => {
    await schedule('look.deleted', '2026-11-20T11:59:55Z')
    let at = new Date('2026-11-20T11:59:58Z')
    let asked = 0
    const now = () => {
      asked += 1
      return at
    }
    const { sent, schedule: looking } = look([daily('look.deleted', '0 12 * * *')], { ...envOf(), now }, 20)
    await expect.poll(() => asked).toBeGreaterThan(3)
    await sql(`delete from jobs.job where name = 'look.deleted'`)
    at = new Date('2026-11-20T12:00:08Z')
    await expect.poll(() => sent).toHaveLength(1)
    await looking.close()
    expect(await scheduledTo('look.deleted')).toEqual(at)
  })

  it('takes a time more than five minutes ahead for a clock that was set back', async () => {
    for (const [to, reported] of [
      ['2026-11-20T12:05:00.000Z', 0],
      ['2026-11-20T12:05:00.001Z', 1],
    ] as const) {
      await schedule('look.ahead', to)
      await look([daily('look.ahead')]).schedule.close()
      expect(logged().filter(({ msg }) => msg.startsWith('the clock was set back'))).toHaveLength(reported)
      expect(await scheduledTo('look.ahead')).toEqual(reported === 0 ? new Date(to) : NOW)
    }
  })

  it('that fails is reported once, until one succeeds, and is over with the schedule', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let away = true
    const env = envOf({
      ...stores,
      asPlatform: (...given) => (away ? Promise.reject(new Error('away')) : stores.asPlatform(...given)),
    })
    const { schedule: looking } = look([], env)
    const turn = async () => {
      await vi.advanceTimersByTimeAsync(10_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await turn()
    await turn()
    expect(logged()).toMatchObject([
      {
        level: 40,
        err: { message: 'away', stack: expect.stringContaining('job-runs.test.ts') },
        msg: 'due jobs could not be queued; it is tried again',
      },
    ])
    expect(vi.getTimerCount()).toBe(1)
    away = false
    await looking.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})
