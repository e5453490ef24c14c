import type { Stores, Visibility } from '../../../db/tenancy.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import {
  countPendingExceptions,
  type ExceptionCursor,
  type ExceptionRow,
  listPendingExceptions,
  updateReplayed,
} from '../exceptions/exceptions.store.ts'
import type { EventTypeCache } from '../model/event-type-cache.ts'
import type { KnownType } from '../model/ingest.types.ts'
import type { EventReplay } from '../schema.gen.ts'
import type { Outcome } from './batch-writer.ts'
import type { Lane } from './lane.ts'
import { replayedSignal } from './replay.rules.ts'

export type ReplayOptions = {
  readonly lane: Lane
  readonly stores: Stores
  readonly types: EventTypeCache
  now(): Date
  /** After this a replay begins no further part; what is left is returned as `remaining`. */
  readonly budgetMs?: number
}

/**
 * Stores the exceptions of a type as events; `onBegin` is called before the first of them.
 * @throws DomainError BAD_USER_INPUT where the type is not known, UNAVAILABLE where the store is not reached.
 */
export type Replay = (visibility: Visibility, eventType: string, onBegin?: () => Promise<void>) => Promise<EventReplay>

/** Small, as whatever arrives meanwhile waits for the part that is being stored. */
const PART = 200
const BUDGET_MS = 20_000

type ReplayOutcome = 'replayed' | 'stored before' | 'elsewhere' | 'failed'

const replayOutcomeOf = (outcome: Outcome): ReplayOutcome => {
  if (outcome.kind === 'stored') return 'replayed'
  if (outcome.kind !== 'known') return 'failed'
  return outcome.key.storedId === null ? 'elsewhere' : 'stored before'
}

const knownType = async (types: EventTypeCache, eventType: string): Promise<KnownType> => {
  if (eventType.trim() === '') throw badInput('eventType', 'is required; events without a type cannot be replayed')
  types.forget()
  const type = await types.find(eventType)
  if (type !== null) return type
  throw badInput('eventType', 'is not a known event type; add it first: POST /api/event-types')
}

/** Stores an event as ingest would have. @throws what is wrong with the store, as opposed to the event. */
const storeOne = async (lane: Lane, row: ExceptionRow, type: KnownType): Promise<ReplayOutcome> => {
  const signal = replayedSignal(row, type)
  if (signal === null) return 'failed'
  try {
    return replayOutcomeOf(await lane.submit(signal))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_USER_INPUT') return 'failed'
    throw error
  }
}

/**
 * Makes the replay. It goes part by part through the lane of ingest, so that events which arrive meanwhile are not
 * held up and each part is a transaction: what was stored when a process dies stays so, and the next replay goes on
 * from there.
 */
export const createReplay = ({ lane, stores, types, now, budgetMs = BUDGET_MS }: ReplayOptions): Replay => {
  /** What replays of this process have in hand; others leave it to them. */
  const inHand = new Set<number>()

  /** Stores a part side by side; returns once all of it has an outcome, or throws the first error. */
  const storePart = async (rows: readonly ExceptionRow[], type: KnownType) => {
    const mine = rows.filter(({ id }) => !inHand.has(id))
    for (const { id } of mine) inHand.add(id)
    try {
      const settled = await Promise.allSettled(mine.map((row) => storeOne(lane, row, type)))
      const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : null))
      const before = mine.filter((_, n) => outcomes[n] === 'stored before').map(({ id }) => id)
      if (before.length > 0) await stores.asPlatform((tx) => updateReplayed(tx, before, now()))
      const broken = settled.find((one) => one.status === 'rejected')
      if (broken !== undefined) throw broken.reason
      const failed = outcomes.filter((outcome) => outcome === 'failed').length
      return { replayed: outcomes.filter((outcome) => outcome === 'replayed').length + before.length, failed }
    } finally {
      for (const { id } of mine) inHand.delete(id)
    }
  }

  return async (visibility, eventType, onBegin) => {
    const type = await knownType(types, eventType)
    const until = performance.now() + budgetMs
    const sum = { replayed: 0, failed: 0 }
    let after: ExceptionCursor | null = null
    do {
      const from: ExceptionCursor | null = after
      const rows: ExceptionRow[] = await stores.inTenant(
        visibility,
        (tx) => listPendingExceptions(tx, visibility, eventType, from, PART),
        {
          mode: 'read',
        },
      )
      if (from === null && rows.length > 0) await onBegin?.()
      const { replayed, failed } = await storePart(rows, type)
      sum.replayed += replayed
      sum.failed += failed
      after = rows.length < PART ? null : (rows.at(-1) ?? null)
    } while (after !== null && performance.now() < until)
    const remaining = await stores.inTenant(visibility, (tx) => countPendingExceptions(tx, visibility, eventType), {
      mode: 'read',
    })
    return { eventType, ...sum, remaining }
  }
}
