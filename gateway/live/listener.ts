import type { Visibility } from '../../db/tenancy.ts'
import { seesInstitution } from '../../subgraphs/kit/auth/visibility.rules.ts'
import { isLater, type LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { type Entry, eventIdOf, type Position, type Positions, pendingSteps, type Step } from './position.rules.ts'
import type { Ring } from './source.ts'
import { isScoped, SOURCES, type SourceName, type Topic, topicsFrom } from './topics.rules.ts'

/** What a listener may receive, and which topics it asked for. */
export type Interest = { readonly visibility: Visibility; readonly topics: ReadonlySet<Topic> }

/** True for an entry of a requested topic that the listener may see. */
const isFor = ({ visibility, topics }: Interest, { topic, institutionKeys }: Entry): boolean =>
  topics.has(topic) &&
  (!isScoped(topic) ||
    visibility.unrestricted ||
    (institutionKeys.length > 0 && institutionKeys.every((key) => seesInstitution(visibility, key))))

/** Listeners with the same key receive the same entries. */
const interestKey = ({ visibility, topics }: Interest): string =>
  JSON.stringify([visibility.unrestricted ? null : visibility.institutions.toSorted(), [...topics].toSorted()])

const idLine = (positions: Positions): string => `id: ${eventIdOf(positions)}\n`

/** An entry as it is sent. */
type Frame = { readonly entry: Entry; readonly text: string }

/** Turns one step of a source after another into frames for a listener with these positions in the other sources. */
const createFraming = (source: SourceName, others: Positions) => {
  const positions = new Map(others)
  return ({ entry, after }: Step): Frame => {
    positions.set(source, after)
    return { entry, text: `event: ${entry.topic}\n${idLine(positions)}data: ${entry.data}\n\n` }
  }
}

/** Steps of a source as frames for listeners whose positions in the other sources are `others`. */
export const framesOf = (source: SourceName, steps: readonly Step[], others: Positions): Frame[] =>
  steps.map(createFraming(source, others))

/** The text of the frames that one listener receives. */
export const textFor = (interest: Interest, frames: readonly Frame[]): string =>
  frames
    .filter(({ entry }) => isFor(interest, entry))
    .map(({ text }) => text)
    .join('')

/** An event of the stream itself. */
export const noticeFrame = (event: 'reset' | 'degraded' | 'recovered' | 'expired' | 'replaced', data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A keep-alive comment with an id, which also advances the listener's position. */
export const keepAliveFrame = (positions: Positions): string => `: beat\n${idLine(positions)}\n`

/** The output buffer of one listener; it is read as fast as the listener's connection accepts data. */
export type StreamWriter = {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Aborts the listener's response. */
  readonly cut: AbortSignal
  send(chunk: Uint8Array): void
  /** Ends the response after everything in the buffer, or with a last chunk in its place. */
  end(last?: Uint8Array): void
  isEnded(): boolean
  /** How much may wait to be read. */
  readonly limitBytes: number
}

type Result = IteratorResult<Uint8Array, undefined>
const DONE: Result = { done: true, value: undefined }

/**
 * Creates a buffer of at most `limitBytes`: the response of a listener that reads too slowly is aborted. `onGone` is
 * called once, however the stream ends.
 */
export const createStreamWriter = (limitBytes: number, onGone: () => void): StreamWriter => {
  const cutting = new AbortController()
  let queue: Uint8Array[] = []
  let queuedBytes = 0
  let ended = false
  let resolve: ((result: Result) => void) | null = null

  const end = (last?: Uint8Array): void => {
    if (ended) return
    ended = true
    if (last !== undefined && resolve === null) {
      queue = [last]
      queuedBytes = last.length
    }
    resolve?.(last === undefined ? DONE : { done: false, value: last })
    resolve = null
    onGone()
  }
  const next = async (): Promise<Result> => {
    if (queuedBytes > 0) {
      const value = queue.length === 1 ? queue[0] : undefined
      const chunk = value ?? Buffer.concat(queue)
      queue = []
      queuedBytes = 0
      return { done: false, value: chunk }
    }
    if (ended) return DONE
    const { promise, resolve: settle } = Promise.withResolvers<Result>()
    resolve = settle
    return promise
  }
  return {
    chunks: {
      [Symbol.asyncIterator]: () => ({
        next,
        async return() {
          queue = []
          queuedBytes = 0
          end()
          return DONE
        },
      }),
    },
    cut: cutting.signal,
    send(chunk) {
      if (ended) return
      if (resolve !== null) {
        resolve({ done: false, value: chunk })
        resolve = null
        return
      }
      queue.push(chunk)
      queuedBytes += chunk.length
      if (queuedBytes <= limitBytes) return
      queue = []
      queuedBytes = 0
      end()
      cutting.abort()
    },
    end,
    isEnded: () => ended,
    limitBytes,
  }
}

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
  /** A new one begins with the changes of so long before. */
  readonly recentMs: number
}

/** A listener with more than this to catch up with gets a reset: reading the records again is cheaper. */
const MAX_CATCH_UP_CHARS = 1024 * 1024

export const createListener = (
  interest: Interest,
  writer: StreamWriter,
  endsAtMs: number,
  positions: Positions | 'NEW',
  recentMs = 0,
): Listener => {
  const joining: Listener['joining'] = new Map()
  for (const source of SOURCES) {
    if (topicsFrom(source, interest.topics).length === 0) continue
    joining.set(source, positions === 'NEW' ? 'NEW' : (positions.get(source) ?? 'LOST'))
  }
  return { interest, key: interestKey(interest), writer, endsAtMs, joining, recentMs }
}

/** The positions of a listener, given those of the process. */
export const positionsOf = ({ joining }: Listener, process: Positions): Positions => {
  if (joining.size === 0) return process
  const positions = new Map(process)
  for (const [source, position] of joining) if (typeof position === 'object') positions.set(source, position)
  return positions
}

/** The texts, one after another; null for more than a listener catches up with, of which the rest is not even made. */
const caughtUpText = (texts: Iterable<string>): string | null => {
  let all = ''
  for (const text of texts) {
    all += text
    if (all.length > MAX_CATCH_UP_CHARS) return null
  }
  return all
}

/**
 * The text of the steps of a source that a listener receives, given the positions of the process; null where it is too
 * much.
 */
export const textOfSteps = (
  listener: Listener,
  source: SourceName,
  steps: readonly Step[],
  process: Positions,
): string | null => {
  const frameOf = createFraming(source, positionsOf(listener, process))
  const wanted = steps.values().filter(({ entry }) => isFor(listener.interest, entry))
  return caughtUpText(wanted.map((step) => frameOf(step).text))
}

/** What a listener receives of a source that it joins: text to send, and whether changes were lost. */
export type Joined = { readonly text: string; readonly lost: boolean }

const NOTHING: Joined = { text: '', lost: false }
const LOST_CHANGES: Joined = { text: '', lost: true }

const joined = (text: string | null): Joined => (text === null ? LOST_CHANGES : { text, lost: false })

/** What changed in the time before a listener came; without ids, as it may have been received already. */
const recentChanges = ({ interest, recentMs }: Listener, ring: Ring, current: LiveCursor): Joined => {
  if (recentMs === 0) return NOTHING
  const sinceMs = current.atMs - recentMs
  if (!ring.isCompleteSince(sinceMs)) return LOST_CHANGES
  const texts = ring
    .batches()
    .values()
    .filter(({ next }) => next.atMs >= sinceMs)
    .flatMap(({ entries }) => entries)
    .filter((entry) => isFor(interest, entry))
    .map(({ topic, data }) => `event: ${topic}\ndata: ${data}\n\n`)
  return joined(caughtUpText(texts))
}

/**
 * Another process may have polled later, by its interval and the time of a poll that fails. A client may claim any
 * position: one that is further ahead, or that the source has not reached so long after its time, is none.
 */
const MAX_AHEAD_MS = 10_000

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
  if (position === 'NEW') return recentChanges(listener, ring, current)
  if (position === 'LOST' || !ring.reaches(position)) return LOST_CHANGES
  const awaited = position.within?.next ?? position.base
  if (isLater(awaited, current)) {
    if (Math.abs(awaited.atMs - current.atMs) > MAX_AHEAD_MS) return LOST_CHANGES
    listener.joining.set(source, position)
    return NOTHING
  }
  const { steps } = pendingSteps(position, ring.batches(), current)
  return joined(textOfSteps(listener, source, steps, process))
}
