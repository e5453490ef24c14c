import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { DAY_MS } from '../common/dates.ts'

/** How a run ended. */
export type JobOutcome = 'DONE' | 'FAILED'

/** A job as it is stored for the list of jobs. */
export type JobRow = {
  readonly name: string
  readonly service: string
  readonly cron: string | null
  readonly timeZone: string
}

/** A run; the outcome is null while it goes on. */
export type JobRunRow = {
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly outcome: JobOutcome | null
  readonly message: string | null
}

export type JobStateRow = JobRow & {
  /** Up to when its due times have been seen to: runs were queued for them. */
  readonly scheduledTo: Date
  /**
   * How long a run has waited in the queue to be begun, by the clock of the database in ms; below 0 until it may begin,
   * null where none waits.
   */
  readonly waitingMs: number | null
  readonly last: JobRunRow | null
  readonly running: JobRunRow | null
}

/** A scheduled job that no process has seen to for so long is of none: each is due at least once a day. */
export const ABANDONED_AFTER_MS = 2 * DAY_MS

/** The message of a run whose process ended without reporting its outcome. */
export const LOST = 'the run was lost: its process ended before it did, or had no database any more'

type RawRun = {
  started_ms: number | null
  ended_ms: number | null
  outcome: JobOutcome | 'RUNNING' | null
  message: string | null
}

const ms = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::float8`

/** Whether the queue still holds a run for active: one whose process is gone is not any more. */
const isActive = sql`exists (select from pgboss.job q where q.name = r.job and q.id = r.queue_id
  and q.state = 'active')`

/** The state of `r`, as columns: a run that was lost shows as failed, whether or not that is stored yet. */
const runColumns = sql`
  ${ms(sql`r.started_at`)} as started_ms,
  ${ms(sql`r.ended_at`)} as ended_ms,
  case when r.outcome = 'RUNNING' and not ${isActive} then 'FAILED' else r.outcome end as outcome,
  case when r.outcome = 'RUNNING' and not ${isActive} then ${LOST}::text else r.message end as message`

const runOf = (raw: RawRun): JobRunRow | null =>
  raw.started_ms === null || raw.outcome === null
    ? null
    : {
        startedAt: new Date(raw.started_ms),
        endedAt: raw.ended_ms === null ? null : new Date(raw.ended_ms),
        outcome: raw.outcome === 'RUNNING' ? null : raw.outcome,
        message: raw.message,
      }

const jobRows = (jobs: readonly JobRow[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(jobs)}::text::jsonb) as j(name text, service text, cron text,
    "timeZone" text)`

/** Writes down jobs that are not known yet. A new schedule begins at `now`: it has missed nothing. */
export const insertJobs = async (tx: PlatformTx, jobs: readonly JobRow[], now: Date): Promise<void> => {
  await tx.execute(sql`
    insert into jobs.job (name, service, cron, time_zone, scheduled_to)
    select j.name, j.service, j.cron, j."timeZone", ${now.toISOString()}::timestamptz from ${jobRows(jobs)}
    order by j.name
    on conflict (name) do nothing`)
}

/**
 * Brings known jobs up to date, their schedules from `now` on, and deletes others of their services: those by hand, and
 * those that no process has seen to for two days. Processes of another release may have what these do not know.
 */
export const updateJobs = async (tx: PlatformTx, jobs: readonly JobRow[], now: Date): Promise<void> => {
  await tx.execute(sql`
    update jobs.job o set service = j.service, cron = j.cron, time_zone = j."timeZone",
      scheduled_to = ${now.toISOString()}::timestamptz
    from ${jobRows(jobs)}
    where o.name = j.name and (o.service, o.cron, o.time_zone) is distinct from (j.service, j.cron, j."timeZone")`)
  const names = jobs.map(({ name }) => name)
  const services = jobs.map(({ service }) => service)
  await tx.execute(
    sql`delete from jobs.job where service = any (${sqlArray(services, 'text')})
      and name <> all (${sqlArray(names, 'text')})
      and (cron is null or scheduled_to < ${new Date(now.getTime() - ABANDONED_AFTER_MS).toISOString()}::timestamptz)`,
  )
}

/** Up to when the due times of each of these jobs have been seen to. */
export const listScheduledTo = async (tx: PlatformTx, names: readonly string[]): Promise<ReadonlyMap<string, Date>> => {
  const rows = await tx.execute<{ name: string; to_ms: number }>(
    sql`select name, ${ms(sql`scheduled_to`)} as to_ms from jobs.job where name = any (${sqlArray(names, 'text')})`,
  )
  return new Map([...rows].map(({ name, to_ms }) => [name, new Date(to_ms)]))
}

/** Notes that every due time of a job up to `at` has been seen to. */
export const updateScheduledTo = async (tx: PlatformTx, name: string, at: Date): Promise<void> => {
  await tx.execute(sql`
    update jobs.job set scheduled_to = greatest(scheduled_to, ${at.toISOString()}::timestamptz) where name = ${name}`)
}

/**
 * Brings back to the present what was written down while the clock was ahead: else no job would be due, and none that
 * was lost be found, until the clock has caught up. What belongs to the queue goes by the clock of the database.
 */
export const updateAfterClockSetBack = async (tx: PlatformTx, now: Date): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const ahead = sql`pgboss.job_now() + interval '1 hour'`
  await tx.execute(sql`update jobs.job set scheduled_to = ${at} where scheduled_to > ${at}`)
  await tx.execute(sql`
    update jobs.run set started_at = ${at}, ended_at = case when ended_at is not null then ${at} end
    where started_at > ${at}`)
  await tx.execute(sql`
    update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > ${ahead}`)
  await tx.execute(sql`
    update pgboss.job set start_after = least(start_after, pgboss.job_now()),
      started_on = least(started_on, pgboss.job_now()),
      heartbeat_on = least(heartbeat_on, pgboss.job_now())
    where state in ('created', 'retry', 'active') and greatest(start_after, started_on, heartbeat_on) > ${ahead}`)
  // The id of an entry is its due time, and due times that were handled ahead of time come again.
  await tx.execute(sql`delete from pgboss.job where state in ('completed', 'cancelled', 'failed')`)
}

