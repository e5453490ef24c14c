import type { LiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import {
  createStreamState,
  deliver,
  endExpired,
  endReplaced,
  sendHealth,
  sendInitial,
  sendKeepAlive,
  sourceOf,
} from './delivery.ts'
import type { Listener } from './listener.ts'
import type { PollResult } from './tail.ts'
import type { SourceName } from './topics.rules.ts'

/** The listeners and the sources of live streams: each change is sent to every listener that may receive it. */
export type Hub = {
  enter(listener: Listener): void
  leave(listener: Listener): void
  /** Ends a stream that a newer one replaces. */
  replace(listener: Listener): void
  count(): number
  /** The cursor after which a source is polled; null for the first poll. */
  cursorOf(source: SourceName): LiveCursor | null
  apply(source: SourceName, result: PollResult): void
  /** Records a failed poll of a source; true where listeners were notified. */
  fail(source: SourceName): boolean
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
  const { listeners, sources, positions } = state
  return {
    enter(listener) {
      listeners.add(listener)
      sendInitial(state, listener)
    },
    leave: (listener) => void listeners.delete(listener),
    replace: endReplaced,
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
    keepAlive: () => sendKeepAlive(state),
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
