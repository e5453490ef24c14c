import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { isLater } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { framesOf, type Interest, interestKey, textFor } from './frames.ts'
import { type Position, type Positions, pendingSteps } from './position.rules.ts'
import type { Ring } from './ring.ts'
import { SOURCES, type SourceName, topicsFrom } from './topics.rules.ts'
import type { StreamWriter } from './writer.ts'

/**
 * One listener. `joining`: the sources in which its position differs from that of the process: NEW before the first
 * poll of a source, LOST without a valid position, otherwise a position that is ahead of this process because another
 * replica sent more.
 */
export type Listener = {
  readonly interest: Interest
  readonly key: string
  readonly writer: StreamWriter
  /** When its token expires, as epoch milliseconds. */
  readonly endsAtMs: number
  readonly joining: Map<SourceName, Position | 'NEW' | 'LOST'>
}

/** A listener with more than this to catch up with gets a reset: reading the records again is cheaper. */
const MAX_CATCH_UP_CHARS = 1024 * 1024

export const createListener = (
  interest: Interest,
  writer: StreamWriter,
  endsAtMs: number,
  positions: Positions | 'NEW',
): Listener => {
  const joining: Listener['joining'] = new Map()
  for (const source of SOURCES) {
    if (topicsFrom(source, interest.topics).length === 0) continue
    joining.set(source, positions === 'NEW' ? 'NEW' : (positions.get(source) ?? 'LOST'))
  }
  return { interest, key: interestKey(interest), writer, endsAtMs, joining }
}

/** The positions of a listener, given those of the process. */
export const positionsOf = ({ joining }: Listener, process: Positions): Positions => {
  if (joining.size === 0) return process
  const positions = new Map(process)
  for (const [source, position] of joining) if (typeof position === 'object') positions.set(source, position)
  return positions
}

/** What a listener receives of a source that it joins: text to send, and whether changes were lost. */
export type Joined = { readonly text: string; readonly lost: boolean }

const NOTHING: Joined = { text: '', lost: false }
const LOST_CHANGES: Joined = { text: '', lost: true }

/**
 * Brings a listener up to the current cursor of a source. A listener that is ahead of it stays in `joining` until the
 * source has caught up.
 */
export const joinSource = (
  listener: Listener,
  source: SourceName,
  { ring, process }: { ring: Ring; process: Positions },
): Joined => {
  const position = listener.joining.get(source)
  const current: LiveCursor | null = ring.current()
  if (position === undefined || current === null) return NOTHING
  listener.joining.delete(source)
  if (position === 'NEW') return NOTHING
  if (position === 'LOST' || !ring.reaches(position)) return LOST_CHANGES
  const { steps, end } = pendingSteps(position, ring.batches(), current)
  if (end.within !== null || isLater(end.base, current)) listener.joining.set(source, end)
  const text = textFor(listener.interest, framesOf(source, steps, positionsOf(listener, process)))
  return text.length > MAX_CATCH_UP_CHARS ? LOST_CHANGES : { text, lost: false }
}
