import { beatFrame, framesOf, noticeFrame, textFor } from './stream-frames.ts'
import { joinSource, type Listener, standOf } from './stream-listener.ts'
import { type Position, type Step, untold } from './stream-position.rules.ts'
import { createSource, type News, type Source } from './stream-source.ts'
import { SOURCES, type SourceName, type Topic, topicsFrom } from './stream-topics.rules.ts'

/** How long the client of a replaced stream is asked to wait, in ms. */
const REPLACED_RETRY_MS = 30_000

/** The listeners of a process, and its sources. */
export type Floor = {
  readonly listeners: Set<Listener>
  readonly sources: ReadonlyMap<SourceName, Source>
  /** The position of a listener that has received everything that this process has. */
  readonly stand: Map<SourceName, Position>
}

/** A floor without listeners. */
export const createFloor = (now: () => Date): Floor => ({
  listeners: new Set(),
  sources: new Map(SOURCES.map((name) => [name, createSource(now)])),
  stand: new Map(),
})

/** @throws Error for a name that is no source of this floor. */
export const sourceOf = ({ sources }: Floor, name: SourceName): Source => {
  const source = sources.get(name)
  if (source === undefined) throw new Error(`${name} is no source of live streams`)
  return source
}

const wantedOf = ({ interest }: Listener, source: SourceName): Topic[] => topicsFrom(source, interest.topics)

const send = ({ outlet }: Listener, text: string): void => {
  if (text !== '') outlet.send(Buffer.from(text))
}

/** Text once for all listeners of one interest, as bytes that they share. */
const sharedBy = (textOf: (listener: Listener) => string) => {
  const chunks = new Map<string, Uint8Array>()
  return (listener: Listener): void => {
    const chunk = chunks.get(listener.key) ?? Buffer.from(textOf(listener))
    chunks.set(listener.key, chunk)
    if (chunk.length > 0) listener.outlet.send(chunk)
  }
}

/** Text for what a listener has missed, with where it stands from now on. */
const resetText = ({ stand }: Floor, listener: Listener, topics: readonly Topic[]): string =>
  topics.length === 0 ? '' : `${noticeFrame('reset', { topics })}${beatFrame(standOf(listener, stand))}`

/** Sends to a listener whose position in this source or another one differs from that of the others. */
const tellApart = (floor: Floor, listener: Listener, name: SourceName, news: News, steps: readonly Step[]): void => {
  const { stand } = floor
  const { ring } = sourceOf(floor, name)
  const topics = wantedOf(listener, name)
  const reset = () => resetText(floor, listener, topics)
  if (!listener.joining.has(name)) {
    const frames = framesOf(name, steps, standOf(listener, stand))
    send(listener, `${textFor(listener.interest, frames)}${news.reset ? reset() : ''}`)
    return
  }
  // Whoever came before a source that did not answer does not know what has changed since.
  const waited = listener.joining.get(name) === 'NEW' && news.recovered
  const { text, lost } = joinSource(listener, name, { ring, process: stand })
  const isInStep = listener.joining.size === 0
  send(listener, `${text}${lost || news.reset || waited ? reset() : isInStep ? beatFrame(stand) : ''}`)
}

/** Tells everybody what a look at a source brought. */
export const tell = (floor: Floor, name: SourceName, news: News): void => {
  const { before, batch } = news
  const steps = before === null ? [] : untold({ base: before, within: null }, [batch], batch.next).steps
  const frames = framesOf(name, steps, floor.stand)
  floor.stand.set(name, { base: batch.next, within: null })
  const tellShared = sharedBy((listener) => {
    const topics = news.reset ? wantedOf(listener, name) : []
    return `${textFor(listener.interest, frames)}${resetText(floor, listener, topics)}`
  })
  for (const listener of floor.listeners) {
    if (wantedOf(listener, name).length === 0) continue
    if (listener.joining.size === 0) tellShared(listener)
    else tellApart(floor, listener, name, news, steps)
  }
}

/** Tells those who want its topics how a source is. */
export const tellHealth = (floor: Floor, event: 'degraded' | 'recovered', source: SourceName, since: Date): void => {
  for (const listener of floor.listeners) {
    const topics = wantedOf(listener, source)
    if (topics.length > 0) send(listener, noticeFrame(event, { source, topics, since: since.toISOString() }))
  }
}

/** Tells a new listener how things are, and what it has missed since it listened last. */
export const welcome = (floor: Floor, listener: Listener): void => {
  const lost: Topic[] = []
  let text = ': open\n\n'
  for (const [source, { ring, degradedSince }] of floor.sources) {
    const topics = wantedOf(listener, source)
    const since = degradedSince()
    if (topics.length > 0 && since !== null)
      text += noticeFrame('degraded', { source, topics, since: since.toISOString() })
    if (ring.current() === null) continue
    const joined = joinSource(listener, source, { ring, process: floor.stand })
    text += joined.text
    if (joined.lost) lost.push(...topics)
  }
  const waits = [...listener.joining.values()].some((position) => typeof position === 'string')
  const beat = waits ? '' : beatFrame(standOf(listener, floor.stand))
  send(listener, `${text}${lost.length > 0 ? resetText(floor, listener, lost) : beat}`)
}

/** A sign of life to everybody. */
export const tellBeat = ({ listeners, stand }: Floor): void => {
  const shared = Buffer.from(beatFrame(stand))
  for (const listener of listeners)
    if (listener.joining.size === 0) listener.outlet.send(shared)
    else send(listener, beatFrame(standOf(listener, stand)))
}

/** Ends the streams of tokens that have ended. */
export const endExpired = ({ listeners }: Floor, nowMs: number): void => {
  for (const listener of listeners) {
    if (listener.endsAtMs > nowMs) continue
    send(listener, noticeFrame('expired', {}))
    listener.outlet.end()
  }
}

/** Ends a stream that has to make way for a newer one; its client is to wait before it listens again. */
export const endReplaced = (listener: Listener): void => {
  send(listener, `retry: ${REPLACED_RETRY_MS}\n${noticeFrame('replaced', {})}`)
  listener.outlet.end()
}
