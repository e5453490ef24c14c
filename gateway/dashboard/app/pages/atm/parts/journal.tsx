import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAction, useDocument } from '../../../api/client.ts'
import { useWho } from '../../../api/people.ts'
import {
  AtmDayDocument,
  type AtmDayQuery,
  type AtmQuery,
  FetchJournalOfDayDocument,
  type JournalFileStatus,
} from '../../../gql/graphql.gen.ts'
import { rich } from '../../../language/rich.ts'
import { t, tc, tn } from '../../../language/texts.ts'
import { PATHS } from '../../../paths.ts'
import { Calendar, type CalendarDay } from '../../../ui/charts/calendar.tsx'
import { count, date, dayTime } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { sayDone, sayFailed } from '../../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../../ui/widget.tsx'
import { outcomesOf } from '../../journals/outcomes.ts'
import styles from './journal.module.css'

type Day = NonNullable<AtmQuery['journalDays']>[number]

/** The outcome of the journal of a day. */
const DAY_WORDS: Readonly<Record<JournalFileStatus, string>> = {
  RECEIVED: t('the journal is being read'),
  PARSED: t('the journal was read'),
  PARTIAL: t('the journal was read in part'),
  FAILED: t('the journal could not be read'),
  MISDATED: t('the journal is of another day'),
}

/** The outcome of a file, with its name in the sentence. */
const fileWords = (status: JournalFileStatus, file: ReactNode): ReactNode =>
  ({
    RECEIVED: rich('{file} is being read', { file }),
    PARSED: rich('{file} was read', { file }),
    PARTIAL: rich('{file} was read in part', { file }),
    FAILED: rich('{file} could not be read', { file }),
    MISDATED: rich('{file} is of another day', { file }),
  })[status]

const lookOf = (day: Day): Omit<CalendarDay, 'date'> => {
  if (day.gapStatus === 'OPEN') return { level: 3, text: t('gap'), words: t('no journal') }
  if (day.gapStatus === 'FETCH_REQUESTED')
    return { level: 2, text: t('asked'), words: t('no journal; the agent was asked for it') }
  if (day.fileStatus === null) return { level: null, words: t('no journal, and none missed yet') }
  const words = [DAY_WORDS[day.fileStatus], tn(day.transactions, '{n} transaction', '{n} transactions')].join(t(', '))
  if (day.fileStatus === 'FAILED') return { level: 3, text: tc('journal', 'failed'), words }
  if (day.fileStatus === 'MISDATED') return { level: 3, text: tc('journal', 'misdated'), words }
  if (day.fileStatus === 'RECEIVED') return { level: 1, text: '…', words }
  return { level: day.fileStatus === 'PARTIAL' ? 1 : 0, text: count(day.transactions), words }
}

const isMissing = ({ gapStatus }: Day): boolean => gapStatus === 'OPEN' || gapStatus === 'FETCH_REQUESTED'

/** Whether what came as the journal of a day could not be read, or is of another day. */
const isUnread = ({ fileStatus }: Day): boolean => fileStatus === 'FAILED' || fileStatus === 'MISDATED'

const isKnown = (day: Day): boolean => day.files > 0 || day.gapId !== null

type JournalProps = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly days: readonly Day[]
  readonly chosen: string | undefined
  readonly onDay: (day: string | undefined) => void
  readonly zone: string | undefined
}

const Files = ({ files }: { readonly files: NonNullable<AtmDayQuery['journalFiles']>['content'] }) => (
  <ul>
    {files.map(({ id, status, transactions, successful, failed, error, supersededByFileId }) => {
      const file = (
        <Link to={PATHS.file} params={{ fileId: String(id) }} className="link">
          {t('File {id}', { id })}
        </Link>
      )
      return (
        <li key={id}>
          {supersededByFileId === null ? fileWords(status, file) : rich('{file} was replaced by a later one', { file })}
          {status !== 'RECEIVED' && supersededByFileId === null && (
            <small>
              {[tn(transactions, '{n} transaction', '{n} transactions'), outcomesOf({ successful, failed })].join(
                t(', '),
              )}
            </small>
          )}
          {error !== null && <small dir="auto">{error}</small>}
        </li>
      )
    })}
  </ul>
)

