import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { JournalsQuery } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count, date, duration, share } from '../../ui/format.ts'
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
      {value === undefined ? t('not known right now') : children}
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
      name={t('waiting to be read')}
      value={queue === null ? undefined : count(waiting)}
      link={{ to: PATHS.files, search: { status: 'RECEIVED' } }}
    >
      {oldest === undefined || since === null
        ? t('every file that came was read')
        : t('the oldest for {duration}, of {institution}', {
            duration: duration(now - Date.parse(since)),
            institution: oldest.institutionKey,
          })}
    </Figure>
  )
}

/** How many journals were asked for, and how many of them did not come. */
const cameText = (asked: number, lost: number): string => {
  if (asked === 0) return t('nothing was asked for')
  const of = tn(asked, 'of {n} asked for', 'of {n} asked for')
  return lost === 0 ? of : tn(lost, '{of}; {n} did not come', '{of}; {n} did not come', { of })
}

/** What is missing, what is asked for and what came, in one line. Each figure leads to its rows. */
export const Figures = ({ data, today }: { readonly data: JournalsQuery; readonly today: string }) => {
  const { open, requested, journalFetchProgress: day, journalSummary: summary } = data
  const ofToday = { to: PATHS.transactions, search: { span: '1' } } as const
  const none = summary?.total === 0
  return (
    <dl className={styles.figures} aria-label={t('Journals on {date}', { date: date(today) })}>
      <Figure
        name={t('journals missing')}
        value={open === null ? undefined : count(open.open)}
        tone={open !== null && open.open > 0 ? 'warn' : undefined}
        link={{ to: PATHS.journals, search: {}, hash: 'gaps' }}
      >
        {open?.atms === 0 ? t('every journal is there') : tn(open?.atms ?? 0, 'of {n} ATM', 'of {n} ATMs')}
      </Figure>
      <Figure
        name={tc('journals', 'asked for')}
        value={requested === null ? undefined : count(requested.open)}
        link={{ to: PATHS.journals, search: { status: 'FETCH_REQUESTED' }, hash: 'gaps' }}
      >
        {requested?.open === 0 ? t('no agent is waited for') : t('and not come yet')}
      </Figure>
      <Figure name={t('came in 24 hours')} value={day === null ? undefined : count(day.closed)}>
        {cameText(day?.asked ?? 0, day?.reopened ?? 0)}
      </Figure>
      <Queue queue={data.journalParseQueue} />
      <Figure name={t('transactions today')} value={summary === null ? undefined : count(summary.total)} link={ofToday}>
        {none ? t('none with a verdict yet') : t('with a verdict')}
      </Figure>
      <Figure
        name={t('approved today')}
        value={summary === null ? undefined : none ? '\u2014' : share(summary.successful, summary.total)}
        link={ofToday}
      >
        {none ? t('no transactions yet') : tn(summary?.failed ?? 0, '{n} declined', '{n} declined')}
      </Figure>
    </dl>
  )
}
