import {
  isLater,
  isSeen,
  type LiveCursor,
  liveCursorText,
  parseLiveCursor,
} from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { SOURCES, type SourceName, type Topic } from './topics.rules.ts'

/** A record that changed, as it is sent. */
export type Entry = {
  readonly topic: Topic
  /** The institutions that it belongs to; none for what only the unrestricted see, and for what all see. */
  readonly institutionKeys: readonly string[]
  /** Its place in the order of the changes of its source. */
  readonly place: number
  /** The transaction that changed it. */
  readonly transaction: number
  /** The record, as JSON in one line. */
  readonly data: string
}

/** What one poll of a source returned: entries in their order, and the cursor of the next poll. */
export type PollBatch = { readonly entries: readonly Entry[]; readonly next: LiveCursor }

/**
 * What a reader has received of a source: all changes that `base` has seen and, within a batch, those that
 * `within.next` has seen up to the place `upTo`. It has the same meaning on every replica, although each replica has
 * different batches.
 */
export type Position = {
  readonly base: LiveCursor
  readonly within: { readonly next: LiveCursor; readonly upTo: number } | null
}

/** One entry to send, and the position once it is sent. */
export type Step = { readonly entry: Entry; readonly after: Position }

const inOrder = (entries: readonly Entry[]) => entries.toSorted((one, other) => one.place - other.place)

const stepsTo = (entries: readonly Entry[], base: LiveCursor, next: LiveCursor): Step[] =>
  entries.map((entry, index) => ({
    entry,
    after: index === entries.length - 1 ? { base: next, within: null } : { base, within: { next, upTo: entry.place } },
  }))

/**
 * The steps of these batches that a reader has not received, in order, and its position after them. `current` is the
 * cursor up to which the process has polled: a reader within a batch that ends later has to wait, as the rest of that
 * batch is not known yet.
 */
export const pendingSteps = (
  position: Position,
  batches: readonly PollBatch[],
  current: LiveCursor,
): { readonly steps: readonly Step[]; readonly end: Position } => {
  const steps: Step[] = []
  let { base } = position
  if (position.within !== null) {
    const { next, upTo } = position.within
    if (isLater(next, current)) return { steps, end: position }
    // First the rest of the interrupted batch, as the process that sent it delimited it.
    const rest = batches
      .flatMap(({ entries }) => entries)
      .filter(({ place, transaction }) => place > upTo && !isSeen(base, transaction) && isSeen(next, transaction))
    steps.push(...stepsTo(inOrder(rest), base, next))
    base = next
  }
  for (const { entries, next } of batches) {
    const received = base
    const fresh = entries.filter(({ transaction }) => !isSeen(received, transaction))
    steps.push(...stepsTo(fresh, base, next))
    if (isLater(next, base)) base = next
  }
  return { steps, end: { base, within: null } }
}

const positionText = ({ base, within }: Position): string =>
  within === null ? liveCursorText(base) : `${liveCursorText(base)}~${liveCursorText(within.next)}~${within.upTo}`

const parsePosition = (text: string): Position | null => {
  const [first = '', second, place, ...more] = text.split('~')
  const base = parseLiveCursor(first)
  if (base === null || more.length > 0) return null
  if (second === undefined) return { base, within: null }
  const next = parseLiveCursor(second)
  if (next === null || place === undefined || !/^\d{1,16}$/.test(place)) return null
  return { base, within: { next, upTo: Number(place) } }
}

/** The position of a reader in every source of which it has one. */
export type Positions = ReadonlyMap<SourceName, Position>

const VERSION = '1'
const MAX_ID_LENGTH = 16_384

/** The id of an event: the positions of a reader that has received it. Opaque to clients. */
export const eventIdOf = (positions: Positions): string => {
  const parts = SOURCES.map((source) => {
    const position = positions.get(source)
    return position === undefined ? '' : positionText(position)
  })
  return Buffer.from([VERSION, ...parts].join('|')).toString('base64url')
}

/**
 * Parses the id of an event; null for an invalid one. One of the release before has no position in the last source.
 */
export const parseEventId = (id: string): Positions | null => {
  if (id.length > MAX_ID_LENGTH || !/^[\w-]+$/.test(id)) return null
  const [version, ...parts] = Buffer.from(id, 'base64url').toString('utf8').split('|')
  if (version !== VERSION || ![SOURCES.length, SOURCES.length - 1].includes(parts.length)) return null
  const positions = new Map<SourceName, Position>()
  for (const [index, source] of SOURCES.entries()) {
    const text = parts[index] ?? ''
    if (text === '') continue
    const position = parsePosition(text)
    if (position === null) return null
    positions.set(source, position)
  }
  return positions
}
