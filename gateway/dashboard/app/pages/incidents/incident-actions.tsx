import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useAction } from '../../api/client.ts'
import { whoIs } from '../../api/people.ts'
import { currentOf } from '../../api/problem.ts'
import { useAuth, useRole } from '../../api/session.ts'
import {
  AcknowledgeIncidentDocument,
  AssignIncidentDocument,
  ReleaseIncidentDocument,
  ResolveIncidentDocument,
} from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Preloaded, patiently, preloadedPart } from '../../shell/lazy-part.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { useIsHere } from '../../use-is-here.ts'
import type { Asked, Do, Wanted } from './asked.types.ts'
import type { IncidentAction } from './incident-action-dialogs.tsx'
import { type Incident, READ_ONLY } from './kinds.ts'

type IncidentActions = {
  readonly may: boolean
  acknowledge(incident: Incident): void
  /** Asks first, and for the cause. */
  resolve(incident: Incident): void
  /** Makes the caller its owner. */
  take(incident: Incident): void
  /** Asks whose it is to be. */
  assign(incident: Incident): void
  release(incident: Incident): void
  /** Asks for a note. */
  note(incident: Incident): void
  readonly busyId: number | undefined
  /** What was done here or met in a conflict, by id: it may be newer than what the list holds. */
  readonly known: ReadonlyMap<number, Partial<Incident>>
  readonly dialogs: ReactNode
}

/** Conflicts are rare: what reads them is loaded by the first. */
const readCurrent = patiently(() => import('./record/current.ts'))

/** An incident as it is newest: as the list has it, or as an answer of an action has it. */
export const newest = (incident: Incident, known: ReadonlyMap<number, Partial<Incident>>): Incident => {
  const other = known.get(incident.id)
  return other?.version !== undefined && other.version > incident.version ? { ...incident, ...other } : incident
}

/** What is said of an incident that need not be touched any more, or not again. */
const sayAlready = ({ id, status }: Incident) =>
  sayDone(
    status === 'RESOLVED'
      ? t('Incident {id} is resolved already.', { id })
      : status === 'SUPPRESSED'
        ? t('Incident {id} is in maintenance; it can be acknowledged when that is over.', { id })
        : t('Incident {id} is acknowledged already.', { id }),
  )

/** What was done, or that another user was faster. */
const wordsOfOutcome = (what: IncidentAction, answer: Partial<Incident> & { id: number }, me: string): string => {
  const { id, acknowledgedByUserId: by, acknowledgedBy, ownerUserId, owner } = answer
  if (what === 'acknowledge' && by !== undefined && by !== me)
    return t('Incident {id} is already acknowledged by {person}.', {
      id,
      person: whoIs(by, me, acknowledgedBy),
    })
  if (what === 'acknowledge') return t('Incident {id} is acknowledged.', { id })
  if (what === 'resolve') return t('Incident {id} is resolved.', { id })
  if (what === 'release') return t('Incident {id} has no owner now.', { id })
  return ownerUserId === me
    ? t('Incident {id} is yours.', { id })
    : t('Incident {id} is given to {person}.', { id, person: whoIs(ownerUserId ?? null, me, owner) })
}

/** The action that gives an incident back to its former owner; undefined where the owner did not change. */
const takingBack = (wanted: Wanted, { ownerUserId }: Incident): Wanted | undefined => {
  if (wanted.what !== 'assign' && wanted.what !== 'release') return undefined
  if (ownerUserId !== null) return { what: 'assign', userId: ownerUserId }
  return wanted.what === 'assign' ? { what: 'release' } : undefined
}

/**
 * The mutations, and what they return of an incident. `onConflict` is called where somebody else changed it first,
 * `onEnd` of every other end.
 */
