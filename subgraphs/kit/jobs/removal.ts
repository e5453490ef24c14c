import { setTimeout as delay } from 'node:timers/promises'
import { isRetryable } from '../../../db/errors.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../common/dates.ts'
import type { JobContext } from './jobs.ts'

const MOST_AHEAD_MS = 2 * DAY_MS

/**
 * The time by which a job may delete, or do what else nothing brings back. A run that finds the clock far ahead of the
 * last run leaves the rest to the next one.
 */
export const trustedNow = ({ now, lastDoneAt }: Pick<JobContext, 'now' | 'lastDoneAt'>): Date =>
  new Date(Math.min(now.getTime(), (lastDoneAt?.getTime() ?? Number.POSITIVE_INFINITY) + MOST_AHEAD_MS))

/** Transactions of one run and kind: what is left then is for the next run. */
const MOST_PORTIONS = 2_000

type PortionOptions = Pick<JobContext, 'signal'> & {
  /** Called after each full portion with the rows so far. */
  readonly progress?: (rows: number) => void
  readonly mostPortions?: number
}

/**
 * Deletes rows in transactions of up to `portion` rows each, until one finds less or a run has done enough. `work`
 * deletes a portion and returns how many rows it were. Resolves to the rows of all.
 * @throws the reason of `signal`, before the next portion, once it aborts.
 */
export const removeInPortions = async (
  stores: Stores,
  portion: number,
  work: (tx: PlatformTx) => Promise<number>,
  { signal, progress, mostPortions = MOST_PORTIONS }: PortionOptions = {},
): Promise<number> => {
  let removed = 0
  for (let done = 0; done < mostPortions; done += 1) {
    signal?.throwIfAborted()
    const rows = await stores.asPlatform(work)
    removed += rows
    if (rows < portion) break
    progress?.(removed)
  }
  return removed
}

/** How attempts at a lock are repeated; tests bring a `wait` of their own. */
export type Patience = {
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<unknown>
  /** From 0 up to 1. */
  readonly random: () => number
  /** For how long attempts are repeated in all. */
  readonly patienceMs: number
}

/** Between attempts a table is left alone for many times as long as one may hold others up. */
const PAUSE_MS = { from: 500, to: 1_500 }
export const PATIENCE: Patience = { wait: delay, random: Math.random, patienceMs: 20 * 60_000 }

/** How many steps were done, and whether none is left. */
export type Steps = { readonly done: number; readonly isDone: boolean }

/**
 * Repeats a step that waits for its locks only briefly, such as dropping a partition, until it finds nothing to do.
 * `step` returns how much it did, and null where it was kept from it; a retryable error counts as null.
 * @throws the reason of `signal`, before the next step, once it aborts.
 */
export const repeatPatiently = async (
  step: () => Promise<number | null>,
  { wait, random, patienceMs }: Patience = PATIENCE,
  signal?: JobContext['signal'],
): Promise<Steps> => {
  const { from, to } = PAUSE_MS
  let done = 0
  for (let waitedMs = 0; waitedMs < patienceMs; ) {
    signal?.throwIfAborted()
    const outcome = await step().catch((error: unknown) => {
      if (isRetryable(error)) return null
      throw error
    })
    if (outcome === 0) return { done, isDone: true }
    done += outcome ?? 0
    const pauseMs = outcome === null ? from + random() * (to - from) : 0
    waitedMs += pauseMs
    if (pauseMs > 0) await wait(pauseMs)
  }
  return { done, isDone: false }
}
