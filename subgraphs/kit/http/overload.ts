import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import { DomainError, ERROR_TABLE, problemOf } from '../common/errors.ts'
import { newTraceContext, parseTraceparent } from '../tracing/trace-context.rules.ts'
import { CLOSE_DELAY_UNAUTHENTICATED, closeAfterAnswer } from './connection-close.ts'
import type { OverloadLimits } from './overload-detector.rules.ts'
import { type ArrivalKind, purposeOf, type RequestKind } from './request-kinds.rules.ts'
import { createRequestQueue, type RequestQueue, type RequestQueueOptions } from './request-queue.ts'
import { forwardedPathOf, shownPath } from './target-limit.ts'

/** A request that was refused before it began. */
export type Refusal = { readonly method: string; readonly target: string; readonly waitedMs: number }

/** What a listener does about the requests that the queue of its process refuses. */
export type RefusalEnv = {
  readonly now: () => Date
  /** True where requests come from the gateway and from other services, which have let them in. */
  readonly behindGateway: boolean
  /** True where anyone can connect: internal paths do not exist there. */
  readonly isOpen: boolean
  /** True where each answer ends its connection. */
  isLeaving(): boolean
  onRefused(refusal: Refusal): void
}

/** Heartbeats and polls that a process refused, before they began or with 503, and those by which an ATM was heard. */
export type HeartbeatCounts = { readonly refused: number; readonly heard: number }

/** The requests of all listeners of a process, of which some are refused in overload. */
export type Overload = {
  readonly queue: RequestQueue
  /** How many heartbeats and polls were refused and how many were heard since the last call. */
  takeHeartbeats(): HeartbeatCounts
  /** A listener whose requests begin in the order of the queue. */
  protect(answer: RequestListener, env: RefusalEnv): RequestListener
}

/**
 * When to come again, in seconds; up to as many are added, in turn, so that not all come at once. The next heartbeat
 * comes by itself.
 */
const RETRY_AFTER_S: Readonly<Record<RequestKind, number>> = { report: 2, work: 10, user: 2, heartbeat: 15 }
const SMALL_BYTES = 65_536
/** What Node reads of a body before it waits for someone to take it. */
const READ_AHEAD_BYTES = 131_072

/** What the process holds at most of a body that has not been read, as its head says. */
const heldBytesOf = ({ headers }: IncomingMessage): number =>
  'transfer-encoding' in headers ? READ_AHEAD_BYTES : Math.min(Number(headers['content-length'] ?? 0), READ_AHEAD_BYTES)

/** Made once, as each records a stack. */
const REFUSAL = new DomainError('UNAVAILABLE', 'The platform has more to do than it can; wait, then send it again.')

/** From this status on an answer says nothing of how long the work takes. */
const FAILED = 400

/** A property and no weak map: garbage collection would go through an entry of each request of the last minute. */
const WAITED_MS = Symbol('waitedMs')
type Queued = IncomingMessage & { [WAITED_MS]?: number }

/** How long a request waited before it began, in ms. */
export const waitedMsOf = (request: Queued): number => request[WAITED_MS] ?? 0

const sendRefusal = (
  request: IncomingMessage,
  response: ServerResponse,
  { now, behindGateway, isLeaving, retryAfterS }: RefusalEnv & { readonly retryAfterS: number },
): void => {
  const { traceId } = parseTraceparent(request.headers.traceparent) ?? newTraceContext()
  const asked = (behindGateway ? forwardedPathOf(request.headers) : null) ?? request.url ?? '/'
  const problem = problemOf(REFUSAL, { instance: shownPath(asked), traceId, now: now() })
  const body = JSON.stringify(problem)
  // What is small has come, and Node drops it.
  if (!(Number(request.headers['content-length'] ?? 0) <= SMALL_BYTES) || 'transfer-encoding' in request.headers)
    closeAfterAnswer(request, response, CLOSE_DELAY_UNAUTHENTICATED)
  response
    .writeHead(ERROR_TABLE.UNAVAILABLE.status, {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': String(retryAfterS),
      'x-content-type-options': 'nosniff',
      ...(isLeaving() ? { connection: 'close' } : {}),
    })
    .end(body)
}

