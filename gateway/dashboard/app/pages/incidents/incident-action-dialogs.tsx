import { useWho } from '../../api/people.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { Severity } from '../../ui/badge.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './incident-actions.module.css'
import { type Incident, statusWords } from './kinds.ts'
import { changesSince } from './record/changes.ts'
import { endingOf } from './record/endings.ts'
import { type Cause, CauseDialog } from './work-dialogs.tsx'

type DialogProps = { readonly busy: boolean; readonly onConfirm: () => void; readonly close: () => void }

type ResolveProps = Pick<DialogProps, 'busy' | 'close'> & {
  readonly incident: Incident
  readonly onConfirm: (cause: Cause) => void
}

/** Asks before an incident is resolved by hand. */
export const ResolveDialog = ({ incident, ...rest }: ResolveProps) => {
  const ending = endingOf(incident, useNow())
  return (
    <CauseDialog
      title={t('Resolve incident {id}?', { id: incident.id })}
      action={t('Resolve')}
      kinds={[incident.kind]}
      {...rest}
    >
      <p className={styles.subject}>
        {rich('{title} at {atm}, open for {age}', {
          title: <b>{incidentTitle(incident)}</b>,
          atm: <span className="id">{incident.agentAtmId}</span>,
          age: <Age at={incident.openedAt} />,
        })}
      </p>
      <p>
        {t(
          'It is resolved from now on. The next event of its kind opens a new one; what occurred before now opens nothing.',
        )}
      </p>
      {incident.kind === 'MASS_OUTAGE' && <p>{t('The incidents of its ATMs are resolved with it.')}</p>}
      {ending !== null && incident.source === 'AUTO' && (
        <p className={styles.aside}>{t('Left alone: {how}', { how: ending.how })}</p>
      )}
    </CauseDialog>
  )
}

type RecordProps = { readonly incident: Incident; readonly who: (userId: string | null) => string }

const Record = ({ incident, who }: RecordProps) => {
  const { status, acknowledgedByUserId } = incident
  return (
    <dl className={styles.record}>
      <div>
        <dt>{t('Status')}</dt>
        <dd>
          {status === 'ACKNOWLEDGED'
            ? t('Acknowledged by {person}', { person: who(acknowledgedByUserId) })
            : statusWords(incident, '')}
          {incident.status === 'ACKNOWLEDGED' && incident.acknowledgedAt !== null && (
            <>, {rich('{age} ago', { age: <Age at={incident.acknowledgedAt} /> })}</>
          )}
          {incident.resolvedAt !== null && <>, {rich('{age} ago', { age: <Age at={incident.resolvedAt} /> })}</>}
        </dd>
      </div>
      <div>
        <dt>{t('Severity')}</dt>
        <dd>
          <Severity severity={incident.severity} />
        </dd>
      </div>
      <div>
        <dt>{t('Events')}</dt>
        <dd>
          {rich('{events}, the last {age} ago', {
            events: count(incident.occurrenceCount),
            age: <Age at={incident.lastEventAt} />,
          })}
        </dd>
      </div>
    </dl>
  )
}

type ConflictProps = DialogProps & {
  readonly incidentAction: IncidentAction
  /** As the caller saw it. */
  readonly seen: Incident
  readonly current: Incident
}

/** What can be done to an incident that changes it. */
export type IncidentAction = 'acknowledge' | 'resolve' | 'assign' | 'release'

const ACTIONS: Readonly<Record<IncidentAction, string>> = {
  acknowledge: t('Acknowledge it as it is'),
  resolve: t('Resolve it as it is'),
  assign: t('Assign it as it is'),
  release: t('Release it as it is'),
}

/**
 * Says that an incident is not any more what the caller saw, shows it as it is, and asks again where there is
 * something left to do.
 */
export const ConflictDialog = ({ incidentAction, seen, current, ...rest }: ConflictProps) => {
  const who = useWho([current.acknowledgedByUserId, current.ownerUserId])
  const title = t('Incident {id} changed meanwhile', { id: current.id })
  const body = (
    <>
      <p className={styles.subject}>
        {rich('{title} at {atm}', {
          title: <b>{incidentTitle(current)}</b>,
          atm: <span className="id">{current.agentAtmId}</span>,
        })}
      </p>
      <p>{changesSince(seen, current, who).join(' ')}</p>
      <Record incident={current} who={who} />
    </>
  )
  const isLeft = incidentAction === 'acknowledge' ? current.status === 'OPEN' : current.status !== 'RESOLVED'
  if (isLeft)
    return (
      <Confirm title={title} action={ACTIONS[incidentAction]} {...rest}>
        {body}
      </Confirm>
    )
  return (
    <Dialog title={title} close={rest.close}>
      <div className={styles.body}>{body}</div>
      <div className={styles.actions}>
        <button type="button" className="button" data-kind="main" data-first onClick={rest.close}>
          {t('Understood')}
        </button>
      </div>
    </Dialog>
  )
}