/**
 * Begins a run. One that never reported its end is over, as a job has one at a time; returns the id, how many of those
 * there were, and when the last one that was done began.
 */
export const insertRun = async (
  tx: PlatformTx,
  run: { readonly job: string; readonly queueId: string; readonly at: Date },
): Promise<{ id: string; lost: number; lastDoneAt: Date | null }> => {
  const at = run.at.toISOString()
  const lost = await tx.execute(sql`
    update jobs.run set outcome = 'FAILED', message = ${LOST}, ended_at = greatest(started_at, ${at}::timestamptz)
    where job = ${run.job} and outcome = 'RUNNING' returning 1`)
  const [row] = await tx.execute<{ id: string; done_ms: number | null }>(sql`
    insert into jobs.run (job, queue_id, started_at) values (${run.job}, ${run.queueId}::uuid, ${at}::timestamptz)
    returning id::text as id,
      (select ${ms(sql`max(d.started_at)`)} from jobs.run d where d.job = ${run.job}
        and d.outcome = 'DONE') as done_ms`)
  const doneMs = row?.done_ms ?? null
  return { id: row?.id ?? '', lost: [...lost].length, lastDoneAt: doneMs === null ? null : new Date(doneMs) }
}

/** Stores the progress of a run. */
export const updateProgress = async (tx: PlatformTx, id: string, message: string): Promise<void> => {
  await tx.execute(sql`update jobs.run set message = ${message} where id = ${id}::bigint and outcome = 'RUNNING'`)
}

/** Ends a run, unless it was given up for lost, and deletes those of the job that began before `keptFrom`. */
export const updateEnd = async (
  tx: PlatformTx,
  run: { readonly id: string; readonly job: string },
  end: { readonly outcome: JobOutcome; readonly message: string; readonly at: Date; readonly keptFrom: Date },
): Promise<void> => {
  await tx.execute(sql`
    update jobs.run set outcome = ${end.outcome}, message = ${end.message},
      ended_at = greatest(started_at, ${end.at.toISOString()}::timestamptz)
    where id = ${run.id}::bigint and outcome = 'RUNNING'`)
  await tx.execute(sql`
    delete from jobs.run where job = ${run.job} and started_at < ${end.keptFrom.toISOString()}::timestamptz`)
}

type StateRaw = RawRun & {
  name: string
  service: string
  cron: string | null
  time_zone: string
  to_ms: number
  waiting_ms: number | null
  is_running: boolean | null
}

/** Every job that some process has written down, with its last run that ended and the one that goes on. */
export const listJobStates = async (tx: PlatformTx): Promise<JobStateRow[]> => {
  const rows = await tx.execute<StateRaw>(sql`
    select j.name, j.service, j.cron, j.time_zone, ${ms(sql`j.scheduled_to`)} as to_ms,
      (select ${ms(sql`(pgboss.job_now() - min(q.start_after))`)} from pgboss.job q
        where q.name = j.name and q.state in ('created', 'retry')) as waiting_ms,
      l.*
    from jobs.job j
    left join lateral (
      (select false as is_running, ${runColumns} from jobs.run r
        where r.job = j.name and (r.outcome <> 'RUNNING' or not ${isActive})
        order by r.started_at desc, r.id desc limit 1)
      union all
      (select true, ${runColumns} from jobs.run r
        where r.job = j.name and r.outcome = 'RUNNING' and ${isActive}
        order by r.started_at desc, r.id desc limit 1)
    ) l on true
    order by j.name`)
  return statesOf([...rows])
}

const statesOf = (rows: readonly StateRaw[]): JobStateRow[] => {
  const states = new Map<string, JobStateRow>()
  for (const row of rows) {
    const { name, service, cron, time_zone: timeZone, waiting_ms: waitingMs } = row
    const job = { name, service, cron, timeZone, scheduledTo: new Date(row.to_ms), waitingMs }
    const state = states.get(name) ?? { ...job, last: null, running: null }
    states.set(name, { ...state, ...(row.is_running === true ? { running: runOf(row) } : { last: runOf(row) }) })
  }
  return [...states.values()]
}

/** A page of the runs of a job, newest first, with how many there are; null where there is no such job. */
export const findRuns = async (
  tx: PlatformTx,
  job: string,
  page: { readonly offset: number; readonly size: number },
): Promise<{ runs: JobRunRow[]; total: number } | null> => {
  const [known] = await tx.execute<{ total: number }>(sql`
    select (select count(*) from jobs.run r where r.job = j.name)::int as total from jobs.job j where j.name = ${job}`)
  if (known === undefined) return null
  const rows = await tx.execute<RawRun>(sql`
    select ${runColumns} from jobs.run r where r.job = ${job}
    order by r.started_at desc, r.id desc limit ${page.size} offset ${page.offset}`)
  return { runs: [...rows].flatMap((row) => runOf(row) ?? []), total: known.total }
}

/** The newest run of an entry of the queue; null before it begins. */
export const findRunOfQueue = async (tx: PlatformTx, queueId: string): Promise<JobRunRow | null> => {
  const [row] = await tx.execute<RawRun>(sql`
    select ${runColumns} from jobs.run r where r.queue_id = ${queueId}::uuid order by r.id desc limit 1`)
  return row === undefined ? null : runOf(row)
}
