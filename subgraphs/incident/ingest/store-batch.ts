import { isLockTimeout, isRetryable, storeFaultOf } from '../../../db/errors.ts'
import { handleInHalves } from '../../kit/common/batch-lane.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { Committed, Outcome } from './batch-writer.ts'
import { type LaneStore, unavailable } from './lane-store.ts'
import type { LockedAre } from './lock-atms.ts'
import type { Waiting } from './queue.rules.ts'

const ATTEMPTS = 5

/** What an event that cannot be stored is answered. */
const refusalOf = (error: unknown, onFault: BatchOptions['onFault']): DomainError => {
  if (error instanceof DomainError) return error
  // Only a value that cannot be stored is the event's own fault; a violated constraint is one of ours, or of the store.
  if (storeFaultOf(error) === 'input') {
    onFault(error, 'an event was refused by the store')
    return badInput('body', 'holds a value that cannot be stored')
  }
  onFault(error, 'an event could not be stored')
  return unavailable(error)
}

const answer = (batch: readonly Waiting[], outcomes: readonly Outcome[]): void => {
  for (const [n, member] of batch.entries()) {
    const outcome = outcomes[n]
    if (outcome === undefined) continue
    member.resolve(outcome)
    for (const repeat of member.repeats) repeat.resolve(outcome)
  }
}

/** Refuses all of them, and their repeats. */
export const refuse = (waiting: readonly Waiting[], error: unknown): void => {
  for (const one of waiting) {
    one.reject(error)
    for (const repeat of one.repeats) repeat.reject(error)
  }
}

export type BatchOptions = {
  readonly store: Pick<LaneStore, 'attempt'>
  /** Called with each committed batch, before its requests are answered. */
  readonly onCommitted: (committed: Committed, batch: readonly Waiting[]) => void
  readonly onFault: (error: unknown, what: string) => void
  /** Waits longer with each attempt, with jitter. */
  pause(attempt: number): Promise<void>
  /** True where batches ask first which of their ATMs are locked, as some were a moment ago. */
  isCautious(): boolean
  /** The textual ids of those ATMs of a batch that are locked. It waits for none. */
  findLocked(batch: readonly Waiting[], lockedAre: LockedAre): Promise<ReadonlySet<string>>
  /** Puts signals of locked ATMs, all there are of them in the batch, into a later batch. */
  setAside(waiting: readonly Waiting[]): void
  /** Whether it has taken so long that nothing is tried again. */
  isStalled(): boolean
}

/** What follows a commit must not undo it: a fault there is reported, and the batch stays stored. */
const conclude = ({ onCommitted, onFault }: BatchOptions, batch: readonly Waiting[], committed: Committed): void => {
  try {
    onCommitted(committed, batch)
  } catch (error) {
    onFault(error, 'a committed batch could not be passed on')
  }
  answer(batch, committed.outcomes)
}

/** Stores a batch, with retries. @throws what kept it from being stored. */
const attemptBatch = async (options: BatchOptions, batch: readonly Waiting[]): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const committed = await options.store.attempt(batch.map(({ signal }) => signal))
      if (committed !== null) {
        conclude(options, batch, committed)
        return
      }
    } catch (error) {
      if (isLockTimeout(error) || !isRetryable(error) || tries >= ATTEMPTS) throw error
    }
    if (tries >= ATTEMPTS) throw unavailable()
    await options.pause(tries)
  }
}

/**
 * The locked ATMs of a batch. An attempt waits for as long as `lock_timeout` for the first of them that it meets, and
 * names none; asked, the store names all of them at once.
 */
const createLocked = (options: BatchOptions) => {
  const atms = new Set<string>()
  return {
    add: ({ signal }: Waiting) => void atms.add(signal.agentAtmId),
    has: ({ signal }: Waiting): boolean => atms.has(signal.agentAtmId),
    /** Whether there are more of them than before. */
    async find(batch: readonly Waiting[], lockedAre: LockedAre): Promise<boolean> {
      const before = atms.size
      for (const agentAtmId of await options.findLocked(batch, lockedAre)) atms.add(agentAtmId)
      return atms.size > before
    },
  }
}

/**
 * Stores a batch and answers everyone in it, with an outcome or a refusal. What is of locked ATMs is put aside, and all
 * others are stored together. One that cannot be stored for another reason is halved, so that a bad event fails alone,
 * and where the lock is not that of an ATM, only what needs it waits.
 */
export const storeBatch = async (options: BatchOptions, batch: readonly Waiting[]): Promise<void> => {
  const locked = createLocked(options)
  const freeOf = (some: readonly Waiting[]) => some.filter((waiting) => !locked.has(waiting))
  /** Where no more locks of ATMs were found, the other halves are not asked about either. */
  let isAsked = true
  const store = async (some: readonly Waiting[]): Promise<void> => {
    const free = freeOf(some)
    if (free.length === 0) return
    try {
      await attemptBatch(options, free)
    } catch (error) {
      if (!isLockTimeout(error) || !isAsked || options.isStalled()) throw error
      isAsked = await locked.find(free, 'atms-or-counts')
      if (!isAsked) throw error
      await store(free)
    }
  }
  if (options.isCautious()) await locked.find(batch, 'atms')
  await handleInHalves(batch, {
    handle: store,
    isShared: (error) => options.isStalled() || error instanceof DomainError,
    fail(some, error) {
      const [only, ...others] = freeOf(some)
      if (only !== undefined && others.length === 0 && isLockTimeout(error)) locked.add(only)
      else refuse(freeOf(some), options.isStalled() ? unavailable(error) : refusalOf(error, options.onFault))
    },
  })
  const aside = batch.filter(locked.has)
  if (options.isStalled()) refuse(aside, unavailable())
  else if (aside.length > 0) options.setAside(aside)
}
