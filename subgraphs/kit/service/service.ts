import type { ExecutionResult } from 'graphql'
import type { Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import { createRecordAudit } from '../audit/audit.ts'
import type { Calls, ServiceName } from '../calls/calls.ts'
import type { Waker } from '../common/waker.ts'
import type { ServiceConfig } from '../config/config.ts'
import { type Caller, type OperationContext, openOperation } from '../graphql/context.ts'
import { createExecuteGraphQL, createPrepareGraphQL, type GraphQLRequestBody } from '../graphql/execute.ts'
import { buildServiceSchema, readSdl } from '../graphql/schema.ts'
import type { ResolverMap } from '../graphql/subgraph-schema.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { createDeadLetters, type DeadLetters, withDeadLetters } from '../messaging/dead-letters.ts'
import { type ConsumerDefinition, startConsumers, type Transport } from '../messaging/events.ts'
import { createConsumerMetrics, watchDeadLetters, watchOutbox } from '../messaging/message-metrics.ts'
import { startRelay } from '../messaging/outbox.ts'
import { type Component, createHealth } from '../observability/health.ts'
import type { Logger } from '../observability/log.ts'
import { type DescribedService, describeContract } from '../openapi/openapi.ts'
import { compileAnswers, type RestAnswer, type RestInput } from '../rest/answer.ts'
import { compileRoutes, type Route } from '../rest/routes.ts'
import type { Tracer } from '../tracing/tracing.ts'
import type { TopicPlan } from './topics.ts'

/** What a service is given when it opens: everything it needs comes from here, nothing from the environment. */
export type ServiceEnv = {
  readonly config: ServiceConfig
  readonly log: Logger
  now(): Date
  newId(): string
  readonly stores: Stores
  /** Connection URLs, for a service that needs a driver of its own. */
  readonly urls: { readonly app: string; readonly platform: string }
  readonly calls: Calls
  readonly topics: Transport
  readonly metrics: Registry
  /** What records the work that no request began; nothing does when left out. */
  readonly tracer?: Tracer
  /** Wakes the relay after a commit that wrote outbox rows, so that it need not wait for its next poll. */
  readonly outbox: Waker
}

/** A request whose caller is known, and of whose body no byte has been read yet. */
export type Arrival = {
  readonly route: Route
  readonly caller: Caller
  /** How large the body is at most: as it says, else as the route allows. 0 for one that is not collected in memory. */
  readonly sizeBytes: number
}

/** What a service is made of once it is open. */
export type ServiceParts = {
  readonly resolvers: ResolverMap
  readonly jobs?: readonly JobDefinition[]
  /** With them come the dead letters of their topics: a service that declares one declares their fields in its SDL. */
  readonly consumers?: readonly ConsumerDefinition[]
  /**
   * Parts whose failure makes the service DEGRADED or DOWN. One that throws, or gives no answer in time, is DEGRADED as
   * not known.
   */
  readonly health?: Readonly<Record<string, () => Promise<Component>>>
  /**
   * Lets a request in, or refuses it before its body is read. Returns null where the body needs the process's room for
   * bodies; else it has given room itself, and what it returns is called once, when the request has been answered or
   * is gone. Calls within the process and over the graph do not come by here. @throws DomainError.
   */
  readonly admit?: (arrival: Arrival) => (() => void) | null
  /** Begins background work once every service of the process is open (mirrors, work that calls others). */
  readonly start?: () => Promise<void>
  /**
   * Answers at once all that wait for something to happen, and lets none wait any more: a listener is about to
   * close.
   */
  readonly release?: () => void
  /** Ends background work and what `open` opened, draining what was acknowledged. */
  readonly close?: () => Promise<void>
}

export type ServiceDefinition = {
  readonly name: ServiceName
  /** The file in `schema/`. */
  readonly sdl: string
  /** The service's PostgreSQL schema, where it has an outbox to relay; null where it publishes nothing. */
  readonly outbox: string | null
  /** The topics that it writes to. */
  readonly topics?: TopicPlan
  open(env: ServiceEnv): Promise<ServiceParts>
}

/** Declares a service: its contract, and how it opens. */
export const defineService = (definition: ServiceDefinition): ServiceDefinition => definition

/** An open service, ready to be put behind a listener or called in memory. */
export type HostedService = {
  readonly name: ServiceName
  readonly sdl: string
  /** What documents say of it; what it runs on has no types of the bodies that it reads itself. */
  readonly contract: DescribedService
  readonly routes: readonly Route[]
  readonly jobs: readonly JobDefinition[]
  /** Null for a service that consumes no topics. */
  readonly deadLetters: DeadLetters | null
  /** Lets a request in before its body is read; see `ServiceParts`. Null for a service that refuses none itself. */
  readonly admit: ((arrival: Arrival) => (() => void) | null) | null
  /** Runs one route. Throws what its resolver throws. */
  answer(route: Route, input: RestInput, caller: Caller): Promise<RestAnswer>
  /** Runs GraphQL text as the gateway sends it. */
  execute(request: GraphQLRequestBody, caller: Caller): Promise<ExecutionResult>
  /** Prepares GraphQL text that the gateway of this process planned, to be run many times. */
  prepare(
    request: Pick<GraphQLRequestBody, 'query' | 'operationName'>,
  ): (variables: Record<string, unknown>, caller: Caller) => Promise<ExecutionResult>
  /** Neither throws nor hangs. */
  health(): Promise<Readonly<Record<string, Component>>>
  /** Starts consumers, relay and the service's own background work. */
  start(): Promise<void>
  /** Lets none wait for something to happen any more: a listener is about to close. */
  release(): void
  close(): Promise<void>
}

/** The same answer; `onFault` is called when it breaks off after some of it was sent. */
const watched = (answer: RestAnswer, onFault: (error: unknown) => void): RestAnswer => {
  if (answer.kind === 'items') return { ...answer, items: withFaults(answer.items, onFault) }
  if (answer.kind === 'bytes')
    return { ...answer, bytes: { ...answer.bytes, chunks: withFaults(answer.bytes.chunks, onFault) } }
  return answer
}

/** The same items; `onFault` is called with a failure that no answer can report any more. */
const withFaults = <T>(items: AsyncIterable<T>, onFault: (error: unknown) => void): AsyncIterable<T> => {
  const iterator = items[Symbol.asyncIterator]()
  let begun = false
  const next = async (): Promise<IteratorResult<T, undefined>> => {
    try {
      const result = await iterator.next()
      if (result.done === true) return { done: true, value: undefined }
      begun = true
      return result
    } catch (error) {
      if (begun) onFault(error)
      throw error
    }
  }
  const stop = async (): Promise<IteratorResult<T, undefined>> => {
    await iterator.return?.()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) }
}

