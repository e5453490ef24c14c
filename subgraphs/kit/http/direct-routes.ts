import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { currentSpan, inSpan } from '../tracing/tracing.ts'
import { closeAfterAnswer } from './connection-close.ts'
import { type ProblemOptions, problemAnswerOf, type TextAnswer } from './problem-answers.ts'
import type { traceRequests } from './request-traces.ts'
import { MAX_TARGET_CHARS } from './target-limit.ts'

/** A request of a route without variables in its path; no byte of its body has been read yet. */
export type DirectRequest = {
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly query: Readonly<Record<string, string>>
  readonly traceId: string
}

/** An answer that is deferred: `whenReady` calls back once, and then `answer` gives it, or defers it again. */
export type DeferredAnswer = {
  whenReady(ask: () => void): void
  answer(): Promise<TextAnswer | DeferredAnswer>
}

/** A route whose plain requests need no router. The router takes all others, and its answers are the same. */
export type DirectRoute = {
  readonly method: 'GET' | 'POST'
  /** The whole path, which has no variables. */
  readonly path: string
  readonly bodyLimitBytes: number
  /** Answers a request; what it throws is answered as a problem. */
  answer(request: DirectRequest): Promise<TextAnswer | DeferredAnswer>
}

/** A request that was answered directly. */
export type DirectAnswered = Pick<DirectRoute, 'method' | 'path'> & {
  readonly raw: IncomingMessage
  readonly status: number
  readonly tookMs: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers plain requests of a route without router and hooks. The router must have the route, too. */
    answerDirectly(route: DirectRoute): void
    /** Calls `note` for each request that was answered directly. */
    whenAnsweredDirectly(note: (answered: DirectAnswered) => void): void
  }
}

const JSON_TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])
/** A query with one of these is left to the router. */
const ENCODED = ['%', '+', '#', ';']

/** The parameters of a plain query; null for one that repeats a parameter, or has one without a name or value. */
const readQuery = (text: string): Record<string, string> | null => {
  const query: Record<string, string> = {}
  for (const pair of text.split('&')) {
    const [name = '', value = '', ...more] = pair.split('=')
    if (name === '' || value === '' || more.length > 0 || name in query) return null
    query[name] = value
  }
  return query
}

/** True for a request without a body, or for a POST with a plain JSON body whose length is announced. */
const hasPlainBody = ({ headers }: IncomingMessage, { method, bodyLimitBytes }: DirectRoute): boolean => {
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': encoding } = headers
  if (encoding !== undefined || headers['content-encoding'] !== undefined) return false
  if (method === 'GET') return length === undefined && type === undefined
  return Number(length) >= 1 && Number(length) <= bodyLimitBytes && JSON_TYPES.has(type)
}

const NO_QUERY: Readonly<Record<string, string>> = {}

/** How the app rewrites targets before it looks for a route. */
type Rewriting = { readonly rewriteTarget?: (asked: { readonly method: string; readonly target: string }) => string }

const send = (app: FastifyInstance, response: ServerResponse, { status, headers, body }: TextAnswer): void => {
  const all = {
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(app.isLeaving() ? { connection: 'close' } : {}),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  }
  response.writeHead(status, all).end(body)
}

/** A request of a route, and the app that answers it. */
type Matched = { readonly app: FastifyInstance; readonly route: DirectRoute; readonly request: DirectRequest }

/** Answers requests; some answers are deferred. */
const createAnswers = (options: ProblemOptions) => {
  const answer = async (matched: Matched, ask: DeferredAnswer['answer']): Promise<void> => {
    const { app, route, request } = matched
    const { raw, response, traceId } = request
    try {
      const given = await ask()
      if ('whenReady' in given) defer(matched, given)
      else send(app, response, given)
    } catch (error) {
      const { headers, url: target = '/' } = raw
      const problem = problemAnswerOf(error, { headers, target, method: route.method, traceId }, options)
      closeAfterAnswer(raw, response, problem.delay)
      send(app, response, problem)
    }
  }
  const begin = (matched: Matched, ask: DeferredAnswer['answer']): void => {
    answer(matched, ask).catch((error: unknown) => {
      const { route, request } = matched
      const { response, traceId } = request
      options.log.error({ err: error, traceId, path: route.path }, 'an answer could not be sent')
      response.destroy()
    })
  }
  /** Keeps the span of the request, as what calls back is not part of its trace. */
  const defer = (matched: Matched, deferred: DeferredAnswer): void => {
    const span = currentSpan()
    deferred.whenReady(() => inSpan(span, () => begin(matched, deferred.answer)))
  }
  return begin
}

/** The directly answered routes of an app; `options` are those of the app. */
export const createDirectRoutes = (options: ProblemOptions & Rewriting, traces: ReturnType<typeof traceRequests>) => {
  const routes = new Map<string | undefined, Map<string, DirectRoute>>()
  const notes: ((answered: DirectAnswered) => void)[] = []
  const begin = createAnswers(options)

  const find = (request: IncomingMessage) => {
    const { method, url = '/' } = request
    if (url.length > MAX_TARGET_CHARS) return null
    const at = url.indexOf('?')
    const route = routes.get(method)?.get(at < 0 ? url : url.slice(0, at))
    if (route === undefined || !hasPlainBody(request, route)) return null
    if (at < 0) return { route, query: NO_QUERY }
    const text = url.slice(at + 1)
    const query = ENCODED.some((sign) => text.includes(sign)) ? null : readQuery(text)
    return query === null ? null : { route, query }
  }

  return {
    /** A listener that answers plain requests directly, and leaves all others to `other`. */
    listener:
      (other: RequestListener, app: () => FastifyInstance): RequestListener =>
      (raw, response) => {
        const found = app().isLeaving() ? null : find(raw)
        if (found === null) return other(raw, response)
        const { route, query } = found
        const { method, path } = route
        const beganMs = performance.now()
        response.once('finish', () => {
          const answered = { raw, method, path, status: response.statusCode, tookMs: performance.now() - beganMs }
          for (const note of notes) note(answered)
        })
        traces.run(raw, response, path, (traceId) => {
          const request = { raw, response, query, traceId }
          begin({ app: app(), route, request }, () => route.answer(request))
        })
      },
    register(app: FastifyInstance): void {
      app.decorate('answerDirectly', (route: DirectRoute) => {
        const { method, path } = route
        // A target that is rewritten belongs to another route.
        if (options.rewriteTarget !== undefined && options.rewriteTarget({ method, target: path }) !== path) return
        routes.set(method, (routes.get(method) ?? new Map<string, DirectRoute>()).set(path, route))
      })
      app.decorate('whenAnsweredDirectly', (note: (answered: DirectAnswered) => void) => void notes.push(note))
    },
  }
}
