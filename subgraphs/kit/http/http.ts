import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { DomainError } from '../common/errors.ts'
import type { Logger } from '../observability/log.ts'
import type { ByteStream, RestAnswer } from '../rest/answer.ts'
import { MAX_PARAM_LENGTH } from '../rest/route-finder.ts'
import { plainTracer, type Tracer } from '../tracing/tracing.ts'
import { nothingHere, refuseWithoutRoute } from './allowed-methods.ts'
import { limitAnswers } from './answer-budget.ts'
import { bodySizeOf, collectText, piecesOf, STALLED_AFTER_MS } from './bodies.ts'
import { answerClientError } from './client-errors.ts'
import { closeAfterAnswer, endConnections } from './connection-close.ts'
import { createDirectRoutes } from './direct-routes.ts'
import type { Overload, Refusal } from './overload.ts'
import { answerInTurn } from './pipelining.ts'
import { problemAnswerOf, type TextAnswer } from './problem-answers.ts'
import { traceRequests } from './request-traces.ts'
import { checkTargetLength, MAX_TARGET_CHARS, NOWHERE } from './target-limit.ts'

export type HttpOptions = {
  readonly log: Logger
  readonly now: () => Date
  /** What records requests; nothing does when left out. */
  readonly tracer?: Tracer
  /** A body that makes no progress for so long is given up. */
  readonly stalledAfterMs?: number
  /** An answer of which nothing is read for so long is given up. */
  readonly unreadAfterMs?: number
  /** True behind the platform's gateway: errors name the address that was asked for there, prefix included. */
  readonly behindGateway?: boolean
  /** True where anyone can connect. */
  readonly isOpen?: boolean
  /** Decides when requests begin, and which are refused; each begins at once when left out. */
  readonly overload?: Overload
  /** Gives the router another target than the one asked for; answers still name what was asked for. */
  readonly rewriteTarget?: (request: { readonly method: string; readonly target: string }) => string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `note` for each request that is refused before it begins. */
    whenRefused(note: (refusal: Refusal) => void): void
  }
}

/** Requests that begin as the overload protection of the process says. */
const protectRequests = (options: HttpOptions) => {
  const { overload, now, behindGateway = false, isOpen = false } = options
  const notes: ((refusal: Refusal) => void)[] = []
  return {
    listener(answer: RequestListener, isLeaving: () => boolean): RequestListener {
      const onRefused = (refusal: Refusal): void => {
        for (const note of notes) note(refusal)
      }
      return overload?.protect(answer, { now, behindGateway, isOpen, isLeaving, onRefused }) ?? answer
    },
    register(app: FastifyInstance): void {
      app.decorate('whenRefused', (note: (refusal: Refusal) => void) => void notes.push(note))
    },
  }
}

/** Sends an error as problem+json. */
export const sendProblem = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions,
): FastifyReply => {
  const { id: traceId, headers, originalUrl: target, method } = request
  const { status, headers: given, body, delay } = problemAnswerOf(error, { headers, target, method, traceId }, options)
  closeAfterAnswer(request.raw, reply.raw, delay)
  return reply.code(status).headers(given).send(body)
}

const BYTE_ORDER_MARK = '\uFEFF'

/** The value of a text, which may begin with a byte order mark. @throws DomainError BAD_USER_INPUT for no JSON. */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch {
    throw new DomainError('BAD_USER_INPUT', 'body: is not valid JSON', {
      errors: [{ field: 'body', message: 'is not valid JSON' }],
    })
  }
}

/**
 * For how long a whole request, its body included, may take to arrive: a sender that is slow but moves on has so
 * long.
 */
const REQUEST_TIMEOUT_MS = 120_000
const UNREAD_AFTER_MS = 60_000
/**
 * Connections of a listener: more than its live streams and waiting polls together, as clients keep idle ones.
 * Further ones are closed.
 */
const MAX_CONNECTIONS = 40_000

/**
 * Closes connections whose peer reads nothing of what is waiting for it. The server's timeout also fires for
 * connections on which an answer takes long, which live on, and for idle ones at the end of their keep-alive time,
 * which do not.
 */
