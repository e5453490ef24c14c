import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Batch } from './stream-position.rules.ts'
import { createRing, type Ring, type RingLimits } from './stream-ring.ts'
import type { Look } from './stream-tail.ts'

/** What a look means for listeners. */
export type News = {
  /** Where the source stood before; null at the first look. */
  readonly before: LiveCursor | null
  readonly batch: Batch
  /** True where they have to read all records again. */
  readonly reset: boolean
  /** True where the source answers again. */
  readonly recovered: boolean
}

/** One source of a process: its changes of the last minutes, and its health. */
export type Source = {
  readonly ring: Ring
  /** Since when it does not answer; null while it does. */
  degradedSince(): Date | null
  take(look: Look): News
  /** Notes that a look failed; true where the listeners have to be notified. */
  fail(): boolean
  clear(): void
}

const LIMITS: RingLimits = { keepMs: 10 * 60_000, maxEntries: 20_000, maxChars: 16 * 1024 * 1024 }
/** A single failed look is not reported. */
const FAILURES = 2
/** Listeners are asked to read everything again at most this often, however much changes. */
const RESET_EVERY_MS = 10_000

/** A source before its first look. */
export const createSource = (now: () => Date, limits: RingLimits = LIMITS): Source => {
  const ring = createRing(limits)
  let failures = 0
  let degradedSince: Date | null = null
  let resetAtMs = 0
  let owesReset = false

  const isDue = (): boolean => {
    const nowMs = now().getTime()
    if (!owesReset || nowMs - resetAtMs < RESET_EVERY_MS) return false
    owesReset = false
    resetAtMs = nowMs
    return true
  }
  return {
    ring,
    degradedSince: () => degradedSince,
    take({ complete, entries, next }) {
      const before = ring.current()
      const batch = { entries, next }
      const recovered = degradedSince !== null
      failures = 0
      degradedSince = null
      if (before === null) ring.begin(batch, complete ? next.atMs - limits.keepMs : next.atMs)
      else if (complete && before.epoch === next.epoch) ring.add(batch)
      else {
        ring.begin(batch, next.atMs)
        owesReset = true
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
      owesReset = false
    },
  }
}
