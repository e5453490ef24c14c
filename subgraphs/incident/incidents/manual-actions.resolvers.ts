import type { TenantTx } from '../../../db/tenancy.ts'
import { badInput, DomainError, notFound } from '../../kit/common/errors.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import type { IncidentBulkResult, MutationBulkIncidentsArgs, MutationResolvers } from '../schema.gen.ts'
import type { Receiver } from '../users/receivers.rules.ts'
import { findReceiver } from '../users/users.resolvers.ts'
import { auditedIncident } from './incident-audit.rules.ts'
import { type ActionOutcome, createIncidentChanges, type ManualChangeEnv, writeRetried } from './incident-changes.ts'
import { type EntryRow, insertEntries, insertNotes } from './incident-entries.store.ts'
import { incidentOf } from './incident-view.rules.ts'
import { findIncident, listIncidentsById } from './incidents.store.ts'
import {
  acknowledge,
  alreadyOpen,
  assignTo,
  checkBulkTexts,
  type ManualAction,
  namedIncidents,
  namedUser,
  noteOf,
  openedByHand,
  release,
  resolveWith,
  type WantedIncident,
  wantedIncidentOf,
} from './manual-actions.rules.ts'
import { findPlace, insertIncident, listAtmsLocked, listIncidentsLocked } from './manual-actions.store.ts'

/** The ATM that an incident is about. @throws DomainError NOT_FOUND, or BAD_USER_INPUT where two names name two. */
const atmNamed = async (tx: TenantTx, wanted: WantedIncident): Promise<AtmRow> => {
  const [atm, other] = await listAtmsLocked(tx, wanted)
  if (atm === undefined) throw notFound('The ATM')
  const isBoth =
    (wanted.atmId === null || wanted.atmId === atm.id) &&
    (wanted.agentAtmId === null || wanted.agentAtmId === atm.agentAtmId)
  if (other !== undefined || !isBoth)
    throw badInput('atmId', 'and agentAtmId name different ATMs; one of them is enough')
  if (atm.retiredAt !== null) throw new DomainError('CONFLICT', 'The ATM is retired; nothing can be wrong with it.')
  return atm
}

type IncidentAction =
  | ('createIncident' | 'acknowledgeIncident' | 'resolveIncident')
  | ('assignIncident' | 'releaseIncident' | 'noteIncident' | 'bulkIncidents')

/** The user who is named, or the caller. @throws DomainError BAD_USER_INPUT for one who is not in the directory. */
const ownerOf = async (named: string | null | undefined, context: OperationContext): Promise<Receiver> =>
  named === null || named === undefined ? context.principal : findReceiver(namedUser(named), context)

/** What a bulk action does to each incident; null for a note, which changes none. */
const bulkActionOf = async (
  given: MutationBulkIncidentsArgs,
  context: OperationContext,
): Promise<ManualAction | null> => {
  const { action, cause = null, causeText = null } = given
  if (action === 'ACKNOWLEDGE') return acknowledge
  if (action === 'RESOLVE') return resolveWith({ cause, causeText })
  if (action === 'ASSIGN') return assignTo(await ownerOf(given.userId, context))
  return action === 'RELEASE' ? release : null
}

const resultOf = (id: number, outcome: ActionOutcome | undefined): Omit<IncidentBulkResult, 'incident'> => {
  if (outcome === undefined) return { id, outcome: 'NOT_FOUND', message: 'There is no such incident.' }
  if (outcome.kind !== 'REFUSED') return { id, outcome: outcome.kind, message: null }
  const { code, message } = outcome.error
  return { id, outcome: code === 'CONFLICT' ? 'CONFLICT' : 'INVALID', message }
}

/** What people do to incidents. */
export const createIncidentMutations = (env: ManualChangeEnv): Pick<MutationResolvers, IncidentAction> => {
  const changes = createIncidentChanges(env)

  const open = async (tx: TenantTx, wanted: WantedIncident, { principal, audit }: OperationContext) => {
    const { userId } = principal
    const atm = await atmNamed(tx, wanted)
    const before = await findPlace(tx, atm.id, wanted.kind)
    if (before?.isOpen) throw alreadyOpen(wanted.kind, await findIncident(tx, before.id))
    const row = await insertIncident(tx, openedByHand(wanted, atm, before, env.now()))
    await insertEntries(tx, [{ incidentId: row.id, at: row.openedAt, kind: 'OPENED', userId, text: row.severity }])
    await insertOutbox(tx, 'incident', incidentMessages(row, 'created', env.platformName), env)
    const { agentAtmId, kind, severity, title } = row
    const after = { agentAtmId, kind, severity, title }
    await audit(tx, { ...auditedIncident(row, 'OPENED'), before: null, after })
    return row
  }

  const act = async (context: OperationContext, id: number, version: number | null | undefined, how: ManualAction) => {
    const outcome = (await changes.apply(context, [id], how, version ?? null)).get(id)
    if (outcome?.kind === 'REFUSED') throw outcome.error
    return outcome === undefined ? null : incidentOf(outcome.row)
  }

  /** Adds a note to those of the incidents that are the caller's. */
  const addNote = (context: OperationContext, ids: readonly number[], given: string): Promise<EntryRow[]> => {
    const entry = { at: env.now(), kind: 'NOTE', userId: context.principal.userId, text: noteOf(given) } as const
    const add = async (tx: TenantTx) => {
      // Under the locks of the ATMs: one that moves takes its incidents and their entries to another institution.
      const rows = await listIncidentsLocked(tx, ids)
      const after = { text: entry.text }
      await context.audit(tx, ...rows.map((row) => ({ ...auditedIncident(row, 'NOTE'), before: null, after })))
      return insertNotes(
        tx,
        rows.map(({ id, institutionKey }) => ({ incidentId: id, institutionKey, ...entry })),
      )
    }
    return writeRetried(context, add, env.random)
  }

  const bulkNote = async (context: OperationContext, ids: readonly number[], text: string | null | undefined) => {
    const noted = new Set((await addNote(context, ids, text ?? '')).map(({ incidentId }) => incidentId))
    const rows = await context.read((tx) => listIncidentsById(tx, [...noted]))
    return new Map(rows.map((row) => [row.id, { kind: 'DONE', row } as const]))
  }

  return {
    async createIncident(_source, { incident }, context) {
      const wanted = wantedIncidentOf(incident)
      const row = await writeRetried(context, (tx) => open(tx, wanted, context), env.random)
      env.wake()
      return incidentOf(row)
    },
    acknowledgeIncident: (_source, { id, version }, context) => act(context, id, version, acknowledge),
    resolveIncident: async (_source, { id, version, cause, causeText }, context) =>
      act(context, id, version, resolveWith({ cause: cause ?? null, causeText: causeText ?? null })),
    assignIncident: async (_source, { id, version, userId }, context) =>
      act(context, id, version, assignTo(await ownerOf(userId, context))),
    releaseIncident: (_source, { id, version }, context) => act(context, id, version, release),
    noteIncident: async (_source, { id, text }, context) => (await addNote(context, [id], text))[0] ?? null,
    async bulkIncidents(_source, given, context) {
      const ids = namedIncidents(given.ids)
      checkBulkTexts(given)
      const action = await bulkActionOf(given, context)
      const outcomes: ReadonlyMap<number, ActionOutcome> =
        action === null ? await bulkNote(context, ids, given.text) : await changes.apply(context, ids, action)
      return ids.map((id) => {
        const outcome = outcomes.get(id)
        return { ...resultOf(id, outcome), incident: outcome === undefined ? null : incidentOf(outcome.row) }
      })
    },
  }
}
