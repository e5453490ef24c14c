import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Batch, Position } from './stream-position.rules.ts'

/** The last minutes of one source, for those who come back. */
export type Ring = {
  /** Where the source stands; null before the first look. */
  current(): LiveCursor | null
  /** Begins again: what was before `floorMs` is not known. */
  begin(batch: Batch, floorMs: number): void
  add(batch: Batch): void
  /** False for a position since which more may have changed than is known here. */
  reaches(position: Position): boolean
  batches(): readonly Batch[]
  clear(): void
}

export type RingLimits = { readonly keepMs: number; readonly maxEntries: number; readonly maxChars: number }

const charsOf = ({ entries }: Batch): number => entries.reduce((sum, { data }) => sum + data.length, 0)

/** A ring bounded in time, number and size. */
export const createRing = ({ keepMs, maxEntries, maxChars }: RingLimits): Ring => {
  let current: LiveCursor | null = null
  let floorMs = 0
  let batches: Batch[] = []
  let entries = 0
  let chars = 0

  const drop = (): void => {
    const oldest = batches.shift()
    if (oldest === undefined) return
    entries -= oldest.entries.length
    chars -= charsOf(oldest)
    floorMs = Math.max(floorMs, oldest.next.atMs)
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
      floorMs = from
      add(batch)
    },
    add,
    reaches: ({ base }) =>
      current !== null && base.epoch === current.epoch && base.atMs >= Math.max(floorMs, current.atMs - keepMs),
    batches: () => batches,
    clear,
  }
}
