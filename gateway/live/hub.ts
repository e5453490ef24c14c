import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import {
  framesOf,
  joinSource,
  keepAliveFrame,
  type Listener,
  noticeFrame,
  positionsOf,
  textFor,
  textOfSteps,
} from './listener.ts'
import { type Position, pendingSteps, type Step } from './position.rules.ts'
import { createSource, type PollResult, type Source, type SourceUpdate } from './source.ts'
import { SOURCES, type SourceName, type Topic, topicsFrom } from './topics.rules.ts'

/** Keep-alives of thousands of listeners at once would keep the event loop for a tenth of a second. */
export const KEEP_ALIVE_TURNS = 10
/** How long the client of a replaced stream is asked to wait, in ms. */
const REPLACED_RETRY_MS = 30_000

/** The listeners and the sources of a process. */
type StreamState = {
  readonly listeners: Set<Listener>
  /** Those of them whose position in any source differs from that of the process: few, and none for long. */
  readonly joining: Set<Listener>
  readonly sources: ReadonlyMap<SourceName, Source>
  /** The position of a listener that has received everything that this process has, but for a reset that is owed. */
  readonly positions: Map<SourceName, Position>
  /** When each listener gets its keep-alives. */
  readonly turns: WeakMap<Listener, number>
}

/** Creates a state without listeners. */
const createStreamState = (now: () => Date): StreamState => ({
  listeners: new Set(),
  joining: new Set(),
  sources: new Map(SOURCES.map((name) => [name, createSource(now)])),
  positions: new Map(),
  turns: new WeakMap(),
})

/** @throws Error for a name that is not one of the sources. */
const sourceOf = ({ sources }: StreamState, name: SourceName): Source => {
  const source = sources.get(name)
  if (source === undefined) throw new Error(`${name} is no source of live streams`)
  return source
}

const wantedTopics = ({ interest }: Listener, source: SourceName): Topic[] => topicsFrom(source, interest.topics)

const send = ({ writer }: Listener, text: string): void => {
  if (text !== '') writer.send(Buffer.from(text))
}

/** Encodes text once per interest; listeners with the same interest share the bytes. */
const sharedBy = (textOf: (listener: Listener) => string) => {
  const chunks = new Map<string, Uint8Array>()
  return (listener: Listener): void => {
    const chunk = chunks.get(listener.key) ?? Buffer.from(textOf(listener))
    chunks.set(listener.key, chunk)
    if (chunk.length > 0) listener.writer.send(chunk)
  }
}

/** A reset of topics with the listener's new positions; empty for no topics. */
const resetText = ({ positions }: StreamState, listener: Listener, topics: readonly Topic[]): string =>
  topics.length === 0 ? '' : `${noticeFrame('reset', { topics })}${keepAliveFrame(positionsOf(listener, positions))}`

/** Sends an update to a listener whose position in any source differs from that of the process. */
const deliverSeparately = (
  state: StreamState,
  listener: Listener,
  name: SourceName,
  update: SourceUpdate,
  steps: readonly Step[],
): void => {
  const { positions } = state
  const { ring } = sourceOf(state, name)
  const topics = wantedTopics(listener, name)
  const reset = () => resetText(state, listener, topics)
  if (!listener.joining.has(name)) {
    const text = textOfSteps(listener, name, steps, positions)
    send(listener, `${text ?? ''}${text === null || update.reset ? reset() : ''}`)
    return
  }
  // A listener that connected while the source did not answer does not know the changes since then.
  const hasWaited = listener.joining.get(name) === 'NEW' && update.recovered
  const { text, lost } = joinSource(listener, name, { ring, process: positions })
  const hasCaughtUp = listener.joining.size === 0
  send(listener, `${text}${lost || update.reset || hasWaited ? reset() : hasCaughtUp ? keepAliveFrame(positions) : ''}`)
}

/**
 * The steps of an update from the position before it. While a reset is owed, ids stay at the position before what was
 * lost: a listener that resumes after the others had the reset, or at another process, learns of it.
 */
const stepsOf = ({ before, batch, isResetOwed }: SourceUpdate, held: Position | undefined): readonly Step[] => {
  if (before === null) return []
  const { steps } = pendingSteps({ base: before, within: null }, [batch], batch.next)
  return isResetOwed && held !== undefined ? steps.map(({ entry }) => ({ entry, after: held })) : steps
}

/** Sends an update of a source to all listeners. */
const deliver = (state: StreamState, name: SourceName, update: SourceUpdate): void => {
  const steps = stepsOf(update, state.positions.get(name))
  const frames = framesOf(name, steps, state.positions)
  if (!update.isResetOwed) state.positions.set(name, { base: update.batch.next, within: null })
  const deliverShared = sharedBy((listener) => {
    const topics = update.reset ? wantedTopics(listener, name) : []
    return `${textFor(listener.interest, frames)}${resetText(state, listener, topics)}`
  })
  const isSilent = frames.length === 0 && !update.reset
  for (const listener of isSilent ? state.joining : state.listeners) {
    if (wantedTopics(listener, name).length === 0) continue
    if (listener.joining.size === 0) deliverShared(listener)
    else deliverSeparately(state, listener, name, update, steps)
    if (listener.joining.size === 0) state.joining.delete(listener)
  }
}

