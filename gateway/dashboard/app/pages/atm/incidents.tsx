import { Link } from '@tanstack/react-router'
import { whoIs } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { Age, Clock } from '../../ui/age.tsx'
import { SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { dayTime, plural } from '../../ui/format.ts'
import { rowKeys } from '../../ui/list/rows.ts'
import { Empty } from '../../ui/widget.tsx'
import styles from './incidents.module.css'
import { type Atm, type AtmIncident, byUrgency } from './steps.ts'

type IncidentsProps = {
  readonly atm: Atm
  /** The incidents that the page names above, with what to do about them. */
  readonly told: ReadonlySet<number>
  /** False while nobody knows what the ATM does: that nothing is open is no good news then. */
  readonly isReached: boolean
  readonly zone: string | undefined
  readonly acknowledge: ((incident: AtmIncident) => void) | undefined
  readonly busyId: number | undefined
}

const State = ({ incident, zone }: { readonly incident: AtmIncident; readonly zone: string | undefined }) => {
  const me = useAuth().session?.userId ?? ''
  if (incident.resolvedAt !== null)
    return (
      <>
        over since <time dateTime={incident.resolvedAt}>{dayTime(incident.resolvedAt, zone)}</time>
        {incident.resolution === 'MANUAL' && ', by hand'}
      </>
    )
  if (incident.acknowledgedAt !== null)
    return (
      <>
        acknowledged by {whoIs(incident.acknowledgedByUserId, me, incident.acknowledgedBy)},{' '}
        <Clock at={incident.acknowledgedAt} zone={zone} />
      </>
    )
  if (incident.status === 'SUPPRESSED') return <>suppressed: in maintenance</>
  return <b>not acknowledged</b>
}

const Row = ({
  incident,
  zone,
  acknowledge,
  busyId,
}: Omit<IncidentsProps, 'atm' | 'told' | 'isReached'> & { incident: AtmIncident }) => {
  const { id, title, severity, status, openedAt, occurrenceCount, flapping } = incident
  return (
    <li data-row className={styles.row} data-over={status === 'RESOLVED' || undefined}>
      <SeverityGlyph severity={severity} />
      <div className={styles.text}>
        <Link to={PATHS.incident} params={{ incidentId: String(id) }} className={styles.title}>
          <span className="sr">{SEVERITIES[severity].label}: </span>
          {title}
        </Link>
        <p className={styles.meta}>
          {status === 'RESOLVED' ? null : (
            <>
              <Age at={openedAt} zone={zone} /> ·{' '}
            </>
          )}
          <State incident={incident} zone={zone} />
          {occurrenceCount > 1 && <> · {plural(occurrenceCount, 'event')}</>}
          {flapping && <> · flapping</>}
        </p>
      </div>
      {status === 'OPEN' && acknowledge !== undefined && (
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={busyId === id}
          onClick={() => acknowledge(incident)}
          aria-label={`Ack ${id}: ${title}`}
          title="Acknowledge (A)"
        >
          Ack
        </button>
      )}
    </li>
  )
}

/** What is said where nothing is left to list. */
const Nothing = ({ told, isReached }: { readonly told: number; readonly isReached: boolean }) =>
  told === 0 ? (
    <Empty good={isReached}>No open incidents.</Empty>
  ) : (
    <p className={styles.told}>
      {told === 1 ? 'The open one is' : `The ${told} open ones are`} above, with what to do.
    </p>
  )

/** The ATM's incidents that the page does not name above: those that are open first, and below what was lately. */
export const Incidents = ({ atm, told, isReached, ...rest }: IncidentsProps) => {
  const open = [...atm.open, ...atm.acknowledged].filter(({ id }) => !told.has(id)).toSorted(byUrgency)
  const act = (row: number) => {
    const incident = open[row]
    if (incident?.status === 'OPEN') rest.acknowledge?.(incident)
  }
  return (
    <>
      {open.length === 0 ? (
        <Nothing told={told.size} isReached={isReached} />
      ) : (
        <ol onKeyDown={rowKeys({ a: act })}>
          {open.map((incident) => (
            <Row key={incident.id} incident={incident} {...rest} />
          ))}
        </ol>
      )}
      {atm.suppressed.length > 0 && (
        <>
          <h3 className={styles.sub}>Suppressed</h3>
          <ol>
            {atm.suppressed.map((incident) => (
              <Row key={incident.id} incident={incident} {...rest} />
            ))}
          </ol>
        </>
      )}
      {atm.resolved.length > 0 && (
        <>
          <h3 className={styles.sub}>Lately</h3>
          <ol>
            {atm.resolved.map((incident) => (
              <Row key={incident.id} incident={incident} {...rest} />
            ))}
          </ol>
        </>
      )}
    </>
  )
}
