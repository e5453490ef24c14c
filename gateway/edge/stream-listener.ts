import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { isLater } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { framesOf, type Interest, interestKey, textFor } from './stream-frames.ts'
import type { Outlet } from './stream-outlet.ts'
import { type Position, type Positions, untold } from './stream-position.rules.ts'
import type { Ring } from './stream-ring.ts'
import { SOURCES, type SourceName, topicsFrom } from './stream-topics.rules.ts'

/**
 * One listener. `joining`: the sources in which it does not stand where everybody stands: NEW before the first look
 * at a source, LOST where its position is none, and a position that is ahead of this process, as another replica told
 * more.
 */
export type Listener = {
  readonly interest: Interest
  readonly key: string
  readonly outlet: Outlet
  /** When its token ends, as epoch milliseconds. */
  readonly endsAtMs: number
  readonly joining: Map<SourceName, Position | 'NEW' | 'LOST'>
}

/** More than this to catch up with is no catching up: asking again is cheaper. */
const MAX_CATCH_UP_CHARS = 1024 * 1024

export const createListener = (
  interest: Interest,
  outlet: Outlet,
  endsAtMs: number,
  positions: Positions | 'NEW',
): Listener => {
  const joining: Listener['joining'] = new Map()
  for (const source of SOURCES) {
    if (topicsFrom(source, interest.topics).length === 0) continue
    joining.set(source, positions === 'NEW' ? 'NEW' : (positions.get(source) ?? 'LOST'))
  }
  return { interest, key: interestKey(interest), outlet, endsAtMs, joining }
}

/** Where a listener stands, given where the process does. */
export const standOf = ({ joining }: Listener, process: Positions): Positions => {
  if (joining.size === 0) return process
  const stand = new Map(process)
  for (const [source, position] of joining) if (typeof position === 'object') stand.set(source, position)
  return stand
}

/** What a listener gets of a source that it joins: text to send, and whether it has missed something. */
export type Joined = { readonly text: string; readonly lost: boolean }

const NOTHING: Joined = { text: '', lost: false }
const MISSED: Joined = { text: '', lost: true }

/**
 * Brings a listener up to where a source stands; where it is ahead of that it stays apart until the source is there.
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
  if (position === 'LOST' || !ring.reaches(position)) return MISSED
  const { steps, end } = untold(position, ring.batches(), current)
  if (end.within !== null || isLater(end.base, current)) listener.joining.set(source, end)
  const text = textFor(listener.interest, framesOf(source, steps, standOf(listener, process)))
  return text.length > MAX_CATCH_UP_CHARS ? MISSED : { text, lost: false }
}
