import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { badInput } from '../common/errors.ts'
import type { Caller } from '../graphql/context.ts'
import { limitsOfCall, TIME_LEFT_HEADER } from '../graphql/operation-limits.ts'
import { bodySizeOf, whenOver } from '../http/bodies.ts'
import { waitedMsOf } from '../http/overload.ts'
import { type Component, healthOf } from '../observability/health.ts'
import { type Authenticator, callerOf } from './host.ts'
import type { HostedService } from './service.ts'

type Components = Readonly<Record<string, Component>>

/** What the health paths of a listener need. */
export type HealthRoutes = {
  readonly prefix: string
  /** The parts that count here. It must neither throw nor hang. */
  readonly health: () => Promise<Components>
  /** False before the start is complete and from the beginning of the stop. */
  readonly isReady: () => boolean
  /** True on internal listeners only: parts and their reasons are internal. */
  readonly showComponents: boolean
}

/**
 * Serves `/actuator/health`, `…/liveness` and `…/readiness` under a prefix, open to anyone.
 * Liveness depends on nothing but the process: a restart repairs no database.
 */
export const registerHealth = (app: FastifyInstance, options: HealthRoutes): void => {
  const path = `${options.prefix}/actuator/health`
  const state = async (ready: boolean) => {
    const { status, components } = healthOf(await options.health())
    const overall = ready ? status : 'DOWN'
    return { up: overall === 'UP', body: { status: overall, ...(options.showComponents ? { components } : {}) } }
  }
  app.get(path, async (_request, reply) => {
    const { up, body } = await state(true)
    return reply.code(up ? 200 : 503).send(body)
  })
  app.get(`${path}/liveness`, async () => ({ status: 'UP' }))
  app.get(`${path}/readiness`, async (_request, reply) => {
    const { up, body } = await state(options.isReady())
    return reply.code(up ? 200 : 503).send(body)
  })
}

/**
 * Shares one check among those who ask within `forMs`: these paths are open, and must not be a way to wear out a
 * database.
 */
export const rememberHealth = (check: () => Promise<Components>, forMs: number): (() => Promise<Components>) => {
  let known: Promise<Components> | null = null
  let checkedAtMs = 0
  return () => {
    if (known === null || performance.now() - checkedAtMs > forMs) {
      checkedAtMs = performance.now()
      known = check()
    }
    return known
  }
}

/** Serves `/metrics` in the text format of Prometheus; for internal listeners only. */
export const registerMetrics = (app: FastifyInstance, metrics: Registry): void => {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}

/** Serves `/api/public/info` under a prefix, open to anyone. */
export const registerInfo = (app: FastifyInstance, prefix: string, info: { name: string; version: string }): void => {
  app.get(`${prefix}/api/public/info`, async () => info)
}

const graphQLBody = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

const readGraphQLBody = (body: unknown) => {
  const parsed = graphQLBody.safeParse(body)
  if (!parsed.success) throw badInput('body', 'must be a JSON object with "query" and, if need be, "variables"')
  const { query, operationName = null, variables = null } = parsed.data
  return { query, operationName, variables }
}

/**
 * More than the gateway takes of a client: what it plans writes fragments out, and names each entity that it asks for.
 */
const MAX_PLANNED_BYTES = 4 * 1_048_576

/**
 * Serves a subgraph at `POST /graphql`, where the gateway calls a service that runs alone; with the caller's own
 * token.
 */
export const registerSubgraph = (app: FastifyInstance, hosted: HostedService, authenticator: Authenticator): void => {
  app.decorateRequest('caller', null)
  app.post('/graphql', {
    bodyLimit: MAX_PLANNED_BYTES,
    // Before the body is read.
    async onRequest(request, reply) {
      const caller = await callerOf(request, authenticator)
      whenOver(reply, authenticator.bodies.enter(caller.principal, bodySizeOf(request)))
      request.setDecorator<Caller>('caller', caller)
    },
    async handler(request, reply) {
      const limits = limitsOfCall(request.headers[TIME_LEFT_HEADER])
      const caller = { ...request.getDecorator<Caller>('caller'), limits }
      const result = await hosted.execute(readGraphQLBody(request.body), caller)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
    },
  })
}

type Histogram = { observe(labels: Record<string, string>, seconds: number): void }

/** The route of a request as metrics name it: its template, without the prefix of its service. */
export type ObservedRoute = { readonly service: string; readonly route: string }

/** How requests are observed. `listener`: which listener of the platform it is. */
export type Observation = {
  readonly listener: 'edge' | 'internal' | 'service'
  routeOf(request: FastifyRequest): ObservedRoute
  /** The route of a request that did not come as far as the router. */
  routeOfTarget(method: string, target: string): ObservedRoute
}

/**
 * Observes how long each request takes, by service, method and route template; what has no route is counted together.
 */
export const observeRequests = (
  app: FastifyInstance,
  histogram: Histogram,
  { listener, routeOf, routeOfTarget }: Observation,
): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { service, route } = routeOf(request)
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const tookMs = waitedMsOf(request.raw) + reply.elapsedTime
    histogram.observe({ listener, service, method: request.method, route, status }, tookMs / 1000)
  })
  const direct = new Map<string, ObservedRoute>()
  app.whenAnsweredDirectly(({ raw, method, path, status: code, tookMs }) => {
    const known = direct.get(path) ?? routeOfTarget(method, path)
    direct.set(path, known)
    const { service, route } = known
    const status = `${Math.floor(code / 100)}xx`
    histogram.observe({ listener, service, method, route, status }, (waitedMsOf(raw) + tookMs) / 1000)
  })
  app.whenRefused(({ method, target, waitedMs }) => {
    const { service, route } = routeOfTarget(method, target)
    histogram.observe({ listener, service, method, route, status: '5xx' }, waitedMs / 1000)
  })
}
