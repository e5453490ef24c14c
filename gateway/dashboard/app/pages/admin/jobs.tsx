import { Age } from '../../ui/age.tsx'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayTime, duration, fullTime, plural } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/list/table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import styles from './parts/admin.module.css'
import { ListSkeleton } from './parts/list-skeleton.tsx'
import { Mark } from './parts/mark.tsx'
import { useAdmin } from './parts/use-admin.ts'
import { type Job, type JobRun, jobsOf, runsOf, useRest } from './rest.ts'
import { scheduleWords } from './schedule.rules.ts'

const Outcome = ({ outcome, running }: { readonly outcome: string | null; readonly running: boolean }) => {
  if (running) return <Mark tone="run">Running</Mark>
  if (outcome === 'FAILED') return <Mark tone="bad">Failed</Mark>
  return outcome === 'DONE' ? <Mark tone="ok">Done</Mark> : <Mark tone="none">No run yet</Mark>
}

const In = ({ at }: { readonly at: string }) => {
  const ms = Date.parse(at) - useNow()
  return (
    <time dateTime={at} title={fullTime(at)}>
      {ms <= 0 ? 'now' : `in ${duration(ms)}`}
    </time>
  )
}

const columnsOf = (open: (name: string) => void): readonly Column<Job>[] => [
  {
    id: 'job',
    header: 'Job',
    cell: ({ name, schedule, timeZone }) => (
      <button type="button" className={styles.open} onClick={() => open(name)}>
        <b>{name}</b>
        <small>{scheduleWords(schedule, timeZone)}</small>
      </button>
    ),
  },
  {
    id: 'outcome',
    header: 'Last run',
    cell: ({ lastOutcome, runningSince }) => <Outcome outcome={lastOutcome} running={runningSince !== null} />,
  },
  {
    id: 'message',
    header: 'What it did, or why it failed',
    wide: true,
    cell: ({ lastMessage, lastOutcome, progress }) => (
      <span
        className={styles.message}
        data-bad={lastOutcome === 'FAILED' || undefined}
        title={lastMessage ?? undefined}
      >
        {progress ?? lastMessage ?? '\u2014'}
      </span>
    ),
  },
  {
    id: 'when',
    header: 'Ran',
    right: true,
    wide: true,
    cell: ({ lastRunAt, lastDurationMs }) =>
      lastRunAt === null ? (
        <span className={styles.none}>not in 30 days</span>
      ) : (
        <span className={styles.when}>
          <span>
            <Age at={lastRunAt} /> ago
          </span>
          {lastDurationMs !== null && <small>took {tookOf(lastDurationMs)}</small>}
        </span>
      ),
  },
  {
    id: 'next',
    header: 'Next',
    right: true,
    cell: ({ nextRunAt }) =>
      nextRunAt === null ? <span className={styles.none}>by hand</span> : <In at={nextRunAt} />,
  },
]

const tookOf = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)}\u00a0ms` : duration(ms))

const RUN_COLUMNS: readonly Column<JobRun>[] = [
  {
    id: 'at',
    header: 'Began',
    cell: ({ startedAt, message }) => (
      <span className={styles.run}>
        <time dateTime={startedAt} title={fullTime(startedAt)}>
          {dayTime(startedAt)}
        </time>
        <small>{message}</small>
      </span>
    ),
  },
  { id: 'outcome', header: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} running={outcome === null} /> },
  {
    id: 'took',
    header: 'Took',
    right: true,
    cell: ({ durationMs }) => (durationMs === null ? '\u2014' : tookOf(durationMs)),
  },
]

const JobDrawer = ({ name, close }: { readonly name: string; readonly close: () => void }) => {
  const query = useRest(`/api/jobs/${encodeURIComponent(name)}/runs?size=50`, runsOf, 10_000)
  return (
    <Dialog title={name} close={close} side="right">
      <p className={styles.quiet}>
        The last 50 runs of 30 days. By hand it is run with <code>npm run job {name}</code>.
      </p>
      <div className={styles.runs}>
        <Loaded query={query} what="The runs" roots={['runs']} pick={({ runs }) => runs} skeleton={<ListSkeleton />}>
          {(runs) =>
            runs.length === 0 ? (
              <Empty>No run in the last 30 days.</Empty>
            ) : (
              <Table label="Runs" columns={RUN_COLUMNS} rows={runs} idOf={({ startedAt }) => startedAt} />
            )
          }
        </Loaded>
      </div>
      <div className={styles.actions}>
        <CopyLink />
      </div>
    </Dialog>
  )
}

const Summary = ({ jobs }: { readonly jobs: readonly Job[] }) => {
  const failing = jobs.filter(({ lastOutcome }) => lastOutcome === 'FAILED').length
  return (
    <div className={styles.note} data-bad={failing > 0 || undefined}>
      <span>
        {failing > 0 ? (
          <Mark tone="bad">
            {plural(failing, 'job')} failed the last time; {failing === 1 ? 'it is' : 'they are'} listed first.
          </Mark>
        ) : (
          <Mark tone="ok">No job failed the last time it ran.</Mark>
        )}
      </span>
    </div>
  )
}

/** The scheduled jobs of the platform, those that failed first. */
export const Jobs = () => {
  const { search, open } = useAdmin()
  const query = useRest('/api/jobs', jobsOf, 15_000)
  return (
    <>
      <Loaded query={query} what="Jobs" roots={['jobs']} pick={({ jobs }) => jobs} skeleton={<ListSkeleton />}>
        {(jobs) => (
          <>
            <Summary jobs={jobs} />
            <Table
              label="Jobs"
              columns={columnsOf((name) => open({ row: name }))}
              rows={jobs}
              idOf={({ name }) => name}
              selectedId={search.row}
            />
          </>
        )}
      </Loaded>
      {search.row !== undefined && <JobDrawer name={search.row} close={() => open({ row: undefined })} />}
    </>
  )
}