const createUtilization = (): (() => number) => {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/** Requests of users that the gateway has let in are refused no sooner than other calls between services. */
const kindHere = (kind: ArrivalKind, { behindGateway }: RefusalEnv): ArrivalKind =>
  behindGateway && kind === 'user' ? 'work' : kind

/** Where requests are counted, and what tests replace. */
type OverloadEnv = { readonly metrics: Registry } & Partial<
  Pick<RequestQueueOptions, 'nowMs' | 'nextTurn' | 'utilization'>
>

/**
 * What the answer to a heartbeat says of whether ATMs are heard; null for nothing, as with another error or a client
 * that has left. 503 says that they are not, also where it is because the keys of tokens cannot be had and the key of
 * this one is not known: that is each ATM after a change of keys, and none of them is lost. A stranger may send it too,
 * who can then do what anyone can do in overload: let ATMs be silent for ATM_CONNECTED_WITHIN longer. To count as
 * refused they have to outnumber the ATMs whose keys are known, which are heard.
 */
const outcomeOf = ({ statusCode, writableFinished }: ServerResponse): keyof HeartbeatCounts | null => {
  if (!writableFinished) return null
  if (statusCode < FAILED) return 'heard'
  return statusCode === ERROR_TABLE.UNAVAILABLE.status ? 'refused' : null
}

/** True where the caller is no agent of the ATM, or asks for what is not there. */
const isCallersFault = ({ statusCode, writableFinished }: ServerResponse): boolean =>
  writableFinished && statusCode >= FAILED && statusCode < 500

/** Counts heartbeats and polls. */
const createHeartbeatCounter = () => {
  let counts = { refused: 0, heard: 0 }
  return {
    take(): HeartbeatCounts {
      const { refused, heard } = counts
      counts = { refused: 0, heard: 0 }
      return { refused, heard: Math.max(heard, 0) }
    },
    noteRefusal(): void {
      counts.refused += 1
    },
    /** A poll is heard long before it is answered, and may be answered 503 all the same. */
    notePoll(): void {
      counts.heard += 1
    },
    noteAnswer(response: ServerResponse, isPoll: boolean): void {
      const outcome = outcomeOf(response)
      if (!isPoll && outcome !== null) counts[outcome] += 1
      // Else polls without a token would hide that those of ATMs are refused.
      if (isPoll && isCallersFault(response)) counts.heard -= 1
    },
  }
}

/** Creates the queue of a process, and publishes what it does. */
export const createOverload = (
  limits: OverloadLimits,
  { metrics, nowMs = () => performance.now(), nextTurn = setImmediate, utilization = createUtilization() }: OverloadEnv,
): Overload => {
  const refusals = new Counter({
    name: 'fleetops_http_refusals_total',
    help: 'Requests that were refused before they began, as the process was overloaded',
    labelNames: ['kind'],
    registers: [metrics],
  })
  const abandoned = new Counter({
    name: 'fleetops_http_abandoned_total',
    help: 'Requests whose client had gone before they began',
    registers: [metrics],
  })
  const queue = createRequestQueue({ limits, nowMs, nextTurn, utilization, onGone: () => abandoned.inc() })
  new Gauge({
    name: 'fleetops_http_waiting_requests',
    help: 'Requests that have arrived and have not begun',
    registers: [metrics],
    collect() {
      this.set(queue.count())
    },
  })
  new Gauge({
    name: 'fleetops_overloaded',
    help: '1 while a process refuses less important requests, else 0',
    registers: [metrics],
    collect() {
      this.set(queue.isOverloaded() ? 1 : 0)
    },
  })
  let refused = 0
  const heartbeats = createHeartbeatCounter()
  /** Those of one kind come again one after the other. */
  const retryAfterOf = (kind: RequestKind): number => {
    refused += 1
    return RETRY_AFTER_S[kind] + (refused % (RETRY_AFTER_S[kind] + 1))
  }
  return {
    queue,
    takeHeartbeats: heartbeats.take,
    protect: (answer, env) => (request: Queued, response) => {
      const { method = 'GET', url: target = '/' } = request
      const { isHeartbeat, isQuick, ...purpose } = purposeOf(method, target, env.isOpen)
      const kind = kindHere(purpose.kind, env)
      const cameAtMs = nowMs()
      // A flood of probes is refused as requests of users are.
      const refusedAs = kind === 'probe' ? 'user' : kind
      const isPoll = isHeartbeat && !isQuick
      queue.take({
        kind,
        isQuick,
        heldBytes: heldBytesOf(request),
        begin(waitedMs, end) {
          if (waitedMs > 0) request[WAITED_MS] = waitedMs
          if (isPoll) heartbeats.notePoll()
          response.once('close', () => {
            if (isHeartbeat) heartbeats.noteAnswer(response, isPoll)
            end(outcomeOf(response) === 'heard')
          })
          answer(request, response)
        },
        refuse() {
          refusals.inc({ kind: refusedAs })
          if (isHeartbeat) heartbeats.noteRefusal()
          env.onRefused({ method, target, waitedMs: nowMs() - cameAtMs })
          sendRefusal(request, response, { ...env, retryAfterS: retryAfterOf(refusedAs) })
        },
        isGone: () => response.destroyed || request.socket.destroyed,
      })
    },
  }
}
