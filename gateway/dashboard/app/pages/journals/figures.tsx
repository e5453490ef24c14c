import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { JournalsQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { count, duration, plural, share } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './figures.module.css'

type FigureProps = {
  readonly name: string
  /** Undefined where it is not known right now: a dash, never a zero. */
  readonly value: string | undefined
  readonly link?: LinkProps
  readonly tone?: 'warn' | undefined
  readonly children: ReactNode
}

const Figure = ({ name, value, link, tone, children }: FigureProps) => (
  <div data-tone={tone}>
    <dt>
      <b>{name}</b>
      {value === undefined ? 'not known right now' : children}
    </dt>
    <dd>{value === undefined ? '\u2014' : link === undefined ? value : <Link {...link}>{value}</Link>}</dd>
  </div>
)

const Queue = ({ queue }: { readonly queue: JournalsQuery['journalParseQueue'] }) => {
  const now = useNow()
  const waiting = queue?.reduce((sum, one) => sum + one.waiting, 0) ?? 0
  // Institutions with files that wait come first, the longest wait before all.
  const [oldest] = queue ?? []
  const since = oldest?.oldestReceivedAt ?? null
  return (
    <Figure
      name="waiting to be read"
      value={queue === null ? undefined : count(waiting)}
      link={{ to: PATHS.files, search: { status: 'RECEIVED' } }}
    >
      {oldest === undefined || since === null
        ? 'every file that came was read'
        : `the oldest for ${duration(now - Date.parse(since))}, of ${oldest.institutionKey}`}
    </Figure>
  )
}

/** What is missing, what is asked for and what came, in one line. Each figure leads to its rows. */
export const Figures = ({ data, today }: { readonly data: JournalsQuery; readonly today: string }) => {
  const { open, requested, journalFetchProgress: day, journalSummary: summary } = data
  const ofToday = { to: PATHS.transactions, search: { span: '1' } } as const
  const none = summary?.total === 0
  return (
    <dl className={styles.figures} aria-label={`Journals on ${today}`}>
      <Figure
        name="journals missing"
        value={open === null ? undefined : count(open.open)}
        tone={open !== null && open.open > 0 ? 'warn' : undefined}
        link={{ to: PATHS.journals, search: {}, hash: 'gaps' }}
      >
        {open?.atms === 0 ? 'every journal is there' : `of ${plural(open?.atms ?? 0, 'ATM')}`}
      </Figure>
      <Figure
        name="asked for"
        value={requested === null ? undefined : count(requested.open)}
        link={{ to: PATHS.journals, search: { status: 'FETCH_REQUESTED' }, hash: 'gaps' }}
      >
        {requested?.open === 0 ? 'no agent is waited for' : 'and not come yet'}
      </Figure>
      <Figure name="came in 24 hours" value={day === null ? undefined : count(day.closed)}>
        {day?.asked === 0
          ? 'nothing was asked for'
          : `of ${count(day?.asked ?? 0)} asked for` +
            `${day !== null && day.reopened > 0 ? `; ${count(day.reopened)} did not come` : ''}`}
      </Figure>
      <Queue queue={data.journalParseQueue} />
      <Figure name="transactions today" value={summary === null ? undefined : count(summary.total)} link={ofToday}>
        {none ? 'none with a verdict yet' : 'with a verdict'}
      </Figure>
      <Figure
        name="approved today"
        value={summary === null ? undefined : none ? '\u2014' : share(summary.successful, summary.total)}
        link={ofToday}
      >
        {none ? 'no transactions yet' : `${count(summary?.failed ?? 0)} declined`}
      </Figure>
    </dl>
  )
}
