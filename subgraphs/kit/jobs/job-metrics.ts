import type { Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import { createMetricRead, READ_STATEMENT_TIMEOUT_MS } from '../observability/metric-reads.ts'
import { addToGauge } from '../observability/metrics.ts'
import { createDueTimes } from './job-schedule.ts'
import { type JobStateRow, listJobStates } from './jobs.store.ts'
import type { JobDefinition } from './jobs.ts'

type WatchEnv = {
  readonly metrics: Registry
  readonly log: Logger
  readonly platformTimeZone: string
  now(): Date
}

/** How long a run of each job has been due that has not begun, in ms; 0 for none, and while one goes on. */
const createOverdue = ({ platformTimeZone, now }: WatchEnv) => {
  const dueAfter = createDueTimes(platformTimeZone)
  const watchedFrom = now()
  return (job: JobDefinition, state: JobStateRow | undefined): number => {
    if (state !== undefined && state.running !== null) return 0
    const due = dueAfter(job, state?.last?.startedAt ?? watchedFrom)
    return due === null ? 0 : Math.max(0, now().getTime() - due.getTime())
  }
}

/** Publishes the last run of each job that this process may run, whichever process ran it, and those that are due. */
export const watchJobs = (env: WatchEnv, stores: Stores, jobs: readonly JobDefinition[]): void => {
  const { metrics, log } = env
  const overdueMs = createOverdue(env)
  const names = new Set(jobs.map(({ name }) => name))
  const options = { mode: 'read', statementTimeoutMs: READ_STATEMENT_TIMEOUT_MS } as const
  const read = createMetricRead({ metrics, log }, 'jobs', async () => {
    const states = await stores.asPlatform(listJobStates, options)
    return new Map(states.map((state) => [state.name, state]))
  })
  const lastRuns = async () =>
    [...((await read())?.values() ?? [])].flatMap(({ name, last }) =>
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
    async () => {
      const states = await read()
      return states === null
        ? []
        : jobs.map((job) => ({
            labels: { job_name: job.name },
            value: overdueMs(job, states.get(job.name)) / 1_000,
          }))
    },
  )
}
