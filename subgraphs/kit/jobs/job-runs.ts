import { DrizzleQueryError } from 'drizzle-orm'
import { Counter, Histogram, type Registry } from 'prom-client'
import { DAY_MS, SECOND_MS } from '../common/dates.ts'
import { withAbort, withDeadline } from '../common/deadline.ts'
import { loggable } from '../observability/log.ts'
import { plainTracer, startTraced } from '../tracing/tracing.ts'
import { insertRun, type JobOutcome, updateEnd, updateProgress } from './jobs.store.ts'
import type { JobDefinition, JobsEnv } from './jobs.ts'

/** The metrics of the runs of a process. */
export type JobMetrics = { ended(job: string, outcome: JobOutcome, durationMs: number): void; lost(job: string): void }

const KEPT_MS = 30 * DAY_MS
const PROGRESS_EVERY_MS = 1_000

/** Creates the metrics of jobs in a registry; call it once for each registry. */
export const createJobMetrics = (registry: Registry): JobMetrics => {
  const runs = new Counter({
    name: 'fleetops_job_runs_total',
    help: 'Runs of scheduled jobs by job and outcome: done, failed, or lost with the process that ran them',
    labelNames: ['job_name', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'fleetops_job_duration_seconds',
    help: 'Duration of runs of scheduled jobs by job and outcome',
    labelNames: ['job_name', 'outcome'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600],
    registers: [registry],
  })
  return {
    ended(job, outcome, durationMs) {
      const labels = { job_name: job, outcome: outcome.toLowerCase() }
      runs.inc(labels)
      durations.observe(labels, durationMs / 1_000)
    },
    lost: (job) => runs.inc({ job_name: job, outcome: 'lost' }),
  }
}

/** An error in words that may be stored and shown: no SQL, address, token or card number. */
const wordsOf = (error: unknown): string => {
  if (error instanceof DrizzleQueryError)
    return error.cause === undefined ? 'a query failed' : `a query failed: ${wordsOf(error.cause)}`
  return loggable(error instanceof Error ? error.message : String(error))
}

/** An entry of the queue that this process has to run. */
export type QueuedRun = {
  readonly queueId: string
  /** Aborts when the queue gives the run up. */
  readonly signal: AbortSignal
  /** Why the queue gave it up. */
  reason(): string
  /** The run is given up here after this time, before the queue does so. */
  readonly maxRuntimeS: number
  readonly progress: (text: string) => void
}

/** Settles as `work` does until the run is given up; then rejects, and aborts the signal that `work` was given. */
const untilGivenUp = async (
  work: (signal: AbortSignal) => Promise<string>,
  { signal, reason, maxRuntimeS }: QueuedRun,
): Promise<string> => {
  const given = new AbortController()
  const giveUp = (why: string): never => {
    const error = new Error(why)
    given.abort(error)
    throw error
  }
  const displaced = () => giveUp(reason())
  if (signal.aborted) return displaced()
  return await withDeadline(withAbort(work(given.signal), signal, displaced), maxRuntimeS * SECOND_MS, () =>
    giveUp(`given up: it took longer than ${maxRuntimeS} s`),
  )
}

/** Stores the progress of a run, once a second at most. */
const createProgress = (env: JobsEnv, id: string, onProgress: (text: string) => void) => {
  let writtenAtMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()
  return {
    report(text: string) {
      onProgress(text)
      if (performance.now() - writtenAtMs < PROGRESS_EVERY_MS) return
      writtenAtMs = performance.now()
      // A failure only means that the list of jobs does not show it.
      writing = env.stores.asPlatform((tx) => updateProgress(tx, id, loggable(text))).catch(() => {})
    },
    written: () => writing,
  }
}

/**
 * Runs a job to its end; stores, logs and counts its outcome.
 * @throws Error in words that may be shown, when the job failed or the queue gave it up.
 */
export const runRecorded = async (env: JobsEnv, job: JobDefinition, queued: QueuedRun): Promise<string> => {
  const { name } = job
  const startedAt = performance.now()
  const run = { job: name, queueId: queued.queueId, at: env.now() }
  const { id, lost, lastDoneAt } = await env.stores.asPlatform((tx) => insertRun(tx, run))
  for (let count = 0; count < lost; count += 1) env.metrics?.lost(name)
  const progress = createProgress(env, id, queued.progress)
  const end = async (outcome: JobOutcome, message: string) => {
    const durationMs = Math.round(performance.now() - startedAt)
    env.metrics?.ended(name, outcome, durationMs)
    if (outcome === 'DONE') env.log.info({ job: name, outcome: message, durationMs }, 'job done')
    await progress.written()
    const at = env.now()
    const keptFrom = new Date(at.getTime() - KEPT_MS)
    await env.stores.asPlatform((tx) => updateEnd(tx, { id, job: name }, { outcome, message, at, keptFrom }))
  }
  let outcome: string
  try {
    const context = { now: run.at, lastDoneAt, log: env.log, progress: progress.report }
    const work = () => untilGivenUp((signal) => job.run({ ...context, signal }), queued)
    outcome = await startTraced(env.tracer ?? plainTracer, `job ${name}`, {}, work)
  } catch (error) {
    env.log.error({ err: error, job: name }, 'job failed')
    const message = wordsOf(error)
    await end('FAILED', message).catch((fault: unknown) =>
      env.log.warn({ err: fault, job: name }, 'the end of a failed job could not be written down'),
    )
    throw new Error(message)
  }
  await end('DONE', loggable(outcome))
  return outcome
}
