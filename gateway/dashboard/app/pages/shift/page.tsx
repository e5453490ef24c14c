import { IconPrinter, IconUserShare } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { useWho } from '../../api/people.ts'
import { useAuth, useRole } from '../../api/session.ts'
import { LastVisitDocument, ShiftDocument, type ShiftQuery } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count, dayTime, duration, utcOffset } from '../../ui/format.ts'
import { rowKeys } from '../../ui/list/rows.ts'
import { useTypedPeriod } from '../../ui/list/typed-period.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Widget } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import type { IncidentsSearch } from '../incidents/search.ts'
import { addDays, dayIn } from '../journals/days.ts'
import type { TasksSearch } from '../tasks/search.ts'
import { HandOver } from './hand-over.tsx'
import { Gaps, Handovers, Late, Opened as OpenedPanel, People, type Report, Resolved, TaskList } from './parts.tsx'
import { fieldOf, type Period, periodBetween, periodOf } from './period.rules.ts'
import { type ShiftSearch, SPANS } from './search.ts'
import styles from './shift.module.css'

type Change = (change: Partial<ShiftSearch>) => void

const SPAN_WORDS = { 8: t('Last 8 h'), 12: t('Last 12 h'), 24: t('Last 24 h'), 168: t('Last 7 days') } as const
/** A year before 2000 is on the way to another one while it is typed. */
const FIRST = '2000-01-01T00:00'
const LAST = '9999-12-31T23:59'
const NO_PERIOD = { last: undefined, from: undefined, to: undefined } as const

type PeriodsProps = { readonly search: ShiftSearch; readonly period: Period; readonly change: Change }

/** The choice of the period. */
const Periods = ({ search, period, change }: PeriodsProps) => {
  const isSince = search.last === undefined && search.from === undefined
  const typed = useTypedPeriod({
    ends: { from: fieldOf(period.from), to: fieldOf(period.to) },
    isPeriod: (fields) => periodBetween(fields, period) !== undefined,
    onChange: (fields) => change({ ...NO_PERIOD, ...periodBetween(fields, period) }),
    // The end of one that is not chosen is the present, which moves on while the other end is typed.
    ...(search.from === undefined ? { of: String(search.last) } : {}),
  })
  return (
    <search className={styles.periods} aria-label={t('Period')} data-control>
      <button type="button" aria-pressed={isSince} onClick={() => change(NO_PERIOD)}>
        {t('Since you left')}
      </button>
      {SPANS.map((span) => (
        <button
          key={span}
          type="button"
          aria-pressed={search.from === undefined && search.last === span}
          onClick={() => change({ ...NO_PERIOD, last: span })}
        >
          {SPAN_WORDS[span]}
        </button>
      ))}
      <label>
        <span>{t('From')}</span>
        <input type="datetime-local" min={FIRST} max={LAST} {...typed.from} />
      </label>
      <label>
        <span>{t('to')}</span>
        <input type="datetime-local" min={FIRST} max={LAST} {...typed.to} />
      </label>
      {typed.isWrong && (
        <p className={styles.fault} role="alert">
          {t('A period ends after it begins, and has 31 days at most.')}
        </p>
      )}
    </search>
  )
}

const SINCE = {
  left: t('Since you left:'),
  first: t('You are here for the first time:'),
  unknown: t('It is not known right now when you left:'),
  chosen: '',
} as const

/** The period in words, for paper as well. */
const Span = ({ from, to, since, isPending }: Period & { readonly isPending: boolean }) => (
  <p className={styles.span}>
    {since === 'unknown' && isPending ? '' : SINCE[since]}{' '}
    <b>{t('{from} to {to}', { from: dayTime(from), to: dayTime(to) })}</b>
    {` ${utcOffset(new Date(to))} · ${duration(to - from)}`}
  </p>
)

type FigureProps = {
  readonly n: number | undefined
  readonly label: string
  readonly more: string
  /** The list behind it. */
  readonly to: LinkProps
}

const Figure = ({ n, label, more, to }: FigureProps) => (
  <Link {...to} className={styles.figure}>
    <b>{n === undefined ? '\u2014' : count(n)}</b>
    <span>{label}</span>
    <small>{n === undefined ? t('not known right now') : more}</small>
  </Link>
)

type Query = DocumentResult<ShiftQuery>

/** The services that did not bring their part of the figures, though the reader may see it. */
const lostOf = ({ data }: Query): readonly string[] => {
  const isLost = (root: string) =>
    data?.faults.some(({ path, code }) => path.split('.')[0] === root && code !== 'FORBIDDEN') === true
  return [...(isLost('tasks') ? ['fleet'] : []), ...(isLost('openIncidentCount') ? ['incident'] : [])]
}

/** The lists behind the figures, as addresses of their pages. */
type Lists = Readonly<Record<'opened' | 'resolved' | 'worked' | 'missed', IncidentsSearch>> & {
  readonly ended: TasksSearch
}

const listsOf = ({ from, to }: Period): Lists => {
  const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()]
  return {
    opened: { status: 'ALL', since, until, suppressed: false },
    resolved: { status: 'RESOLVED', resolvedSince: since, resolvedUntil: until, suppressed: false },
    worked: { status: 'ALL', workedSince: since, workedUntil: until },
    missed: { status: 'ALL', missedSince: since, missedUntil: until },
    ended: { endedSince: since, endedUntil: until },
  }
}

