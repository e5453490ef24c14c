import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import type { Tracer } from '../tracing/tracing.ts'
import { type JobMetrics, runRecorded } from './job-runs.ts'
import { startSchedule } from './job-schedule.ts'
import { findRunOfQueue, insertJobs, updateJobs } from './jobs.store.ts'
import { createQueueDatabase } from './queue-database.ts'
import { type RegisterEnv, registerJobs, rowsOf } from './register-jobs.ts'

/** A scheduled job. Running it twice must be harmless: it may be run by hand at any time. */
export type JobDefinition = {
  /** `<service>.<what>`, as `npm run job` takes it. */
  readonly name: string
  /** Cron expression of five fields, or of six with seconds first; null for a job that is only run by hand. */
  readonly cron: string | null
  /** `UTC`, or the time zone of the platform. */
  readonly timeZone: 'UTC' | 'platform'
  /** Does the work and returns its outcome in one line. */
  readonly run: (context: JobContext) => Promise<string>
}

export type JobContext = {
  readonly now: Date
  /** When the last successful run began; none before the first. */
  readonly lastDoneAt?: Date | null
  readonly log: Logger
  readonly progress: (text: string) => void
  /**
   * Aborts when the run is given up: another may begin by then, so that one that works in portions does no more of
   * them. Absent where nothing gives a run up.
   */
  readonly signal?: AbortSignal | undefined
}

export type JobsEnv = {
  /** Where the queues are, as the role `platform`. */
  readonly databaseUrl: string
  /** The same database, for the tables of jobs and their runs. */
  readonly stores: Stores
  readonly platformTimeZone: string
  readonly log: Logger
  /** Absent in tools, which have no metrics. */
  readonly metrics?: JobMetrics
  readonly limits?: JobLimits
  /** What records runs; nothing does when left out. */
  readonly tracer?: Tracer
  now(): Date
}

/** Limits of runs, each with a default. */
export type JobLimits = {
  /** A run that takes longer is given up and retried; one hour by default. */
  readonly maxRuntimeS?: number
  /** How long a stop waits for the runs in progress; 20 s by default. */
  readonly stopMs?: number
  /** The delay of each of the two retries after a failure; 30 s by default. */
  readonly retryDelayS?: number
  /** How often jobs that are due are looked for; every 10 s by default. */
  readonly lookMs?: number
  /** How often a worker looks into its queue unless it is woken; every 10 s by default, 0.5 s at least. */
  readonly pollS?: number
}

const MAX_RUNTIME_S = 3_600
const RETRY_DELAY_S = 30
const GRACE_S = 30
/**
 * A run counts as lost after so many checks in a row without a process: the queue may release a run shortly before its
 * end is stored.
 */
const LOST_LOOKS = 30
/** A run whose process has sent no heartbeat for this long is retried by another process. */
const HEARTBEAT_S = 60
const LOOK_MS = 10_000
/** A worker is woken for a run that is due; this is for those that are tried again, and those of a dead process. */
const POLL_S = 10
const STOP_MS = 20_000
const DAY_S = 86_400

/** The queue, and how it is left; without waiting for runs, which `stopBoss` does. */
type Queue = { readonly boss: PgBoss; close(): Promise<void> }

