import { useWho } from '../../api/people.ts'
import { Age } from '../../ui/age.tsx'
import { Severity } from '../../ui/badge.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './incident-actions.module.css'
import { changesSince, endingOf, type Incident, standingOf } from './kinds.ts'
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
    <CauseDialog title={`Resolve incident ${incident.id}?`} action="Resolve" kinds={[incident.kind]} {...rest}>
      <p className={styles.subject}>
        <b>{incident.title}</b> at <span className="id">{incident.agentAtmId}</span>, open for{' '}
        <Age at={incident.openedAt} />
      </p>
      <p>It is over from now on. The next event of its kind opens a new one; what occurred before now opens nothing.</p>
      {incident.kind === 'MASS_OUTAGE' && <p>The incidents of its ATMs are resolved with it.</p>}
      {ending !== null && incident.source === 'AUTO' && <p className={styles.aside}>Left alone: {ending.how}</p>}
    </CauseDialog>
  )
}

type RecordProps = { readonly incident: Incident; readonly who: (userId: string | null) => string }

const Record = ({ incident, who }: RecordProps) => {
  const { status, acknowledgedByUserId } = incident
  return (
    <dl className={styles.record}>
      <div>
        <dt>Status</dt>
        <dd>
          {status === 'ACKNOWLEDGED' ? `Acknowledged by ${who(acknowledgedByUserId)}` : standingOf(incident, '')}
          {incident.status === 'ACKNOWLEDGED' && incident.acknowledgedAt !== null && (
            <>
              , <Age at={incident.acknowledgedAt} /> ago
            </>
          )}
          {incident.resolvedAt !== null && (
            <>
              , <Age at={incident.resolvedAt} /> ago
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Severity</dt>
        <dd>
          <Severity severity={incident.severity} />
        </dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd>
          {count(incident.occurrenceCount)}, the last <Age at={incident.lastEventAt} /> ago
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
  acknowledge: 'Acknowledge it as it is',
  resolve: 'Resolve it as it is',
  assign: 'Assign it as it is',
  release: 'Release it as it is',
}

/**
 * Says that an incident is not any more what the caller saw, shows it as it is, and asks again where there is
 * something left to do.
 */
export const ConflictDialog = ({ incidentAction, seen, current, ...rest }: ConflictProps) => {
  const who = useWho([current.acknowledgedByUserId, current.ownerUserId])
  const title = `Incident ${current.id} changed meanwhile`
  const body = (
    <>
      <p className={styles.subject}>
        <b>{current.title}</b> at <span className="id">{current.agentAtmId}</span>
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
          Understood
        </button>
      </div>
    </Dialog>
  )
}