type OfLists = { readonly lists: Lists }

const Figures = ({ query, lists }: { readonly query: Query } & OfLists) => (
  <Widget
    title={t('At a glance')}
    className={styles.wide ?? ''}
    query={query}
    roots={['shiftReport']}
    pick={(data) => data.shiftReport}
    degraded={() => lostOf(query)}
    skeleton={<SkeletonRows rows={2} />}
  >
    {(report, { data }) => <FigureRow report={report} data={data} lists={lists} />}
  </Widget>
)

type FigureRowProps = OfLists & { readonly report: Report; readonly data: ShiftQuery }

const FigureRow = ({ report, data, lists }: FigureRowProps) => {
  const { tasks, succeeded, failed, expired, openIncidentCount: open } = data
  const lost = (failed?.totalElements ?? 0) + (expired?.totalElements ?? 0)
  return (
    <div className={styles.figures}>
      <Figure
        n={report.opened}
        label={t('opened')}
        to={{ to: PATHS.incidents, search: lists.opened }}
        more={t('{count} still open', { count: count(report.stillOpen) })}
      />
      <Figure
        n={report.closed}
        label={tc('incidents', 'resolved')}
        to={{ to: PATHS.incidents, search: lists.resolved }}
        more={t('{count} by people', { count: count(report.closedByHand) })}
      />
      <Figure
        n={report.missed}
        label={t('missed a target')}
        to={{ to: PATHS.incidents, search: lists.missed }}
        more={t('{acknowledge} not acknowledged, {resolve} not resolved in time', {
          acknowledge: count(report.acknowledgeMissed),
          resolve: count(report.resolveMissed),
        })}
      />
      <Figure
        n={tasks?.totalElements}
        label={t('tasks ended')}
        to={{ to: PATHS.tasks, search: lists.ended }}
        more={t('{succeeded} succeeded, {lost} failed or expired', {
          succeeded: count(succeeded?.totalElements ?? 0),
          lost: count(lost),
        })}
      />
      <Figure
        n={open?.count}
        label={t('open now')}
        to={{ to: PATHS.incidents }}
        more={t('{count} overdue', { count: count(open?.overdue ?? 0) })}
      />
    </div>
  )
}

const Body = ({ query, me, lists }: OfLists & { readonly query: Query; readonly me: string }) => {
  const who = useWho(query.data?.data.tasks?.content.map(({ requestedBy }) => requestedBy) ?? [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: J and K go through the rows of all panels
    <div className={styles.cards} onKeyDown={rowKeys()}>
      <Figures query={query} lists={lists} />
      <OpenedPanel query={query} me={me} opened={lists.opened} />
      <Resolved query={query} me={me} resolved={lists.resolved} />
      <Late query={query} missed={lists.missed} />
      <People query={query} me={me} resolved={lists.resolved} worked={lists.worked} />
      <TaskList query={query} who={who} ended={lists.ended} />
      <Gaps query={query} />
      <Handovers query={query} me={me} />
    </div>
  )
}

/** The report of a period, once it is known which. */
const useShift = (search: ShiftSearch, me: string) => {
  const now = useNow()
  const isSince = search.last === undefined && search.from === undefined
  const visit = useDocument(LastVisitDocument, {}, { everyMs: 0 })
  // What was read first holds while the page is open: the reader is here.
  const period = periodOf(search, visit.data?.data.lastVisit?.leftAt, now)
  const lastDay = addDays(dayIn(period.to), -1)
  const query = useDocument(
    ShiftDocument,
    {
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      dayFrom: addDays(dayIn(period.from), -1),
      dayTo: lastDay,
      me,
    },
    { everyMs: 60_000, topics: ['incidents', 'gaps'], enabled: !isSince || !visit.isPending },
  )
  return { period, query }
}

/** What happened while the reader was away, or in any period; and the end of a shift. */
export const ShiftPage = () => {
  const { search, change } = usePageSearch(PATHS.shift)
  const me = useAuth().session?.userId ?? ''
  const mayHandOver = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const [isHandingOver, handOver] = useState(false)
  const { period, query } = useShift(search, me)
  const mine = query.data?.data.mine?.totalElements ?? 0
  return (
    <div className="page">
      <div className={styles.bar}>
        <Periods search={search} period={period} change={change} />
        <span className={styles.actions} data-control>
          {mayHandOver && (
            <button
              type="button"
              className="button"
              data-kind="main"
              disabled={mine === 0}
              title={
                mine === 0
                  ? t('You own no open incident.')
                  : tn(mine, 'You own {n} open incident.', 'You own {n} open incidents.')
              }
              onClick={() => handOver(true)}
            >
              <IconUserShare size={16} stroke={2} aria-hidden />
              {t('Hand over')}
            </button>
          )}
          <button type="button" className="button" onClick={() => window.print()}>
            <IconPrinter size={16} stroke={2} aria-hidden />
            {t('Print')}
          </button>
        </span>
      </div>
      <div className={styles.body}>
        <Span {...period} isPending={query.isPending} />
        <Body query={query} me={me} lists={listsOf(period)} />
      </div>
      {isHandingOver && <HandOver mine={mine} close={() => handOver(false)} />}
    </div>
  )
}
