import { isRetryable } from '../../../db/errors.ts'
import { currentSpan, outsideSpans, type Span, tracedTogether } from '../tracing/tracing.ts'
import { isOutage } from './errors.ts'

/** How a batch is handled in parts. */
export type InHalves<T> = {
  /** Handles all of a batch or nothing of it; rejects with what kept it from that. */
  handle(batch: readonly T[]): Promise<void>
  /** True for an error that would meet every part of the batch. */
  isShared(error: unknown): boolean
  /** Takes a batch that could not be handled: one item, or several with an error that they share. */
  fail(batch: readonly T[], error: unknown): void
}

/** Handles a batch; where that fails, its halves separately, until a faulty item is alone. */
export const handleInHalves = async <T>(batch: readonly T[], way: InHalves<T>): Promise<void> => {
  try {
    await way.handle(batch)
  } catch (error) {
    if (batch.length <= 1 || way.isShared(error)) {
      way.fail(batch, error)
      return
    }
    const half = batch.length >> 1
    await handleInHalves(batch.slice(0, half), way)
    await handleInHalves(batch.slice(half), way)
  }
}

type Waiting<T> = {
  readonly item: T
  readonly span: Span | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** A batch begins so long after the one before, or as soon as so many wait; after a pause, at once. */
export type Gathering = { readonly ms: number; readonly enough: number }

const AT_ONCE: Gathering = { ms: 0, enough: 1 }

/** An outage, but not a lock timeout or a deadlock, which one item may have caused. */
const isOutageOfAll = (error: unknown): boolean => isOutage(error) && !isRetryable(error)

export type LaneOptions = {
  readonly gathering?: Gathering
  /** True for an error that would meet every part of a batch; an outage when left out. */
  readonly isShared?: (error: unknown) => boolean
}

/**
 * A lane on which what arrives while others are handled is handled together: one transaction for many, as each costs
 * about as much as the next. Of those that fail together the halves are tried separately, unless all of them share what
 * failed.
 * `most`: how many are handled together; `gathering`: whether the next batch waits for more. What it returns resolves
 * when its item is handled, and rejects with what kept it from that.
 */
export const createBatchLane = <T>(
  handle: (items: readonly T[]) => Promise<unknown>,
  most: number,
  { gathering: { ms, enough } = AT_ONCE, isShared = isOutageOfAll }: LaneOptions = {},
): ((item: T) => Promise<void>) => {
  const waiting: Waiting<T>[] = []
  let busy = false
  let endGathering: (() => void) | null = null
  const gather = async (leftMs: number): Promise<void> => {
    if (leftMs <= 0 || waiting.length >= enough) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, leftMs)
    endGathering = resolve
    await promise
    clearTimeout(timer)
    endGathering = null
  }
  const way: InHalves<Waiting<T>> = {
    async handle(batch) {
      const spans = batch.map(({ span }) => span)
      const attributes = { 'fleetops.batch.size': batch.length }
      await tracedTogether('handle together', spans, { attributes }, async () => handle(batch.map(({ item }) => item)))
      for (const { resolve } of batch) resolve()
    },
    isShared,
    fail(batch, error) {
      for (const { reject } of batch) reject(error)
    },
  }
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const begunMs = performance.now()
      await handleInHalves(waiting.splice(0, most), way)
      await gather(ms - (performance.now() - begunMs))
    }
    busy = false
  }
  return (item) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ item, span: currentSpan(), resolve, reject })
      if (waiting.length >= enough) endGathering?.()
      if (busy) return
      busy = true
      // What else arrives in this turn of the event loop goes along.
      outsideSpans(() => setImmediate(() => void work()))
    })
}
