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

/** Why a call failed, for the log. `isConnection`: the service may not have received the request. */
export class CallFault extends Error {
  readonly outcome: CallOutcome
  readonly isConnection: boolean

  constructor(message: string, outcome: CallOutcome, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CallFault'
    this.outcome = outcome
    this.isConnection = CONNECTION_CODES.has(codeOf(cause) ?? '')
  }
}

const OK = 200
const SERVER_ERRORS = 500

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
  /** After this time without an answer, what ends the attempt is a failure of the service. */
  readonly longSilenceMs: number
  /** Aborted when the client is gone; undefined for what goes on without it. */
  readonly clientSignal: AbortSignal | undefined
  /** A clock that never goes back, in ms. */
  readonly nowMs: () => number
}

/** A request under way. `end` makes it fail with this error, unless it is over. */
type Sent = { readonly text: Promise<string>; end(reason: Error): void; hasAnswered(): boolean }

/** Sends the request and collects its answer, without streams. */
const send = ({ pool, request, onChunk }: Attempt): Sent => {
  const { promise: text, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let controller: Pick<Dispatcher.DispatchController, 'abort'> | null = null
  let status: number | null = null
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
    onResponseStart(_controller, statusCode) {
      status = statusCode
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
      if (status === OK) resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('utf8') ?? '')
      else reject(new CallFault(`answered ${status}`, (status ?? 0) >= SERVER_ERRORS ? 'failure' : 'none'))
    },
    onResponseError(_controller, error) {
      reject(new CallFault(`the connection failed: ${error.message}`, 'failure', error))
    },
  })
  return { text, end, hasAnswered: () => status !== null }
}

/**
 * Sends one request and returns the text of its answer.
 * @throws CallFault when it fails, in time or when its client is gone, and what `onChunk` throws.
 */
export const attemptCall = async (attempt: Attempt): Promise<string> => {
  const { leftMs, isTimeout, longSilenceMs, clientSignal, nowMs } = attempt
  const fromMs = nowMs()
  const { text, end, hasAnswered } = send(attempt)
  /** What an attempt that is ended from here says about the service: what ends it is not the service's, silence is. */
  const outcomeOf = (isFailure: boolean): CallOutcome =>
    isFailure || (!hasAnswered() && nowMs() - fromMs >= longSilenceMs) ? 'failure' : 'none'
  const late = setTimeout(() => end(new CallFault(`no answer within ${leftMs} ms`, outcomeOf(isTimeout))), leftMs)
  const leave = () => end(new CallFault('the client is gone', outcomeOf(false)))
  clientSignal?.addEventListener('abort', leave, { once: true })
  if (clientSignal?.aborted === true) leave()
  try {
    return await text
  } finally {
    clearTimeout(late)
    clientSignal?.removeEventListener('abort', leave)
  }
}
