import { once } from 'node:events'
import { createServer } from 'node:http'
import { composeServices } from '@apollo/composition'
import { ApolloGateway } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import { type GraphQLSchema, isAbstractType, isScalarType, parse } from 'graphql'
import { createGraphExecutor, type Gateway } from '../../../gateway/federation/compiled/executor.ts'
import { type GraphContext, type Source, stockSource } from '../../../gateway/federation/data-sources.ts'
import { httpFetches, memoryFetches } from '../../../gateway/federation/fetch-sources.ts'
import { createServiceCall } from '../../../gateway/federation/service-calls.ts'
import { createHttpPool } from '../../../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../../../subgraphs/kit/calls/service-gates.ts'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { openOperation } from '../../../subgraphs/kit/graphql/context.ts'
import { createExecuteGraphQL, createPrepareGraphQL } from '../../../subgraphs/kit/graphql/execute.ts'
import { withNullableRoots } from '../../../subgraphs/kit/graphql/nullable-roots.ts'
import { scalarResolvers } from '../../../subgraphs/kit/graphql/scalars.ts'
import type { ServiceSdl } from '../../../tools/schema/services.ts'
import { ADMIN_PRINCIPAL, NOW, noStores, recordingLog } from '../../support/hosted-service.ts'
import { portOf } from '../../support/ports.ts'
import { makeUpService } from './made-up-data.ts'

const CONTEXT: GraphContext = {
  caller: {
    principal: ADMIN_PRINCIPAL,
    token: 'raw',
    traceId: '0af7651916cd43dd8448eb211c80319c',
  },
  authorization: 'Bearer raw',
}

type Service = {
  readonly execute: (body: { readonly query: string }) => Promise<unknown>
  readonly prepare: Parameters<typeof memoryFetches>[0]['prepare']
}

