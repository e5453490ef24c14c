import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Agent, type Dispatcher } from 'undici'
import { traceHeaders } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import { whenOver } from '../../subgraphs/kit/http/bodies.ts'
import { shownPath } from '../../subgraphs/kit/http/target-limit.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import { createRouteFinder } from '../../subgraphs/kit/rest/route-finder.ts'
import type { Route } from '../../subgraphs/kit/rest/routes.ts'
import { type Authenticator, callerOf } from '../../subgraphs/kit/service/host.ts'
import type { FairGate } from '../../subgraphs/kit/sharing/fair-gate.ts'
import { type Holder, holderOf } from '../../subgraphs/kit/sharing/shares.rules.ts'
import { traced } from '../../subgraphs/kit/tracing/tracing.ts'

export type ProxyOptions = {
  readonly service: string
  /** The base URL that replaces the service's prefix. */
  readonly upstreamUrl: string
  /** Its routes by the documents of this platform. */
  readonly routes: readonly Route[]
  readonly authenticator: Authenticator
  readonly pool: Dispatcher
  /** The gate before its connections to the service. */
  readonly gate: FairGate
  readonly log: Logger
  /** Headers of callers that are not forwarded. */
  readonly withheld: readonly string[]
}

const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Those that a service has no route for are forwarded as well: it says which ones an address is for. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', ...WITH_BODY]
/** Long enough for uploads and long polls. */
const TIMEOUT_MS = 120_000

/** How long a request may wait for a connection to the service. */
const PATIENCE_MS = 10_000

/** Smaller bodies are sent before they can be refused. */
const SMALL_BYTES = 65_536

/** Hop-by-hop headers, which are not forwarded (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]

type Headers = Readonly<Record<string, string | string[] | undefined>>

const passed = (headers: Headers, dropped: readonly string[]): Record<string, string | string[]> => {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const gone = new Set([...HOP_BY_HOP, ...dropped, ...named])
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !gone.has(entry[0]),
    ),
  )
}

/** The target after the prefix, byte for byte: encoded characters stay encoded. */
const behindPrefix = (target: string): string => {
  const end = target.indexOf('/', 1)
  return end < 0 ? '/' : target.slice(end)
}

/**
 * A service may answer before it has read the whole body; the listener then reads the rest, as its connection stays
 * open.
 */
const bodyOf = (body: Readable): Readable => Readable.from(body.iterator({ destroyOnReturn: false }))

/**
 * Refuses a body above the limit of its route. The service itself refuses by closing the connection, and its answer may
 * be lost while the body is still being forwarded. As on every route, authentication is checked first.
 */
const createSizeCheck = ({ routes, authenticator }: ProxyOptions) => {
  const find = createRouteFinder(routes.filter(({ internal }) => !internal))
  return async (request: FastifyRequest): Promise<void> => {
    const sizeBytes = Number(request.headers['content-length'] ?? 0)
    const method = WITH_BODY.find((known) => known === request.method)
    if (sizeBytes <= SMALL_BYTES || method === undefined) return
    const found = find(method, behindPrefix(request.url).split('?')[0] ?? '/')
    const [route] = found.toSorted((one, other) => other.bodyLimitBytes - one.bodyLimitBytes)
    if (route === undefined || sizeBytes <= route.bodyLimitBytes) return
    await callerOf(request, authenticator, route.access)
    throw new DomainError('PAYLOAD_TOO_LARGE', 'The body is larger than this address accepts.')
  }
}

/** Callers without a valid token share one key. No institution key contains a comma. */
const WITHOUT_TOKEN: Holder = { group: ',without a token', member: '' }

/** The key whose share a request uses. The service itself refuses a caller without a valid token. */
const chargedTo = async ({ headers }: FastifyRequest, { authenticate }: Authenticator): Promise<Holder> => {
  try {
    return holderOf(await authenticate(headers.authorization))
  } catch {
    return WITHOUT_TOKEN
  }
}

/**
 * Waits for one of the connections to the service; it is released when the answer has been sent.
 * @throws DomainError UNAVAILABLE.
 */
