import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { type ErrorCode, isErrorCode } from '../common/errors.ts'
import { type AccessRule, accessRuleOf, rootFieldsOf } from '../graphql/access.ts'
import type { OperationContext } from '../graphql/context.ts'
import { directiveOf, directivesOf, textArgument, textsArgument } from '../graphql/directives.ts'
import { type Coerce, compileCoerce, type Taken, takeJson } from './coerce.ts'
import { etagFieldOf } from './etags.ts'
import { operationFor } from './selection.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export type ArgumentSource = 'PATH' | 'QUERY' | 'HEADER' | 'BODY' | 'BODY_KEY' | 'STREAM'

export type RouteArgument = {
  /** The argument of the field. */
  readonly name: string
  /** The name on REST: of the template variable, the query parameter, the header or the key of the body. */
  readonly restName: string
  readonly from: ArgumentSource
  readonly required: boolean
  /** Whether an empty text in the query says that it is left out. */
  readonly emptyIsLeftOut: boolean
  readonly coerce: Coerce
  /** The values of its enum that are taken, null for all. */
  readonly taken: Taken
  readonly definition: GraphQLArgument
}

export type Route = {
  readonly method: Method
  /** The template as in the SDL: `/api/atms/{id}`. */
  readonly path: string
  /** The query parameter that selects this route on its path, null for the path's own. */
  readonly when: { readonly key: string; readonly value: string } | null
  /** The media type whose preference over JSON selects this route on its path, null for the path's own. */
  readonly accept: string | null
  readonly status: number
  readonly onNull: number
  readonly as: 'JSON' | 'STREAM' | 'BYTES'
  readonly bodyLimitBytes: number
  readonly operationId: string
  /** True under `/api/internal/`: served on the internal listener only, to holders of the secret. */
  readonly internal: boolean
  readonly access: AccessRule
  readonly operation: Operation
  readonly field: GraphQLField<unknown, OperationContext>
  readonly arguments: readonly RouteArgument[]
  /** The root field that gives the answer's entity tag, null where it has none. */
  readonly etag: GraphQLField<unknown, OperationContext> | null
  /** Error codes of its answers besides those that follow from its shape. */
  readonly errors: readonly ErrorCode[]
  /** False for a GET that changes something, which has no HEAD. */
  readonly isSafe: boolean
  /**
   * The GraphQL operation whose field `answer` is the answer, and whose field `etag` its entity tag, where it has
   * one.
   */
  readonly document: string
}

const TEMPLATE_VARIABLE = /\{(\w+)\}/g

/** Whether routes may have this method. */
export const isMethod = (text: string | undefined): text is Method => METHODS.some((method) => method === text)

const numberArgument = (args: Record<string, unknown>, name: string, otherwise: number): number =>
  typeof args[name] === 'number' || typeof args[name] === 'string' ? Number(args[name]) : otherwise

/** The sources of the arguments, by the rules of `@rest`: template, then query or body. */
const sourcesOf = (field: GraphQLField<unknown, OperationContext>, method: Method, variables: ReadonlySet<string>) => {
  const declared = field.args.map((argument) => {
    const param = directiveOf(argument, 'restParam')
    const restName = textArgument(param, 'name') ?? argument.name
    const given = textArgument(param, 'in')
    return { argument, restName, given: variables.has(restName) ? 'PATH' : given }
  })
  // A body that is one argument is the source of no other.
  const bodyIsTaken = declared.some(({ given }) => given === 'BODY' || given === 'STREAM')
  const rest = declared.filter(({ given }) => given === null)
  const only = rest.length === 1 ? rest[0]?.argument : undefined
  const whole =
    only !== undefined &&
    isInputObjectType(getNamedType(only.type)) &&
    !isListType(isNonNullType(only.type) ? only.type.ofType : only.type)
  const fromQuery = bodyIsTaken || method === 'GET' || method === 'DELETE'
  const fallback: ArgumentSource = fromQuery ? 'QUERY' : whole ? 'BODY' : 'BODY_KEY'
  return declared.map(({ argument, restName, given }) => ({
    argument,
    restName,
    from: isSource(given) ? given : fallback,
  }))
}

const isSource = (text: string | null): text is ArgumentSource =>
  text === 'PATH' || text === 'QUERY' || text === 'HEADER' || text === 'BODY' || text === 'STREAM'

const coerceOf = ({ type }: GraphQLArgument, from: ArgumentSource, taken: Taken): Coerce => {
  if (from === 'BODY' && getNamedType(type).name === 'JSON') return takeJson(type)
  return compileCoerce(type, from === 'BODY' || from === 'BODY_KEY' || from === 'STREAM' ? 'json' : 'text', taken)
}

/** @throws Error at boot for a value that the enum of the argument does not have. */
const takenOf = (argument: GraphQLArgument): Taken => {
  const taken = textsArgument(directiveOf(argument, 'restParam'), 'only')
  const type = getNamedType(argument.type)
  const unknown = taken?.find((name) => !isEnumType(type) || type.getValue(name) === undefined)
  if (unknown !== undefined) throw new Error(`@restParam(only: …) of ${argument.name}: there is no value ${unknown}`)
  return taken
}

type Operation = 'query' | 'mutation'

/**
 * `?status=` is how many clients say "no filter", and `?eventTypes=` too; only a text by itself may really be empty.
 * What changes something takes no empty switch: who sends `?dryRun` means that it is on.
 */
const isLeftOutWhenEmpty = ({ type }: GraphQLArgument, from: ArgumentSource, operation: Operation): boolean => {
  const { name } = getNamedType(type)
  if (from !== 'QUERY' || (operation === 'mutation' && name === 'Boolean')) return false
  return name !== 'String' || isListType(getNullableType(type))
}

