import { PgBoss } from 'pg-boss'
import type { Logger } from './log.ts'

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

export type JobContext = { readonly now: Date; readonly log: Logger; readonly progress: (text: string) => void }

export type JobsEnv = {
  readonly databaseUrl: string
  readonly platformTimeZone: string
  readonly log: Logger
  now(): Date
}

/** A job with its schedule and what is known of its runs. Instants are null where there is none. */
export type JobStatus = {
  readonly name: string
  /** Null for what is only run by hand. */
  readonly cron: string | null
  readonly timeZone: string
  readonly lastRunAt: Date | null
  readonly lastState: string | null
  readonly lastOutcome: string | null
  readonly nextRunAt: Date | null
}

const MAX_RUNTIME_S = 3_600
const POLL_S = 2
const STOP_MS = 20_000

const openBoss = async (env: JobsEnv, role: 'runner' | 'client'): Promise<PgBoss> => {
  const boss = new PgBoss({
    connectionString: env.databaseUrl,
    application_name: 'fleetops-jobs',
    max: 4,
    // The schema is made by the migrations, as the runtime role owns nothing.
    migrate: false,
    createSchema: false,
    schedule: role === 'runner',
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

const zoneOf = (job: JobDefinition, env: JobsEnv) => (job.timeZone === 'UTC' ? 'UTC' : env.platformTimeZone)

const runLogged = async (
  job: JobDefinition,
  env: JobsEnv,
  progress: (text: string) => void,
): Promise<{ outcome: string }> => {
  const startedAt = performance.now()
  try {
    const outcome = await job.run({ now: env.now(), log: env.log, progress })
    env.log.info({ job: job.name, outcome, durationMs: Math.round(performance.now() - startedAt) }, 'job done')
    return { outcome }
  } catch (error) {
    env.log.error({ err: error, job: job.name }, 'job failed')
    throw error
  }
}

/** The queue of a job: of all replicas and calls by hand, one runs at a time. */
const prepareQueue = (boss: PgBoss, job: JobDefinition) =>
  boss.createQueue(job.name, {
    policy: 'singleton',
    retryLimit: 2,
    retryDelay: 30,
    expireInSeconds: MAX_RUNTIME_S,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 7 * 86_400,
  })

/** Runs jobs by their cron schedules, each by one of all replicas; a run missed while nothing ran is made up for once. */
export const startJobs = async (env: JobsEnv, jobs: readonly JobDefinition[]): Promise<{ close(): Promise<void> }> => {
  const boss = await openBoss(env, 'runner')
  for (const job of jobs) {
    await prepareQueue(boss, job)
    if (job.cron !== null) await boss.schedule(job.name, job.cron, null, { tz: zoneOf(job, env), missed: 'once' })
    await boss.work(job.name, { pollingIntervalSeconds: POLL_S }, () => runLogged(job, env, () => {}))
  }
  return { close: () => boss.stop({ graceful: true, timeout: STOP_MS }) }
}

/**
 * Runs one job to its end beside a running platform, whichever process picks it up.
 * Returns its outcome; rejects with the job's error.
 */
export const runJob = async (env: JobsEnv, job: JobDefinition, progress: (text: string) => void): Promise<string> => {
  const boss = await openBoss(env, 'client')
  try {
    await prepareQueue(boss, job)
    const id = await boss.send(job.name, null, { retryLimit: 0 })
    if (id === null) throw new Error('the job could not be queued')
    await boss.work(job.name, { pollingIntervalSeconds: 0.5 }, () => runLogged(job, env, progress))
    for (;;) {
      const [found] = await boss.findJobs(job.name, { id })
      if (found?.state === 'completed') return outcomeOf(found.output) ?? 'done'
      if (found?.state === 'failed' || found?.state === 'cancelled')
        throw new Error(outcomeOf(found.output) ?? `the job was ${found.state}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await boss.stop({ graceful: true, timeout: STOP_MS })
  }
}

const outcomeOf = (output: unknown): string | null => {
  if (typeof output !== 'object' || output === null) return null
  if ('outcome' in output && typeof output.outcome === 'string') return output.outcome
  if ('message' in output && typeof output.message === 'string') return output.message
  return null
}

/** Every job with its schedule, last and next run. */
export const listJobs = async (env: JobsEnv, jobs: readonly JobDefinition[]): Promise<JobStatus[]> => {
  const boss = await openBoss(env, 'client')
  try {
    const statuses: JobStatus[] = []
    for (const job of jobs) {
      await prepareQueue(boss, job)
      const runs = await boss.findJobs(job.name, {})
      const last = runs
        .filter(({ startedOn }) => startedOn !== null)
        .sort((a, b) => b.startedOn.getTime() - a.startedOn.getTime())[0]
      const timeZone = zoneOf(job, env)
      statuses.push({
        name: job.name,
        cron: job.cron,
        timeZone,
        lastRunAt: last?.startedOn ?? null,
        lastState: last?.state ?? null,
        lastOutcome: outcomeOf(last?.output ?? null),
        nextRunAt: job.cron === null ? null : (boss.previewSchedule(job.cron, { tz: timeZone, count: 1 })[0] ?? null),
      })
    }
    return statuses
  } finally {
    await boss.stop({ graceful: true, timeout: STOP_MS })
  }
}
