import { Link } from '@tanstack/react-router'
import { whoIs } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { rich } from '../../language/rich.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age, Clock } from '../../ui/age.tsx'
import { SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { dayTime } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { rowKeys } from '../../ui/list/rows.ts'
import { Empty } from '../../ui/widget.tsx'
import styles from './incidents.module.css'
import { type Atm, type AtmIncident, byUrgency } from './steps.ts'

type IncidentsProps = {
  readonly atm: Atm
  /** The incidents that the page names above, with what to do about them. */
  readonly told: ReadonlySet<number>
  /** False while the ATM cannot be reached: a list without open incidents is no good news then. */
  readonly isReached: boolean
  readonly zone: string | undefined
  readonly acknowledge: ((incident: AtmIncident) => void) | undefined
  readonly busyId: number | undefined
}

const State = ({ incident, zone }: { readonly incident: AtmIncident; readonly zone: string | undefined }) => {
  const me = useAuth().session?.userId ?? ''
  if (incident.resolvedAt !== null) {
    const time = <time dateTime={incident.resolvedAt}>{dayTime(incident.resolvedAt, zone)}</time>
    return incident.resolution === 'MANUAL'
      ? rich('resolved {time}, by hand', { time })
      : rich('resolved {time}', { time })
  }
  if (incident.acknowledgedAt !== null)
    return rich('acknowledged by {person}, {time}', {
      person: whoIs(incident.acknowledgedByUserId, me, incident.acknowledgedBy),
      time: <Clock at={incident.acknowledgedAt} zone={zone} />,
    })
  if (incident.status === 'SUPPRESSED') return t('suppressed: in maintenance')
  return <b>{t('not acknowledged')}</b>
}

const Row = ({
  incident,
  zone,
  acknowledge,
  busyId,
}: Omit<IncidentsProps, 'atm' | 'told' | 'isReached'> & { incident: AtmIncident }) => {
  const { id, severity, status, openedAt, occurrenceCount, flapping } = incident
  const title = incidentTitle(incident)
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
          {occurrenceCount > 1 && <> · {tn(occurrenceCount, '{n} event', '{n} events')}</>}
          {flapping && <> · {t('flapping')}</>}
        </p>
      </div>
      {status === 'OPEN' && acknowledge !== undefined && (
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={busyId === id}
          onClick={() => acknowledge(incident)}
          aria-label={t('Ack {id}: {title}', { id, title })}
          title={t('Acknowledge (A)')}
        >
          {t('Ack')}
        </button>
      )}
    </li>
  )
}

/** What is said where nothing is left to list. */
const Nothing = ({ told, isReached }: { readonly told: number; readonly isReached: boolean }) =>
  told === 0 ? (
    <Empty good={isReached}>{t('No open incidents.')}</Empty>
  ) : (
    <p className={styles.told}>
      {tn(told, 'The open one is above, with what to do.', 'The {n} open ones are above, with what to do.')}
    </p>
  )

/** The ATM's incidents that the page does not name above: those that are open first, then recent ones. */
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
          <h3 className={styles.sub}>{tc('incidents', 'Suppressed')}</h3>
          <ol>
            {atm.suppressed.map((incident) => (
              <Row key={incident.id} incident={incident} {...rest} />
            ))}
          </ol>
        </>
      )}
      {atm.resolved.length > 0 && (
        <>
          <h3 className={styles.sub}>{t('Recently')}</h3>
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