type SourcedArgument = {
  readonly argument: GraphQLArgument
  readonly restName: string
  readonly from: ArgumentSource
}

const compileArgument = ({ argument, restName, from }: SourcedArgument, operation: Operation): RouteArgument => {
  const taken = takenOf(argument)
  return {
    name: argument.name,
    restName,
    from,
    required: isNonNullType(argument.type) && argument.defaultValue === undefined,
    emptyIsLeftOut: isLeftOutWhenEmpty(argument, from, operation),
    coerce: coerceOf(argument, from, taken),
    taken,
    definition: argument,
  }
}

const parseWhen = (text: string | null, at: string): Route['when'] => {
  if (text === null) return null
  const [key, value, ...more] = text.split('=')
  if (!key || !value || more.length > 0) throw new Error(`${at}: "when" must read "key=value", not "${text}"`)
  return { key, value }
}

const parseAccept = (text: string | null, at: string): string | null => {
  if (text !== null && !/^[a-z]+\/[a-z0-9.+-]+$/.test(text))
    throw new Error(`${at}: "accept" must be a media type, not "${text}"`)
  return text
}

/** @throws Error at boot for a code that is none. */
const parseErrors = (codes: readonly string[] | null, at: string): readonly ErrorCode[] => {
  const unknown = codes?.find((code) => !isErrorCode(code))
  if (unknown !== undefined) throw new Error(`${at}: there is no error ${unknown}`)
  return (codes ?? []).filter(isErrorCode)
}

type Feeding = {
  readonly method: Method
  readonly variables: ReadonlySet<string>
  readonly args: readonly RouteArgument[]
}

/** @throws Error at boot when something of a template feeds nothing, or nothing feeds an argument. */
const checkFed = ({ method, variables, args }: Feeding, at: string): void => {
  for (const variable of variables) {
    if (!args.some((argument) => argument.from === 'PATH' && argument.restName === variable))
      throw new Error(`${at}: no argument is named {${variable}}`)
  }
  const unfed = args.find(
    (argument) => argument.required && argument.from === 'PATH' && !variables.has(argument.restName),
  )
  if (unfed !== undefined) throw new Error(`${at}: nothing feeds the argument ${unfed.name}`)
  if (
    (method === 'GET' || method === 'DELETE') &&
    args.some(({ from, required }) => required && (from === 'BODY' || from === 'STREAM'))
  ) {
    throw new Error(`${at}: nothing feeds the body of a ${method}`)
  }
  if (args.filter(({ from }) => from === 'BODY' || from === 'STREAM').length > 1)
    throw new Error(`${at}: only one argument may be the body`)
}

const compileRoute = (
  root: { operation: Operation; field: GraphQLField<unknown, OperationContext>; coordinate: string },
  rest: Record<string, unknown>,
  schema: GraphQLSchema,
): Route => {
  const { field, coordinate, operation } = root
  const template = textArgument(rest, 'route') ?? ''
  const at = `${coordinate} @rest(route: "${template}")`
  const [method, path, ...more] = template.split(' ')
  if (!isMethod(method) || path === undefined || !path.startsWith('/') || more.length > 0)
    throw new Error(`${at}: a route reads "METHOD /path"`)
  const variables = new Set([...path.matchAll(TEMPLATE_VARIABLE)].map((match) => match[1] ?? ''))
  const args = sourcesOf(field, method, variables).map((one) => compileArgument(one, operation))
  checkFed({ method, variables, args }, at)
  const access = accessRuleOf(field)
  if (access === null) throw new Error(`${at}: the field has no @access`)
  const as = textArgument(rest, 'as') ?? 'JSON'
  const etag = etagFieldOf(textArgument(rest, 'etag'), field, schema, at)
  return {
    method,
    path,
    when: parseWhen(textArgument(rest, 'when'), at),
    accept: parseAccept(textArgument(rest, 'accept'), at),
    status: numberArgument(rest, 'status', 200),
    onNull: numberArgument(rest, 'onNull', 404),
    as: as === 'STREAM' || as === 'BYTES' ? as : 'JSON',
    bodyLimitBytes: numberArgument(rest, 'bodyLimit', 1_048_576),
    operationId: textArgument(rest, 'operationId') ?? field.name,
    internal: path.startsWith('/api/internal/'),
    access,
    operation,
    field,
    arguments: args,
    etag,
    errors: parseErrors(textsArgument(rest, 'errors'), at),
    isSafe: rest.safe !== false,
    document: operationFor(operation, field, textsArgument(rest, 'include') ?? [], etag),
  }
}

/**
 * The route table of a service: one Route for each `@rest` of a root field.
 * @throws Error at boot on a duplicate route, a template variable without an argument, a required argument that
 * nothing feeds, or two arguments for one body.
 */
export const compileRoutes = (schema: GraphQLSchema): readonly Route[] => {
  const routes = rootFieldsOf(schema).flatMap((root) =>
    directivesOf(root.field, 'rest').map((rest) => compileRoute(root, rest, schema)),
  )
  const seen = new Map<string, Route>()
  for (const route of routes) {
    const shape =
      `${route.method} ${route.path.replace(TEMPLATE_VARIABLE, '{}')} ` +
      `${route.when === null ? '' : `${route.when.key}=${route.when.value}`} ${route.accept ?? ''}`
    const twin = seen.get(shape)
    if (twin !== undefined)
      throw new Error(`duplicate route "${route.method} ${route.path}": of ${twin.field.name} and ${route.field.name}`)
    seen.set(shape, route)
  }
  return routes
}
