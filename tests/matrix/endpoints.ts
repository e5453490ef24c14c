import {
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { restNameOf } from '../../subgraphs/kit/graphql/directives.ts'
import type { Route } from '../../subgraphs/kit/rest/routes.ts'
import { INTERNAL_SECRET } from '../support/platform.ts'
import type { WholePlatform } from '../support/whole-platform.ts'
import type { Arguments } from './arguments.ts'
import { nameOfRoute, type Operation } from './operations.ts'

/** What an answer says: a status of HTTP, also for a field of the graph, and its text. */
export type Answer = {
  readonly status: number
  readonly isRoleRefused: boolean
  /** The text of the answer, as it was sent. */
  readonly text: string
  /** What was sent, decoded, to tell an echo from a leak. */
  readonly sent: string
}

export type Headers_ = Readonly<Record<string, string>>

/** A way to ask for an operation. */
export type Endpoint = {
  readonly name: string
  readonly isInternal: boolean
  /** Whether it can be asked with these arguments. */
  takes(args: Arguments): boolean
  ask(args: Arguments, headers: Headers_, listener?: 'public' | 'internal'): Promise<Answer>
}

const toRest = (value: unknown, type: GraphQLInputType): unknown => {
  if (isNonNullType(type)) return toRest(value, type.ofType)
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => toRest(item, type.ofType)) : value
  if (isEnumType(type)) {
    const known = type.getValue(String(value))
    return known ? restNameOf(known) : value
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value
  const fields = type.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = fields[name]
      return field === undefined ? [name, item] : [restNameOf(field), toRest(item, field.type)]
    }),
  )
}

type Request = { path: string; query: string[]; headers: Record<string, string>; body: string | null }

const requestOf = (prefix: string, route: Route, args: Arguments): Request => {
  const request: Request = { path: `${prefix}${route.path}`, query: [], headers: {}, body: null }
  const keys: Record<string, unknown> = {}
  let hasKeys = false
  for (const { name, restName, from, definition } of route.arguments) {
    hasKeys ||= from === 'BODY_KEY'
    if (!(name in args)) continue
    const value = toRest(args[name], definition.type)
    const texts = (Array.isArray(value) ? value : [value]).map(String)
    if (from === 'PATH') request.path = request.path.replace(`{${restName}}`, encodeURIComponent(texts.join()))
    else if (from === 'QUERY') request.query.push(...texts.map((text) => `${restName}=${encodeURIComponent(text)}`))
    else if (from === 'HEADER') request.headers[restName.toLowerCase()] = texts.join()
    else if (from === 'BODY_KEY') keys[restName] = value
    else request.body = from === 'STREAM' ? String(value) : JSON.stringify(value)
  }
  if (hasKeys) request.body = JSON.stringify(keys)
  if (route.when !== null) request.query.push(`${route.when.key}=${route.when.value}`)
  if (route.accept !== null) request.headers.accept = route.accept
  return request
}

/** The text of an answer; a stream of events is left as soon as it begins. */
const textOf = async (answer: Response): Promise<string> => {
  if (!String(answer.headers.get('content-type')).startsWith('text/event-stream')) return answer.text()
  await answer.body?.cancel()
  return ''
}

const isOfRole = (text: string): boolean => /"The role \w+ may not/.test(text)

const restEndpoint = (platform: WholePlatform, operation: Operation, route: Route): Endpoint => ({
  name: nameOfRoute(operation, route),
  isInternal: route.internal,
  takes: (args) => route.arguments.every(({ name, from }) => from !== 'PATH' || name in args),
  async ask(args, given, listener = 'public') {
    const { path, query, headers, body } = requestOf(operation.prefix, route, args)
    const target = query.length === 0 ? path : `${path}?${query.join('&')}`
    const url = `${listener === 'internal' ? platform.internalUrl : platform.url}${target}`
    const isRaw = route.arguments.some(({ from }) => from === 'STREAM')
    const type = body === null ? {} : { 'content-type': isRaw ? 'text/csv' : 'application/json' }
    const init = { method: route.method, headers: { ...type, ...headers, ...given } }
    const answer = await fetch(url, body === null ? init : { ...init, body })
    const text = await textOf(answer)
    return {
      status: answer.status,
      isRoleRefused: answer.status === 403 && isOfRole(text),
      text,
      sent: `${decodeURIComponent(target)} ${JSON.stringify(headers)} ${body ?? ''}`,
    }
  },
})

