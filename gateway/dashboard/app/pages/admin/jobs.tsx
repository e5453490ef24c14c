import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayTime, duration, fullTime } from '../../ui/format.ts'
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
  if (running) return <Mark tone="run">{t('Running')}</Mark>
  if (outcome === 'FAILED') return <Mark tone="bad">{t('Failed')}</Mark>
  return outcome === 'DONE' ? <Mark tone="ok">{t('Done')}</Mark> : <Mark tone="none">{t('No run yet')}</Mark>
}

const In = ({ at }: { readonly at: string }) => {
  const ms = Date.parse(at) - useNow()
  return (
    <time dateTime={at} title={fullTime(at)}>
      {ms <= 0 ? t('now') : t('in {duration}', { duration: duration(ms) })}
    </time>
  )
}

const columnsOf = (open: (name: string) => void): readonly Column<Job>[] => [
  {
    id: 'job',
    header: t('Job'),
    cell: ({ name, schedule, timeZone }) => (
      <button type="button" className={styles.open} onClick={() => open(name)}>
        <b className="id">{name}</b>
        <small>{scheduleWords(schedule, timeZone)}</small>
      </button>
    ),
  },
  {
    id: 'outcome',
    header: t('Last run'),
    cell: ({ lastOutcome, runningSince }) => <Outcome outcome={lastOutcome} running={runningSince !== null} />,
  },
  {
    id: 'message',
    header: t('What it did, or why it failed'),
    wide: true,
    cell: ({ lastMessage, lastOutcome, progress }) => (
      <span
        className={styles.message}
        data-bad={lastOutcome === 'FAILED' || undefined}
        title={lastMessage ?? undefined}
        dir="auto"
      >
        {progress ?? lastMessage ?? '\u2014'}
      </span>
    ),
  },
  {
    id: 'when',
    header: t('Ran'),
    right: true,
    wide: true,
    cell: ({ lastRunAt, lastDurationMs }) =>
      lastRunAt === null ? (
        <span className={styles.none}>{t('not in 30 days')}</span>
      ) : (
        <span className={styles.when}>
          <span>{rich('{age} ago', { age: <Age at={lastRunAt} /> })}</span>
          {lastDurationMs !== null && <small>{t('took {duration}', { duration: tookOf(lastDurationMs) })}</small>}
        </span>
      ),
  },
  {
    id: 'next',
    header: t('Next'),
    right: true,
    cell: ({ nextRunAt }) =>
      nextRunAt === null ? <span className={styles.none}>{t('by hand')}</span> : <In at={nextRunAt} />,
  },
]

const tookOf = (ms: number): string =>
  ms < 1_000 ? t('{milliseconds}\u00a0ms', { milliseconds: Math.round(ms) }) : duration(ms)

const RUN_COLUMNS: readonly Column<JobRun>[] = [
  {
    id: 'at',
    header: t('Began'),
    cell: ({ startedAt, message }) => (
      <span className={styles.run}>
        <time dateTime={startedAt} title={fullTime(startedAt)}>
          {dayTime(startedAt)}
        </time>
        <small>
          <bdi>{message}</bdi>
        </small>
      </span>
    ),
  },
  {
    id: 'outcome',
    header: t('Outcome'),
    cell: ({ outcome }) => <Outcome outcome={outcome} running={outcome === null} />,
  },
  {
    id: 'took',
    header: t('Took'),
    right: true,
    cell: ({ durationMs }) => (durationMs === null ? '\u2014' : tookOf(durationMs)),
  },
]

const JobDrawer = ({ name, close }: { readonly name: string; readonly close: () => void }) => {
  const query = useRest(`/api/jobs/${encodeURIComponent(name)}/runs?size=50`, runsOf, 10_000)
  return (
    <Dialog title={name} close={close} side="right">
      <p className={styles.quiet}>
        {rich('The last 50 runs of 30 days. By hand it is run with {command}.', {
          command: <code dir="ltr">npm run job {name}</code>,
        })}
      </p>
      <div className={styles.runs}>
        <Loaded
          query={query}
          what={t('The runs')}
          roots={['runs']}
          pick={({ runs }) => runs}
          skeleton={<ListSkeleton />}
        >
          {(runs) =>
            runs.length === 0 ? (
              <Empty>{t('No run in the last 30 days.')}</Empty>
            ) : (
              <Table label={t('Runs')} columns={RUN_COLUMNS} rows={runs} idOf={({ startedAt }) => startedAt} />
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
            {tn(
              failing,
              '{n} job failed the last time; it is listed first.',
              '{n} jobs failed the last time; they are listed first.',
            )}
          </Mark>
        ) : (
          <Mark tone="ok">{t('No job failed the last time it ran.')}</Mark>
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
      <Loaded query={query} what={t('Jobs')} roots={['jobs']} pick={({ jobs }) => jobs} skeleton={<ListSkeleton />}>
        {(jobs) => (
          <>
            <Summary jobs={jobs} />
            <Table
              label={t('Jobs')}
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
