import { codeOf, isRetryable, storeFaultOf } from '../../../db/errors.ts'
import { handleInHalves } from '../../kit/common/batch-lane.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { Committed, Outcome } from './batch-writer.ts'
import type { Waiting } from './queue.rules.ts'
import { type Session, unavailable } from './session.ts'

const ATTEMPTS = 5

/** lock_not_available: another transaction holds an ATM of the batch. */
const isLocked = (error: unknown): boolean => codeOf(error) === '55P03'

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
  readonly session: Session
  /** Called with each committed batch, before its requests are answered. */
  readonly onCommitted: (committed: Committed, batch: readonly Waiting[]) => void
  readonly onFault: (error: unknown, what: string) => void
  /** Waits longer with each attempt, with jitter. */
  pause(attempt: number): Promise<void>
  /** Puts one whose ATM is locked into a later batch. */
  postpone(waiting: Waiting): void
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
      const committed = await options.session.attempt(batch.map(({ signal }) => signal))
      if (committed !== null) {
        conclude(options, batch, committed)
        return
      }
    } catch (error) {
      if (isLocked(error) || !isRetryable(error) || tries >= ATTEMPTS) throw error
    }
    if (tries >= ATTEMPTS) throw unavailable()
    await options.pause(tries)
  }
}

/** Answers a batch that cannot be stored; a single event whose ATM is locked waits. */
const giveUp = (options: BatchOptions, batch: readonly Waiting[], error: unknown): void => {
  const [only, ...others] = batch
  if (options.isStalled()) refuse(batch, unavailable(error))
  else if (only !== undefined && others.length === 0 && isLocked(error) && only.tries < ATTEMPTS) options.postpone(only)
  else refuse(batch, refusalOf(error, options.onFault))
}

/**
 * Stores a batch and answers everyone in it, with an outcome or a refusal. One that cannot be stored is halved, so
 * that a bad event fails alone, and only what is locked waits.
 */
export const storeBatch = (options: BatchOptions, batch: readonly Waiting[]): Promise<void> =>
  handleInHalves(batch, {
    handle: (some) => attemptBatch(options, some),
    isShared: (error) => options.isStalled() || error instanceof DomainError,
    fail: (some, error) => giveUp(options, some, error),
  })
