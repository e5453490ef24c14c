import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Listener } from './stream-listener.ts'
import type { Look } from './stream-tail.ts'
import {
  createFloor,
  endExpired,
  endReplaced,
  sourceOf,
  tell,
  tellBeat,
  tellHealth,
  welcome,
} from './stream-telling.ts'
import type { SourceName } from './stream-topics.rules.ts'

/** The listeners and the sources of live streams: each change goes to every listener whom it concerns. */
export type Hub = {
  enter(listener: Listener): void
  leave(listener: Listener): void
  /** Ends a stream that has to make way for a newer one. */
  replace(listener: Listener): void
  count(): number
  /** The cursor from which a source is read on; null for the first look. */
  placeOf(source: SourceName): LiveCursor | null
  take(source: SourceName, look: Look): void
  /** Notes that a source did not answer; true where listeners were notified. */
  fail(source: SourceName): boolean
  beat(): void
  /** Ends the streams of tokens that have ended. */
  expire(nowMs: number): void
  /** Forgets the changes of the sources; called when nobody listens any more. */
  clear(): void
  /** Ends every stream. */
  end(): void
}

/** Creates a hub without listeners. */
export const createHub = (now: () => Date): Hub => {
  const floor = createFloor(now)
  const { listeners, sources, stand } = floor
  return {
    enter(listener) {
      listeners.add(listener)
      welcome(floor, listener)
    },
    leave: (listener) => void listeners.delete(listener),
    replace: endReplaced,
    count: () => listeners.size,
    placeOf: (name) => sourceOf(floor, name).ring.current(),
    take(name, look) {
      const source = sourceOf(floor, name)
      const since = source.degradedSince()
      const news = source.take(look)
      if (since !== null) tellHealth(floor, 'recovered', name, since)
      tell(floor, name, news)
    },
    fail(name) {
      const source = sourceOf(floor, name)
      const isTold = source.fail()
      const since = source.degradedSince()
      if (isTold && since !== null) tellHealth(floor, 'degraded', name, since)
      return isTold
    },
    beat: () => tellBeat(floor),
    expire: (nowMs) => endExpired(floor, nowMs),
    clear() {
      for (const source of sources.values()) source.clear()
      stand.clear()
    },
    end() {
      for (const listener of listeners) listener.outlet.end()
    },
  }
}
