import { type GraphQLSchema, getNamedType, isEnumType, isNonNullType, isObjectType, parse } from 'graphql'
import { ERROR_TABLE } from '../common/errors.ts'
import { directiveOf, restNameOf } from '../graphql/directives.ts'
import type { Route, RouteArgument } from '../rest/routes.ts'
import { constrained, type JsonSchema } from './openapi-constraints.ts'
import { deprecationOf } from './openapi-deprecation.ts'
import { type Described, errorCodesOf, responseNameOf, takesRange } from './openapi-problems.ts'
import { answerSchemasOf, defaultOf, inputSchemaOf, presentSchemaOf, type SchemaRegistry } from './openapi-schemas.ts'

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  /** Of a query parameter whose empty value is as if it were left out. */
  readonly allowEmptyValue?: boolean
  readonly deprecated?: boolean
  readonly 'x-deprecated-until'?: string
}

export type OpenApiOperation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  /** The date until which what is deprecated stays. */
  readonly 'x-deprecated-until'?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly OpenApiParameter[]
  readonly requestBody?: Described
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>
  /** The roles that may call; absent where any authenticated caller may. */
  readonly 'x-roles'?: readonly string[]
}

/** True for the route that a path has by itself, without a query parameter or header that asks for another form. */
export const isOwnOfPath = ({ when, accept }: Route): boolean => when === null && accept === null

const PLACES = { PATH: 'path', QUERY: 'query', HEADER: 'header' } as const

const parameterOf = (argument: RouteArgument, registry: SchemaRegistry): OpenApiParameter[] => {
  const { from, definition, restName } = argument
  if (from !== 'PATH' && from !== 'QUERY' && from !== 'HEADER') return []
  const schema = constrained(presentSchemaOf(definition.type, registry), definition)
  const withDefault =
    definition.defaultValue === undefined
      ? schema
      : { ...schema, default: defaultOf(definition.type, definition.defaultValue) }
  const required = from === 'PATH' || argument.required
  return [
    {
      ...{ name: restName, in: PLACES[from], required, description: definition.description ?? '' },
      ...(argument.emptyIsLeftOut && !required ? { allowEmptyValue: true } : {}),
      schema: withDefault,
      ...deprecationOf(definition),
    },
  ]
}

const IF_NONE_MATCH: OpenApiParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The tag of an answer that the caller has; where that is the present one, 304 is answered.',
  schema: { type: 'string' },
}

/** How a caller asks for a form of an address that is not the path's own. */
const askingWords = ({ when, accept }: Route): string =>
  when === null ? `\`Accept: ${accept}\`` : `\`${when.key}=${when.value}\``

/** Which of the routes that share a path take a parameter, where not all of them do. */
const takersWords = (takers: readonly Route[], group: readonly Route[]): string => {
  const others = group.filter((route) => !takers.includes(route))
  if (others.length === 0) return ''
  const isOwn = takers.some(isOwnOfPath)
  return `${isOwn ? 'Not' : 'Only'} with ${(isOwn ? others : takers).map(askingWords).join(' or ')}.`
}

type Taken = { readonly route: Route; readonly parameter: OpenApiParameter }

/** One parameter, of all routes of a path that take it: what only some of them need is required of none. */
const sharedParameter = (taken: readonly [Taken, ...Taken[]], group: readonly Route[]): OpenApiParameter => {
  const [{ parameter }] = taken
  const otherwise = taken.filter((one) => one.parameter.description !== parameter.description)
  const words = [
    parameter.description,
    ...otherwise.map((one) => `With ${askingWords(one.route)}: ${one.parameter.description}`),
    parameter.in === 'query'
      ? takersWords(
          taken.map(({ route }) => route),
          group,
        )
      : '',
  ]
  return {
    ...parameter,
    description: words.filter((text) => text !== '').join(' '),
    required: parameter.required && taken.length === group.length,
  }
}

