import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Batch, Position } from './position.rules.ts'

/** A ring buffer of the last changes of one source, for listeners that reconnect. */
export type Ring = {
  /** The cursor of the last poll; null before the first one. */
  current(): LiveCursor | null
  /** Starts over with one batch; changes before `completeFromMs` are not known. */
  begin(batch: Batch, completeFromMs: number): void
  add(batch: Batch): void
  /** False for a position after which there may be changes that the buffer does not hold. */
  reaches(position: Position): boolean
  batches(): readonly Batch[]
  clear(): void
}

export type RingLimits = { readonly keepMs: number; readonly maxEntries: number; readonly maxChars: number }

const charsOf = ({ entries }: Batch): number => entries.reduce((sum, { data }) => sum + data.length, 0)

/** A ring buffer limited by age, number of entries and size. */
export const createRing = ({ keepMs, maxEntries, maxChars }: RingLimits): Ring => {
  let current: LiveCursor | null = null
  let completeFromMs = 0
  let batches: Batch[] = []
  let entries = 0
  let chars = 0

  const drop = (): void => {
    const oldest = batches.shift()
    if (oldest === undefined) return
    entries -= oldest.entries.length
    chars -= charsOf(oldest)
    completeFromMs = Math.max(completeFromMs, oldest.next.atMs)
  }
  const add = (batch: Batch): void => {
    current = batch.next
    if (batch.entries.length > 0) {
      batches.push(batch)
      entries += batch.entries.length
      chars += charsOf(batch)
    }
    for (;;) {
      const [oldest] = batches
      if (oldest === undefined) return
      const isOld = batch.next.atMs - oldest.next.atMs > keepMs
      if (!isOld && entries <= maxEntries && chars <= maxChars) return
      drop()
    }
  }
  const clear = (): void => {
    current = null
    batches = []
    entries = 0
    chars = 0
  }
  return {
    current: () => current,
    begin(batch, from) {
      clear()
      completeFromMs = from
      add(batch)
    },
    add,
    reaches: ({ base }) =>
      current !== null && base.epoch === current.epoch && base.atMs >= Math.max(completeFromMs, current.atMs - keepMs),
    batches: () => batches,
    clear,
  }
}
