import type { Dispatcher } from 'undici'
import { narrowingHeaders } from '../../subgraphs/kit/auth/narrowing.ts'
import { traceHeaders } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError, type ErrorCode } from '../../subgraphs/kit/common/errors.ts'
import type { Caller } from '../../subgraphs/kit/graphql/context.ts'
import { TIME_LEFT_HEADER } from '../../subgraphs/kit/graphql/operation-limits.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import type { FairGate } from '../../subgraphs/kit/sharing/fair-gate.ts'
import { holderKeyOf, holderOf } from '../../subgraphs/kit/sharing/shares.rules.ts'
import { type Attempt, attemptCall, CallFault, type Refusal } from './call-attempt.ts'
import { type BreakerState, type CallOutcome, createCircuitBreaker } from './circuit-breaker.ts'
import { readAnswer, type ServiceAnswer } from './graphql-answer.rules.ts'

export type ServiceRequest = {
  /** The body as JSON: `query`, and `variables` and `operationName` if need be. */
  readonly body: string
  /** A mutation is sent once, and not cancelled. */
  readonly isMutation: boolean
  readonly caller: Caller
  /** The caller's Authorization header. */
  readonly authorization: string
  /** Whether data has the shape that was asked for: a call with other data fails. */
  readonly fits?: (data: ServiceAnswer['data']) => boolean
}

/**
 * Sends one operation to a service.
 * @throws DomainError UNAVAILABLE when the caller has too much under way, or the service cannot be reached, does not
 * answer in time or gives no GraphQL answer, for a mutation in other words where it may have been done;
 * UNAUTHENTICATED, FORBIDDEN, PAYLOAD_TOO_LARGE and RATE_LIMITED when the service says so; BAD_USER_INPUT when the
 * answer is larger than the operation allows.
 */
export type ServiceCall = (request: ServiceRequest) => Promise<ServiceAnswer>

/** How calls of a service are limited. */
export type ServiceCallLimits = {
  /** The timeout of a call, its retry included; less where less is left to the operation. */
  readonly timeoutMs: number
  /** The maximum size of an answer. */
  readonly maxAnswerBytes: number
  /** The number of failures in a row after which the service is not called for `breakerPauseMs`. */
  readonly breakerFailures: number
  readonly breakerPauseMs: number
  /** After this time `onLongWait` of the operation is called. */
  readonly longWaitMs: number
  /** A call that is ended for its client or its operation after this time without an answer counts as a failure. */
  readonly longSilenceMs: number
}

export const SERVICE_CALL_LIMITS: ServiceCallLimits = {
  timeoutMs: 3_000,
  maxAnswerBytes: 8 * 1_048_576,
  breakerFailures: 5,
  breakerPauseMs: 2_000,
  longWaitMs: 250,
  longSilenceMs: 1_000,
}

/** What is counted of the calls of a service. `rejected`: not sent, as the circuit is open. */
export type ServiceCallObserver = {
  called(outcome: CallOutcome | 'rejected'): void
  retried(): void
  breakerChanged(state: BreakerState): void
}

export type ServiceCallOptions = {
  readonly pool: Dispatcher
  /** The gate before its connections to this service. */
  readonly gate: FairGate
  readonly service: string
  /** The public base URL of the service. */
  readonly url: string
  readonly log: Logger
  readonly limits?: Partial<ServiceCallLimits>
  readonly observer?: ServiceCallObserver
  /** A clock that never goes back, in ms. */
  readonly nowMs?: () => number
}

const RETRY_AFTER_S = 2
const MAX_RETRY_AFTER_S = 3_600
const SHAPE_FAULT = { outcome: 'failure', mayBeDone: true } as const

/** The error of a call that failed: it names the service and nothing else. */
export const unavailable = (service: string, retryAfterSeconds = RETRY_AFTER_S, cause?: unknown): DomainError =>
  new DomainError('UNAVAILABLE', `The ${service} service cannot be reached right now; try again.`, {
    retryAfterSeconds,
    cause,
  })

/** The error of a mutation that may have been done. It gives no time to try again, as the caller has to look first. */
const unconfirmed = (service: string, cause: unknown): DomainError =>
  new DomainError(
    'UNAVAILABLE',
    `The ${service} service did not confirm this, so it may have been done or not; look before you send it again.`,
    { cause },
  )

/** What the refusals of services by status say to the caller. */
const REFUSALS: ReadonlyMap<number, readonly [code: ErrorCode, words: string]> = new Map([
  [401, ['UNAUTHENTICATED', 'does not accept the token; send a valid one']],
  [403, ['FORBIDDEN', 'refuses this to the caller']],
  [413, ['PAYLOAD_TOO_LARGE', 'takes no operation of this size; send a smaller one']],
  [429, ['RATE_LIMITED', 'refuses more requests for now; wait, then try again']],
])

/** The seconds of a `Retry-After`, which may also be a date. */
const secondsOf = (retryAfter: string | null): number =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter)
    ? Math.min(MAX_RETRY_AFTER_S, Math.max(1, Number(retryAfter)))
    : RETRY_AFTER_S

/** The error of a refusal that is up to the caller; null for any other. */
const refusalError = (service: string, refusal: Refusal | null, cause: unknown): DomainError | null => {
  const [code, words] = REFUSALS.get(refusal?.status ?? 0) ?? []
  if (refusal === null || code === undefined) return null
  const wait = code === 'RATE_LIMITED' ? { retryAfterSeconds: secondsOf(refusal.retryAfter) } : {}
  return new DomainError(code, `The ${service} service ${words}.`, { ...wait, cause })
}

