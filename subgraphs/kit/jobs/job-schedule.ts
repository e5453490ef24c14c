import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { runLoop } from '../common/loop.ts'
import { createWaker } from '../common/waker.ts'
import { insertJobs, type JobRow, listScheduledTo, updateAfterClockSetBack, updateScheduledTo } from './jobs.store.ts'
import type { JobDefinition, JobsEnv } from './jobs.ts'
import { rowsOf } from './register-jobs.ts'

/** Never started: it reads cron expressions and has no connection. */
const reader = new PgBoss({ connectionString: 'postgres://nowhere' })

/**
 * The first due time after an instant. A local time that a change of clocks leaves out is due when the clocks have
 * moved; one that comes twice is due the first time.
 * @throws Error for an expression or time zone that cannot be read.
 */
export const nextRunOf = (cron: string, timeZone: string, after: Date): Date | null =>
  reader.previewSchedule(cron, { tz: timeZone, from: after, count: 1 })[0] ?? null

/**
 * The first due time of each job after its last one, computed once for each of those: to read an expression takes a
 * millisecond, and most jobs are due once a day.
 */
export const createDueTimes = () => {
  const known = new Map<string, { readonly of: string; readonly due: Date | null }>()
  return ({ name, cron, timeZone }: Omit<JobRow, 'service'>, since: Date): Date | null => {
    const of = `${cron} ${timeZone} ${since.getTime()}`
    const before = known.get(name)
    if (before?.of === of) return before.due
    const due = cron === null ? null : nextRunOf(cron, timeZone, since)
    known.set(name, { of, due })
    return due
  }
}

/** How far apart the clocks of two replicas may be. */
const MOST_SKEW_MS = 300_000

/** The same id in every replica, so that a run that several of them find due is queued once. */
const queueIdOf = (name: string, due: Date): string => {
  const hex = createHash('sha256').update(`${name} ${due.toISOString()}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Look = {
  dueAfter: ReturnType<typeof createDueTimes>
  onQueued(name: string): void
  /** When the look before began; the start of the schedule at first. */
  readonly since: Date
}

/**
 * Queues each job that is due, once however many of its due times have passed. The schedule of pg-boss looks back for
 * the last due time: it never finds a local time that a change of clocks leaves out, and finds a repeated one twice.
 */
const queueDue = async (
  env: JobsEnv,
  boss: PgBoss,
  jobs: readonly JobRow[],
  { dueAfter, onQueued, since: lookedAt }: Look,
): Promise<void> => {
  const names = jobs.map(({ name }) => name)
  const listed = () => env.stores.asPlatform((tx) => listScheduledTo(tx, names), { mode: 'read' })
  let scheduledTo = await listed()
  // A process of a release that deleted what it did not know may have been started again during an upgrade.
  const deleted = jobs.filter(({ name, cron }) => cron !== null && !scheduledTo.has(name))
  if (deleted.length > 0) {
    await env.stores.asPlatform((tx) => insertJobs(tx, deleted, lookedAt))
    scheduledTo = await listed()
  }
  const latest = env.now().getTime() + MOST_SKEW_MS
  if ([...scheduledTo.values()].some((at) => at.getTime() > latest)) {
    env.log.warn('the clock was set back; jobs go on from the present time')
    scheduledTo = await env.stores.asPlatform(async (tx) => {
      await updateAfterClockSetBack(tx, env.now())
      return listScheduledTo(tx, names)
    })
  }
  for (const job of jobs) {
    const { name } = job
    const since = scheduledTo.get(name)
    if (since === undefined) continue
    const now = env.now()
    const due = dueAfter(job, since)
    if (due === null || due > now) continue
    // In this order: a run that is queued twice under one id is one run, but one that is not queued would be lost.
    await boss.send(name, null, { id: queueIdOf(name, due) })
    onQueued(name)
    await env.stores.asPlatform((tx) => updateScheduledTo(tx, name, now))
  }
}

type ScheduleOptions = {
  readonly everyMs: number
  /** Called for each job of which a run was queued. */
  onQueued?(name: string): void
}

/** Checks periodically which jobs of this process are due. */
export const startSchedule = (
  env: JobsEnv,
  boss: PgBoss,
  jobs: readonly JobDefinition[],
  { everyMs, onQueued = () => {} }: ScheduleOptions,
): { close(): Promise<void> } => {
  let closing = false
  const waker = createWaker()
  const dueAfter = createDueTimes()
  const rows = rowsOf(env, jobs)
  let since = env.now()
  const ended = runLoop({
    turn: async () => {
      const begunAt = env.now()
      await queueDue(env, boss, rows, { dueAfter, onQueued, since })
      since = begunAt
      return everyMs
    },
    waker,
    retryMs: everyMs,
    isClosing: () => closing,
    onFailure: (error) => env.log.warn({ err: error }, 'due jobs could not be queued; it is tried again'),
  })
  return {
    async close() {
      closing = true
      waker.wake()
      await ended
    },
  }
}
