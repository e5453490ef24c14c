import type { GraphQLSchema } from 'graphql'
import { ERROR_TABLE, isErrorCode } from '../common/errors.ts'
import { onceByTexts } from '../common/once-by-texts.ts'
import { readSdl } from '../graphql/schema.ts'
import { contractSchemaOf } from '../graphql/subgraph-schema.ts'
import { compileRoutes, type Route } from '../rest/routes.ts'
import type { JsonSchema } from './openapi-constraints.ts'
import { isOwnOfPath, type OpenApiOperation, operationOf } from './openapi-operation.ts'
import { type Described, errorCodesOf, errorResponse, problemSchema, responseNameOf } from './openapi-problems.ts'
import type { SchemaRegistry } from './openapi-schemas.ts'
import { tagOf } from './openapi-tags.ts'

export type OpenApiDocument = {
  readonly openapi: '3.1.0'
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, Described>>
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>
  }
}

/** A service as far as its document is concerned; a HostedService is one. */
export type DescribedService = {
  readonly name: string
  readonly schema: GraphQLSchema
  readonly routes: readonly Route[]
  /** The prefix of its paths in the platform's document, if not its name. */
  readonly prefix?: string
  /** Routes that another service answers under the prefix of this one, by method and path: `GET /api/atms`. */
  readonly answeredBy?: ReadonlyMap<string, DescribedService>
}

const contractOf = onceByTexts((sdl: string) => {
  const schema = contractSchemaOf(sdl)
  return { schema, routes: compileRoutes(schema) }
})

/** A service by its contract alone, without its resolvers. @throws Error for every fault of its routes. */
export const describeContract = (name: string, sdl: string): DescribedService => ({ name, ...contractOf(sdl) })

/** What the gateway itself serves, beside the services and under no prefix. */
export const describeGateway = (): DescribedService => ({
  ...describeContract('gateway', readSdl('gateway.graphql')),
  prefix: '',
})

const BEARER_WORDS =
  'A token of the platform. The header `Fleet-Institution` beside it, with the key of one institution ' +
  '(percent-encoded where it is not plain ASCII), ' +
  'limits what any request sees to that institution, and never widens it: one that the caller does not see is ' +
  '403, what is no key 400.'

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: BEARER_WORDS },
  internalSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Internal-Secret',
    description: 'The secret that the services of the platform share; only on the internal listener.',
  },
} as const

type Paths = Record<string, Record<string, OpenApiOperation>>

const PLATFORM_WORDS =
  'Back-end services for a fleet of ATMs. Every service is under a prefix of its own, and a tag. ' +
  'A query parameter without a value is as if it were left out.'