const deadLettersOf = (
  { name, outbox }: ServiceDefinition,
  { consumers = [] }: ServiceParts,
  env: ServiceEnv,
): DeadLetters | null => {
  if (consumers.length === 0) return null
  if (outbox === null)
    throw new Error(`${name} consumes topics: it needs an outbox, by which dead letters are replayed`)
  return createDeadLetters(env, { name, schema: outbox, consumers })
}

/** Starts to publish what waits in the outbox of a service. */
const relayOf = ({ name, topics }: ServiceDefinition, env: ServiceEnv, outbox: string) => {
  const onPublished = watchOutbox(env, name, outbox)
  return startRelay({ ...env, onPublished, states: topics?.states?.(env.config) }, outbox)
}

/**
 * Opens a service and compiles its schema and routes.
 * @throws Error at boot, naming the place, for every fault of the SDL or its resolvers.
 */
export const openService = async (definition: ServiceDefinition, env: ServiceEnv): Promise<HostedService> => {
  const parts = await definition.open(env)
  const deadLetters = deadLettersOf(definition, parts, env)
  const resolvers = withDeadLetters(parts.resolvers, deadLetters)
  const sdl = readSdl(definition.sdl)
  const schema = buildServiceSchema(sdl, resolvers)
  const routes = compileRoutes(schema)
  const answers = compileAnswers(sdl, schema, routes)
  const graph = buildServiceSchema(sdl, resolvers, 'graph')
  const onFault = (error: unknown, { traceId }: OperationContext) =>
    env.log.error({ err: error, service: definition.name, traceId }, 'resolver failed')
  const executeGraphQL = createExecuteGraphQL(graph, onFault)
  const prepareGraphQL = createPrepareGraphQL(graph, onFault)
  const recordAudit = definition.outbox === null ? undefined : createRecordAudit(env, definition.outbox)
  const background: { close(): Promise<void> }[] = []
  return {
    name: definition.name,
    sdl,
    contract: describeContract(definition.name, sdl),
    routes,
    jobs: [...(parts.jobs ?? []), ...(deadLetters === null ? [] : [deadLetters.job])],
    deadLetters,
    admit: parts.admit ?? null,
    async answer(route, input, caller) {
      const run = answers.get(route)
      if (run === undefined) throw new Error(`${route.method} ${route.path} is not a route of ${definition.name}`)
      const scope = openOperation(env.stores, caller, env.now, recordAudit)
      try {
        return watched(await run(input, scope.context), (error) =>
          env.log.error(
            { err: error, service: definition.name, path: route.path, traceId: caller.traceId },
            'answer broke off',
          ),
        )
      } finally {
        await scope.close()
      }
    },
    async execute(request, caller) {
      const scope = openOperation(env.stores, caller, env.now, recordAudit)
      try {
        return await executeGraphQL(request, scope.context)
      } finally {
        await scope.close()
      }
    },
    prepare(request) {
      const run = prepareGraphQL(request)
      return async (variables, caller) => {
        const scope = openOperation(env.stores, caller, env.now, recordAudit)
        try {
          return await run(variables, scope.context)
        } finally {
          await scope.close()
        }
      }
    },
    health: createHealth(Object.entries(parts.health ?? {})),
    async start() {
      if (definition.outbox !== null) {
        background.push(relayOf(definition, env, definition.outbox))
        if (deadLetters !== null) watchDeadLetters(env, definition.name, definition.outbox)
      }
      const counted = createConsumerMetrics(env.metrics, env.now)
      background.push(startConsumers({ ...env, counted }, parts.consumers ?? []))
      if (deadLetters !== null) background.push(deadLetters.start())
      await parts.start?.()
    },
    release: () => parts.release?.(),
    async close() {
      for (const part of background.reverse()) await part.close()
      await parts.close?.()
    },
  }
}
