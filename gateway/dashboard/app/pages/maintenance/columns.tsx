import { Link } from '@tanstack/react-router'
import type { MaintenanceWindowsQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { day, dayTime, fullTime, words } from '../../ui/format.ts'
import type { Column } from '../../ui/list/table.tsx'

export type MaintenanceWindow = NonNullable<MaintenanceWindowsQuery['maintenanceWindows']>['content'][number]

const Scope = ({ of }: { readonly of: MaintenanceWindow }) => {
  if (of.atmId !== null)
    return (
      <Link to={PATHS.atm} params={{ atmId: String(of.atmId) }} className="link id">
        {of.agentAtmId ?? `ATM ${of.atmId}`}
      </Link>
    )
  return of.attribute === null ? (
    <span>All ATMs of {of.institutionKey}</span>
  ) : (
    <span>
      {of.value}, {of.institutionKey}
    </span>
  )
}

const Times = ({ of }: { readonly of: MaintenanceWindow }) => (
  <span title={`${fullTime(of.from)} to ${fullTime(of.to)}`}>
    <time dateTime={of.from}>{dayTime(of.from)}</time> to <time dateTime={of.to}>{dayTime(of.to)}</time>
  </span>
)

const Recurrence = ({ of: { weekdays, until, timeZone } }: { readonly of: MaintenanceWindow }) =>
  weekdays === null || until === null ? (
    <span>Once</span>
  ) : (
    <span title={timeZone}>
      {weekdays.map((weekday) => words(weekday).slice(0, 3)).join(', ')} until {day(`${until}T12:00:00Z`)}
    </span>
  )

const standingOf = ({ endedAt, nextAt, from, to }: MaintenanceWindow, now: number): string => {
  if (endedAt !== null) return `Ended ${dayTime(endedAt)}`
  if (Date.parse(from) <= now && now < Date.parse(to)) return 'Now'
  if (nextAt === null) return 'Over'
  return `Next ${dayTime(nextAt)}`
}

export const columnsOf = (
  end: ((window: MaintenanceWindow) => void) | undefined,
  now: number,
): readonly Column<MaintenanceWindow>[] => [
  { id: 'scope', header: 'ATMs', cell: (row) => <Scope of={row} /> },
  { id: 'times', header: 'First', cell: (row) => <Times of={row} /> },
  { id: 'recurrence', header: 'Recurs', wide: true, cell: (row) => <Recurrence of={row} /> },
  { id: 'standing', header: 'State', wide: true, cell: (row) => standingOf(row, now) },
  { id: 'reason', header: 'Why', wide: true, cell: ({ reason }) => reason },
  {
    id: 'end',
    header: <span className="sr">Actions</span>,
    right: true,
    cell: (row) =>
      end === undefined || row.endedAt !== null ? null : (
        <button
          type="button"
          className="button"
          data-size="small"
          onClick={() => end(row)}
          aria-label={`End window ${row.id}: ${row.reason}`}
        >
          End
        </button>
      ),
  },
]
