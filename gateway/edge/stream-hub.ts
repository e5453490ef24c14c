import type { LiveCursor } from '../../subgraphs/kit/live-cursor.rules.ts'
import { beatFrame, type Frame, framesOf, noticeFrame, textFor } from './stream-frames.ts'
import { joinSource, type Listener, standOf } from './stream-listener.ts'
import { type Position, type Step, untold } from './stream-position.rules.ts'
import { createSource, type News } from './stream-source.ts'
import type { Look } from './stream-tail.ts'
import { SOURCES, type SourceName, topicsFrom } from './stream-topics.rules.ts'

/** Who listens, and what the sources told: each change goes to everybody whom it concerns. */
export type Hub = {
  enter(listener: Listener): void
  leave(listener: Listener): void
  count(): number
  /** Where to go on looking at a source; null for the first look. */
  placeOf(source: SourceName): LiveCursor | null
  take(source: SourceName, look: Look): void
  /** Takes note that a source did not answer; true where that is told. */
  fail(source: SourceName): boolean
  beat(): void
  /** Ends the streams of tokens that have ended. */
  expire(nowMs: number): void
  /** Forgets what the sources told, for when nobody looks at them any more. */
  clear(): void
  /** Ends every stream. */
  end(): void
}

const send = ({ outlet }: Listener, text: string): void => {
  if (text !== '') outlet.send(Buffer.from(text))
}

/** Text once for all listeners of one interest, as bytes that they share. */
const sharedBy = (textOf: (listener: Listener) => string) => {
  const chunks = new Map<string, Uint8Array>()
  return (listener: Listener): void => {
    const known = chunks.get(listener.key) ?? Buffer.from(textOf(listener))
    chunks.set(listener.key, known)
    if (known.length > 0) listener.outlet.send(known)
  }
}

/** Creates a hub without listeners. */
export const createHub = (now: () => Date): Hub => {
  const listeners = new Set<Listener>()
  const sources = new Map(SOURCES.map((source) => [source, createSource(now)] as const))
  const process = new Map<SourceName, Position>()
  const sourceOf = (name: SourceName) => {
    const source = sources.get(name)
    if (source === undefined) throw new Error(`${name} is no source of live streams`)
    return source
  }
  const wants = ({ interest }: Listener, source: SourceName) => topicsFrom(source, interest.topics)

  /** Text for what a listener has missed, with where it stands from now on. */
  const resetText = (listener: Listener, topics: readonly string[]): string =>
    topics.length === 0 ? '' : `${noticeFrame('reset', { topics })}${beatFrame(standOf(listener, process))}`

  const stepsOf = ({ before, batch }: News): readonly Step[] =>
    before === null ? [] : untold({ base: before, within: null }, [batch]).steps

  const tellOne = (listener: Listener, name: SourceName, news: News, steps: readonly Step[]): void => {
    const { ring } = sourceOf(name)
    const topics = wants(listener, name)
    if (!listener.joining.has(name)) {
      // It stands apart in another source only.
      const frames: Frame[] = framesOf(name, steps, standOf(listener, process))
      send(listener, `${textFor(listener.interest, frames)}${news.reset ? resetText(listener, topics) : ''}`)
      return
    }
    // Whoever came before a source did not answer does not know since when it waits.
    const wasNew = listener.joining.get(name) === 'NEW'
    const batches = news.before === null ? ring.batches() : [news.batch]
    const { text, lost } = joinSource(listener, name, { ring, batches, process })
    const missed = lost || news.reset || (wasNew && news.recovered)
    send(
      listener,
      `${text}${missed ? resetText(listener, topics) : listener.joining.size === 0 ? beatFrame(process) : ''}`,
    )
  }

  const tell = (name: SourceName, news: News): void => {
    const steps = stepsOf(news)
    const frames = framesOf(name, steps, process)
    process.set(name, { base: news.batch.next, within: null })
    const tellShared = sharedBy((listener) => {
      const topics = news.reset ? wants(listener, name) : []
      return `${textFor(listener.interest, frames)}${resetText(listener, topics)}`
    })
    for (const listener of listeners) {
      if (wants(listener, name).length === 0) continue
      if (listener.joining.size === 0) tellShared(listener)
      else tellOne(listener, name, news, steps)
    }
  }

  const notice = (event: 'degraded' | 'recovered', source: SourceName, since: Date): void => {
    for (const listener of listeners) {
      const topics = wants(listener, source)
      if (topics.length > 0) send(listener, noticeFrame(event, { source, topics, since: since.toISOString() }))
    }
  }

  const enter = (listener: Listener): void => {
    listeners.add(listener)
    const lost: string[] = []
    let text = ': open\n\n'
    for (const source of SOURCES) {
      const { ring, degradedSince } = sourceOf(source)
      const topics = wants(listener, source)
      const since = degradedSince()
      if (topics.length > 0 && since !== null)
        text += noticeFrame('degraded', { source, topics, since: since.toISOString() })
      if (ring.current() === null) continue
      const joined = joinSource(listener, source, { ring, batches: ring.batches(), process })
      text += joined.text
      if (joined.lost) lost.push(...topics)
    }
    const stand = standOf(listener, process)
    const isNew = [...listener.joining.values()].some((position) => typeof position === 'string')
    send(listener, `${text}${lost.length > 0 ? resetText(listener, lost) : isNew ? '' : beatFrame(stand)}`)
  }

  return {
    enter,
    leave: (listener) => void listeners.delete(listener),
    count: () => listeners.size,
    placeOf: (name) => sourceOf(name).ring.current(),
    take(name, look) {
      const source = sourceOf(name)
      const since = source.degradedSince()
      const news = source.take(look)
      if (since !== null) notice('recovered', name, since)
      tell(name, news)
    },
    fail(name) {
      const isTold = sourceOf(name).fail()
      const since = sourceOf(name).degradedSince()
      if (isTold && since !== null) notice('degraded', name, since)
      return isTold
    },
    beat() {
      const shared = Buffer.from(beatFrame(process))
      for (const listener of listeners)
        if (listener.joining.size === 0) listener.outlet.send(shared)
        else send(listener, beatFrame(standOf(listener, process)))
    },
    expire(nowMs) {
      for (const listener of listeners) {
        if (listener.endsAtMs > nowMs) continue
        send(listener, noticeFrame('expired', {}))
        listener.outlet.end()
      }
    },
    clear() {
      for (const source of sources.values()) source.clear()
      process.clear()
    },
    end() {
      for (const listener of listeners) listener.outlet.end()
    },
  }
}
