import { MINUTE_MS } from '../../kit/common/dates.ts'
import type { EventCursor, EventRow } from './events.store.ts'

const PAGE = 2_000
const FIRST_SLICE_MS = 15 * MINUTE_MS

type Part = { readonly floor: Date | null; readonly before: EventCursor | null; readonly limit: number }
type ReadPart = (part: Part) => Promise<readonly (EventRow & { readonly at: string })[]>

/**
 * Every event of a list, newest first, in parts that are read one after the other as the caller takes them: the memory
 * does not grow with the list, and no transaction stays open for a slow reader.
 */
export async function* streamEvents(read: ReadPart, from: Date | null): AsyncGenerator<EventRow> {
  let before: EventCursor | null = null
  for (;;) {
    const rows = await read({ floor: from, before, limit: PAGE })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    before = { occurredAt: last.at, id: last.id }
  }
}

/**
 * The same for lists over many ATMs, which no index gives in order: the window is walked in slices of time, so that
 * each part sorts a slice and not the whole. The slices grow while they are empty.
 */
export async function* streamEventSlices(read: ReadPart, from: Date, now: Date): AsyncGenerator<EventRow> {
  let widthMs = FIRST_SLICE_MS
  let floor = new Date(Math.max(from.getTime(), now.getTime() - widthMs))
  let before: EventCursor | null = null
  for (;;) {
    const rows = await read({ floor, before, limit: PAGE })
    yield* rows
    const last = rows.at(-1)
    if (last !== undefined && rows.length === PAGE) {
      before = { occurredAt: last.at, id: last.id }
      continue
    }
    if (floor.getTime() <= from.getTime()) return
    if (rows.length < PAGE / 4) widthMs *= 2
    // Ids are above 0: this is everything before the floor.
    before = { occurredAt: floor.toISOString(), id: 0 }
    floor = new Date(Math.max(from.getTime(), floor.getTime() - widthMs))
  }
}
