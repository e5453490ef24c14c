import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { Agent } from 'undici'
import { narrowingHeaders } from '../auth/narrowing.ts'
import type { Principal } from '../auth/principal.ts'
import { withDeadline } from '../common/deadline.ts'
import { DomainError } from '../common/errors.ts'
import type { Method } from '../rest/routes.ts'
import { currentTraceparent, traced } from '../tracing/tracing.ts'

export const SERVICE_NAMES = ['analytics', 'journal', 'incident', 'devices', 'fleet', 'claims', 'agent-proxy'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** On whose behalf a call is made: with the caller's own token, or as the platform itself on an internal listener. */
export type CallAs =
  | { readonly kind: 'caller'; readonly principal: Principal; readonly token: string | null }
  | { readonly kind: 'internal' }

export type CallRequest = {
  readonly method: Method
  /** The path as the service exposes it, without prefix and query. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>
  /** A JSON value, or chunks of bytes for a route that takes a stream. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly as: CallAs
  readonly timeoutMs: number
}

export type CallAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** One other service, hosted in this process or reached over HTTP; the two behave alike. */
export type Peer = (request: CallRequest) => Promise<CallAnswer>

export type Calls = {
  /**
   * Calls another service. The answer comes with whatever status it has.
   * @throws DomainError UNAVAILABLE when the service cannot be reached or does not answer in time.
   */
  request(service: ServiceName, request: CallRequest): Promise<CallAnswer>
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

const unavailable = (service: string, cause: unknown) =>
  new DomainError('UNAVAILABLE', `The ${service} service cannot be reached right now; try again.`, {
    retryAfterSeconds: 2,
    cause,
  })

/** Looks a peer up by name, bounds each call in time, and records it as a part of the running trace. */
export const createCalls = (peers: ReadonlyMap<ServiceName, Peer>): Calls => ({
  async request(service, request) {
    const peer = peers.get(service)
    if (peer === undefined) throw unavailable(service, new Error('neither hosted here nor given by a URL'))
    const { timeoutMs } = request
    try {
      const late = () => {
        throw new Error(`no answer within ${timeoutMs} ms`)
      }
      const attributes = { 'http.request.method': request.method, 'fleetops.service': service }
      const options = { kind: 'client', attributes } as const
      return await traced(`call ${service}`, options, () => withDeadline(peer(request), timeoutMs, late))
    } catch (error) {
      throw error instanceof DomainError ? error : unavailable(service, error)
    }
  },
})

const queryText = (query: CallRequest['query']): string => {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) => {
    if (value === undefined || value === null) return []
    return (Array.isArray(value) ? value : [value]).map((item): [string, string] => [key, String(item)])
  })
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const isChunks = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** The internal listener of a service is 100 above its public port (contract, section 1). */
export const internalUrlOf = (url: string): string => {
  const internal = new URL(url)
  internal.port = String(Number(internal.port || (internal.protocol === 'https:' ? 443 : 80)) + 100)
  return internal.href.replace(/\/$/, '')
}

/** So many calls of one service to another are under way at once; further ones wait. */
export const MAX_CONNECTIONS = 512

/** A pool of keep-alive connections for calls between services. Close it with `close()`. */
export const createHttpPool = (): Agent =>
  new Agent({ connections: MAX_CONNECTIONS, pipelining: 1, keepAliveTimeout: 10_000, connectTimeout: 2_000 })

/** The header that makes a call a part of the running trace. */
export const traceHeaders = (): { readonly traceparent?: string } => {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? {} : { traceparent }
}

/** A peer over HTTP. `internalUrl` is the base of its internal listener, `secret` the internal secret of now. */
export const httpPeer =
  (pool: Dispatcher, urls: { publicUrl: string; internalUrl: string }, secret: () => string): Peer =>
  async (request) => {
    const base = request.as.kind === 'internal' ? urls.internalUrl : urls.publicUrl
    const target = new URL(base)
    const streams = isChunks(request.body)
    const answer = await pool.request({
      origin: target.origin,
      path: `${target.pathname.replace(/\/$/, '')}${request.path}${queryText(request.query)}`,
      method: request.method,
      headers: {
        ...(request.body === undefined
          ? {}
          : { 'content-type': streams ? 'application/octet-stream' : 'application/json' }),
        ...request.headers,
        ...(request.as.kind === 'internal'
          ? { 'x-internal-secret': secret() }
          : request.as.token === null
            ? {}
            : { authorization: `Bearer ${request.as.token}`, ...narrowingHeaders(request.as.principal) }),
        ...traceHeaders(),
      },
      body: isChunks(request.body)
        ? // One piece at a time: how fast it is taken there is how fast it is read here.
          Readable.from(request.body, { objectMode: false, highWaterMark: 1 })
        : request.body === undefined
          ? null
          : JSON.stringify(request.body),
      headersTimeout: request.timeoutMs,
      bodyTimeout: request.timeoutMs,
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    return { status: answer.statusCode, body: await readBody(answer), headers: plainHeaders(answer.headers) }
  }

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** The text of an answer of another service. @throws Error when it is larger than 64 MiB. */
const readAnswerText = async (answer: Dispatcher.ResponseData): Promise<string> => {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of answer.body) {
    sizeBytes += part.length
    if (sizeBytes > MAX_ANSWER_BYTES) throw new Error('the answer is larger than 64 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const readBody = async (answer: Dispatcher.ResponseData): Promise<unknown> => {
  const text = await readAnswerText(answer)
  if (text === '') return undefined
  return String(answer.headers['content-type'] ?? '').includes('json') ? JSON.parse(text) : text
}
