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

/** Where and how one attempt is sent. `onChunk` throws to end it. */
export type Attempt = {
  readonly pool: Dispatcher
  readonly request: Dispatcher.DispatchOptions
  readonly onChunk: (sizeBytes: number) => void
}

type Controller = Pick<Dispatcher.DispatchController, 'abort'>

/** An attempt under way. `end` makes it fail with this error, unless it is over. */
type Sent = { readonly text: Promise<string>; end(reason: Error): void }

/** Sends the request and collects its answer, without streams. */
export const sendAttempt = ({ pool, request, onChunk }: Attempt): Sent => {
  const { promise: text, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let controller: Controller | null = null
  let status = 0
  const end = (reason: Error): void => {
    reject(reason)
    controller?.abort(reason)
  }
  pool.dispatch(request, {
    onRequestStart(started) {
      controller = started
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
      else reject(new CallFault(`answered ${status}`, status >= SERVER_ERRORS ? 'failure' : 'none'))
    },
    onResponseError(_controller, error) {
      reject(new CallFault(`the connection failed: ${error.message}`, 'failure', error))
    },
  })
  return { text, end }
}

/** The text of an attempt, which fails after `leftMs`, or when its client is gone. */
export const endedBy = async (
  { text, end }: Sent,
  { leftMs, outcome }: { readonly leftMs: number; readonly outcome: CallOutcome },
  hungUp: AbortSignal | undefined,
): Promise<string> => {
  const late = setTimeout(() => end(new CallFault(`no answer within ${leftMs} ms`, outcome)), leftMs)
  const gone = () => end(new CallFault('the client is gone', 'none'))
  hungUp?.addEventListener('abort', gone, { once: true })
  if (hungUp?.aborted === true) gone()
  try {
    return await text
  } finally {
    clearTimeout(late)
    hungUp?.removeEventListener('abort', gone)
  }
}