/** The parameters of the routes that share a path and differ by a query parameter or a header. */
const parametersOf = (group: readonly Route[], registry: SchemaRegistry): OpenApiParameter[] => {
  const found = new Map<string, [Taken, ...Taken[]]>()
  for (const route of group)
    for (const parameter of route.arguments.flatMap((one) => parameterOf(one, registry))) {
      const key = `${parameter.in} ${parameter.name}`
      const before = found.get(key)
      if (before === undefined) found.set(key, [{ route, parameter }])
      else before.push({ route, parameter })
    }
  const selectors = new Map<string, string[]>()
  for (const { when } of group)
    if (when !== null) selectors.set(when.key, [...(selectors.get(when.key) ?? []), when.value])
  return [
    ...(group.some(({ etag }) => etag !== null) ? [IF_NONE_MATCH] : []),
    ...[...found.values()]
      .filter(([{ parameter }]) => !(parameter.in === 'query' && selectors.has(parameter.name)))
      .map((taken) => sharedParameter(taken, group)),
    ...[...selectors].map(
      ([name, values]): OpenApiParameter => ({
        name,
        in: 'query',
        required: group.every(({ when }) => when !== null),
        description: 'Selects another form of the answer.',
        allowEmptyValue: true,
        schema: { type: 'string', enum: values },
      }),
    ),
  ]
}

/** The schema of a body that is one argument; of an enum it holds no more than the values that are taken. */
const bodySchemaOf = ({ definition, taken }: RouteArgument, registry: SchemaRegistry): JsonSchema => {
  const schema = constrained(inputSchemaOf(definition.type, registry), definition)
  const type = getNamedType(definition.type)
  if (taken === null || !isEnumType(type)) return schema
  const values = type.getValues().filter(({ name }) => taken.includes(name))
  const one = { type: 'string', enum: values.map(restNameOf) }
  return schema.type === 'array' ? { ...schema, items: one } : one
}

const requestBodyOf = (route: Route, registry: SchemaRegistry): Described | undefined => {
  const limit = `At most ${route.bodyLimitBytes.toLocaleString('en')} bytes.`
  const stream = route.arguments.find(({ from }) => from === 'STREAM')
  if (stream !== undefined) {
    const words = `${stream.definition.description ?? ''} ${limit}`.trim()
    return { description: words, required: stream.required, content: { '*/*': {} } }
  }
  const whole = route.arguments.find(({ from }) => from === 'BODY')
  const keys = route.arguments.filter(({ from }) => from === 'BODY_KEY')
  if (whole === undefined && keys.length === 0) return undefined
  const required = keys.filter((key) => key.required).map(({ restName }) => restName)
  const properties = keys.map(({ restName, definition }) => {
    const schema = constrained(inputSchemaOf(definition.type, registry), definition)
    return [
      restName,
      {
        ...schema,
        ...(definition.description ? { description: definition.description } : {}),
        ...deprecationOf(definition),
      },
    ] as const
  })
  const ofKeys = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  }
  return {
    description: `${whole?.definition.description ?? ''} ${limit}`.trim(),
    required: whole === undefined ? required.length > 0 : whole.required,
    content: {
      'application/json': { schema: whole === undefined ? ofKeys : bodySchemaOf(whole, registry) },
    },
  }
}

type Success = {
  readonly schema: JsonSchema | null
  readonly description: string
  readonly mediaType: string
  readonly hasTag?: boolean
}

const UNCHANGED: Success = { schema: null, description: 'The caller has it already.', mediaType: '', hasTag: true }
const TAG_HEADER = {
  ETag: { description: 'Another one as soon as the answer is another.', schema: { type: 'string' } },
}

