import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { codeOf } from '../../db/errors.ts'
import type { CallOutcome } from './circuit-breaker.ts'

/** Failures of a connection, as Node and undici name them. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

type Details = {
  readonly outcome: CallOutcome
  readonly mayBeDone: boolean
  readonly refusal?: Refusal | null
  readonly cause?: unknown
}

/** A refusal by the service. `retryAfter`: its header of this name. */
export type Refusal = { readonly status: number; readonly retryAfter: string | null }

/** Why a call failed, for the log. */
export class CallFault extends Error {
  readonly outcome: CallOutcome
  /** Whether the service may have received and done what it was asked for. */
  readonly mayBeDone: boolean
  /** What the service refused, if that is why. */
  readonly refusal: Refusal | null
  /** Whether the connection failed. */
  readonly isConnection: boolean

  constructor(message: string, { outcome, mayBeDone, refusal = null, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CallFault'
    this.outcome = outcome
    this.mayBeDone = mayBeDone
    this.refusal = refusal
    this.isConnection = CONNECTION_CODES.has(codeOf(cause) ?? '')
  }
}

const OK = 200
const SERVER_ERRORS = 500
const UNAVAILABLE = 503

/** Where and how one attempt is sent, and what ends it. */
export type Attempt = {
  readonly pool: Dispatcher
  readonly request: Dispatcher.DispatchOptions
  /** Throws to end the attempt. */
  readonly onChunk: (sizeBytes: number) => void
  /** The attempt fails after this time. */
  readonly leftMs: number
  /** Whether that is the timeout of the service, or the end of the operation. */
  readonly isTimeout: boolean
  /** After this time without an answer, what ends the attempt counts as a timeout. */
  readonly longSilenceMs: number
  /** Aborted when the client is gone; undefined for what goes on without it. */
  readonly clientSignal: AbortSignal | undefined
  /** A clock that never goes back, in ms. */
  readonly nowMs: () => number
}

/** A request under way. `end` makes it fail with this error, unless it is over. */
type Sent = {
  readonly text: Promise<string>
  end(reason: Error): void
  hasStarted(): boolean
  hasAnswered(): boolean
}

type Head = { readonly status: number; readonly headers: IncomingHttpHeaders }

/** Of an answer with another status than 200. */
const faultOf = ({ status, headers }: Head): CallFault => {
  const message = `answered ${status}`
  const outcome = status === UNAVAILABLE ? 'overload' : 'failure'
  if (status >= SERVER_ERRORS) return new CallFault(message, { outcome, mayBeDone: true })
  const retryAfter = [headers['retry-after'] ?? []].flat()[0] ?? null
  return new CallFault(message, { outcome: 'none', mayBeDone: false, refusal: { status, retryAfter } })
}

/** Sends the request and collects its answer, without streams. */
const send = ({ pool, request, onChunk }: Attempt): Sent => {
  const { promise: text, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let controller: Pick<Dispatcher.DispatchController, 'abort'> | null = null
  let head: Head | null = null
  let ended: Error | null = null
  const end = (reason: Error): void => {
    ended = reason
    reject(reason)
    controller?.abort(reason)
  }
  pool.dispatch(request, {
    onRequestStart(started) {
      controller = started
      // It waited for a connection until then.
      if (ended !== null) started.abort(ended)
    },
    onResponseStart(_controller, status, headers) {
      head = { status, headers }
    },
    onResponseData(_controller, chunk) {
      try {
        onChunk(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)))
      }
    },
    onResponseEnd() {
      if (head !== null && head.status !== OK) reject(faultOf(head))
      else resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('utf8') ?? '')
    },
    onResponseError(_controller, error) {
      const details: Details = { outcome: 'failure', mayBeDone: controller !== null, cause: error }
      reject(new CallFault(`the connection failed: ${error.message}`, details))
    },
  })
  return { text, end, hasStarted: () => controller !== null, hasAnswered: () => head !== null }
}

/**
 * Sends one request and returns the text of its answer.
 * @throws CallFault when it fails, in time or when its client is gone, and what `onChunk` throws.
 */
export const attemptCall = async (attempt: Attempt): Promise<string> => {
  const { leftMs, isTimeout, longSilenceMs, clientSignal, nowMs } = attempt
  const fromMs = nowMs()
  const { text, end, hasStarted, hasAnswered } = send(attempt)
  /** What ends an attempt from here is not a failure of the service, its silence is. */
  const endWith = (message: string, isTimedOut: boolean): void => {
    const isSilent = !hasAnswered() && nowMs() - fromMs >= longSilenceMs
    end(new CallFault(message, { outcome: isTimedOut || isSilent ? 'timeout' : 'none', mayBeDone: hasStarted() }))
  }
  const late = setTimeout(() => endWith(`no answer within ${leftMs} ms`, isTimeout), leftMs)
  const leave = () => endWith('the client is gone', false)
  clientSignal?.addEventListener('abort', leave, { once: true })
  if (clientSignal?.aborted === true) leave()
  try {
    return await text
  } finally {
    clearTimeout(late)
    clientSignal?.removeEventListener('abort', leave)
  }
}