/** The error of a failed call as the caller sees it. */
const callError = (service: string, { isMutation }: ServiceRequest, error: unknown): DomainError => {
  if (error instanceof DomainError) return error
  const fault = error instanceof CallFault ? error : null
  const refused = refusalError(service, fault?.refusal ?? null, error)
  if (refused !== null) return refused
  return isMutation && fault?.mayBeDone === true
    ? unconfirmed(service, error)
    : unavailable(service, RETRY_AFTER_S, error)
}

const answerTooLarge = (service: string, maxBytes: number): DomainError =>
  new DomainError(
    'BAD_USER_INPUT',
    `The answer of the ${service} service is larger than ${maxBytes / 1_048_576} MiB; ask for smaller pages or ` +
      'fewer fields, or use the lists of REST.',
  )

const readOrFail = (text: string): ServiceAnswer => {
  try {
    return readAnswer(text)
  } catch (error) {
    throw new CallFault('answered what is no GraphQL', { outcome: 'failure', mayBeDone: true, cause: error })
  }
}

/** When a call ends: with the timeout of the service, or with its operation if that comes first. */
type End = { readonly untilMs: number; readonly isTimeout: boolean }

const endOf = ({ limits }: Caller, timeoutMs: number, nowMs: number): End => {
  const operationMs = limits?.timeLeftMs() ?? timeoutMs
  return { untilMs: nowMs + Math.min(operationMs, timeoutMs), isTimeout: operationMs >= timeoutMs }
}

/** Sends the requests of a service, each in its caller's turn and limited in size. */
const createAttempts = (
  { pool, gate, service, url }: ServiceCallOptions,
  { maxAnswerBytes, longSilenceMs }: ServiceCallLimits,
  nowMs: () => number,
): ((request: ServiceRequest, end: End) => Promise<string>) => {
  const target = new URL(url)
  const path = `${target.pathname.replace(/\/$/, '')}/graphql`
  const send = (
    { body, caller, authorization }: ServiceRequest,
    { leftMs, isTimeout, clientSignal }: Pick<Attempt, 'leftMs' | 'isTimeout' | 'clientSignal'>,
  ): Promise<string> => {
    let sizeBytes = 0
    return attemptCall({
      pool,
      request: {
        origin: target.origin,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization,
          ...traceHeaders(),
          [TIME_LEFT_HEADER]: String(leftMs),
          ...narrowingHeaders(caller.principal),
        },
        body,
      },
      onChunk(chunkBytes) {
        sizeBytes += chunkBytes
        if (sizeBytes > maxAnswerBytes) throw answerTooLarge(service, maxAnswerBytes)
        caller.limits?.take(chunkBytes)
      },
      leftMs,
      isTimeout,
      longSilenceMs,
      clientSignal,
      nowMs,
    })
  }
  return (request, { untilMs, isTimeout }) => {
    const { caller, isMutation } = request
    const fromMs = nowMs()
    const leftMs = () => Math.max(1, Math.ceil(untilMs - nowMs()))
    const hungUp = isMutation ? undefined : caller.hungUp
    return gate.through({ holder: holderOf(caller.principal), patienceMs: leftMs(), hungUp }, () => {
      // A service that had little time, as the caller waited for earlier calls, does not hang.
      const hadTime = nowMs() - fromMs < leftMs()
      return send(request, { leftMs: leftMs(), isTimeout: isTimeout && hadTime, clientSignal: hungUp?.() })
    })
  }
}

/** Tells the operation of a caller after a while that it still waits. */
const tellingLongWait = async <T>({ limits }: Caller, longWaitMs: number, work: Promise<T>): Promise<T> => {
  const timer = setTimeout(() => limits?.onLongWait?.(), longWaitMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/**
 * One HTTP call of a service: limited in time and size, retried once for a query whose connection failed, and not
 * sent while the circuit of the service is open. What is left of the operation's time is sent along as a header.
 */
export const createServiceCall = (options: ServiceCallOptions): ServiceCall => {
  const { service, log, observer, nowMs = () => performance.now() } = options
  const limits: ServiceCallLimits = { ...SERVICE_CALL_LIMITS, ...options.limits }
  const breaker = createCircuitBreaker({
    failures: limits.breakerFailures,
    pauseMs: limits.breakerPauseMs,
    nowMs,
    onChange(state) {
      observer?.breakerChanged(state)
      log.warn({ service, state }, 'the circuit of a service of the graph changed')
    },
  })

  const attempt = createAttempts(options, limits, nowMs)

  const answerOf = async (request: ServiceRequest): Promise<ServiceAnswer> => {
    const end = endOf(request.caller, limits.timeoutMs, nowMs())
    const sent = attempt(request, end).catch((error: unknown) => {
      const again = !request.isMutation && error instanceof CallFault && error.isConnection && nowMs() < end.untilMs
      if (!again) throw error
      observer?.retried()
      return attempt(request, end)
    })
    const text = await tellingLongWait(request.caller, limits.longWaitMs, sent)
    const answer = readOrFail(text)
    if (request.fits?.(answer.data) === false) throw new CallFault('answered another shape', SHAPE_FAULT)
    return answer
  }

  return async (request) => {
    const permit = breaker.enter(holderKeyOf(request.caller.principal))
    if (permit === null) {
      observer?.called('rejected')
      throw unavailable(service, Math.max(1, Math.ceil(breaker.pauseLeftMs() / 1_000)))
    }
    const report = (outcome: CallOutcome): void => {
      permit(outcome)
      observer?.called(outcome)
    }
    try {
      const answer = await answerOf(request)
      report('success')
      return answer
    } catch (error) {
      report(error instanceof CallFault ? error.outcome : 'none')
      if (!(error instanceof DomainError))
        log.warn({ err: error, service, traceId: request.caller.traceId }, 'a service of the graph did not answer')
      throw callError(service, request, error)
    }
  }
}
