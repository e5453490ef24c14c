import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { getNamedType } from 'graphql'
import { INSTITUTION_HEADER, narrowedTo } from '../auth/narrowing.ts'
import { type Authenticate, bearerToken, INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import type { CallAnswer, CallRequest, Peer } from '../calls/calls.ts'
import { DomainError, ERROR_TABLE, problemOf, toDomainError } from '../common/errors.ts'
import { type AccessRule, checkAccess } from '../graphql/access.ts'
import { AnswerDeferred, type Caller, type Deferral } from '../graphql/context.ts'
import { type AnswerBudget, chargeAnswer, chargedTo, takeAnswerRoom } from '../http/answer-budget.ts'
import { type BodyBudget, bodySizeOf, collectText, whenOver } from '../http/bodies.ts'
import type { DeferredAnswer, DirectRequest, DirectRoute } from '../http/direct-routes.ts'
import { byteStreamOf, parseJson, sendAnswer, textAnswerOf } from '../http/http.ts'
import { namedPlugin } from '../http/named-plugin.ts'
import type { TextAnswer } from '../http/problem-answers.ts'
import type { Logger } from '../observability/log.ts'
import type { RestAnswer, RestInput } from '../rest/answer.ts'
import { prefersOverJson } from '../rest/media.rules.ts'
import { compileQueryCheck, type QueryCheck } from '../rest/query-parameters.ts'
import { MAX_PARAM_LENGTH, routerPath } from '../rest/route-finder.ts'
import type { Route } from '../rest/routes.ts'
import { newTraceContext } from '../tracing/trace-context.rules.ts'
import { currentSpan } from '../tracing/tracing.ts'
import type { HostedService } from './service.ts'

/** What a listener asks of what answers its routes. */
export type Answering = Pick<HostedService, 'routes' | 'admit' | 'answer' | 'release'>

/** What a listener needs to let callers in. */
export type Authenticator = {
  readonly authenticate: Authenticate
  readonly isInternalSecret: (given: unknown) => boolean
  readonly bodies: BodyBudget
  readonly answers: AnswerBudget
}

type Group = readonly [Route, ...Route[]]

/** The routes that share a method and a path; `when` and `accept` distinguish them. */
const grouped = (routes: readonly Route[]): readonly Group[] => {
  const groups = new Map<string, [Route, ...Route[]]>()
  for (const route of routes) {
    const key = `${route.method} ${routerPath(route.path)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [route])
    else group.push(route)
  }
  return [...groups.values()]
}

const pick = (
  group: readonly Route[],
  query: Readonly<Record<string, unknown>>,
  accept: string | undefined,
): Route | undefined =>
  group.find(({ when }) => when !== null && query[when.key] === when.value) ??
  group.find((route) => route.when === null && route.accept !== null && prefersOverJson(accept, route.accept)) ??
  group.find((route) => route.when === null && route.accept === null)

/** One media type, perhaps with parameters. */
const MEDIA_TYPE = /^[\w.+*-]+\/[\w.+*-]+\s*(?:;.*)?$/

const noSuchRoute = () => new DomainError('NOT_FOUND', 'There is nothing at this address.')

/** A path such as `/api/atms/` is not that of `{id}`: it names nothing. */
const hasEmptyVariable = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && Object.values(params).includes('')

const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  typeof request.query === 'object' && request.query !== null ? { ...request.query } : {}

/** What is known of a request without its body. */
type Head = { readonly headers: IncomingHttpHeaders; readonly id: string }

/** The caller of a request as it wants to be seen. `principal`: as its token says. */
const seenCaller = ({ headers, id }: Head, principal: Principal): Caller => ({
  principal: narrowedTo(principal, headers[INSTITUTION_HEADER]),
  token: bearerToken(headers.authorization ?? ''),
  traceId: id,
})

/**
 * Who calls, from the headers alone: no byte of the body has been read yet. `access`: who may; of the headers only a
 * token comes before that.
 */
export const callerOf = async (
  request: FastifyRequest,
  authenticator: Authenticator,
  access: AccessRule = { roles: null },
): Promise<Caller> => {
  const principal = await authenticator.authenticate(request.headers.authorization)
  checkAccess(access, principal)
  chargeAnswer(request, principal, authenticator.answers)
  return seenCaller(request, principal)
}

const internalCallerOf = (request: FastifyRequest, authenticator: Authenticator): Caller => {
  if (!authenticator.isInternalSecret(request.headers['x-internal-secret'])) {
    throw new DomainError(
      'UNAUTHENTICATED',
      'This address needs the header X-Internal-Secret with the secret of the platform.',
    )
  }
  return { principal: INTERNAL_PRINCIPAL, token: null, traceId: request.id }
}

/** Made once: each that `abort` makes itself records a stack. */
const HUNG_UP = new DOMException('The client has gone.', 'AbortError')

/** Aborts when the connection ends before the answer is sent. */
export const hangUpOf = (reply: Pick<FastifyReply, 'raw'>): (() => AbortSignal) => {
  let signal: AbortSignal | null = null
  const listen = (): AbortSignal => {
    const gone = new AbortController()
    // Comes after every answer, and where the client goes before.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort(HUNG_UP)
    })
    if (reply.raw.destroyed) gone.abort(HUNG_UP)
    return gone.signal
  }
  return () => {
    signal ??= listen()
    return signal
  }
}

/**
 * Lets a request in by the size of its body, before any of it is read, and gives its room back when it is over. A
 * body that is not collected in memory needs none. @throws DomainError PAYLOAD_TOO_LARGE, and whatever the service
 * refuses with.
 */
const admit = (
  announcedBytes: number,
  reply: Pick<FastifyReply, 'raw'>,
  { route, caller }: Admitted,
  env: Admission,
): void => {
  const sizeBytes = route.arguments.some(({ from }) => from === 'STREAM') ? 0 : announcedBytes
  const { hosted, authenticator } = env
  const leave = hosted.admit?.({ route, caller, sizeBytes }) ?? authenticator.bodies.enter(caller.principal, sizeBytes)
  whenOver(reply, leave)
}

type Admitted = { readonly route: Route; readonly caller: Caller }

type Admission = { readonly hosted: Answering; readonly authenticator: Authenticator }

const TEXTS = ['String', 'ID']
/** True where no variable of the path is a text, which may be any word. */
const variablesAreIds = ({ arguments: all }: Route): boolean =>
  all.every(({ from, definition }) => from !== 'PATH' || !TEXTS.includes(getNamedType(definition.type).name))

const registerGroup = (app: FastifyInstance, group: Group, admission: Admission) => {
  const { hosted, authenticator } = admission
  const [first] = group
  const checkQuery = compileQueryCheck(group)
  app.route({
    method: first.method,
    url: routerPath(first.path),
    config: { variablesAreIds: group.every(variablesAreIds) },
    exposeHeadRoute: group.every(({ isSafe }) => isSafe),
    bodyLimit: Math.max(...group.map(({ bodyLimitBytes }) => bodyLimitBytes)),
    // Token and role before the body is read.
    async onRequest(request, reply) {
      const route = pick(group, queryOf(request), request.headers.accept)
      if (route === undefined || hasEmptyVariable(request.params)) throw noSuchRoute()
      const caller = route.internal
        ? internalCallerOf(request, authenticator)
        : await callerOf(request, authenticator, route.access)
      checkAccess(route.access, caller.principal)
      checkQuery(route, queryOf(request))
      admit(bodySizeOf(request), reply, { route, caller }, admission)
      request.setDecorator<Admitted>('admitted', { route, caller: { ...caller, isAdmitted: true } })
    },
    async handler(request, reply) {
      const { route, caller } = request.getDecorator<Admitted>('admitted')
      if (group.some(({ accept }) => accept !== null)) reply.header('vary', 'accept')
      const streams = route.arguments.some(({ from }) => from === 'STREAM')
      const answer = await hosted.answer(
        route,
        {
          params: typeof request.params === 'object' && request.params !== null ? { ...request.params } : {},
          query: queryOf(request),
          headers: request.headers,
          body: streams ? byteStreamOf(request) : request.body,
        },
        { ...caller, hungUp: hangUpOf(reply) },
      )
      return sendAnswer(answer, reply)
    },
  })
}

/** A route of the kind that agents call again and again, which is answered directly. */
type PlainRoute = Route & Pick<DirectRoute, 'method'>

const isGetOrPost = (route: Route): route is PlainRoute => route.method === 'GET' || route.method === 'POST'

/** The route of a group that is answered directly; null for a group that is not. */
const directRouteOf = ([route, ...others]: Group): PlainRoute | null => {
  const { path, as, when, accept, access } = route
  const isAlone = others.length === 0 && when === null && accept === null
  const isPlain = as === 'JSON' && !path.includes('{')
  return isAlone && isPlain && isGetOrPost(route) && access.roles?.includes('AGENT') === true ? route : null
}

/** What a route is asked; `principal` is that of the token, who is charged for the answer. */
type DirectlyAsked = {
  readonly response: ServerResponse
  readonly principal: Principal
  readonly input: RestInput
  readonly caller: Caller
}

/** The answer to a request of such a route, by the same steps as that of any other. */
const answerDirect = (
  route: Route,
  { hosted, authenticator, stalledAfterMs }: Admission & { readonly stalledAfterMs: number },
) => {
  const checkQuery = compileQueryCheck([route])
  const ask = async (asking: DirectlyAsked): Promise<TextAnswer | DeferredAnswer> => {
    const { response, principal, input, caller } = asking
    try {
      const given = await hosted.answer(route, input, caller)
      if (given.kind !== 'json') throw new Error(`${route.path} did not answer with JSON`)
      const answer = textAnswerOf(given)
      takeAnswerRoom(chargedTo(principal, authenticator.answers), { raw: response }, answer.body)
      return answer
    } catch (error) {
      if (error instanceof AnswerDeferred) return deferredAnswer(asking, error.deferral)
      throw error
    }
  }
  /** A function of its own, so that the error and its stack are not held meanwhile. */
  const deferredAnswer = (asking: DirectlyAsked, deferral: Deferral): DeferredAnswer => ({
    whenReady: (run) => deferral.whenReady(run),
    answer: () => ask({ ...asking, caller: { ...asking.caller, resumed: deferral } }),
  })
  return async ({ raw, response, query, traceId: id }: DirectRequest): Promise<TextAnswer | DeferredAnswer> => {
    const { headers } = raw
    const reply = { raw: response }
    const principal = await authenticator.authenticate(headers.authorization)
    checkAccess(route.access, principal)
    const caller = seenCaller({ headers, id }, principal)
    checkAccess(route.access, caller.principal)
    checkQuery(route, query)
    admit(Number(headers['content-length'] ?? 0), reply, { route, caller }, { hosted, authenticator })
    const limits = { limitBytes: route.bodyLimitBytes, stalledAfterMs }
    const body = route.method === 'GET' ? undefined : parseJson(await collectText(raw, limits))
    const asking: Caller = { ...caller, isAdmitted: true, hungUp: hangUpOf(reply), mayDefer: true }
    return ask({ response, principal, input: { params: {}, query, headers, body }, caller: asking })
  }
}

const takesStream = (group: readonly Route[]) =>
  group.some((route) => route.arguments.some(({ from }) => from === 'STREAM'))

/** Registers routes that read their bodies as they arrive. */
const registerRaw = async (app: FastifyInstance, groups: readonly Group[], admission: Admission): Promise<void> => {
  // What a sender calls its bytes decides nothing, so it may call them anything; no type at all is one for a parser.
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  for (const group of groups) registerGroup(app, group, admission)
}

/**
 * Puts the routes of a service behind a listener, under a prefix such as `/journal`. The internal listener serves all
 * of them, the public one none of those under `/api/internal/`.
 */
export const registerService = (
  app: FastifyInstance,
  hosted: Answering,
  options: { readonly prefix: string; readonly listener: 'public' | 'internal'; readonly authenticator: Authenticator },
): void => {
  const groups = grouped(hosted.routes.filter((route) => options.listener === 'internal' || !route.internal))
  const raw = groups.filter(takesStream)
  app.register(
    namedPlugin(`routes of ${options.prefix}`, async (scope) => {
      scope.decorateRequest('admitted', null)
      const admission = { hosted, authenticator: options.authenticator }
      scope.addHook('preClose', async () => hosted.release())
      const stalledAfterMs = scope.getDecorator<number>('stalledAfterMs')
      for (const group of groups.filter((routes) => !takesStream(routes))) {
        registerGroup(scope, group, admission)
        const route = directRouteOf(group)
        if (route === null) continue
        const { method, bodyLimitBytes } = route
        const path = `${options.prefix}${route.path}`
        const answer = answerDirect(route, { ...admission, stalledAfterMs })
        scope.answerDirectly({ method, path, bodyLimitBytes, answer })
      }
      if (raw.length > 0)
        scope.register(namedPlugin(`streams of ${options.prefix}`, (inner) => registerRaw(inner, raw, admission)))
    }),
    { prefix: options.prefix },
  )
}

/** The body of an answer as it would arrive over HTTP. */
const collect = async (answer: RestAnswer): Promise<unknown> => {
  if (answer.kind === 'json') return answer.body
  if (answer.kind === 'items') return JSON.parse(JSON.stringify(await Array.fromAsync(answer.items)))
  return Buffer.concat(await Array.fromAsync(answer.bytes.chunks)).toString('utf8')
}

const textQuery = (query: CallRequest['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )

const callerOfCall = (request: CallRequest): Caller => {
  const { traceId } = currentSpan()?.context ?? newTraceContext()
  if (request.as.kind === 'internal') return { principal: INTERNAL_PRINCIPAL, token: null, traceId }
  return { principal: request.as.principal, token: request.as.token, traceId }
}

/** The routes that share a method and a path, with the check of their query. */
type Compiled = { readonly group: readonly Route[]; readonly checkQuery: QueryCheck }
const NOTHING: Compiled = { group: [], checkQuery: () => {} }

/** A service of this process as a peer: the same routes, checks and errors as over HTTP, without HTTP and JSON. */
export const memoryPeer = (hosted: HostedService, env: { readonly log: Logger; now(): Date }): Peer => {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })
  for (const group of grouped(hosted.routes))
    router.on(group[0].method, routerPath(group[0].path), () => {}, { group, checkQuery: compileQueryCheck(group) })
  const answer = async (request: CallRequest, caller: Caller): Promise<CallAnswer> => {
    const found = router.find(request.method, request.path)
    const { group, checkQuery }: Compiled = found?.store ?? NOTHING
    const query = textQuery(request.query)
    const route = pick(group, query, request.headers?.accept)
    if (route === undefined || hasEmptyVariable(found?.params) || route.internal !== (request.as.kind === 'internal'))
      throw noSuchRoute()
    checkAccess(route.access, caller.principal)
    checkQuery(route, query)
    const streams = route.arguments.some(({ from }) => from === 'STREAM')
    const headers = request.headers ?? {}
    const body = streams
      ? {
          chunks: request.body,
          contentEncoding: headers['content-encoding'] ?? null,
          contentType: headers['content-type'] ?? null,
        }
      : request.body
    const given = await hosted.answer(route, { params: found?.params ?? {}, query, headers, body }, caller)
    return {
      status: given.status,
      body: await collect(given),
      headers: given.kind === 'json' ? (given.headers ?? {}) : {},
    }
  }
  return async (request) => {
    const caller = callerOfCall(request)
    try {
      return await answer(request, caller)
    } catch (error) {
      const { error: known, expected } = toDomainError(error)
      if (!expected)
        env.log.error({ err: error, service: hosted.name, path: request.path, traceId: caller.traceId }, 'call failed')
      const retryAfter: Record<string, string> =
        known.code === 'UNAVAILABLE' || known.retryAfterSeconds !== undefined
          ? { 'retry-after': String(known.retryAfterSeconds ?? 2) }
          : {}
      return {
        status: ERROR_TABLE[known.code].status,
        body: problemOf(known, { instance: request.path, traceId: caller.traceId, now: env.now() }),
        headers: retryAfter,
      }
    }
  }
}