const infoOf = (title: string, version: string, description: string) => ({
  title,
  version,
  description,
  contact: { name: 'The maintainers of FleetOps' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
})

/** The routes by path and method; those that differ by `when` or `accept` are grouped, the path's own first. */
const groupsOf = (routes: readonly Route[]): ReadonlyMap<string, readonly [Route, ...Route[]]> => {
  const groups = new Map<string, [Route, ...Route[]]>()
  for (const route of routes) {
    const key = `${route.method} ${route.path}`
    const [first, ...others] = groups.get(key) ?? []
    if (first === undefined) groups.set(key, [route])
    else groups.set(key, isOwnOfPath(route) ? [route, first, ...others] : [first, ...others, route])
  }
  return groups
}

/** An operation has one id on each path, though one field may be on several. */
const uniqueId = (wanted: string, taken: Set<string>): string => {
  let id = wanted
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}${count}`
  taken.add(id)
  return id
}

const assertDistinct = (paths: Paths): void => {
  const shapes = new Map<string, string>()
  for (const path of Object.keys(paths)) {
    const shape = path.replaceAll(/\{\w+\}/g, '{}')
    const twin = shapes.get(shape)
    if (twin !== undefined) throw new Error(`"${twin}" and "${path}" are one path: name their variables alike`)
    shapes.set(shape, path)
  }
}

/**
 * A service's part of a document: its paths under `prefix`, the names of its schemas and operations led by
 * `qualifier`.
 */
const partOf = (service: DescribedService, prefix: string, qualifier: string) => {
  const registry: SchemaRegistry = { qualifier, schemas: new Map() }
  const taken = new Set<string>()
  const paths: Paths = {}
  for (const [key, own] of groupsOf(service.routes)) {
    const other = service.answeredBy?.get(key)
    const group = (other === undefined ? undefined : groupsOf(other.routes).get(key)) ?? own
    const [main] = group
    const path = `${prefix}${main.path}`
    const methods = paths[path] ?? {}
    paths[path] = methods
    const described = { name: service.name, schema: (other ?? service).schema }
    const operation = operationOf(group, described, registry, uniqueId(main.operationId, taken))
    methods[main.method.toLowerCase()] = { ...operation, operationId: `${qualifier}${operation.operationId}` }
  }
  assertDistinct(paths)
  const schemas = [...registry.schemas].sort(([a], [b]) => (a < b ? -1 : 1))
  return { paths, schemas: Object.fromEntries(schemas.map(([name, schema]) => [`${qualifier}${name}`, schema])) }
}

const componentsOf = (
  schemas: Readonly<Record<string, JsonSchema>>,
  routes: readonly Route[],
): OpenApiDocument['components'] => {
  const codes = new Set<string>(routes.flatMap(errorCodesOf))
  const inUse = Object.keys(ERROR_TABLE)
    .filter(isErrorCode)
    .filter((code) => codes.has(code))
  return {
    schemas: { ...schemas, Problem: problemSchema },
    responses: Object.fromEntries(inUse.map((code) => [responseNameOf(code), errorResponse(code)])),
    securitySchemes: {
      ...(routes.some(({ internal }) => !internal) ? { bearer: SECURITY_SCHEMES.bearer } : {}),
      ...(routes.some(({ internal }) => internal) ? { internalSecret: SECURITY_SCHEMES.internalSecret } : {}),
    },
  }
}

/**
 * The OpenAPI 3.1 document of one service, from its route table: paths as the service exposes them, its prefix as the
 * server.
 * @throws Error when two paths differ only in the names of their variables.
 */
export const openApiOf = (service: DescribedService, version: string): OpenApiDocument => {
  const { paths, schemas } = partOf(service, '', '')
  return {
    openapi: '3.1.0',
    info: infoOf(`FleetOps: ${service.name}`, version, tagOf(service.name).description),
    servers: [{ url: `/${service.name}` }],
    tags: [tagOf(service.name)],
    paths,
    components: componentsOf(schemas, service.routes),
  }
}

/**
 * The OpenAPI 3.1 document of the platform: every service under its prefix, without the internal routes, or with
 * nothing else. The names of schemas and operations are led by that of their service, as two services may mean
 * different things by one name.
 */
export const platformOpenApiOf = (
  services: readonly DescribedService[],
  version: string,
  listener: 'public' | 'internal' = 'public',
): OpenApiDocument => {
  const open = services
    .map((service) => ({
      ...service,
      routes: service.routes.filter(({ internal }) => internal === (listener === 'internal')),
    }))
    .filter(({ routes }) => routes.length > 0)
  const parts = open.map((service) => partOf(service, service.prefix ?? `/${service.name}`, `${service.name}.`))
  return {
    openapi: '3.1.0',
    info: infoOf(listener === 'public' ? 'FleetOps' : 'FleetOps: internal routes', version, PLATFORM_WORDS),
    servers: [{ url: '/' }],
    tags: open.map(({ name }) => tagOf(name)),
    paths: Object.fromEntries(parts.flatMap(({ paths }) => Object.entries(paths))),
    components: componentsOf(
      Object.fromEntries(parts.flatMap(({ schemas }) => Object.entries(schemas))),
      open.flatMap(({ routes }) => routes),
    ),
  }
}