/** Sends the health of a source to the listeners of its topics. */
const sendHealth = (state: StreamState, event: 'degraded' | 'recovered', source: SourceName, since: Date): void => {
  for (const listener of state.listeners) {
    const topics = wantedTopics(listener, source)
    if (topics.length > 0) send(listener, noticeFrame(event, { source, topics, since: since.toISOString() }))
  }
}

/**
 * Sends a new listener the sources that do not answer, and the changes since its last connection. Nothing of it is read
 * before all was sent.
 */
const sendInitial = (state: StreamState, listener: Listener): void => {
  const { topics: allTopics } = listener.interest
  const lost: Topic[] = []
  let notices = ': open\n\n'
  let changes = ''
  for (const [source, { ring, degradedSince }] of state.sources) {
    const topics = wantedTopics(listener, source)
    const since = degradedSince()
    if (topics.length > 0 && since !== null)
      notices += noticeFrame('degraded', { source, topics, since: since.toISOString() })
    if (ring.current() === null) continue
    const joined = joinSource(listener, source, { ring, process: state.positions })
    changes += joined.text
    if (joined.lost) lost.push(...topics)
  }
  const isWaiting = [...listener.joining.values()].some((position) => typeof position === 'string')
  const keepAlive = isWaiting ? '' : keepAliveFrame(positionsOf(listener, state.positions))
  const text = `${notices}${changes}${lost.length > 0 ? resetText(state, listener, lost) : keepAlive}`
  const isTooLong = Buffer.byteLength(text) > listener.writer.limitBytes
  send(listener, isTooLong ? `${notices}${resetText(state, listener, [...allTopics])}` : text)
}

/** Sends a keep-alive to the listeners whose turn it is. */
const sendKeepAlive = ({ listeners, positions, turns }: StreamState, turn: number): void => {
  const shared = Buffer.from(keepAliveFrame(positions))
  for (const listener of listeners) {
    if (turns.get(listener) !== turn) continue
    if (listener.joining.size === 0) listener.writer.send(shared)
    else send(listener, keepAliveFrame(positionsOf(listener, positions)))
  }
}

/**
 * Ends the stream of a token that has expired or is no longer accepted, which is sent nothing more: a client that
 * resumes gets what was queued.
 */
const endRefused = ({ writer }: Listener): void => writer.end(Buffer.from(noticeFrame('expired', {})))

const endExpired = ({ listeners }: StreamState, nowMs: number): void => {
  for (const listener of listeners) if (listener.endsAtMs <= nowMs) endRefused(listener)
}

/** Ends a stream that a newer one replaces; its client has to wait before it reconnects. */
const endReplaced = (listener: Listener): void => {
  listener.writer.end(Buffer.from(`retry: ${REPLACED_RETRY_MS}\n${noticeFrame('replaced', {})}`))
}

/** The listeners and the sources of live streams: each change is sent to every listener that may receive it. */
export type Hub = {
  enter(listener: Listener): void
  leave(listener: Listener): void
  /** Ends a stream that a newer one replaces. */
  replace(listener: Listener): void
  /** Ends a stream whose token is no longer accepted. */
  refuse(listener: Listener): void
  count(): number
  /** The cursor after which a source is polled; null for the first poll. */
  cursorOf(source: SourceName): LiveCursor | null
  apply(source: SourceName, result: PollResult): void
  /** Records a failed poll of a source; true where listeners were notified. */
  fail(source: SourceName): boolean
  /** Sends keep-alives to one of `KEEP_ALIVE_TURNS` parts of the listeners, each time to the next one. */
  keepAlive(): void
  /** Ends the streams of expired tokens. */
  expire(nowMs: number): void
  /** Deletes the changes of the sources; called when there are no listeners. */
  clear(): void
  /** Ends every stream. */
  end(): void
}

/** Creates a hub without listeners. */
export const createHub = (now: () => Date): Hub => {
  const state = createStreamState(now)
  const { listeners, joining, sources, positions, turns } = state
  let entered = 0
  let turn = 0
  return {
    enter(listener) {
      listeners.add(listener)
      entered += 1
      turns.set(listener, entered % KEEP_ALIVE_TURNS)
      sendInitial(state, listener)
      if (listener.joining.size > 0 && listeners.has(listener)) joining.add(listener)
    },
    leave(listener) {
      listeners.delete(listener)
      joining.delete(listener)
    },
    replace: endReplaced,
    refuse: endRefused,
    count: () => listeners.size,
    cursorOf: (name) => sourceOf(state, name).ring.current(),
    apply(name, result) {
      const source = sourceOf(state, name)
      const since = source.degradedSince()
      const update = source.apply(result)
      if (since !== null) sendHealth(state, 'recovered', name, since)
      deliver(state, name, update)
    },
    fail(name) {
      const source = sourceOf(state, name)
      const isDegraded = source.fail()
      const since = source.degradedSince()
      if (isDegraded && since !== null) sendHealth(state, 'degraded', name, since)
      return isDegraded
    },
    keepAlive() {
      turn = (turn + 1) % KEEP_ALIVE_TURNS
      sendKeepAlive(state, turn)
    },
    expire: (nowMs) => endExpired(state, nowMs),
    clear() {
      for (const source of sources.values()) source.clear()
      positions.clear()
    },
    end() {
      for (const listener of listeners) listener.writer.end()
    },
  }
}
