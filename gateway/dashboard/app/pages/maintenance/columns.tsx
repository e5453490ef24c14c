import { Link } from '@tanstack/react-router'
import type { MaintenanceWindowsQuery } from '../../gql/graphql.gen.ts'
import { LOCALE } from '../../language/language.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { day, dayTime, fullTime, moment, time, zoneMark } from '../../ui/format.ts'
import type { Column } from '../../ui/list/table.tsx'
import styles from './maintenance.module.css'

export type MaintenanceWindow = NonNullable<MaintenanceWindowsQuery['maintenanceWindows']>['content'][number]

const Scope = ({ of }: { readonly of: MaintenanceWindow }) => {
  if (of.atmId !== null)
    return (
      <Link to={PATHS.atm} params={{ atmId: String(of.atmId) }} className="link id">
        {of.agentAtmId ?? t('ATM {atmId}', { atmId: of.atmId })}
      </Link>
    )
  return of.attribute === null ? (
    <span>{t('All ATMs of {institutionKey}', { institutionKey: of.institutionKey })}</span>
  ) : (
    <span>
      {of.value}, {of.institutionKey}
    </span>
  )
}

/** What recurs does so at the time of its own zone, which the clock of the reader does not show. */
const Times = ({ of }: { readonly of: MaintenanceWindow }) => {
  const zone = of.weekdays === null ? undefined : of.timeZone
  const isOfOneDay = day(of.from, zone) === day(of.to, zone)
  // The mark of a zone is once behind both, unless clocks are turned between them.
  const mark = zoneMark(of.from, zone) === zoneMark(of.to, zone) ? '' : zoneMark(of.from, zone)
  return (
    <span className={styles.times} title={t('{from} to {to}', { from: fullTime(of.from), to: fullTime(of.to) })}>
      {rich('{from} to {to}', {
        from: (
          <time dateTime={of.from}>
            {day(of.from, zone)} {time(of.from, zone)}
            {mark}
          </time>
        ),
        to: (
          <time dateTime={of.to}>{isOfOneDay ? time(of.to, zone) + zoneMark(of.to, zone) : dayTime(of.to, zone)}</time>
        ),
      })}
    </span>
  )
}

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' })

/** The short name of a weekday; 1 January 2023 was a Sunday. */
const shortWeekday = (weekday: string): string => weekdayFormat.format(Date.UTC(2023, 0, 1 + WEEKDAYS.indexOf(weekday)))

const Recurrence = ({ of: { weekdays, until, timeZone } }: { readonly of: MaintenanceWindow }) => {
  if (weekdays === null || until === null) return <span>{t('Once')}</span>
  const last = day(`${until}T12:00:00Z`, 'UTC')
  return (
    <span title={timeZone}>
      {weekdays.length === WEEKDAYS.length
        ? t('Daily until {day}', { day: last })
        : t('{weekdays} until {day}', { weekdays: weekdays.map(shortWeekday).join(', '), day: last })}
    </span>
  )
}

const statusOf = ({ endedAt, nextAt, runsUntil }: MaintenanceWindow, now: number): string => {
  if (endedAt !== null) return t('Ended {time}', { time: dayTime(endedAt) })
  if (runsUntil !== null && now < Date.parse(runsUntil)) return t('Now, until {time}', { time: moment(runsUntil) })
  if (nextAt === null) return t('Over')
  return t('Next {time}', { time: dayTime(nextAt) })
}

export const columnsOf = (
  end: ((window: MaintenanceWindow) => void) | undefined,
  now: number,
): readonly Column<MaintenanceWindow>[] => [
  { id: 'scope', header: t('ATMs'), cell: (row) => <Scope of={row} /> },
  { id: 'times', header: t('First'), cell: (row) => <Times of={row} /> },
  { id: 'recurrence', header: t('Recurs'), wide: true, cell: (row) => <Recurrence of={row} /> },
  { id: 'status', header: t('Status'), wide: true, cell: (row) => statusOf(row, now) },
  { id: 'reason', header: t('Why'), wide: true, cell: ({ reason }) => <span className={styles.reason}>{reason}</span> },
  {
    id: 'end',
    header: <span className="sr">{t('Actions')}</span>,
    right: true,
    cell: (row) =>
      end === undefined || row.endedAt !== null ? null : (
        <button
          type="button"
          className="button"
          data-size="small"
          onClick={() => end(row)}
          aria-label={t('End window {id}: {reason}', { id: row.id, reason: row.reason })}
        >
          {t('End')}
        </button>
      ),
  },
]
