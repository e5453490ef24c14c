import { ApiError, retryAfterMsOf } from './errors.ts'

/** The function that sends requests, such as `globalThis.fetch`. */
export type Send = (request: Request) => Promise<Response>

/** How requests are sent. */
export type TransportOptions = {
  /** The public listener of a platform, such as `https://fleetops.example`; a path is kept. */
  readonly url: string
  /** The bearer token, or a function that is called for each request. No token: no `Authorization` is sent. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** The key of an institution that limits what every request sees; `Fleet-Institution` is sent with it. */
  readonly institution?: string | undefined
  /** How long one attempt may take, its body included; 30,000 ms when left out. */
  readonly timeoutMs?: number | undefined
  /** How often a request is sent again that was answered with 503 and `Retry-After`; 0 when left out. */
  readonly retries?: number | undefined
  /** `globalThis.fetch` when left out. */
  readonly fetch?: Send | undefined
}

const TIMEOUT_MS = 30_000
/** No wait between two attempts is longer, whatever the platform asks for. */
const MAX_WAIT_MS = 30_000
const UNAVAILABLE = 503

const failure = (code: 'TIMEOUT' | 'UNREACHABLE', message: string, cause: unknown): ApiError => {
  const fault = { code, message, path: '', fields: [], traceId: null, current: null }
  return new ApiError({ status: 0, faults: [fault], cause })
}

/** A signal that is aborted after a time, with the error that the caller gets, also while a body is read. */
const lateAfter = (timeoutMs: number): AbortSignal => {
  const late = new AbortController()
  const limit = AbortSignal.timeout(timeoutMs)
  const stop = () => late.abort(failure('TIMEOUT', `The platform did not answer within ${timeoutMs} ms.`, limit.reason))
  limit.addEventListener('abort', stop, { once: true })
  return late.signal
}

/** Waits; rejects with the reason of the signal when it is aborted. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** The request with the headers of the caller. Headers that it has already stay. */
const asCaller = async (request: Request, { token, institution }: TransportOptions): Promise<Request> => {
  const value = typeof token === 'function' ? await token() : token
  if (value !== undefined && !request.headers.has('authorization'))
    request.headers.set('authorization', `Bearer ${value}`)
  if (institution !== undefined && !request.headers.has('fleet-institution'))
    request.headers.set('fleet-institution', encodeURIComponent(institution))
  return request
}

/**
 * Sends a request as the caller, bounded in time.
 * @throws ApiError with the status 0 when there is no answer; the reason of the request's own signal when it is
 * aborted.
 */
export const createTransport = (options: TransportOptions): Send => {
  const { timeoutMs = TIMEOUT_MS, retries = 0, fetch: send = (request) => globalThis.fetch(request) } = options
  const attempt = async (request: Request): Promise<Response> => {
    const late = lateAfter(timeoutMs)
    try {
      return await send(new Request(request, { signal: AbortSignal.any([request.signal, late]) }))
    } catch (error) {
      if (request.signal.aborted || late.aborted) throw error
      throw failure('UNREACHABLE', 'The platform cannot be reached.', error)
    }
  }
  return async (given) => {
    const request = await asCaller(given, options)
    for (let left = retries; ; left -= 1) {
      // A body can be sent once: a copy is sent where another attempt may follow.
      const answer = await attempt(left > 0 ? request.clone() : request)
      const waitMs = answer.status === UNAVAILABLE ? retryAfterMsOf(answer.headers) : null
      if (waitMs === null || left <= 0) return answer
      await answer.body?.cancel()
      await wait(Math.min(waitMs, MAX_WAIT_MS), request.signal)
    }
  }
}
