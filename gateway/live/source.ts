import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Batch } from './position.rules.ts'
import { createRing, type Ring, type RingLimits } from './ring.ts'
import type { PollResult } from './tail.ts'

/** What a poll means for listeners. */
export type SourceUpdate = {
  /** The cursor before this poll; null at the first one. */
  readonly before: LiveCursor | null
  readonly batch: Batch
  /** True where listeners have to read all records again. */
  readonly reset: boolean
  /** True where the source answers again after a failure. */
  readonly recovered: boolean
}

/** One source of a process: its recent changes and its health. */
export type Source = {
  readonly ring: Ring
  /** Since when it has not answered; null while it answers. */
  degradedSince(): Date | null
  apply(result: PollResult): SourceUpdate
  /** Records a failed poll; true where the listeners have to be notified. */
  fail(): boolean
  clear(): void
}

const LIMITS: RingLimits = { keepMs: 10 * 60_000, maxEntries: 20_000, maxChars: 16 * 1024 * 1024 }
/** A single failed poll is not reported. */
const FAILURES = 2
/** The minimum interval between two resets, however much changes. */
const RESET_EVERY_MS = 10_000

/** Creates a source that has not been polled. */
export const createSource = (now: () => Date, limits: RingLimits = LIMITS): Source => {
  const ring = createRing(limits)
  let failures = 0
  let degradedSince: Date | null = null
  let resetAtMs = 0
  let resetPending = false

  const isDue = (): boolean => {
    const nowMs = now().getTime()
    if (!resetPending || nowMs - resetAtMs < RESET_EVERY_MS) return false
    resetPending = false
    resetAtMs = nowMs
    return true
  }
  return {
    ring,
    degradedSince: () => degradedSince,
    apply({ complete, entries, next }) {
      const before = ring.current()
      const batch = { entries, next }
      const recovered = degradedSince !== null
      failures = 0
      degradedSince = null
      if (before === null) ring.begin(batch, complete ? next.atMs - limits.keepMs : next.atMs)
      else if (complete && before.epoch === next.epoch) ring.add(batch)
      else {
        ring.begin(batch, next.atMs)
        resetPending = true
      }
      return { before, batch, reset: isDue(), recovered }
    },
    fail() {
      failures += 1
      if (failures !== FAILURES) return false
      degradedSince = now()
      return true
    },
    clear() {
      ring.clear()
      failures = 0
      degradedSince = null
      resetPending = false
    },
  }
}