const openBoss = async (env: JobsEnv, role: 'runner' | 'client'): Promise<Queue> => {
  const database = createQueueDatabase(env.databaseUrl, 'fleetops-jobs')
  const boss = new PgBoss({
    db: database,
    // The migrations create the schema; the runtime role owns nothing.
    migrate: false,
    createSchema: false,
    // startSchedule finds the jobs that are due.
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
  try {
    await boss.start()
  } catch (error) {
    await database.close()
    throw error
  }
  return { boss, close: () => database.close() }
}

/**
 * Creates the queue of a job: over all replicas and manual runs, one run at a time and at most one waiting. A service
 * that was down therefore makes up for all missed runs with one.
 */
const prepareQueue = async (boss: PgBoss, job: JobDefinition, limits: JobLimits = {}): Promise<void> => {
  const settings = {
    retryLimit: 2,
    retryDelay: limits.retryDelayS ?? RETRY_DELAY_S,
    // The run stops itself earlier and stores that.
    expireInSeconds: (limits.maxRuntimeS ?? MAX_RUNTIME_S) + GRACE_S,
    heartbeatSeconds: HEARTBEAT_S,
    retentionSeconds: 14 * DAY_S,
    deleteAfterSeconds: 2 * DAY_S,
  }
  await boss.createQueue(job.name, { policy: 'stately', ...settings })
  await boss.updateQueue(job.name, settings)
}

/** Stores the jobs of this process, and deletes those that no process of their services has any more. */
const declareJobs = (env: RegisterEnv, jobs: readonly JobDefinition[]): Promise<void> =>
  env.stores.asPlatform(async (tx) => {
    const rows = rowsOf(env, jobs)
    await updateJobs(tx, rows, env.now())
    await insertJobs(tx, rows, env.now())
  })

/**
 * Takes the runs of a job from its queue, and returns the name of the worker. The entries of the queue have no data;
 * the runs are stored in `jobs.run`.
 */
const workOn = (env: JobsEnv, boss: PgBoss, job: JobDefinition, worker: Worker): Promise<string> => {
  const maxRuntimeS = env.limits?.maxRuntimeS ?? MAX_RUNTIME_S
  const displaced = 'given up: it lost its place in the queue'
  const interrupted = 'interrupted, as its process was stopped; it is tried again'
  return boss.work(job.name, { pollingIntervalSeconds: worker.pollS }, async ([entry]) => {
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

/** Waits for the runs in progress, up to the time limit of a stop; those that do not end are retried. */
const stopBoss = async (env: JobsEnv, { boss, close }: Queue, { running }: Pick<Worker, 'running'>): Promise<void> => {
  await boss.stop({ graceful: true, timeout: env.limits?.stopMs ?? STOP_MS })
  await Promise.all(running)
  await close()
}

/**
 * Runs jobs by their cron schedules, each in one of all replicas. All runs that were missed while no process was up are
 * made up for by one.
 */
export const startJobs = async (env: JobsEnv, jobs: readonly JobDefinition[]): Promise<{ close(): Promise<void> }> => {
  const queue = await openBoss(env, 'runner')
  const { boss } = queue
  let stopping = false
  const worker: Worker = {
    pollS: env.limits?.pollS ?? POLL_S,
    running: new Set(),
    progress: () => {},
    isStopping: () => stopping,
  }
  const workers = new Map<string, string>()
  try {
    await declareJobs(env, jobs)
    for (const job of jobs) {
      await prepareQueue(boss, job, env.limits)
      workers.set(job.name, await workOn(env, boss, job, worker))
    }
  } catch (error) {
    await boss.stop({ graceful: false })
    await queue.close()
    throw error
  }
  const onQueued = (name: string) => boss.notifyWorker(workers.get(name) ?? '')
  const schedule = startSchedule(env, boss, jobs, { everyMs: env.limits?.lookMs ?? LOOK_MS, onQueued })
  return {
    async close() {
      stopping = true
      await schedule.close()
      await stopBoss(env, queue, worker)
    },
  }
}

/** Queues a run and returns its id; if one is waiting already, the id of that one. */
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
 * Runs one job to its end beside a running platform, in whichever process takes it.
 * Returns its outcome; rejects with the job's error.
 */
export const runJob = async (env: JobsEnv, job: JobDefinition, progress: (text: string) => void): Promise<string> => {
  const queue = await openBoss(env, 'client')
  const { boss } = queue
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
    await stopBoss(env, queue, worker)
  }
}

/** Waits for the end of a queued run and reports its progress if another process runs it. */
const outcomeOf = async (
  { stores }: JobsEnv,
  boss: PgBoss,
  job: JobDefinition,
  id: string,
  progress: (text: string) => void,
): Promise<string> => {
  let lostLooks = 0
  for (let reported: string | null = null; ; await delay(100)) {
    const [entry] = await boss.findJobs(job.name, { id })
    // Read after the entry: a run is stored while its entry is active.
    const run = await stores.asPlatform((tx) => findRunOfQueue(tx, id), { mode: 'read' })
    if (run?.outcome === 'DONE') return run.message ?? 'done'
    lostLooks = run?.outcome === 'FAILED' && run.endedAt === null ? lostLooks + 1 : 0
    if (run?.outcome === 'FAILED' && (lostLooks === 0 || lostLooks > LOST_LOOKS))
      throw new Error(run.message ?? 'the job failed')
    if (run === null) {
      if (entry === undefined || entry.state === 'failed' || entry.state === 'cancelled')
        throw new Error('the run was taken from the queue before it began')
    } else if (run.outcome === null && run.message !== null && run.message !== reported) {
      reported = run.message
      progress(reported)
    }
  }
}
