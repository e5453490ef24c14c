import type { Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import { createMetricRead, READ_STATEMENT_TIMEOUT_MS } from '../observability/metric-reads.ts'
import { addToGauge } from '../observability/metrics.ts'
import { servedTo } from './job-list.ts'
import { createDueTimes } from './job-schedule.ts'
import { type JobStateRow, listJobStates } from './jobs.store.ts'
import type { JobDefinition } from './jobs.ts'

type WatchEnv = { readonly metrics: Registry; readonly log: Logger; now(): Date }

/**
 * How long a run of each stored job has been due that has not begun, in ms; 0 for none, and while one goes on. A job
 * that this process does not have is none of its service any more where others of that were seen to since it was due.
 */
const createOverdue = (names: ReadonlySet<string>) => {
  const dueAfter = createDueTimes()
  return (states: readonly JobStateRow[], nowMs: number): ReadonlyMap<string, number> => {
    const served = servedTo(states)
    const overdueMs = (state: JobStateRow): number => {
      const { name, service, scheduledTo, waitingMs, last, running } = state
      if (running !== null || state.cron === null) return 0
      const since = Math.max(scheduledTo.getTime(), last?.startedAt.getTime() ?? 0)
      const dueMs = dueAfter(state, new Date(since))?.getTime() ?? Number.POSITIVE_INFINITY
      const isGone = !names.has(name) && (served.get(service) ?? 0) >= dueMs
      return Math.max(0, waitingMs ?? 0, isGone ? 0 : nowMs - dueMs)
    }
    return new Map(states.map((state) => [state.name, overdueMs(state)]))
  }
}

/**
 * Publishes the last run of each job that this process may run, whichever process ran it, and how long each job of the
 * platform has been due, so that other processes tell of a service of which none runs.
 */
export const watchJobs = (env: WatchEnv, stores: Stores, jobs: readonly JobDefinition[]): void => {
  const { metrics, log } = env
  const names = new Set(jobs.map(({ name }) => name))
  const overdueOf = createOverdue(names)
  const options = { mode: 'read', statementTimeoutMs: READ_STATEMENT_TIMEOUT_MS } as const
  const read = createMetricRead({ metrics, log }, 'jobs', async () => {
    const states = await stores.asPlatform(listJobStates, options)
    // As of the read: while reads fail, nothing is known to grow.
    return { states, overdue: overdueOf(states, env.now().getTime()) }
  })
  const lastRuns = async () =>
    ((await read())?.states ?? []).flatMap(({ name, last }) =>
      last === null || !names.has(name) ? [] : [{ job: name, last }],
    )
  const labelNames = ['job_name']
  addToGauge(
    metrics,
    {
      name: 'fleetops_job_last_run_timestamp_seconds',
      help: 'Start of the last run of a job that ended, in any process, as Unix time',
      labelNames,
    },
    async () =>
      (await lastRuns()).map(({ job, last }) => ({
        labels: { job_name: job },
        value: last.startedAt.getTime() / 1_000,
      })),
  )
  addToGauge(
    metrics,
    {
      name: 'fleetops_job_failing',
      help: '1 where the last run of a job failed, in whichever process, else 0',
      labelNames,
    },
    async () =>
      (await lastRuns()).map(({ job, last }) => ({
        labels: { job_name: job },
        value: last.outcome === 'FAILED' ? 1 : 0,
      })),
  )
  addToGauge(
    metrics,
    {
      name: 'fleetops_job_overdue_seconds',
      help: 'How long a run of a scheduled job has been due that no process has begun; 0 for none',
      labelNames,
    },
    async () =>
      [...((await read())?.overdue ?? [])].map(([name, ms]) => ({ labels: { job_name: name }, value: ms / 1_000 })),
  )
}
