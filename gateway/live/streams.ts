import type { Registry } from 'prom-client'
import { type Authenticate, tokenEndOf } from '../../subgraphs/kit/auth/principal.ts'
import type { Calls } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import { createSeats } from '../../subgraphs/kit/sharing/seats.rules.ts'
import { holderOf } from '../../subgraphs/kit/sharing/shares.rules.ts'
import { createHub, type Hub, KEEP_ALIVE_TURNS } from './hub.ts'
import { createListener, createStreamWriter, type Listener } from './listener.ts'
import { parseEventId } from './position.rules.ts'
import { pollSource, startTail } from './source.ts'
import { createStreamMetrics } from './stream-metrics.ts'
import { createTokenChecks, type TokenChecks } from './token-checks.ts'
import { SOURCES, type Topic } from './topics.rules.ts'

type Caller = Pick<OperationContext, 'principal' | 'token'>

/** A stream to send: its bytes, the signal that aborts it, and whether it was ended here. */
export type LiveStream = {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly cut: AbortSignal
  isEnded(): boolean
}

/** The live streams of a process. */
export type LiveStreams = {
  /**
   * Opens a stream. Where there are too many, of this user or in total, the stream that `createSeats` selects is ended
   * with the event `replaced`. One without a `lastEventId` begins with the changes of the last `recentMs`, and of more
   * where the process has just begun to look; with a reset where these are not known.
   * @throws DomainError UNAVAILABLE where the process is about to stop.
   */
  open(caller: Caller, topics: ReadonlySet<Topic>, lastEventId: string | null, recentMs?: number): LiveStream
  /** The number of listeners. */
  count(): number
  /** Ends every stream and refuses new ones. */
  release(): void
}

export type StreamEnv = {
  readonly calls: Calls
  /** As of requests: the token of an open stream is checked again once a minute. */
  readonly authenticate: Authenticate
  readonly log: Logger
  /** Nothing is measured when left out. */
  readonly metrics?: Registry
  now(): Date
  readonly pollMs?: number
  readonly keepAliveMs?: number
  /** How long the sources are polled after the last listener has left. */
  readonly idleTimeoutMs?: number
  readonly maxListeners?: number
  readonly maxPerUser?: number
  readonly maxBytes?: number
}

const DEFAULTS = {
  pollMs: 1_000,
  keepAliveMs: 15_000,
  idleTimeoutMs: 60_000,
  maxListeners: 5_000,
  maxPerUser: 100,
  maxBytes: 1024 * 1024,
}
/** The interval of the checks for tokens, and of the measurement of what streams show. */
const CHECK_MS = 1_000

const refuse = (words: string) => new DomainError('UNAVAILABLE', words, { retryAfterSeconds: 5 })

/** The tails and timers of a hub, which run while there are listeners. */
const createWork = (hub: Hub, tokens: TokenChecks<Listener>, env: StreamEnv & typeof DEFAULTS) => {
  const metrics = env.metrics && createStreamMetrics(env.metrics, hub.count)
  let parts: { close(): void }[] = []
  let idleSinceMs: number | null = null

  const stop = (): void => {
    for (const part of parts) part.close()
    parts = []
    metrics?.stopped()
    hub.clear()
  }
  const every = (ms: number, work: () => void) => {
    const timer = setInterval(work, ms)
    return { close: () => clearInterval(timer) }
  }
  const check = (): void => {
    const nowMs = env.now().getTime()
    metrics?.observe()
    hub.expire(nowMs)
    tokens.run(nowMs)
    if (hub.count() > 0) idleSinceMs = null
    else if (idleSinceMs === null) idleSinceMs = nowMs
    else if (nowMs - idleSinceMs >= env.idleTimeoutMs) stop()
  }
  const tailOf = (source: (typeof SOURCES)[number]) =>
    startTail({
      poll() {
        metrics?.looked(source)
        return pollSource(env.calls, source, hub.cursorOf(source))
      },
      onResult(result) {
        hub.apply(source, result)
        metrics?.sent(source)
      },
      onFault: (error) => {
        metrics?.failed(source)
        if (hub.fail(source)) env.log.warn({ err: error, service: source }, 'a source of live streams does not answer')
      },
      pollMs: env.pollMs,
    })
  return {
    start() {
      idleSinceMs = null
      if (parts.length === 0)
        parts = [
          ...SOURCES.map(tailOf),
          every(CHECK_MS, check),
          every(env.keepAliveMs / KEEP_ALIVE_TURNS, hub.keepAlive),
        ]
    },
    stop,
  }
}

/** Opens live streams, with one tail per source for all listeners. Release them. */
export const createLiveStreams = (given: StreamEnv): LiveStreams => {
  const env = { ...DEFAULTS, ...given }
  const hub = createHub(env.now)
  const tokens = createTokenChecks<Listener>(env.authenticate, hub.refuse)
  const work = createWork(hub, tokens, env)
  const seats = createSeats<Listener>({ total: env.maxListeners, perMember: env.maxPerUser })
  let released = false
  return {
    open({ principal, token }, topics, lastEventId, recentMs = 0) {
      if (released) throw refuse('The platform is about to stop; listen again in a moment.')
      const endsAtMs = (token === null ? null : tokenEndOf(token))?.getTime() ?? Number.POSITIVE_INFINITY
      const writer = createStreamWriter(env.maxBytes, () => {
        hub.leave(listener)
        tokens.delete(listener)
        seats.leave(listener)
      })
      const positions = lastEventId === null || lastEventId === '' ? 'NEW' : (parseEventId(lastEventId) ?? new Map())
      const listener: Listener = createListener(
        { visibility: principal, topics },
        writer,
        endsAtMs,
        positions,
        recentMs,
      )
      work.start()
      const replaced = seats.take(holderOf(principal), listener)
      if (replaced !== null) hub.replace(replaced)
      if (token !== null) tokens.add(listener, token, env.now().getTime())
      hub.enter(listener)
      return { chunks: writer.chunks, cut: writer.cut, isEnded: writer.isEnded }
    },
    count: hub.count,
    release() {
      released = true
      hub.end()
      work.stop()
    },
  }
}
