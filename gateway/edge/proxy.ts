import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { DomainError } from '../../subgraphs/kit/errors.ts'
import type { Logger } from '../../subgraphs/kit/log.ts'

export type ProxyOptions = {
  readonly service: string
  /** The base that paths are put behind, instead of the service's prefix. */
  readonly upstreamUrl: string
  readonly pool: Dispatcher
  readonly log: Logger
  /** Headers that callers of this listener cannot send on. */
  readonly withheld: readonly string[]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Uploads and long polls take their time. */
const TIMEOUT_MS = 120_000

/** Headers between two neighbours, which end at each of them (RFC 9110, 7.6.1). */
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

/** The target behind the prefix, byte for byte: what is encoded stays encoded. */
const behindPrefix = (target: string): string => {
  const end = target.indexOf('/', 1)
  return end < 0 ? '/' : target.slice(end)
}

const forward = async (request: FastifyRequest, reply: FastifyReply, options: ProxyOptions): Promise<FastifyReply> => {
  const base = new URL(options.upstreamUrl)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const { body } = request
  const answer = await options.pool
    .request({
      origin: base.origin,
      path: `${base.pathname.replace(/\/$/, '')}${behindPrefix(request.url)}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...passed(request.headers, options.withheld), 'x-trace-id': request.id },
      body: body instanceof Readable ? body : null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: gone.signal,
    })
    .catch((cause: unknown) => {
      options.log.warn({ err: cause, service: options.service, traceId: request.id }, 'a service did not answer')
      const words = `The ${options.service} service cannot be reached right now; try again.`
      throw new DomainError('UNAVAILABLE', words, { retryAfterSeconds: 2, cause })
    })
  return reply.code(answer.statusCode).headers(passed(answer.headers, [])).send(answer.body)
}

/** Passes everything under `/{service}/` on to a service that stands alone; it checks tokens and bodies itself. */
export const registerProxy = (app: FastifyInstance, options: ProxyOptions): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route({
      method: [...METHODS],
      url: `/${options.service}/*`,
      handler: (request, reply) => forward(request, reply, options),
    })
  })
}
