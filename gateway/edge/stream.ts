import { tokenEndOf } from '../../subgraphs/kit/auth/principal.ts'
import type { Calls } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import { createSeats } from '../../subgraphs/kit/sharing/seats.rules.ts'
import { holderOf } from '../../subgraphs/kit/sharing/shares.rules.ts'
import { createHub, type Hub } from './stream-hub.ts'
import { createListener, type Listener } from './stream-listener.ts'
import { createOutlet } from './stream-outlet.ts'
import { parseEventId } from './stream-position.rules.ts'
import { lookAt, startTail } from './stream-tail.ts'
import { SOURCES, type Topic } from './stream-topics.rules.ts'

type Caller = Pick<OperationContext, 'principal' | 'token'>

/** A stream to send: its bytes, and what breaks it off. */
export type LiveStream = { readonly chunks: AsyncIterable<Uint8Array>; readonly cut: AbortSignal }

/** The live streams of a process. */
export type LiveStreams = {
  /**
   * Opens a stream. Where too many listen, of this user or in all, the stream that `createSeats` names is ended and
   * told so.
   * @throws DomainError UNAVAILABLE where the process is about to stop.
   */
  open(caller: Caller, topics: ReadonlySet<Topic>, lastEventId: string | null): LiveStream
  /** How many listen. */
  count(): number
  /** Ends every stream, and lets nobody listen any more. */
  release(): void
}

export type StreamEnv = {
  readonly calls: Calls
  readonly log: Logger
  now(): Date
  readonly pollMs?: number
  readonly beatMs?: number
  /** How long the sources are still looked at when nobody listens. */
  readonly lingerMs?: number
  readonly maxListeners?: number
  readonly maxPerUser?: number
  readonly maxBytes?: number
}

const DEFAULTS = {
  pollMs: 1_000,
  beatMs: 15_000,
  lingerMs: 60_000,
  maxListeners: 5_000,
  maxPerUser: 100,
  maxBytes: 1024 * 1024,
}
/** Tokens that have ended are looked for this often. */
const CHECK_MS = 1_000

const refuse = (words: string) => new DomainError('UNAVAILABLE', words, { retryAfterSeconds: 5 })

/** The tails and timers of a hub, which live as long as somebody listens. */
const createWork = (hub: Hub, env: StreamEnv & typeof DEFAULTS) => {
  let parts: { close(): void }[] = []
  let idleSinceMs: number | null = null

  const stop = (): void => {
    for (const part of parts) part.close()
    parts = []
    hub.clear()
  }
  const every = (ms: number, work: () => void) => {
    const timer = setInterval(work, ms)
    return { close: () => clearInterval(timer) }
  }
  const check = (): void => {
    const nowMs = env.now().getTime()
    hub.expire(nowMs)
    if (hub.count() > 0) idleSinceMs = null
    else if (idleSinceMs === null) idleSinceMs = nowMs
    else if (nowMs - idleSinceMs >= env.lingerMs) stop()
  }
  const tailOf = (source: (typeof SOURCES)[number]) =>
    startTail({
      look: () => lookAt(env.calls, source, hub.placeOf(source)),
      onLook: (look) => hub.take(source, look),
      onFault: (error) => {
        if (hub.fail(source)) env.log.warn({ err: error, service: source }, 'a source of live streams does not answer')
      },
      pollMs: env.pollMs,
    })
  return {
    start() {
      idleSinceMs = null
      if (parts.length === 0) parts = [...SOURCES.map(tailOf), every(CHECK_MS, check), every(env.beatMs, hub.beat)]
    },
    stop,
  }
}

/** Opens live streams: one tail of each source a process, however many listen. Release them. */
export const createLiveStreams = (given: StreamEnv): LiveStreams => {
  const env = { ...DEFAULTS, ...given }
  const hub = createHub(env.now)
  const work = createWork(hub, env)
  const seats = createSeats<Listener>({ total: env.maxListeners, perMember: env.maxPerUser })
  let released = false
  return {
    open({ principal, token }, topics, lastEventId) {
      if (released) throw refuse('The platform is about to stop; listen again in a moment.')
      const endsAtMs = (token === null ? null : tokenEndOf(token))?.getTime() ?? Number.POSITIVE_INFINITY
      const outlet = createOutlet(env.maxBytes, () => {
        hub.leave(listener)
        seats.leave(listener)
      })
      const positions = lastEventId === null || lastEventId === '' ? 'NEW' : (parseEventId(lastEventId) ?? new Map())
      const listener: Listener = createListener({ visibility: principal, topics }, outlet, endsAtMs, positions)
      work.start()
      const replaced = seats.take(holderOf(principal), listener)
      if (replaced !== null) hub.replace(replaced)
      hub.enter(listener)
      return { chunks: outlet.chunks, cut: outlet.cut }
    },
    count: hub.count,
    release() {
      released = true
      hub.end()
      work.stop()
    },
  }
}
