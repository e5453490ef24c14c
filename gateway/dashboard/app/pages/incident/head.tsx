import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { whoIs } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { count, dayTime, fullTime, words } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { Flapping } from '../incidents/columns.tsx'
import type { useIncidentActions } from '../incidents/incident-actions.tsx'
import { endingOf, isCounted, kindWords, READ_ONLY, standingOf } from '../incidents/kinds.ts'
import { DueFact } from './due-fact.tsx'
import styles from './incident.module.css'
import type { Detail } from './timeline-entries.ts'

type Doers = Pick<
  ReturnType<typeof useIncidentActions>,
  'acknowledge' | 'take' | 'assign' | 'release' | 'resolve' | 'note'
>

type HeadProps = {
  readonly incident: Detail
  readonly incidentActions: ReturnType<typeof useIncidentActions>
  /** False while it is another incident than the address's. */
  readonly settled: boolean
}

const Instant = ({ at, zone }: { readonly at: string; readonly zone: string | undefined }) => (
  <time dateTime={at} title={fullTime(at, zone)}>
    {dayTime(at, zone)}
  </time>
)

const Facts = ({ incident }: { readonly incident: Detail }) => {
  const me = useAuth().session?.userId ?? ''
  const { openedAt, lastEventAt, occurrenceCount, acknowledgedAt, acknowledgedByUserId, ownerUserId } = incident
  const { resolvedAt, kind, component, cause, causeText } = incident
  const zone = incident.atm?.timeZone ?? undefined
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{resolvedAt === null ? 'Open for' : 'Was open since'}</dt>
        <dd>
          {resolvedAt === null ? <Age at={openedAt} zone={zone} /> : <Instant at={openedAt} zone={zone} />}
          {resolvedAt === null && (
            <small>
              since <Instant at={openedAt} zone={zone} />
            </small>
          )}
        </dd>
      </div>
      {resolvedAt !== null && (
        <div>
          <dt>Over since</dt>
          <dd>
            <Instant at={resolvedAt} zone={zone} />
            <small>
              {standingOf(incident, me).replace('Resolved ', '')}
              {cause !== null && `, cause: ${words(cause).toLowerCase()}`}
            </small>
            {causeText !== null && <small>{causeText}</small>}
          </dd>
        </div>
      )}
      {isCounted(incident) ? (
        <div>
          <dt>Events</dt>
          <dd>
            {count(occurrenceCount)}
            {occurrenceCount > 0 && (
              <small>
                the last <Age at={lastEventAt} zone={zone} /> ago
              </small>
            )}
          </dd>
        </div>
      ) : (
        <div>
          <dt>{kind === 'MASS_OUTAGE' ? 'ATMs' : 'Unreachable since'}</dt>
          <dd>{kind === 'MASS_OUTAGE' ? count(occurrenceCount) : <Instant at={lastEventAt} zone={zone} />}</dd>
        </div>
      )}
      <DueFact incident={incident} zone={zone} />
      <div>
        <dt>Owner</dt>
        <dd>
          {ownerUserId === null ? 'nobody' : whoIs(ownerUserId, me, incident.owner)}
          {acknowledgedAt !== null && (
            <small>
              acknowledged <Age at={acknowledgedAt} zone={zone} /> ago by{' '}
              {whoIs(acknowledgedByUserId, me, incident.acknowledgedBy)}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Kind</dt>
        <dd>
          {kindWords(kind)}
          <small>
            {component === null ? `incident ${incident.id}` : `cassette ${component}, incident ${incident.id}`}
          </small>
        </dd>
      </div>
    </dl>
  )
}

const STATUS_WORDS = {
  OPEN: 'Open',
  ACKNOWLEDGED: 'Acknowledged',
  RESOLVED: 'Resolved',
  SUPPRESSED: 'Suppressed',
} as const

/** What to do about it, and what ends it. */
const Next = ({ incident }: { readonly incident: Detail }) => {
  const ending = endingOf(incident, useNow())
  if (ending === null) return null
  return (
    <div className={styles.next} data-severity={incident.severity}>
      <h3>What to do</h3>
      <p>
        {ending.next !== null && <b>{ending.next} </b>}
        {ending.how}
      </p>
    </div>
  )
}

/** What the caller can do to it; a note also once it is over. */
const Actions = ({ incident, incidentActions, settled }: HeadProps) => {
  const me = useAuth().session?.userId ?? ''
  const { id, status, ownerUserId } = incident
  const off = !incidentActions.may || !settled || incidentActions.busyId === id
  const act = (label: string, key: string | null, how: keyof Doers, isMain = false) => (
    <button
      type="button"
      className="button"
      data-kind={isMain ? 'main' : undefined}
      disabled={off}
      onClick={() => incidentActions[how](incident)}
    >
      {label} {key !== null && <kbd>{key}</kbd>}
    </button>
  )
  const isOver = status === 'RESOLVED'
  return (
    <div className={styles.actions}>
      {status === 'OPEN' && act('Acknowledge', 'A', 'acknowledge', true)}
      {!isOver && ownerUserId !== me && act('Take', 'M', 'take')}
      {!isOver && act('Assign', 'O', 'assign')}
      {!isOver && ownerUserId !== null && act('Release', null, 'release')}
      {!isOver && act('Resolve', 'R', 'resolve')}
      {act('Note', 'N', 'note')}
      {!incidentActions.may && (
        <p className={styles.refusal}>
          <IconLock size={15} stroke={1.9} aria-hidden />
          {READ_ONLY}
        </p>
      )}
    </div>
  )
}

/** What is wrong, since when, what ends it, and what can be done. */
export const Head = ({ incident, incidentActions, settled }: HeadProps) => {
  const { id, severity, status, title, flapping, source, atmId, agentAtmId, atm, parentIncidentId } = incident
  return (
    <section className={styles.head} aria-label={`Incident ${id}`}>
      <p className={styles.marks}>
        <SeverityGlyph severity={severity} size={18} />
        <b>{SEVERITIES[severity].label}</b>
        <span className={styles.status} data-status={status}>
          {STATUS_WORDS[status]}
        </span>
        {flapping && <Flapping />}
        {source === 'MANUAL' && <span className={styles.status}>Opened by hand</span>}
        {parentIncidentId !== null && (
          <Link to={PATHS.incident} params={{ incidentId: String(parentIncidentId) }} className="link">
            Part of mass outage <span className="id">{parentIncidentId}</span>
          </Link>
        )}
      </p>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.place}>
          {incident.kind === 'MASS_OUTAGE' ? 'first at' : 'at'}{' '}
          <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="link id">
            {agentAtmId}
          </Link>
          {atm?.siteName !== null && atm?.siteName !== undefined && `, ${atm.siteName}`}
        </p>
      </div>
      <Facts incident={incident} />
      <Next incident={incident} />
      <Actions incident={incident} incidentActions={incidentActions} settled={settled} />
    </section>
  )
}
