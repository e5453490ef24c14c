import type { Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../observability/log.ts'
import { createMetricRead, READ_STATEMENT_TIMEOUT_MS } from '../observability/metric-reads.ts'
import { addToGauge } from '../observability/metrics.ts'
import { listJobStates } from './jobs.store.ts'
import type { JobDefinition } from './jobs.ts'

/** Publishes the last run of each job that this process may run, whichever process ran it. */
export const watchJobs = (
  { metrics, log }: { readonly metrics: Registry; readonly log: Logger },
  stores: Stores,
  jobs: readonly JobDefinition[],
): void => {
  const names = new Set(jobs.map(({ name }) => name))
  const options = { mode: 'read', statementTimeoutMs: READ_STATEMENT_TIMEOUT_MS } as const
  const read = createMetricRead({ metrics, log }, 'jobs', async () => {
    const states = await stores.asPlatform(listJobStates, options)
    return states.flatMap(({ name, last }) => (last === null || !names.has(name) ? [] : [{ job: name, last }]))
  })
  const labelNames = ['job_name']
  addToGauge(
    metrics,
    {
      name: 'fleetops_job_last_run_timestamp_seconds',
      help: 'Start of the last run of a job that ended, in any process, as Unix time',
      labelNames,
    },
    async () =>
      ((await read()) ?? []).map(({ job, last }) => ({
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
      ((await read()) ?? []).map(({ job, last }) => ({
        labels: { job_name: job },
        value: last.outcome === 'FAILED' ? 1 : 0,
      })),
  )
}
