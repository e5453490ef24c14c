import { Link } from '@tanstack/react-router'
import { useAction, useDocument } from '../../../api/client.ts'
import { useWho } from '../../../api/people.ts'
import {
  AtmDayDocument,
  type AtmDayQuery,
  type AtmQuery,
  FetchJournalOfDayDocument,
  type JournalFileStatus,
} from '../../../gql/graphql.gen.ts'
import { PATHS } from '../../../paths.ts'
import { Calendar, type CalendarDay } from '../../../ui/charts/calendar.tsx'
import { count, date, dayTime, plural } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { sayDone, sayFailed } from '../../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../../ui/widget.tsx'
import styles from './journal.module.css'

type Day = NonNullable<AtmQuery['journalDays']>[number]

const FILE_WORDS: Readonly<Record<JournalFileStatus, string>> = {
  RECEIVED: 'is being read',
  PARSED: 'was read',
  PARTIAL: 'was read in part',
  FAILED: 'could not be read',
  MISDATED: 'is of another day',
}

const lookOf = (day: Day): Omit<CalendarDay, 'date'> => {
  if (day.gapStatus === 'OPEN') return { level: 3, text: 'gap', words: 'no journal' }
  if (day.gapStatus === 'FETCH_REQUESTED')
    return { level: 2, text: 'asked', words: 'no journal; the agent was asked for it' }
  if (day.fileStatus === null) return { level: null, words: 'no journal, and none missed yet' }
  const words = `the journal ${FILE_WORDS[day.fileStatus]}, ${plural(day.transactions, 'transaction')}`
  if (day.fileStatus === 'FAILED') return { level: 3, text: 'failed', words }
  if (day.fileStatus === 'MISDATED') return { level: 3, text: 'misdated', words }
  if (day.fileStatus === 'RECEIVED') return { level: 1, text: '…', words }
  return { level: day.fileStatus === 'PARTIAL' ? 1 : 0, text: count(day.transactions), words }
}

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
    {files.map(({ id, status, transactions, successful, failed, error, supersededByFileId }) => (
      <li key={id}>
        <Link to={PATHS.file} params={{ fileId: String(id) }} className="link">
          File {id}
        </Link>{' '}
        {supersededByFileId === null ? FILE_WORDS[status] : 'was replaced by a later one'}
        {status !== 'RECEIVED' && supersededByFileId === null && (
          <small>
            {plural(transactions, 'transaction')}, {count(successful)} approved, {count(failed)} declined
          </small>
        )}
        {error !== null && <small>{error}</small>}
      </li>
    ))}
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
        <b>No journal has come.</b>{' '}
        {gap.fetchRequestedAt === null
          ? `Missed since ${dayTime(gap.detectedAt, zone)}.`
          : `Asked for ${plural(gap.fetchAttempts, 'time')}, last on ${dayTime(gap.fetchRequestedAt, zone)} by ` +
            `${who(gap.fetchRequestedBy)}.`}
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
            { onSuccess: () => sayDone('The agent is asked for this journal.'), onError: sayFailed },
          )
        }
      >
        {gap.status === 'OPEN' ? 'Request fetch' : 'Request again'}
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
    <section className={styles.day} aria-label={`Journal of ${date(day)}`}>
      <h3>{date(day)}</h3>
      <Loaded
        query={query}
        what="The day"
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
              <p>There is no journal of this day, and none is missed yet.</p>
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
  if (first < 0) return <Empty>No journal has come from this ATM yet.</Empty>
  const shown = days.slice(first)
  const missing = shown.filter(({ gapStatus }) => gapStatus === 'OPEN' || gapStatus === 'FETCH_REQUESTED').length
  return (
    <div className={styles.wrap}>
      <p className={styles.sum}>
        {missing === 0 ? 'Every day has its journal.' : <b>{plural(missing, 'day')} without a journal</b>}
        <span>since {date(shown[0]?.date ?? '')}</span>
      </p>
      <Calendar
        label="Journals by day"
        days={shown.map((day) => ({ date: day.date, ...lookOf(day) }))}
        chosen={chosen}
        onDay={(day) => onDay(day === chosen ? undefined : day)}
      />
      {chosen !== undefined && <DayOfJournal day={chosen} {...rest} />}
    </div>
  )
}