const takeConnection = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, gate }: ProxyOptions,
): Promise<void> => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  whenOver(reply, end)
  const turn = { holder: await chargedTo(request, authenticator), patienceMs: PATIENCE_MS }
  await new Promise<void>((begin, refuse) => {
    const work = () => {
      begin()
      return over
    }
    gate.through(turn, work).catch(refuse)
  })
}

/** Long polls; the agent proxy limits their number. */
const LONG_POLL = /^\/agent-proxy\/api\/agent\/work\?(?:.*&)?waitSeconds=/
const isLongPoll = ({ method, url }: FastifyRequest): boolean => method === 'GET' && LONG_POLL.test(url)

/**
 * True for the graph of a single service. Only the gateway calls it, at the service's own address: through the proxy,
 * an operation would bypass the limits of the federated graph.
 */
const isOwnGraph = (url: string): boolean => {
  const path = behindPrefix(url).split('?')[0] ?? '/'
  try {
    return /^\/+graphql\/*$/i.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** The target of a long poll that does not wait. */
const withoutWait = (target: string): string => {
  const { pathname, searchParams } = new URL(target, 'http://service')
  searchParams.set('waitSeconds', '0')
  return `${pathname}?${searchParams}`
}

/** Connections for long polls, separate from those that the gate shares out; `closing` ends the waits. */
type Waiting = { readonly pool: Dispatcher; readonly closing: AbortSignal }

const forward = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProxyOptions,
  waiting: Waiting,
): Promise<FastifyReply> => {
  if (isOwnGraph(request.url)) throw new DomainError('NOT_FOUND', 'There is nothing at this address.')
  const base = new URL(options.upstreamUrl)
  const gone = new AbortController()
  whenOver(reply, () => gone.abort())
  const waits = isLongPoll(request)
  if (!waits) await takeConnection(request, reply, options)
  const signal = waits ? AbortSignal.any([gone.signal, waiting.closing]) : gone.signal
  const asked = behindPrefix(request.url)
  // The part of the body that the service did not read is discarded, or it would block the next request.
  reply.raw.once('finish', () => request.raw.resume())
  const { body } = request
  const send = (target: string, ended: AbortSignal) =>
    (waits ? waiting.pool : options.pool).request({
      origin: base.origin,
      path: `${base.pathname.replace(/\/$/, '')}${target}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        ...passed(request.headers, options.withheld),
        ...traceHeaders(),
        'x-forwarded-path': shownPath(request.originalUrl),
      },
      body: body instanceof Readable ? bodyOf(body) : null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: ended,
    })
  /** A wait that the stop of this process ends is answered as one whose time is over. */
  const sendAndEnd = () =>
    send(asked, signal).catch((error: unknown) => {
      if (!waits || !waiting.closing.aborted || gone.signal.aborted) throw error
      return send(withoutWait(asked), gone.signal)
    })
  const attributes = { 'http.request.method': request.method, 'fleetops.service': options.service }
  const answer = await traced(`forward to ${options.service}`, { kind: 'client', attributes }, sendAndEnd).catch(
    (cause: unknown) => {
      if (!signal.aborted)
        options.log.warn({ err: cause, service: options.service, traceId: request.id }, 'a service did not answer')
      const words = `The ${options.service} service cannot be reached right now; try again.`
      throw new DomainError('UNAVAILABLE', words, { retryAfterSeconds: 2, cause })
    },
  )
  return reply.code(answer.statusCode).headers(passed(answer.headers, [])).send(answer.body)
}

/** One connection per long poll: the service limits their number. */
const createWaitingPool = () => new Agent({ pipelining: 1, keepAliveTimeout: 10_000, connectTimeout: 2_000 })

/** Forwards everything under `/{service}/` to a standalone service, which checks tokens and bodies itself. */
export const registerProxy = (app: FastifyInstance, options: ProxyOptions): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const closing = new AbortController()
    const waiting = { pool: createWaitingPool(), closing: closing.signal }
    scope.addHook('preClose', async () => closing.abort())
    scope.addHook('onClose', () => waiting.pool.destroy())
    scope.route({
      method: METHODS,
      url: `/${options.service}/*`,
      onRequest: createSizeCheck(options),
      handler: (request, reply) => forward(request, reply, options, waiting),
    })
  })
}