const PAGE = ['first', 'size', 'limit']

/** The parts of a selection of a type, down to a depth, without fields that need arguments. */
export const selectionOf = (type: GraphQLObjectType, depth: number): readonly string[] => [
  '__typename',
  ...Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined)) return []
    const page = field.args.find(({ name }) => PAGE.includes(name))
    const named = getNamedType(field.type)
    const text = `${field.name}${page === undefined ? '' : `(${page.name}: 2)`}`
    if (isLeafType(named)) return [text]
    return isObjectType(named) && depth > 0 ? [text, '{', ...selectionOf(named, depth - 1), '}'] : []
  }),
]

/** Operations whose lists are long, so that they may ask for little of each record. */
const LONG = /^(?:bulkIncidents|requestJournalFetches|retireAtms|journalParseQueue|journalProfiles|shiftReport)$/

/** As much of an answer as one operation may ask for; of a change the record itself. */
const selected = ({ field: { name }, kind }: Operation, type: GraphQLObjectType): string => {
  const isWrite = kind === 'mutation'
  const depths = isWrite || LONG.test(name) ? [0] : [2, 1, 0]
  const all = depths.map((depth) => selectionOf(type, depth))
  return (all.find((parts) => parts.length < 290) ?? []).join(' ')
}

/** The text of an operation of the graph, for arguments of these names. */
const documentOf = (operation: Operation, schema: GraphQLSchema, names: readonly string[]): string => {
  const root = operation.kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const field = root?.getFields()[operation.field.name]
  if (field === undefined) throw new Error(`${operation.key} is not in the graph`)
  const used = field.args.filter(({ name }) => names.includes(name))
  const page = field.args.find(({ name }) => PAGE.includes(name) && !names.includes(name))
  const passed = [...used.map(({ name }) => `${name}: $${name}`), ...(page === undefined ? [] : [`${page.name}: 2`])]
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const named = getNamedType(field.type)
  const selection = isLeafType(named) ? '' : isObjectType(named) ? selected(operation, named) : '__typename'
  const given = passed.length === 0 ? '' : `(${passed.join(', ')})`
  const head = `${operation.kind}${declared === '' ? '' : ` (${declared})`}`
  return `${head} { ${field.name}${given}${selection === '' ? '' : ` { ${selection} }`} }`
}

const STATUSES: Readonly<Record<string, number>> = {
  ...{ BAD_USER_INPUT: 400, UNAUTHENTICATED: 401, FORBIDDEN: 403, NOT_FOUND: 404, CONFLICT: 409, RATE_LIMITED: 429 },
  ...{ INTERNAL: 500, UNAVAILABLE: 503 },
}

/** The status that REST would have: a field that is null without an error is one that is not found. */
const statusOf = (http: number, text: string, field: string): number => {
  if (/"MAX_/.test(text)) throw new Error(`${field} asks for too much: ${text}`)
  if (http !== 200) return http
  const { data, errors } = Object(JSON.parse(text))
  const [error] = Array.isArray(errors) ? errors.filter(({ path }) => (path ?? []).length < 2) : []
  if (error !== undefined) return STATUSES[Object(error.extensions).code] ?? 500
  return data?.[field] === null ? 404 : 200
}

const graphEndpoint = (platform: WholePlatform, operation: Operation, schema: GraphQLSchema): Endpoint => ({
  name: 'graph',
  isInternal: false,
  takes: () => true,
  async ask(variables, headers) {
    const query = documentOf(operation, schema, Object.keys(variables))
    const answer = await fetch(`${platform.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    })
    const text = await answer.text()
    const status = statusOf(answer.status, text, operation.field.name)
    return { status, isRoleRefused: isOfRole(text) && status === 403, text, sent: JSON.stringify(variables) }
  },
})

/** Every way to ask for an operation. `schema` is that of the graph. */
export const endpointsOf = (
  platform: WholePlatform,
  operation: Operation,
  schema: GraphQLSchema,
): readonly Endpoint[] => [
  ...(operation.isInGraph ? [graphEndpoint(platform, operation, schema)] : []),
  ...operation.routes.map((route) => restEndpoint(platform, operation, route)),
]

export const WITH_SECRET: Headers_ = { 'x-internal-secret': INTERNAL_SECRET }
