import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/client.ts'
import { currentOf } from '../../api/problem.ts'
import { useAuth, useRole } from '../../api/session.ts'
import { AcknowledgeIncidentDocument, ResolveIncidentDocument } from '../../gql/graphql.gen.ts'
import { whoIs } from '../../people.ts'
import { sayDone, sayFailed } from '../../ui/toast.tsx'
import { ConflictDialog, ResolveDialog } from './incident-action-dialogs.tsx'
import { type Incident, mergeCurrent } from './kinds.ts'

/** What one can do to an incident. */
export type IncidentAction = 'acknowledge' | 'resolve'

/** Why a caller may not; the platform says the same in its own words. */
export const READ_ONLY =
  'Your role, user, reads incidents. Customers and administrators acknowledge, resolve and open them.'

type Asked =
  | { readonly what: 'resolve'; readonly incident: Incident }
  | {
      readonly what: 'conflict'
      readonly incidentAction: IncidentAction
      readonly seen: Incident
      readonly current: Incident
    }

type IncidentActions = {
  readonly may: boolean
  acknowledge(incident: Incident): void
  /** Asks first. */
  resolve(incident: Incident): void
  readonly busyId: number | undefined
  /** What was done here or met in a conflict, by id: it may be newer than what the list holds. */
  readonly known: ReadonlyMap<number, Partial<Incident>>
  readonly dialogs: ReactNode
}

/** An incident as it is newest: as the list has it, or as an answer of an action has it. */
export const newest = (incident: Incident, known: ReadonlyMap<number, Partial<Incident>>): Incident => {
  const other = known.get(incident.id)
  return other?.version !== undefined && other.version > incident.version ? { ...incident, ...other } : incident
}

const DONE = { acknowledge: 'acknowledged', resolve: 'resolved' } as const

/** What is said of an incident that need not be touched any more, or not again. */
const sayAlready = ({ id, status }: Incident) =>
  sayDone(status === 'RESOLVED' ? `Incident ${id} is over already.` : `Incident ${id} is acknowledged already.`)

/** Reports the outcome of an action: it is done, or another user was faster. */
const sayOutcome = (
  incidentAction: IncidentAction,
  { id, acknowledgedByUserId: by, acknowledgedBy }: Partial<Incident> & { id: number },
  me: string,
) => {
  const isOthers = incidentAction === 'acknowledge' && by !== undefined && by !== me
  sayDone(
    isOthers
      ? `Somebody else was faster: incident ${id} is acknowledged by ${whoIs(by ?? null, me, acknowledgedBy)}.`
      : `Incident ${id} is ${DONE[incidentAction]}.`,
  )
}

type DialogsProps = {
  readonly asked: Asked | null
  readonly busy: boolean
  readonly doIt: (incidentAction: IncidentAction, incident: Incident) => void
  readonly close: () => void
}

/** What is asked before an action, or after one that met somebody else's. */
const Dialogs = ({ asked, busy, doIt, close }: DialogsProps) => {
  if (asked === null) return null
  return asked.what === 'resolve' ? (
    <ResolveDialog
      incident={asked.incident}
      busy={busy}
      onConfirm={() => doIt('resolve', asked.incident)}
      close={close}
    />
  ) : (
    <ConflictDialog {...asked} busy={busy} onConfirm={() => doIt(asked.incidentAction, asked.current)} close={close} />
  )
}

/**
 * The two mutations, and what they return of an incident. `onConflict` is called where somebody else changed it first,
 * `onEnd` of every other end.
 */
const useMutations = (
  onEnd: () => void,
  onConflict: (incidentAction: IncidentAction, seen: Incident, current: Incident) => void,
) => {
  const me = useAuth().session?.userId ?? ''
  const acknowledgement = useAction(AcknowledgeIncidentDocument)
  const resolution = useAction(ResolveIncidentDocument)
  const [known, setKnown] = useState<ReadonlyMap<number, Partial<Incident>>>(new Map())
  const learn = (id: number, what: Partial<Incident>) => setKnown((now) => new Map(now).set(id, what))

  const settled = (incidentAction: IncidentAction, seen: Incident) => ({
    onSuccess: (data: object) => {
      onEnd()
      const answer = Object.values(data).find(
        (one): one is Partial<Incident> & { id: number } => Object(one).id === seen.id,
      )
      if (answer === undefined) return sayFailed(new Error(`Incident ${seen.id} is gone.`))
      learn(seen.id, answer)
      sayOutcome(incidentAction, answer, me)
    },
    onError: (error: Error) => {
      const record = currentOf(error)
      if (record === undefined) {
        onEnd()
        sayFailed(error)
        return
      }
      const current = mergeCurrent(seen, record)
      learn(seen.id, current)
      onConflict(incidentAction, seen, current)
    },
  })
  const doIt = (incidentAction: IncidentAction, incident: Incident) => {
    const { id, version } = incident
    const action = incidentAction === 'acknowledge' ? acknowledgement : resolution
    action.mutate({ id, version }, settled(incidentAction, incident))
  }
  const busy = [acknowledgement, resolution].find(({ isPending }) => isPending)
  return { doIt, known, isBusy: busy !== undefined, busyId: busy?.variables?.id }
}

/** Acknowledging and resolving, with the question before, and what is said when somebody else was faster. */
export const useIncidentActions = (): IncidentActions => {
  const may = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const { doIt, known, isBusy, busyId } = useMutations(close, (incidentAction, seen, current) =>
    setAsked({ what: 'conflict', incidentAction, seen, current }),
  )
  const refuse = () => sayFailed(new Error(READ_ONLY))
  return {
    may,
    busyId,
    known,
    acknowledge(incident) {
      if (!may) refuse()
      else if (incident.status === 'OPEN') doIt('acknowledge', incident)
      else sayAlready(incident)
    },
    resolve(incident) {
      if (!may) refuse()
      else if (incident.status === 'RESOLVED') sayAlready(incident)
      else setAsked({ what: 'resolve', incident })
    },
    dialogs: <Dialogs asked={asked} busy={isBusy} doIt={doIt} close={close} />,
  }
}
