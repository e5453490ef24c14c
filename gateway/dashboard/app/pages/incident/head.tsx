import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { whoIs } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { rich } from '../../language/rich.ts'
import { t, tc } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { count, dayTime, fullTime, words } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { useNow } from '../../ui/use-now.ts'
import type { useIncidentActions } from '../incidents/incident-actions.tsx'
import { isCounted, kindWords, READ_ONLY } from '../incidents/kinds.ts'
import { endingOf } from '../incidents/record/endings.ts'
import { Flapping } from '../incidents/record/flapping.tsx'
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
        <dt>{resolvedAt === null ? t('Open for') : t('Opened')}</dt>
        <dd>
          {resolvedAt === null ? <Age at={openedAt} zone={zone} /> : <Instant at={openedAt} zone={zone} />}
          {resolvedAt === null && (
            <small>{rich('since {time}', { time: <Instant at={openedAt} zone={zone} /> })}</small>
          )}
        </dd>
      </div>
      {resolvedAt !== null && (
        <div>
          <dt>{t('Resolved')}</dt>
          <dd>
            <Instant at={resolvedAt} zone={zone} />
            <small>
              {incident.resolution === 'MANUAL' ? t('by hand') : t('by the rules')}
              {cause !== null && ` · ${t('cause: {cause}', { cause: words(cause).toLowerCase() })}`}
            </small>
            {causeText !== null && <small>{causeText}</small>}
          </dd>
        </div>
      )}
      {isCounted(incident) ? (
        <div>
          <dt>{t('Events')}</dt>
          <dd>
            {count(occurrenceCount)}
            {occurrenceCount > 0 && (
              <small>{rich('the last {age} ago', { age: <Age at={lastEventAt} zone={zone} /> })}</small>
            )}
          </dd>
        </div>
      ) : (
        <div>
          <dt>{kind === 'MASS_OUTAGE' ? t('ATMs') : t('Unreachable since')}</dt>
          <dd>{kind === 'MASS_OUTAGE' ? count(occurrenceCount) : <Instant at={lastEventAt} zone={zone} />}</dd>
        </div>
      )}
      <DueFact incident={incident} zone={zone} />
      <div>
        <dt>{t('Owner')}</dt>
        <dd>
          {ownerUserId === null ? t('no owner') : whoIs(ownerUserId, me, incident.owner)}
          {acknowledgedAt !== null && (
            <small>
              {rich('acknowledged {age} ago by {person}', {
                age: <Age at={acknowledgedAt} zone={zone} />,
                person: whoIs(acknowledgedByUserId, me, incident.acknowledgedBy),
              })}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Kind')}</dt>
        <dd>
          {kindWords(kind)}
          <small>
            {component === null
              ? t('incident {id}', { id: incident.id })
              : t('cassette {component}, incident {id}', { component, id: incident.id })}
          </small>
        </dd>
      </div>
    </dl>
  )
}

const STATUS_WORDS = {
  OPEN: t('Open'),
  ACKNOWLEDGED: t('Acknowledged'),
  RESOLVED: t('Resolved'),
  SUPPRESSED: t('Suppressed'),
} as const

/** What to do about it, and what ends it. */
const Next = ({ incident }: { readonly incident: Detail }) => {
  const ending = endingOf(incident, useNow())
  if (ending === null) return null
  return (
    <div className={styles.next} data-severity={incident.severity}>
      <h3>{t('What to do')}</h3>
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
      {status === 'OPEN' && act(tc('action', 'Acknowledge'), 'A', 'acknowledge', true)}
      {!isOver && ownerUserId !== me && act(t('Take'), 'M', 'take')}
      {!isOver && act(t('Assign'), 'O', 'assign')}
      {!isOver && ownerUserId !== null && act(t('Release'), null, 'release')}
      {!isOver && act(t('Resolve'), 'R', 'resolve')}
      {act(tc('action', 'Note'), 'N', 'note')}
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
  const { id, severity, status, flapping, source, atmId, agentAtmId, atm, parentIncidentId } = incident
  const link = (
    <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="link id">
      {agentAtmId}
    </Link>
  )
  return (
    <section className={styles.head} aria-label={t('Incident {id}', { id })}>
      <p className={styles.marks}>
        <SeverityGlyph severity={severity} size={18} />
        <b>{SEVERITIES[severity].label}</b>
        <span className={styles.status} data-status={status}>
          {STATUS_WORDS[status]}
        </span>
        {flapping && <Flapping />}
        {source === 'MANUAL' && <span className={styles.status}>{t('Opened by hand')}</span>}
        {parentIncidentId !== null && (
          <Link to={PATHS.incident} params={{ incidentId: String(parentIncidentId) }} className="link">
            {rich('Part of mass outage {id}', { id: <span className="id">{parentIncidentId}</span> })}
          </Link>
        )}
      </p>
      <div>
        <h2 className={styles.title}>{incidentTitle(incident)}</h2>
        <p className={styles.place}>
          {incident.kind === 'MASS_OUTAGE' ? rich('first at {atm}', { atm: link }) : rich('at {atm}', { atm: link })}
          {atm?.siteName !== null && atm?.siteName !== undefined && (
            <>
              {' · '}
              <bdi>{atm.siteName}</bdi>
            </>
          )}
        </p>
      </div>
      <Facts incident={incident} />
      <Next incident={incident} />
      <Actions incident={incident} incidentActions={incidentActions} settled={settled} />
    </section>
  )
}
