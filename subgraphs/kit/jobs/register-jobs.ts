import { insertJobs, type JobRow } from './jobs.store.ts'
import type { JobDefinition, JobsEnv } from './jobs.ts'

/** The service that a job belongs to. */
export const serviceOfJob = ({ name }: Pick<JobDefinition, 'name'>): string => name.split('.')[0] ?? name

export type RegisterEnv = Pick<JobsEnv, 'stores' | 'platformTimeZone' | 'now'>

/** Jobs as they are stored. */
export const rowsOf = (env: RegisterEnv, jobs: readonly JobDefinition[]): JobRow[] =>
  jobs.map((job) => ({
    name: job.name,
    service: serviceOfJob(job),
    cron: job.cron,
    timeZone: job.timeZone === 'UTC' ? 'UTC' : env.platformTimeZone,
  }))

/** Stores the jobs that no process has stored yet, so that they can be listed and are due: from now on. */
export const registerJobs = (env: RegisterEnv, jobs: readonly JobDefinition[]): Promise<void> =>
  env.stores.asPlatform((tx) => insertJobs(tx, rowsOf(env, jobs), env.now()))