type Gap = NonNullable<AtmDayQuery['journalGaps']>[number]

const GapOfDay = ({ gap, zone }: { readonly gap: Gap; readonly zone: string | undefined }) => {
  const fetch = useAction(FetchJournalOfDayDocument)
  const who = useWho([gap.fetchRequestedBy])
  if (gap.status === 'CLOSED') return null
  return (
    <div className={styles.gap}>
      <p>
        <b>{t('No journal has come.')}</b>{' '}
        {gap.fetchRequestedAt === null
          ? t('Missed since {time}.', { time: dayTime(gap.detectedAt, zone) })
          : tn(
              gap.fetchAttempts,
              'Asked for {n} time, last on {time} by {person}.',
              'Asked for {n} times, last on {time} by {person}.',
              { time: dayTime(gap.fetchRequestedAt, zone), person: who(gap.fetchRequestedBy) },
            )}
      </p>
      <button
        type="button"
        className="button"
        data-size="small"
        data-kind={gap.status === 'OPEN' ? 'main' : undefined}
        disabled={fetch.isPending}
        onClick={() =>
          fetch.mutate(
            { id: gap.id },
            { onSuccess: () => sayDone(t('The agent is asked for this journal.')), onError: sayFailed },
          )
        }
      >
        {gap.status === 'OPEN' ? t('Request fetch') : t('Request again')}
      </button>
    </div>
  )
}

const DayOfJournal = ({
  atmId,
  agentAtmId,
  day,
  zone,
}: Omit<JournalProps, 'days' | 'chosen' | 'onDay'> & { day: string }) => {
  const query = useDocument(AtmDayDocument, { atmId, agentAtmId, day }, { everyMs: 15_000, topics: ['gaps'] })
  return (
    <section className={styles.day} aria-label={t('Journal of {date}', { date: date(day) })}>
      <h3>{date(day)}</h3>
      <Loaded
        query={query}
        what={t('The day')}
        roots={['journalFiles', 'journalGaps']}
        pick={({ journalFiles, journalGaps }) => (journalFiles && journalGaps ? { journalFiles, journalGaps } : null)}
        skeleton={<SkeletonRows rows={2} height={16} gap={8} />}
      >
        {({ journalFiles, journalGaps }) => (
          <>
            <Files files={journalFiles.content} />
            {journalGaps.map((gap) => (
              <GapOfDay key={gap.id} gap={gap} zone={zone} />
            ))}
            {journalFiles.content.length === 0 && journalGaps.length === 0 && (
              <p>{t('There is no journal of this day, and none is missed yet.')}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The ATM's journals day by day; a day leads to its file, or lets it be asked for. */
export const Journal = ({ days, chosen, onDay, ...rest }: JournalProps) => {
  const first = days.findIndex(isKnown)
  if (first < 0) return <Empty>{t('No journal has come from this ATM yet.')}</Empty>
  const shown = days.slice(first)
  const missing = shown.filter(isMissing).length
  const unread = shown.filter((day) => !isMissing(day) && isUnread(day)).length
  return (
    <div className={styles.wrap}>
      <p className={styles.sum}>
        {missing === 0 && unread === 0 && t('Every day has its journal.')}
        {missing > 0 && <b>{tn(missing, '{n} day without a journal', '{n} days without a journal')}</b>}
        {unread > 0 && <b>{tn(unread, '{n} day with an unusable journal', '{n} days with unusable journals')}</b>}
        <span>{t('since {time}', { time: date(shown[0]?.date ?? '') })}</span>
      </p>
      <Calendar
        label={t('Journals by day')}
        days={shown.map((day) => ({ date: day.date, ...lookOf(day) }))}
        chosen={chosen}
        onDay={(day) => onDay(day === chosen ? undefined : day)}
      />
      {chosen !== undefined && <DayOfJournal day={chosen} {...rest} />}
    </div>
  )
}
