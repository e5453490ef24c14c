import { setTimeout as delay } from 'node:timers/promises'
import { isRetryable } from '../../../db/errors.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { IncidentChange } from '../../../schema/events/incident-changed.ts'
import { badInput, notFound } from '../../kit/common/errors.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { incidentMessage } from '../model/incident-topics.ts'
import type { MutationResolvers } from '../schema.gen.ts'
import { insertEntry } from './incident-entries.store.ts'
import { incidentOf } from './incident-view.rules.ts'
import { findIncident, type IncidentRow } from './incidents.store.ts'
import {
  acknowledge,
  alreadyOpen,
  assignTo,
  type ManualAction,
  noteOf,
  openedByHand,
  release,
  resolveWith,
  type WantedIncident,
  wantedIncidentOf,
} from './manual-actions.rules.ts'
import {
  findIncidentLocked,
  findPlace,
  insertIncident,
  listAtmsLocked,
  updateIncident,
} from './manual-actions.store.ts'
import { actOnParts } from './outage-parts.store.ts'

export type HandEnv = {
  readonly platformName: string
  now(): Date
  newId(): string
  random(): number
  /** Wakes the relay of the outbox. */
  wake(): void
}

type Written = { readonly row: IncidentRow; readonly change: IncidentChange | null }

const ATTEMPTS = 5
const JITTER_MS = 60

/** Writes, once more where somebody held the ATM for too long, as ingest does. @throws the last error. */
const writeRetried = async <T>(
  context: OperationContext,
  work: (tx: TenantTx) => Promise<T>,
  random: () => number,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await context.write(work)
    } catch (error) {
      if (!isRetryable(error) || tries >= ATTEMPTS) throw error
    }
    await delay(tries * JITTER_MS * (0.5 + random()))
  }
}

/** The ATM that an incident is about. @throws DomainError NOT_FOUND, or BAD_USER_INPUT where two names name two. */
const atmNamed = async (tx: TenantTx, wanted: WantedIncident): Promise<AtmRow> => {
  const [atm, other] = await listAtmsLocked(tx, wanted)
  if (atm === undefined) throw notFound('The ATM')
  const isBoth =
    (wanted.atmId === null || wanted.atmId === atm.id) &&
    (wanted.agentAtmId === null || wanted.agentAtmId === atm.agentAtmId)
  if (other !== undefined || !isBoth)
    throw badInput('atmId', 'and agentAtmId name different ATMs; one of them is enough')
  return atm
}

type IncidentAction =
  | ('createIncident' | 'acknowledgeIncident' | 'resolveIncident')
  | ('assignIncident' | 'releaseIncident' | 'noteIncident')

/** What people do to incidents: each action one transaction, with its message, under the lock of the ATM. */
export const createIncidentMutations = (env: HandEnv): Pick<MutationResolvers, IncidentAction> => {
  const report = async (tx: TenantTx, row: IncidentRow, change: IncidentChange) =>
    insertOutbox(tx, 'incident', [incidentMessage(row, change, env.platformName)], env)

  const open = async (tx: TenantTx, wanted: WantedIncident, userId: string): Promise<Written> => {
    const atm = await atmNamed(tx, wanted)
    const before = await findPlace(tx, atm.id, wanted.kind)
    if (before?.isOpen) throw alreadyOpen(wanted.kind, await findIncident(tx, before.id))
    const row = await insertIncident(tx, openedByHand(wanted, atm, before, env.now()))
    await report(tx, row, 'created')
    await insertEntry(tx, { incidentId: row.id, at: row.openedAt, kind: 'OPENED', userId })
    return { row, change: 'created' }
  }

  const change = async (
    tx: TenantTx,
    id: number,
    by: { readonly userId: string; readonly now: Date },
    how: (row: IncidentRow) => ReturnType<ManualAction>,
  ): Promise<Written | null> => {
    const row = await findIncidentLocked(tx, id)
    if (row === null) return null
    const done = how(row)
    if (done === null) return { row, change: null }
    const changed = await updateIncident(tx, row, done.changes)
    await insertEntry(tx, { incidentId: id, at: by.now, userId: by.userId, ...done.entry })
    const outcome = changed.status === 'RESOLVED' ? 'resolved' : 'updated'
    await report(tx, changed, outcome)
    return { row: changed, change: outcome }
  }

  const shown = (written: Written) => {
    if (written.change !== null) env.wake()
    return incidentOf(written.row)
  }

  /**
   * Does the same to the parts of a mass outage, portion by portion, also when it was done to the outage before: a
   * request that is repeated completes what the first one left.
   */
  const actOnOutage = async (context: OperationContext, { id, status, resolution }: IncidentRow): Promise<void> => {
    if (status === 'OPEN' || (status === 'RESOLVED' && resolution !== 'MANUAL')) return
    const action = { status, userId: context.principal.userId, now: env.now() }
    const portion = async (tx: TenantTx): Promise<number> => {
      const rows = await actOnParts(tx, id, action)
      const change = status === 'RESOLVED' ? 'resolved' : 'updated'
      const messages = rows.map((row) => incidentMessage(row, change, env.platformName))
      await insertOutbox(tx, 'incident', messages, env)
      return rows.length
    }
    while ((await writeRetried(context, portion, env.random)) > 0) env.wake()
  }

  const act = async (context: OperationContext, id: number, version: number | null | undefined, how: ManualAction) => {
    const by = { userId: context.principal.userId, now: env.now() }
    const work = (tx: TenantTx) => change(tx, id, by, (row) => how(row, version ?? null, by))
    const written = await writeRetried(context, work, env.random)
    if (written === null) return null
    if (written.row.kind === 'MASS_OUTAGE') await actOnOutage(context, written.row)
    return shown(written)
  }

  return {
    async createIncident(_source, { incident }, context) {
      const wanted = wantedIncidentOf(incident)
      return shown(await writeRetried(context, (tx) => open(tx, wanted, context.principal.userId), env.random))
    },
    acknowledgeIncident: (_source, { id, version }, context) => act(context, id, version, acknowledge),
    resolveIncident: (_source, { id, version, cause, causeText }, context) =>
      act(context, id, version, resolveWith({ cause: cause ?? null, causeText: causeText ?? null })),
    assignIncident: (_source, { id, version, userId }, context) =>
      act(context, id, version, assignTo(userId ?? context.principal.userId)),
    releaseIncident: (_source, { id, version }, context) => act(context, id, version, release),
    async noteIncident(_source, { id, text }, context) {
      const entry = { at: env.now(), kind: 'NOTE', userId: context.principal.userId, text: noteOf(text) } as const
      return context.write(async (tx) => {
        const row = await findIncident(tx, id)
        return row === null ? null : insertEntry(tx, { incidentId: id, ...entry })
      })
    },
  }
}