const useMutations = (onEnd: () => void, onConflict: (wanted: Wanted, seen: Incident, current: Incident) => void) => {
  const me = useAuth().session?.userId ?? ''
  const actions = {
    acknowledge: useAction(AcknowledgeIncidentDocument),
    resolve: useAction(ResolveIncidentDocument),
    assign: useAction(AssignIncidentDocument),
    release: useAction(ReleaseIncidentDocument),
  }
  const [known, setKnown] = useState<ReadonlyMap<number, Partial<Incident>>>(new Map())
  // An action is often taken back on another page: its end is then said in words.
  const isHere = useIsHere()
  const learn = (id: number, what: Partial<Incident>) => setKnown((now) => new Map(now).set(id, what))

  const settled = (wanted: Wanted, seen: Incident, isUndo: boolean) => ({
    onSuccess: (data: object) => {
      onEnd()
      const answer = Object.values(data).find(
        (one): one is Partial<Incident> & { id: number } => Object(one).id === seen.id,
      )
      if (answer === undefined) return sayFailed(new Error(t('Incident {id} is gone.', { id: seen.id })))
      learn(seen.id, answer)
      const back = isUndo ? undefined : takingBack(wanted, seen)
      const undo = back === undefined ? undefined : () => send(back, { ...seen, ...answer }, true)
      sayDone(wordsOfOutcome(wanted.what, answer, me), undo)
    },
    onError: async (error: Error) => {
      const record = isHere.current ? currentOf(error) : undefined
      // After a deployment its file may be gone: the conflict is still the fault to tell.
      const reader = record && (await readCurrent().catch(() => undefined))
      if (record === undefined || reader === undefined || !isHere.current) {
        onEnd()
        sayFailed(error)
        return
      }
      const current = reader.mergeCurrent(seen, record)
      learn(seen.id, current)
      onConflict(wanted, seen, current)
    },
  })
  const send = (wanted: Wanted, incident: Incident, isUndo: boolean) => {
    const { what, ...more } = wanted
    const how = settled(wanted, incident, isUndo)
    const variables = { id: incident.id, version: incident.version }
    // Callbacks that are given to `mutate` are not called any more when the page or the palette is left.
    const sent =
      'userId' in more
        ? actions.assign.mutateAsync({ ...variables, ...more })
        : 'cause' in more
          ? actions.resolve.mutateAsync({ ...variables, ...more })
          : what === 'acknowledge'
            ? actions.acknowledge.mutateAsync(variables)
            : actions.release.mutateAsync(variables)
    void sent.then(how.onSuccess, how.onError).catch((error: unknown) => {
      onEnd()
      sayFailed(error)
    })
  }
  const doIt: Do = (wanted, incident) => send(wanted, incident, false)
  const busy = Object.values(actions).find(({ isPending }) => isPending)
  return { doIt, known, isBusy: busy !== undefined, busyId: busy?.variables?.id }
}

const dialogs = preloadedPart(async () => (await import('./incident-dialogs.tsx')).IncidentDialogs)

/**
 * What people do to one incident, with the question before, and what is said when somebody else was faster. `onEnd` is
 * called when an action is done, has failed or was given up.
 */
export const useIncidentActions = (onEnd: () => void = () => undefined): IncidentActions => {
  const may = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const me = useAuth().session?.userId ?? ''
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => {
    setAsked(null)
    onEnd()
  }
  useEffect(dialogs.preload, [])
  const { doIt, known, isBusy, busyId } = useMutations(close, (wanted, seen, current) =>
    setAsked({ what: 'conflict', wanted, seen, current }),
  )
  /** Does something to an incident that is not over, if the caller may. */
  const open = (act: (incident: Incident) => void) => (incident: Incident) => {
    if (!may) sayFailed(new Error(READ_ONLY))
    else if (incident.status === 'RESOLVED') sayAlready(incident)
    else act(incident)
  }
  return {
    may,
    busyId,
    known,
    acknowledge: open((incident) =>
      incident.status === 'OPEN' ? doIt({ what: 'acknowledge' }, incident) : sayAlready(incident),
    ),
    resolve: open((incident) => setAsked({ what: 'resolve', incident })),
    take: open((incident) =>
      incident.ownerUserId === me
        ? sayDone(t('Incident {id} is yours already.', { id: incident.id }))
        : doIt({ what: 'assign', userId: me }, incident),
    ),
    assign: open((incident) => setAsked({ what: 'assign', incident })),
    release: open((incident) => doIt({ what: 'release' }, incident)),
    note: (incident) => (may ? setAsked({ what: 'note', incident }) : sayFailed(new Error(READ_ONLY))),
    dialogs:
      asked === null ? null : (
        <Suspense fallback={null}>
          <Preloaded part={dialogs} props={{ asked, busy: isBusy, doIt, close }} />
        </Suspense>
      ),
  }
}