const closeUnread = ({ server }: FastifyInstance, unreadAfterMs: number): void => {
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0 || socket.timeout !== unreadAfterMs) socket.destroy()
  })
}

/**
 * When the listener closes, closes connections on which nothing was sent yet, such as those that a browser opens in
 * advance. Node counts them as busy, so each would hold up the close until its deadline.
 */
const closeUnused = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  })
}

/**
 * The server of an app. The time limits are milliseconds: for all of a request, for its headers, for an idle
 * connection.
 */
const createListener = (handler: RequestListener, unreadAfterMs: number): Server => {
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 32_768,
    },
    answerInTurn(handler),
  )
  server.maxConnections = MAX_CONNECTIONS
  return server.setTimeout(unreadAfterMs)
}

const MAX_CONTENT_TYPE_CHARS = 1_024

/**
 * Libraries read media types with expressions whose time grows with the square of a row of blanks: 28,000 of them kept
 * the process for 0.6 s. @throws DomainError UNSUPPORTED_MEDIA_TYPE
 */
const checkContentTypeLength = (contentType: string | undefined): void => {
  if (contentType === undefined || contentType.length <= MAX_CONTENT_TYPE_CHARS) return
  throw new DomainError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The Content-Type has ${contentType.length} characters; at most ${MAX_CONTENT_TYPE_CHARS} are read.`,
  )
}

/**
 * Many clients name a media type for a body that they do not send; it would be one that a route does not take. Node
 * takes a request without a length for one without a body.
 */
const forgetTypeOfNothing = (headers: IncomingHttpHeaders): void => {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding === undefined && (length === undefined || length === '0')) delete headers['content-type']
}

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE for a JSON body that is compressed. */
const checkNotEncoded = (coding: string | undefined): void => {
  if (['', 'identity'].includes(coding?.trim().toLowerCase() ?? '')) return
  throw new DomainError(
    'UNSUPPORTED_MEDIA_TYPE',
    'This address takes a JSON body that is not compressed; send it without "Content-Encoding".',
    { headers: { 'accept-encoding': 'identity' } },
  )
}

/**
 * A Fastify instance with the platform's limits, JSON parsing, error answers and trace ids; every listener is one of
 * these.
 */
export const createHttpApp = (options: HttpOptions): FastifyInstance => {
  const { rewriteTarget, stalledAfterMs = STALLED_AFTER_MS, unreadAfterMs = UNREAD_AFTER_MS } = options
  const requests = traceRequests(options.tracer ?? plainTracer)
  const direct = createDirectRoutes(options, requests)
  const refusals = protectRequests(options)
  const app: FastifyInstance = fastify({
    // A target that is too long is not looked at; the hook below refuses the request.
    rewriteUrl: ({ method = 'GET', url = '/' }) =>
      url.length > MAX_TARGET_CHARS ? NOWHERE : (rewriteTarget?.({ method, target: url }) ?? url),
    logger: false,
    genReqId: requests.beginId,
    serverFactory: (handler) =>
      createListener(
        refusals.listener(
          direct.listener(handler, () => app),
          () => app.isLeaving(),
        ),
        unreadAfterMs,
      ),
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, options.now),
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply, options)
    },
  })
  requests.register(app)
  refusals.register(app)
  direct.register(app)
  endConnections(app)
  app.removeAllContentTypeParsers()
  app.decorate('stalledAfterMs', stalledAfterMs)
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:;|$)/i, async (request: FastifyRequest) => {
    bodySizeOf(request)
    checkNotEncoded(request.headers['content-encoding'])
    return parseJson(
      await collectText(request.raw, { limitBytes: request.routeOptions.bodyLimit ?? 0, stalledAfterMs }),
    )
  })
  closeUnread(app, unreadAfterMs)
  closeUnused(app)
  limitAnswers(app)
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, options))
  app.setNotFoundHandler((request, reply) => sendProblem(nothingHere(), request, reply, options))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    // A range is a part of what GET answers; of anything else it means nothing (RFC 9110, 14.2).
    if (request.method !== 'GET') delete request.raw.headers.range
    checkTargetLength(request.originalUrl)
    checkContentTypeLength(request.headers['content-type'])
    forgetTypeOfNothing(request.raw.headers)
  })
  // Otherwise the body of a request for nothing would be read, and found faulty, first.
  refuseWithoutRoute(app)
  return app
}

/**
 * The raw body of a request for a route with a STREAM argument; reading past the limit of its route fails with
 * PAYLOAD_TOO_LARGE, and waiting for a sender that has stopped with BAD_USER_INPUT. @throws DomainError
 * PAYLOAD_TOO_LARGE at once where the request announces more.
 */
export const byteStreamOf = (request: FastifyRequest): ByteStream => {
  bodySizeOf(request)
  return { ...encodingOf(request), chunks: piecesOf(request, request.server.getDecorator<number>('stalledAfterMs')) }
}

const encodingOf = (request: FastifyRequest) => ({
  contentEncoding: request.headers['content-encoding']?.toLowerCase() ?? null,
  contentType: request.headers['content-type'] ?? null,
})

async function* jsonItems(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let pending = '['
  let first = true
  for await (const item of items) {
    pending += first ? JSON.stringify(item) : `,${JSON.stringify(item)}`
    first = false
    // Small items are sent together: one write an item costs more than the item.
    if (pending.length > 65_536) {
      yield pending
      pending = ''
    }
  }
  yield `${pending}]`
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A stream to send, whose source learns of its end even when nothing was ever read of it. */
const readableOf = (
  source: AsyncIterable<unknown>,
  written: (source: AsyncIterable<unknown>) => AsyncIterable<unknown>,
  cut?: AbortSignal,
) => {
  const iterator = source[Symbol.asyncIterator]()
  // Each piece is asked for when the one before is on its way: what waits here is not counted.
  const stream = Readable.from(written({ [Symbol.asyncIterator]: () => iterator }), {
    highWaterMark: 1,
    ...(cut === undefined ? {} : { signal: cut }),
  })
  stream.once('close', () => {
    // Ending it twice is harmless; its failure was answered or logged where it happened.
    iterator.return?.().catch(() => {})
  })
  return stream
}

/** The head of a stream, which is not read for it. */
const sendHead = (answer: Exclude<RestAnswer, { kind: 'json' }>, reply: FastifyReply): FastifyReply => {
  const items = answer.kind === 'items'
  const source = items ? answer.items : answer.bytes.chunks
  source[Symbol.asyncIterator]()
    .return?.()
    .catch(() => {})
  reply.headers(items ? {} : (answer.bytes.headers ?? {})).type(items ? JSON_TYPE : answer.bytes.contentType)
  // Sent without any body, a head is given the length of none, which is not that of what GET answers.
  return reply.send(Readable.from([]))
}

/** The answer of a route that is one JSON value, as text. */
export const textAnswerOf = ({ status, headers = {}, body }: Extract<RestAnswer, { kind: 'json' }>): TextAnswer =>
  body === undefined || status === 204
    ? { status, headers, body: undefined }
    : { status, headers: { ...headers, 'content-type': JSON_TYPE }, body: JSON.stringify(body) }

/** Sends the answer of a route, streams included. */
export const sendAnswer = (answer: RestAnswer, reply: FastifyReply): FastifyReply => {
  reply.code(answer.status)
  if (answer.kind !== 'json' && reply.request.method === 'HEAD') return sendHead(answer, reply)
  if (answer.kind === 'items') return reply.type(JSON_TYPE).send(readableOf(answer.items, jsonItems))
  if (answer.kind === 'bytes' && answer.status === 304) return reply.headers(answer.bytes.headers ?? {}).send()
  if (answer.kind === 'bytes')
    return reply
      .headers(answer.bytes.headers ?? {})
      .type(answer.bytes.contentType)
      .send(readableOf(answer.bytes.chunks, (chunks) => chunks, answer.bytes.cut))
  const { headers, body } = textAnswerOf(answer)
  return reply.headers(headers).send(body)
}
