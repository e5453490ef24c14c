import { setTimeout as delay } from 'node:timers/promises'
import { isRetryable } from '../../../db/errors.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { AuditedChange, OperationContext } from '../../kit/graphql/context.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import { changeOf } from '../model/publish-changes.ts'
import { auditedAction, auditedParts } from './incident-audit.rules.ts'
import { findReleasedAt, insertEntries } from './incident-entries.store.ts'
import type { IncidentRow } from './incidents.store.ts'
import type { Actor, Done, ManualAction } from './manual-actions.rules.ts'
import { listIncidentsLocked, updateIncidents } from './manual-actions.store.ts'
import { listOpenParts } from './outage-parts.store.ts'

export type ManualChangeEnv = {
  readonly platformName: string
  now(): Date
  newId(): string
  random(): number
  /** Wakes the relay of the outbox. */
  wake(): void
}

const ATTEMPTS = 5
const JITTER_MS = 60
const PORTION = 1_000

/** Writes, once more where somebody held the ATM for too long, as ingest does. @throws the last error. */
export const writeRetried = async <T>(
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

/** What became of an incident that somebody acts on. One that is not the caller's to see has no outcome. */
export type ActionOutcome =
  | { readonly kind: 'DONE' | 'UNCHANGED'; readonly row: IncidentRow }
  | { readonly kind: 'REFUSED'; readonly row: IncidentRow; readonly error: DomainError }

/** An incident that is locked, with what somebody does to it. */
export type Judged = { readonly row: IncidentRow; readonly done: Done }

/**
 * Writes what somebody does to incidents that are locked, with its messages. Resolves to the incidents as they are
 * then.
 */
export const writeJudged = async (
  tx: TenantTx,
  judged: readonly Judged[],
  by: { readonly userId: string; readonly now: Date },
  env: Pick<ManualChangeEnv, 'platformName' | 'now' | 'newId'>,
): Promise<IncidentRow[]> => {
  if (judged.length === 0) return []
  const changed = judged.map(({ row, done }) => ({ row: { ...row, ...done.changes }, entry: done.entry }))
  const entries = changed.map(({ row: { id, institutionKey }, entry }) => ({
    ...{ incidentId: id, institutionKey, at: by.now, userId: by.userId },
    ...entry,
  }))
  // Sent together, as none needs what another one answers: the server is at one while the next is made.
  const [rows] = await Promise.all([
    updateIncidents(
      tx,
      changed.map(({ row }) => row),
    ),
    insertEntries(tx, entries),
    insertOutbox(
      tx,
      'incident',
      changed.flatMap(({ row }) => incidentMessages(row, changeOf(row), env.platformName)),
      env,
    ),
  ])
  return rows
}

/** Does what people do to incidents: each time one transaction, with its messages, under the locks of the ATMs. */
export type IncidentChanges = {
  /** The outcomes by the numbers of the incidents. `versionOf` gives the version that the caller saw, or null. */
  apply(
    context: OperationContext,
    ids: readonly number[],
    action: ManualAction,
    version?: number | null,
  ): Promise<ReadonlyMap<number, ActionOutcome>>
}

/** How something is done: when, and to which version; or to the parts of a mass outage, which was so `repeated`. */
type How = Pick<Actor, 'now' | 'repeated'> & { readonly version?: number | null; readonly isOfParts?: boolean }

/**
 * What the audit says of what somebody does to incidents. The parts of a mass outage follow it, and the audit has what
 * was done to the outage; where that stays as it is, as the same was done to it before, the audit has how many parts
 * this reached.
 */
const auditedOf = (judged: readonly Judged[], { isOfParts = false, repeated }: How): AuditedChange[] => {
  if (!isOfParts) return judged.map(({ row, done }) => auditedAction(row, done))
  const [first] = judged
  return repeated === undefined || first === undefined
    ? []
    : [auditedParts(repeated, first.row, first.done, judged.length)]
}

export const createIncidentChanges = (env: ManualChangeEnv): IncidentChanges => {
  const applyOnce = async (
    context: OperationContext,
    ids: readonly number[],
    action: ManualAction,
    how: How,
  ): Promise<ReadonlyMap<number, ActionOutcome>> => {
    const { now, repeated, version = null } = how
    const by = { userId: context.principal.userId, now, repeated }
    const work = async (tx: TenantTx) => {
      const outcomes = new Map<number, ActionOutcome>()
      const judged: Judged[] = []
      for (const row of await listIncidentsLocked(tx, ids)) {
        try {
          const done = action(row, version, by)
          if (done === null) outcomes.set(row.id, { kind: 'UNCHANGED', row })
          else judged.push({ row, done })
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          outcomes.set(row.id, { kind: 'REFUSED', row, error })
        }
      }
      const [rows] = await Promise.all([writeJudged(tx, judged, by, env), context.audit(tx, ...auditedOf(judged, how))])
      for (const row of rows) outcomes.set(row.id, { kind: 'DONE', row })
      return outcomes
    }
    const outcomes = await writeRetried(context, work, env.random)
    if ([...outcomes.values()].some(({ kind }) => kind === 'DONE')) env.wake()
    return outcomes
  }

  /**
   * Does the same to the open parts of a mass outage, portion by portion, also when it was done to the outage before: a
   * request that is repeated completes what the first one left. What ended by itself keeps its open parts.
   */
  const applyToParts = async (
    context: OperationContext,
    outage: IncidentRow,
    action: ManualAction,
    how: Pick<Actor, 'now' | 'repeated'>,
  ): Promise<void> => {
    const { id, status, resolution } = outage
    if (status === 'RESOLVED' && resolution !== 'MANUAL') return
    for (let after = 0; ; ) {
      const ids = await context.read((tx) => listOpenParts(tx, id, after, PORTION))
      const last = ids.at(-1)
      if (last === undefined) return
      await applyOnce(context, ids, action, { ...how, isOfParts: true })
      after = last
    }
  }

  /** A mass outage as it was found, with when it was released in place of when it was given. */
  const repeatedOf = async (context: OperationContext, outage: IncidentRow): Promise<IncidentRow> =>
    outage.ownerUserId === null
      ? { ...outage, ownedSince: await context.read((tx) => findReleasedAt(tx, outage.id)) }
      : outage

  return {
    async apply(context, ids, action, version = null) {
      // One instant for an outage and its parts: it is one action.
      const now = env.now()
      const outcomes = await applyOnce(context, ids, action, { now, version })
      for (const { kind, row } of outcomes.values())
        if (kind !== 'REFUSED' && row.kind === 'MASS_OUTAGE')
          await applyToParts(context, row, action, {
            now,
            repeated: kind === 'UNCHANGED' ? await repeatedOf(context, row) : undefined,
          })
      return outcomes
    },
  }
}