const successesOf = (route: Route, schema: GraphQLSchema, registry: SchemaRegistry, operationId: string) => {
  const found: [number, Success][] = []
  const words = route.as === 'STREAM' ? 'The list, written item by item.' : 'The answer.'
  if (route.as === 'BYTES') {
    const bytes = (description: string) => ({ schema: {}, description, mediaType: route.accept ?? '*/*' })
    const whole = [route.status, bytes('The bytes.')] as const
    if (!takesRange(route)) return [whole]
    const unchanged = { schema: null, description: 'The caller has them already.', mediaType: '' }
    return [whole, [206, bytes('The part that was asked for.')] as const, [304, unchanged] as const]
  }
  if (route.status === 204) return [[204, { schema: null, description: 'Done.', mediaType: '' }] as const]
  const members = answerSchemasOf(route.field.type, parse(route.document), { schema, registry, operationId })
  for (const [type, one] of members) {
    const status = isObjectType(type) ? Number(directiveOf(type, 'restStatus')?.code ?? route.status) : route.status
    const description = members.size > 1 ? (type.description ?? words) : words
    const success = { schema: one, description, mediaType: 'application/json', hasTag: route.etag !== null }
    found.push([members.size > 1 ? status : route.status, success])
  }
  if (route.etag !== null) found.push([304, UNCHANGED])
  const nullable = !isNonNullType(route.field.type)
  if (nullable && route.onNull !== 404)
    found.push([
      route.onNull,
      {
        schema: route.onNull === 200 ? { type: 'null' } : null,
        description: 'There is none.',
        mediaType: 'application/json',
      },
    ])
  return found
}

/** Not `oneOf`: an empty list is of every list type. */
const anyOf = (successes: readonly Success[]): JsonSchema => {
  const schemas = successes.flatMap(({ schema }) => (schema === null ? [] : [schema]))
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length === 1 && distinct[0] !== undefined ? distinct[0] : { anyOf: distinct }
}

const successResponse = (successes: readonly Success[]): Described => {
  const description = [...new Set(successes.map((success) => success.description))].join(' ')
  const mediaTypes = new Set(successes.flatMap(({ schema, mediaType }) => (schema === null ? [] : [mediaType])))
  const headers = successes.some(({ hasTag }) => hasTag) ? { headers: TAG_HEADER } : {}
  if (mediaTypes.size === 0) return { description, ...headers }
  const content = [...mediaTypes].map((mediaType) => {
    const ofType = successes.filter((success) => success.mediaType === mediaType)
    return [mediaType, mediaType === 'application/json' ? { schema: anyOf(ofType) } : {}] as const
  })
  return { description, ...headers, content: Object.fromEntries(content) }
}

const responsesOf = (group: readonly Route[], schema: GraphQLSchema, registry: SchemaRegistry, operationId: string) => {
  const byStatus = new Map<number, Success[]>()
  for (const route of group)
    for (const [status, success] of successesOf(route, schema, registry, operationId))
      byStatus.set(status, [...(byStatus.get(status) ?? []), success])
  const errors = new Set(group.flatMap(errorCodesOf))
  return Object.fromEntries<Described | { readonly $ref: string }>([
    ...[...byStatus].map(([status, successes]) => [String(status), successResponse(successes)] as const),
    ...[...errors].map(
      (code) => [String(ERROR_TABLE[code].status), { $ref: `#/components/responses/${responseNameOf(code)}` }] as const,
    ),
  ])
}

const formWords = (route: Route): string => {
  const { when, accept, field } = route
  const words = field.description ?? field.name
  return when === null && accept === null ? '' : `With ${askingWords(route)}: ${words}`
}

const accessWords = ({ access, internal }: Route): string => {
  if (internal) return 'Only services of the platform may call this.'
  return access.roles === null ? 'Any authenticated caller may call this.' : `Needs one of ${access.roles.join(', ')}.`
}

/** Describes the routes that share a method and a path; the first is the path's own, where it has one. */
export const operationOf = (
  group: readonly [Route, ...Route[]],
  service: { readonly name: string; readonly schema: GraphQLSchema },
  registry: SchemaRegistry,
  operationId: string,
): OpenApiOperation => {
  const [main] = group
  const { description } = main.field
  const words = [description ?? '', ...group.slice(isOwnOfPath(main) ? 1 : 0).map(formWords), accessWords(main)]
  const requestBody = requestBodyOf(main, registry)
  return {
    operationId,
    tags: [service.name],
    summary: (description ?? main.field.name).split(/(?<=[.;:])\s/)[0]?.replace(/[.;:]$/, '') ?? main.field.name,
    description: words.filter((text) => text !== '').join('\n\n'),
    ...deprecationOf(main.field),
    ...(main.access.roles === null || main.internal ? {} : { 'x-roles': main.access.roles }),
    security: [main.internal ? { internalSecret: [] } : { bearer: [] }],
    parameters: parametersOf(group, registry),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(group, service.schema, registry, operationId),
  }
}