const openService = (schema: GraphQLSchema): Service => {
  const open = () => openOperation(noStores, CONTEXT.caller, () => NOW).context
  const execute = createExecuteGraphQL(schema, () => {})
  const prepare = createPrepareGraphQL(schema, () => {})
  return {
    execute: (body) => execute(body, open()),
    prepare(request) {
      const run = prepare(request)
      return async (variables) => run(variables, open())
    },
  }
}

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** One listener for all services, each under its name. */
const listen = async (services: ReadonlyMap<string, Service>) => {
  const server = createServer(async (request, response) => {
    const service = services.get(request.url?.split('/')[1] ?? '')
    const answer = await service?.execute(JSON.parse(await textOf(request)))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

type Path = readonly (string | number)[]

/** What a client gets, with the errors in an order of their own, as services are asked at the same time. */
export type Answer = {
  readonly data: string
  readonly errors: readonly string[]
  /** The nulls that no error explains: why, and where. */
  readonly invalidValues: readonly string[]
}

const NO_PATH: Path = []

/** Whether the path of an error leads to a null of the data, as it must, unless fields are left out. */
const isNullAt = (data: unknown, path: Path, mayLeaveOut: boolean): boolean => {
  let value = data
  for (const part of path) {
    if (value === null) return true
    // A field that `@skip` or `@include` leaves out may have failed, too.
    if (isRecord(value) && !Object.hasOwn(value, part)) return mayLeaveOut
    value = isRecord(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined
  }
  return value === null
}

/** Whether a path is that of the plan: an error of `_entities` as a whole has no position. */
const isOfList = (path: Path): boolean => path.includes('@') && path.at(-1) === '_entities'

/**
 * An answer without the positions in the paths of its errors, if they lead to nulls: the stock executor gives wrong
 * ones where objects before them are of types that the service is not asked for, or lack what it needs.
 */
export const withoutPositions = (
  { data, errors, invalidValues }: Answer,
  mayLeaveOut: boolean,
): Answer & { readonly isPlaced: boolean } => {
  const read: readonly (readonly [Path, ...unknown[]])[] = errors.map((text) => JSON.parse(text))
  const answered: unknown = JSON.parse(data)
  return {
    data,
    invalidValues,
    errors: read
      .map(([path, ...rest]) => JSON.stringify([path.map((part) => (typeof part === 'number' ? '#' : part)), ...rest]))
      .toSorted(),
    isPlaced: read.every(([path]) => path.length === 0 || isOfList(path) || isNullAt(answered, path, mayLeaveOut)),
  }
}

/** As much of a path as leads to a value; the rest of it is beyond the null that it led to. */
const upToNull = (data: unknown, path: Path): Path => {
  let value = data
  const end = path.findIndex((part) => {
    value = isRecord(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined
    return value === null
  })
  return end < 0 ? path : path.slice(0, end + 1)
}

/**
 * An answer with the nulls that no error explains by where they are in the data. One null can come of several values:
 * the stock executor completes a repeated field one selection after the other and ends at the first null of the first
 * one, where GraphQL, and ours, merges the selections before.
 */
export const withMergedNulls = ({ data, errors, invalidValues }: Answer): Answer => {
  const answered: unknown = JSON.parse(data)
  const paths = invalidValues.map((text) => {
    const [path]: readonly [Path, string] = JSON.parse(text)
    return JSON.stringify(upToNull(answered, path))
  })
  return { data, errors, invalidValues: [...new Set(paths)].toSorted() }
}

export type Asked = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<Answer>

const openServer = async (gateway: Gateway) => {
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => {
    for (const [name, { parseValue, parseLiteral }] of Object.entries(scalarResolvers)) {
      const type = apiSchema.getType(name)
      if (isScalarType(type)) Object.assign(type, { parseValue, parseLiteral })
    }
  })
  const server = new ApolloServer<GraphContext>({ gateway, stopOnTerminationSignals: false, introspection: true })
  await server.start()
  const ask: Asked = async (query, variables) => {
    const { body } = await server.executeOperation({ query, variables: { ...variables } }, { contextValue: CONTEXT })
    if (body.kind !== 'single') throw new Error('the answer comes in parts')
    const { data = null, errors = [], extensions: { valueCompletion } = {} } = body.singleResult
    const texts = errors.map(
      ({ message, path = NO_PATH, extensions: { stacktrace: _stacktrace, ...extensions } = {} }) =>
        JSON.stringify([path, message, Object.entries(extensions).toSorted()]),
    )
    // The stock executor reports them only where there are no errors.
    const invalidValues = (Array.isArray(valueCompletion) && errors.length === 0 ? valueCompletion : [])
      .filter(isRecord)
      .map(({ message, path }) => JSON.stringify([path, message]))
    return { data: JSON.stringify(data), errors: texts.toSorted(), invalidValues: invalidValues.toSorted() }
  }
  return { ask, server }
}

/**
 * A service as the stock executor should read it: one that has an interface as an object names the interface as the
 * type of an entity, and the stock executor then forgets the type that it knew.
 */
const repaired = (source: Source, schema: GraphQLSchema): Source => ({
  async process(fetch) {
    const answer = await source.process(fetch)
    const entities: unknown = answer.data?._entities
    for (const entity of Array.isArray(entities) ? entities : [])
      if (isRecord(entity) && isAbstractType(schema.getType(String(entity.__typename)))) delete entity.__typename
    return answer
  },
})

const supergraphOf = (services: readonly ServiceSdl[]) => {
  const composed = composeServices(
    services.map(({ name, sdl }) => ({ name, url: `http://${name}`, typeDefs: withNullableRoots(parse(sdl)) })),
  )
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return { supergraphSdl: composed.supergraphSdl, apiSchema: composed.schema.toAPISchema().toGraphQLJSSchema() }
}

/**
 * One graph three times: by the stock executor over HTTP, compiled with every service in this process, and compiled
 * with every second service over HTTP.
 */
export const openThreeGraphs = async (given: readonly ServiceSdl[], seed: string) => {
  const { supergraphSdl, apiSchema } = supergraphOf(given)
  const services = new Map(given.map(({ name, sdl }) => [name, openService(makeUpService(sdl, seed))]))
  const { url, close } = await listen(services)
  const pool = createHttpPool()
  const { log } = recordingLog()
  const uncompiled: string[] = []
  const ambiguous = new Set<string>()
  const gate = createServiceGates()(url)
  const callOf = (service: string) => createServiceCall({ pool, gate, service, url: `${url}/${service}`, log })
  const memoryOf = (name: string) => {
    const service = services.get(name)
    if (service === undefined) throw new Error(`there is no service ${name}`)
    return memoryFetches(service)
  }
  const compiled = (isRemote: (name: string) => boolean): Gateway =>
    createGraphExecutor<GraphContext>({
      supergraphSdl,
      sourceOf: (name) => (isRemote(name) ? httpFetches(callOf(name)) : memoryOf(name)),
      contextOf: () => CONTEXT,
      openStock: () => Promise.reject(new Error('the stock executor is not to be asked')),
      onUncompiled: ({ reason }) => void uncompiled.push(reason),
      onAmbiguous: ({ queryHash }) => void ambiguous.add(queryHash),
      onFallback: () => {},
    }).gateway
  const stock = await openServer(
    new ApolloGateway({
      supergraphSdl,
      buildService: ({ name }) => repaired(stockSource(httpFetches(callOf(name))), apiSchema),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    }),
  )
  const names = given.map(({ name }) => name)
  const inProcess = await openServer(compiled(() => false))
  const mixed = await openServer(compiled((name) => names.indexOf(name) % 2 === 0))
  return {
    apiSchema,
    uncompiled,
    /** The operations that Apollo's own plans would answer wrongly. */
    ambiguous,
    stock: stock.ask,
    inProcess: inProcess.ask,
    mixed: mixed.ask,
    async close() {
      for (const { server } of [stock, inProcess, mixed]) await server.stop()
      await pool.destroy()
      await close()
    },
  }
}
