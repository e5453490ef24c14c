import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import { type JobMetrics, runRecorded } from './job-runs.ts'
import { startSchedule } from './job-schedule.ts'
import { findRunOfQueue, insertJobs, type JobRow, updateJobs } from './jobs.store.ts'

/** A piece of scheduled work. Running it twice must be harmless: it may be called by hand at any time. */
export type JobDefinition = {
  /** `<service>.<what>`, as `npm run job` takes it. */
  readonly name: string
  /** Five-field cron expression; null for what is only run by hand. */
  readonly cron: string | null
  /** `UTC`, or the time zone of the platform. */
  readonly timeZone: 'UTC' | 'platform'
  /** Does the work and returns its outcome in one line. */
  readonly run: (context: JobContext) => Promise<string>
}

export type JobContext = {
  readonly now: Date
  /** When the last run that was done began; none before the first. */
  readonly lastDoneAt?: Date | null
  readonly log: Logger
  readonly progress: (text: string) => void
}

export type JobsEnv = {
  /** Where the queues are, as the role `platform`. */
  readonly databaseUrl: string
  /** The same database, for what is written down of the jobs. */
  readonly stores: Stores
  readonly platformTimeZone: string
  readonly log: Logger
  /** Absent in tools, which nobody asks for figures. */
  readonly metrics?: JobMetrics
  readonly limits?: JobLimits
  now(): Date
}

/** Bounds of runs; what is left out has its default. */
export type JobLimits = {
  /** A run that takes longer is given up and tried again; an hour. */
  readonly maxRuntimeS?: number
  /** How long a stop waits for the runs under way; 20 s. */
  readonly stopMs?: number
  /** How long after a failure it is tried again, twice; 30 s. */
  readonly retryDelayS?: number
}

const MAX_RUNTIME_S = 3_600
const RETRY_DELAY_S = 30
const GRACE_S = 30
/**
 * So many looks in a row must find a run without process: the queue may give one up just before its end is written
 * down.
 */
const LOST_LOOKS = 30
/** A run whose process has not reported for so long is tried again by another one. */
const HEARTBEAT_S = 60
const LOOK_MS = 10_000
const POLL_S = 2
const STOP_MS = 20_000
const DAY_S = 86_400

const openBoss = async (env: JobsEnv, role: 'runner' | 'client'): Promise<PgBoss> => {
  const boss = new PgBoss({
    connectionString: env.databaseUrl,
    application_name: 'fleetops-jobs',
    max: 4,
    // The schema is made by the migrations, as the runtime role owns nothing.
    migrate: false,
    createSchema: false,
    // What is due is found by startSchedule.
    schedule: false,
    supervise: role === 'runner',
  })
  let quiet = false
  boss.on('error', (error) => {
    if (!quiet) env.log.warn({ reason: error.message }, 'the job runner lost its database; it keeps trying')
    quiet = true
    setTimeout(() => {
      quiet = false
    }, 30_000).unref()
  })
  await boss.start()
  return boss
}

/**
 * The queue of a job: of all replicas and calls by hand one runs at a time, and one waits at most, so that a service
 * which was away finds one run to make up for and not all that it missed.
 */
const prepareQueue = async (boss: PgBoss, job: JobDefinition, limits: JobLimits = {}): Promise<void> => {
  const settings = {
    retryLimit: 2,
    retryDelay: limits.retryDelayS ?? RETRY_DELAY_S,
    // The run ends itself before, and writes that down.
    expireInSeconds: (limits.maxRuntimeS ?? MAX_RUNTIME_S) + GRACE_S,
    heartbeatSeconds: HEARTBEAT_S,
    retentionSeconds: 14 * DAY_S,
    deleteAfterSeconds: 2 * DAY_S,
  }
  await boss.createQueue(job.name, { policy: 'stately', ...settings })
  await boss.updateQueue(job.name, settings)
}

/** The service that a job belongs to. */
export const serviceOfJob = ({ name }: Pick<JobDefinition, 'name'>): string => name.split('.')[0] ?? name

type RegisterEnv = Pick<JobsEnv, 'stores' | 'platformTimeZone' | 'now'>

const rowsOf = (env: RegisterEnv, jobs: readonly JobDefinition[]): JobRow[] =>
  jobs.map((job) => ({
    name: job.name,
    service: serviceOfJob(job),
    cron: job.cron,
    timeZone: job.timeZone === 'UTC' ? 'UTC' : env.platformTimeZone,
  }))

/** Stores the jobs that no process has stored yet, so that they can be listed. */
export const registerJobs = (env: RegisterEnv, jobs: readonly JobDefinition[]): Promise<void> =>
  env.stores.asPlatform((tx) => insertJobs(tx, rowsOf(env, jobs), env.now()))

/** Makes what is written down the jobs of this process, as it is the one that runs them. */
const declareJobs = (env: RegisterEnv, jobs: readonly JobDefinition[]): Promise<void> =>
  env.stores.asPlatform(async (tx) => {
    const rows = rowsOf(env, jobs)
    await updateJobs(tx, rows, env.now())
    await insertJobs(tx, rows, env.now())
  })

