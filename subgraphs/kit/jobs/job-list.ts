import type { Stores } from '../../../db/tenancy.ts'
import { withDeadline } from '../common/deadline.ts'
import { CHECK_TIMEOUT_MS, type Component } from '../observability/health.ts'
import { nextRunOf } from './job-schedule.ts'
import {
  ABANDONED_AFTER_MS,
  findRuns,
  type JobOutcome,
  type JobRunRow,
  type JobStateRow,
  listJobStates,
} from './jobs.store.ts'
import { serviceOfJob } from './register-jobs.ts'

/** A job with its schedule and state. Instants are null where there is none. */
export type JobStatus = {
  readonly name: string
  readonly service: string
  /** Null for a job that is only run by hand. */
  readonly cron: string | null
  readonly timeZone: string
  readonly lastOutcome: JobOutcome | null
  readonly lastMessage: string | null
  readonly lastRunAt: Date | null
  readonly lastDurationMs: number | null
  readonly runningSince: Date | null
  readonly progress: string | null
  readonly nextRunAt: Date | null
}

/** The duration of a run in milliseconds; null while it is in progress and if its end is unknown. */
export const durationMsOf = ({ startedAt, endedAt }: JobRunRow): number | null =>
  endedAt === null ? null : endedAt.getTime() - startedAt.getTime()

const statusOf = (state: JobStateRow, now: Date): JobStatus => {
  const { name, service, cron, timeZone, last, running } = state
  return {
    name,
    service,
    cron,
    timeZone,
    lastOutcome: last?.outcome ?? null,
    lastMessage: last?.message ?? null,
    lastRunAt: last?.startedAt ?? null,
    lastDurationMs: last === null ? null : durationMsOf(last),
    runningSince: running?.startedAt ?? null,
    progress: running?.message ?? null,
    nextRunAt: cron === null ? null : nextRunOf(cron, timeZone, now),
  }
}

/** Up to when due times of each service have been seen to. */
export const servedTo = (states: readonly JobStateRow[]): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(states, ({ service }) => service)].map(([service, own]) => [
      service,
      Math.max(...own.map(({ cron, scheduledTo }) => (cron === null ? 0 : scheduledTo.getTime()))),
    ]),
  )

/** Every job of the platform by its name, whichever process hosts its service, but for those that a release removed. */
export const listJobs = async (stores: Stores, now: Date): Promise<JobStatus[]> => {
  const states = await stores.asPlatform(listJobStates, { mode: 'read' })
  const served = servedTo(states)
  // Measured by other jobs of its service: while no process runs, none is seen to.
  const isKept = ({ cron, service, scheduledTo }: JobStateRow): boolean =>
    cron === null || scheduledTo.getTime() >= (served.get(service) ?? 0) - ABANDONED_AFTER_MS
  return states.filter(isKept).map((state) => statusOf(state, now))
}

/** A page of the runs of a job, newest first; null where there is no such job. */
export const listJobRuns = (stores: Stores, job: string, page: { readonly offset: number; readonly size: number }) =>
  stores.asPlatform((tx) => findRuns(tx, job, page), { mode: 'read' })

const failuresOf = (states: readonly JobStateRow[], names: ReadonlySet<string>): string[] =>
  states
    .filter(({ name, last }) => names.has(name) && last?.outcome === 'FAILED')
    .map(({ name, last }) => `${name} failed at ${last?.startedAt.toISOString()}: ${last?.message}`)

/** The state of every job, read once for the checks of all services that run at the same time. */
const shareStates = (stores: Stores): (() => Promise<readonly JobStateRow[]>) => {
  let asking: Promise<readonly JobStateRow[]> | null = null
  return () => {
    const options = { mode: 'read', statementTimeoutMs: CHECK_TIMEOUT_MS } as const
    asking ??= stores.asPlatform(listJobStates, options).finally(() => {
      asking = null
    })
    return asking
  }
}

const checkOf =
  (ask: () => Promise<readonly JobStateRow[]>, names: ReadonlySet<string>) => async (): Promise<Component> => {
    const late = () => {
      throw new Error('the tables of jobs do not answer')
    }
    try {
      const failures = failuresOf(await withDeadline(ask(), CHECK_TIMEOUT_MS, late), names)
      return failures.length === 0 ? { status: 'UP' } : { status: 'DEGRADED', reason: failures.join('; ') }
    } catch {
      return { status: 'DEGRADED', reason: 'how the jobs went is not known: their tables do not answer' }
    }
  }

/**
 * One check a service, under `<service>.jobs`: DEGRADED with the reasons while the last run of one of its jobs
 * failed, until one succeeds. Never DOWN, because the service goes on working.
 */
export const jobChecks = (
  stores: Stores,
  jobs: readonly { readonly name: string }[],
): (readonly [string, () => Promise<Component>])[] => {
  const ask = shareStates(stores)
  const services = Map.groupBy(jobs, serviceOfJob)
  return [...services].map(([service, own]) => [`${service}.jobs`, checkOf(ask, new Set(own.map(({ name }) => name)))])
}
