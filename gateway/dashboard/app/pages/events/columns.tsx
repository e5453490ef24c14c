import { Link } from '@tanstack/react-router'
import type { FleetEventsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { day, fullTime, timeSeconds, words } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import styles from './events.module.css'

export type Row = NonNullable<FleetEventsQuery['fleetEvents']>['content'][number]

const NONE = <span className={styles.quiet}>{'\u2014'}</span>

const Occurred = ({ occurredAt }: Row) => (
  <time dateTime={occurredAt} title={fullTime(occurredAt)} className={styles.time}>
    {timeSeconds(occurredAt)}
    <small>{day(occurredAt)}</small>
  </time>
)

const What = ({ eventType, message }: Row) => (
  <span className={styles.what}>
    <b>{words(eventType)}</b>
    {message !== null && (
      <small title={message} dir="auto">
        {message}
      </small>
    )}
  </span>
)

const whereOf = ({ component, cassetteNo, errorCode }: Row): string =>
  [cassetteNo === null ? component && words(component) : t('Cassette {no}', { no: cassetteNo }), errorCode]
    .filter((part) => part !== null && part !== '')
    .join(' · ')

/** The columns of the list of events. */
export const COLUMNS: readonly Column<Row>[] = [
  { id: 'time', header: t('Occurred'), cell: (row) => <Occurred {...row} /> },
  {
    id: 'atm',
    header: t('ATM'),
    cell: ({ atmId, agentAtmId, atm }) => <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />,
  },
  { id: 'event', header: t('Event'), cell: (row) => <What {...row} /> },
  { id: 'category', header: t('Category'), wide: true, cell: ({ category }) => words(category) },
  { id: 'where', header: t('Part'), wide: true, cell: (row) => whereOf(row) || NONE },
  {
    id: 'incident',
    header: t('Incident'),
    right: true,
    cell: ({ incidentId }) =>
      incidentId === null ? (
        NONE
      ) : (
        <Link to={PATHS.incident} params={{ incidentId: String(incidentId) }} className="link">
          {incidentId}
        </Link>
      ),
  },
]