/**
 * Takes the runs of a job from its queue. The entry of the queue holds no more than that, as its runs are written
 * down elsewhere.
 */
const workOn = async (env: JobsEnv, boss: PgBoss, job: JobDefinition, worker: Worker): Promise<void> => {
  const maxRuntimeS = env.limits?.maxRuntimeS ?? MAX_RUNTIME_S
  const displaced = 'given up: it lost its place in the queue'
  const interrupted = 'interrupted, as its process was stopped; it is tried again'
  await boss.work(job.name, { pollingIntervalSeconds: worker.pollS }, async ([entry]) => {
    if (entry === undefined) return
    worker.begins?.(entry.id)
    const { signal } = entry
    const reason = () => (worker.isStopping() ? interrupted : displaced)
    const run = runRecorded(env, job, { queueId: entry.id, signal, reason, maxRuntimeS, progress: worker.progress })
    const settled = run.then(
      () => {},
      () => {},
    )
    worker.running.add(settled)
    await run.finally(() => worker.running.delete(settled))
  })
}

type Worker = {
  readonly pollS: number
  readonly running: Set<Promise<void>>
  readonly progress: (text: string) => void
  readonly begins?: (queueId: string) => void
  isStopping(): boolean
}

/** Lets the runs under way finish, for as long as a stop may take; those that do not are tried again. */
const stopBoss = async (env: JobsEnv, boss: PgBoss, { running }: Pick<Worker, 'running'>): Promise<void> => {
  await boss.stop({ graceful: true, timeout: env.limits?.stopMs ?? STOP_MS })
  await Promise.all(running)
}

/**
 * Runs jobs by their cron schedules, each by one of all replicas; runs missed while nothing ran are made up for by
 * one.
 */
export const startJobs = async (env: JobsEnv, jobs: readonly JobDefinition[]): Promise<{ close(): Promise<void> }> => {
  const boss = await openBoss(env, 'runner')
  let stopping = false
  const worker: Worker = { pollS: POLL_S, running: new Set(), progress: () => {}, isStopping: () => stopping }
  try {
    await declareJobs(env, jobs)
    for (const job of jobs) {
      await prepareQueue(boss, job, env.limits)
      await workOn(env, boss, job, worker)
    }
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  const schedule = startSchedule(env, boss, jobs, LOOK_MS)
  return {
    async close() {
      stopping = true
      await schedule.close()
      await stopBoss(env, boss, worker)
    },
  }
}

/** Queues a run; where one waits already, that one is it. Returns its id. */
const queueRun = async (boss: PgBoss, job: JobDefinition): Promise<string> => {
  for (;;) {
    const id = await boss.send(job.name, null, { retryLimit: 0 })
    if (id !== null) return id
    const waiting = await boss.findJobs(job.name, { queued: true })
    const [first] = waiting.filter(({ state }) => state === 'created')
    if (first !== undefined) return first.id
    await delay(100)
  }
}

/**
 * Runs one job to its end beside a running platform, whichever process picks it up.
 * Returns its outcome; rejects with the job's error.
 */
export const runJob = async (env: JobsEnv, job: JobDefinition, progress: (text: string) => void): Promise<string> => {
  const boss = await openBoss(env, 'client')
  let stopping = false
  const here = new Set<string>()
  const worker: Worker = {
    pollS: 0.5,
    running: new Set(),
    progress,
    begins: (id) => here.add(id),
    isStopping: () => stopping,
  }
  try {
    await registerJobs(env, [job])
    await prepareQueue(boss, job, env.limits)
    const id = await queueRun(boss, job)
    await workOn(env, boss, job, worker)
    return await outcomeOf(env, boss, job, id, (text) => {
      if (!here.has(id)) progress(text)
    })
  } finally {
    stopping = true
    await stopBoss(env, boss, worker)
  }
}

/** Waits for the end of a queued run, and tells of its progress where another process runs it. */
const outcomeOf = async (
  { stores }: JobsEnv,
  boss: PgBoss,
  job: JobDefinition,
  id: string,
  progress: (text: string) => void,
): Promise<string> => {
  let lostLooks = 0
  for (let told: string | null = null; ; await delay(100)) {
    const [entry] = await boss.findJobs(job.name, { id })
    // After the entry, as a run is written down while its entry is at work.
    const run = await stores.asPlatform((tx) => findRunOfQueue(tx, id), { mode: 'read' })
    if (run?.outcome === 'DONE') return run.message ?? 'done'
    lostLooks = run?.outcome === 'FAILED' && run.endedAt === null ? lostLooks + 1 : 0
    if (run?.outcome === 'FAILED' && (lostLooks === 0 || lostLooks > LOST_LOOKS))
      throw new Error(run.message ?? 'the job failed')
    if (run === null) {
      if (entry === undefined || entry.state === 'failed' || entry.state === 'cancelled')
        throw new Error('the run was taken from the queue before it began')
    } else if (run.outcome === null && run.message !== null && run.message !== told) {
      told = run.message
      progress(told)
    }
  }
}
