import { Link } from '@tanstack/react-router'
import type { JournalGapsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { date, dayTime } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import styles from './gaps.module.css'
import { GapState, NotTold } from './marks.tsx'
import type { SORTS } from './search.ts'

export type Gap = NonNullable<JournalGapsQuery['journalGaps']>[number]

const zoneOf = ({ atm }: Gap): string | undefined => atm?.timeZone ?? undefined

/** A day; a phone has no room for its year. */
const Day = ({ day }: { readonly day: string }) => (
  <span className={styles.day}>
    {day.slice(0, -5)}
    <span className={styles.long}>{day.slice(-5)}</span>
  </span>
)

const Asked = ({ gap, who }: { readonly gap: Gap } & Pick<Options, 'who'>) => {
  const { fetchRequestedAt: at, fetchRequestedBy: by, fetchAttempts } = gap
  if (at === null) return <span className={styles.quiet}>{t('never')}</span>
  return (
    <span className={styles.two}>
      <span>
        {dayTime(at, zoneOf(gap))}
        {fetchAttempts > 1 && <small> · {tn(fetchAttempts, '{n} time', '{n} times')}</small>}
      </span>
      <small>{t('by {person}', { person: who(by) })}</small>
    </span>
  )
}

const State = ({ gap, isGone }: { readonly gap: Gap; readonly isGone: boolean }) => {
  if (isGone) return <span className={styles.gone}>{t('No longer in this list')}</span>
  const { status, closedAt, closedByFileId } = gap
  return (
    <span className={styles.two}>
      <GapState status={status} />
      {status === 'CLOSED' && closedByFileId !== null && (
        <Link to={PATHS.file} params={{ fileId: String(closedByFileId) }} className="link">
          <small>
            {closedAt === null
              ? t('file {id}', { id: closedByFileId })
              : t('file {id}, {time}', { id: closedByFileId, time: dayTime(closedAt, zoneOf(gap)) })}
          </small>
        </Link>
      )}
    </span>
  )
}

type Options = {
  readonly gone: ReadonlySet<string>
  readonly chosen: ReadonlySet<number>
  readonly toggle: (id: number) => void
  readonly all: { readonly chosen: boolean; readonly toggle: () => void }
  readonly ask: (gap: Gap) => void
  readonly busy: boolean
  /** Who asked, in words. */
  readonly who: (userId: string | null) => string
}

/** The columns of the gaps: those that are not closed can be chosen, and asked for. */
export const gapColumns = ({
  gone,
  chosen,
  toggle,
  all,
  ask,
  busy,
  who,
}: Options): readonly Column<Gap, (typeof SORTS)[number]>[] => [
  {
    id: 'choose',
    header: (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={t('Choose all on this page')}
        checked={all.chosen}
        onChange={all.toggle}
      />
    ),
    cell: ({ id, status, agentAtmId, gapDate }) =>
      status === 'CLOSED' ? null : (
        <input
          type="checkbox"
          className={styles.box}
          aria-label={t('Choose {atm}, {date}', { atm: agentAtmId, date: date(gapDate) })}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
        />
      ),
  },
  {
    id: 'atm',
    header: t('ATM'),
    sort: 'agentAtmId',
    cell: ({ atmId, agentAtmId, atm }) => <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />,
  },
  { id: 'day', header: t('Day'), sort: 'gapDate', cell: ({ gapDate }) => <Day day={date(gapDate)} /> },
  { id: 'state', header: t('State'), cell: (gap) => <State gap={gap} isGone={gone.has(String(gap.id))} /> },
  {
    id: 'since',
    header: t('Missed for'),
    right: true,
    wide: true,
    cell: (gap) => (gap.status === 'CLOSED' ? <NotTold /> : <Age at={gap.detectedAt} zone={zoneOf(gap)} />),
  },
  { id: 'asked', header: t('Asked last'), wide: true, cell: (gap) => <Asked gap={gap} who={who} /> },
  {
    id: 'ask',
    header: <span className="sr">{t('Actions')}</span>,
    right: true,
    wide: true,
    cell: (gap) =>
      gap.status === 'CLOSED' ? null : (
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={busy}
          aria-label={
            gap.status === 'OPEN'
              ? t('Request: {atm}, {date}', { atm: gap.agentAtmId, date: date(gap.gapDate) })
              : t('Request again: {atm}, {date}', { atm: gap.agentAtmId, date: date(gap.gapDate) })
          }
          onClick={() => ask(gap)}
        >
          {gap.status === 'OPEN' ? t('Request') : t('Request again')}
        </button>
      ),
  },
]
