import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLSchema,
  getNullableType,
  isUnionType,
  Kind,
  parse,
  validate,
} from 'graphql'
import { badInputs, DomainError, type FieldFault, toDomainError } from '../common/errors.ts'
import { onceByTexts } from '../common/once-by-texts.ts'
import { isRecord } from '../common/records.rules.ts'
import { type CompiledOperation, compileOperation } from '../graphql/compiled-operation.ts'
import { AnswerDeferred, type OperationContext } from '../graphql/context.ts'
import { directiveOf } from '../graphql/directives.ts'
import { compileRenameEnums, type RenameEnums } from '../graphql/enum-names.ts'
import { restSchemaOf } from '../graphql/schema.ts'
import { tagged } from './etags.ts'
import { answerRanged } from './ranged.ts'
import { compileRoutes, type Route, type RouteArgument } from './routes.ts'

/** The parts of a request that arguments are read from, whichever way it came. */
export type RestInput = {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The parsed JSON body, undefined where there is none; for a STREAM argument a ByteStream. */
  readonly body: unknown
}

/** A raw request body, as the resolver of a `@restParam(in: STREAM)` argument gets it. */
export type ByteStream = {
  /** Each chunk is its reader's, who may move its memory elsewhere. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** In lower case; null where the body is sent as it is. */
  readonly contentEncoding: string | null
  readonly contentType: string | null
}

/** Bytes of which any part can be read without the rest. */
export type RangedBytes = {
  readonly sizeBytes: number
  /** A strong entity tag, with its quotation marks: another one as soon as one byte is another. */
  readonly etag: string
  /** The bytes from `from` up to but without `to`. Not begun before it is asked for its first chunk. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}

/** Bytes to be sent as they come. */
export type StreamedAnswer = {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly chunks: AsyncIterable<Uint8Array>
  /** Breaks the answer off, though parts of it may not be read yet. */
  readonly cut?: AbortSignal
}

/** Bytes that callers may ask for in part, by a `Range` header. */
export type RangedAnswer = Omit<StreamedAnswer, 'chunks'> & { readonly ranged: RangedBytes }

/** What the resolver of an `as: BYTES` field returns. */
export type BytesAnswer = StreamedAnswer | RangedAnswer

export type RestAnswer =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'items'; readonly status: number; readonly items: AsyncIterable<unknown> }
  | { readonly kind: 'bytes'; readonly status: number; readonly bytes: StreamedAnswer }

export type AnswerRoute = (input: RestInput, context: OperationContext) => Promise<RestAnswer>

const argumentValue = (argument: RouteArgument, input: RestInput): unknown => {
  if (argument.from === 'PATH') return input.params[argument.restName]
  if (argument.from === 'HEADER') return input.headers[argument.restName.toLowerCase()]
  if (argument.from === 'BODY' || argument.from === 'STREAM') return input.body
  if (argument.from === 'BODY_KEY')
    return typeof input.body === 'object' && input.body !== null
      ? new Map(Object.entries(input.body)).get(argument.restName)
      : undefined
  const text = input.query[argument.restName]
  return text === '' && argument.emptyIsLeftOut ? undefined : text
}

/**
 * Reads and checks the arguments of a route.
 * @throws DomainError BAD_USER_INPUT naming every faulty field by its path.
 */
const readArguments = (route: Route, input: RestInput): Record<string, unknown> => {
  const faults: FieldFault[] = []
  const variables: Record<string, unknown> = {}
  const keys = route.arguments.filter(({ from }) => from === 'BODY_KEY')
  const bodyIsObject = isRecord(input.body)
  if (keys.length > 0 && input.body !== undefined && !bodyIsObject)
    throw badInputs([{ field: 'body', message: 'must be a JSON object' }])
  for (const argument of route.arguments) {
    const value = argumentValue(argument, input)
    const path = argument.from === 'BODY' ? '' : argument.restName
    if (value !== undefined) variables[argument.name] = argument.coerce(value, path, faults)
    else if (argument.required) faults.push({ field: path === '' ? 'body' : path, message: 'is required' })
  }
  if (faults.length > 0) throw badInputs(faults)
  return variables
}

const memberStatuses = (route: Route): ReadonlyMap<string, number> | null => {
  const type = getNullableType(route.field.type)
  if (!isUnionType(type)) return null
  return new Map(
    type.getTypes().map((member) => [member.name, Number(directiveOf(member, 'restStatus')?.code ?? route.status)]),
  )
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isBytes = (value: unknown): value is BytesAnswer =>
  typeof value === 'object' && value !== null && 'contentType' in value && ('chunks' in value || 'ranged' in value)

/** The arguments as an executor would hand them to the resolver: scalars parsed, defaults filled in. */
const argumentsOf = (route: Route, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    route.arguments.flatMap(({ name, definition }) => {
      if (Object.hasOwn(given, name)) return [[name, coerceInputValue(given[name], definition.type)]]
      return definition.defaultValue === undefined ? [] : [[name, definition.defaultValue]]
    }),
  )

/** What is not one JSON value is taken straight from the resolver: an executor would collect it in memory. */
const compileDirect = (route: Route): AnswerRoute => {
  const resolve = route.field.resolve
  if (resolve === undefined) throw new Error(`${route.method} ${route.path}: the field has no resolver`)
  return async (input, context) => {
    const args = argumentsOf(route, readArguments(route, input))
    // A streaming field is only ever called on REST: it has neither a source nor GraphQL resolve info.
    const value: unknown = await Reflect.apply(resolve, undefined, [undefined, args, context])
    if (value === null || value === undefined)
      throw new DomainError('NOT_FOUND', 'Nothing was found under this address.')
    if (isBytes(value))
      return 'ranged' in value
        ? answerRanged(route.status, value, input.headers)
        : { kind: 'bytes', status: route.status, bytes: value }
    if (isIterable(value)) return { kind: 'items', status: route.status, items: value }
    throw new Error(`${route.method} ${route.path}: the resolver returned neither an async iterable nor bytes`)
  }
}

/** The operation of a route, checked: the compiler takes a selection that does not fit as an empty one. */
const checkedDocument = (schema: GraphQLSchema, route: Route): DocumentNode => {
  const document = parse(route.document, { noLocation: true })
  const [fault] = validate(schema, document)
  if (fault !== undefined) throw new Error(`${route.method} ${route.path}: ${fault.message}`)
  return document
}

/** The operations of the routes of a contract by their text, the same for each schema that is built from it. */
const checkedDocumentsOf = onceByTexts((sdl: string): ReadonlyMap<string, DocumentNode> => {
  const schema = restSchemaOf(sdl)
  const routes = compileRoutes(schema).filter(({ as }) => as === 'JSON')
  return new Map(routes.map((route) => [route.document, checkedDocument(schema, route)]))
})

const renamingOf = (schema: GraphQLSchema, route: Route, document: DocumentNode): RenameEnums => {
  const [operation] = document.definitions
  const answer = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections.at(-1) : undefined
  const selection = answer?.kind === Kind.FIELD ? answer.selectionSet : undefined
  return compileRenameEnums(route.field.type, selection, schema) ?? ((value) => value)
}

/** A function from request parts to the answer of a route, whose operation is compiled by its first request. */
const compileAnswer = (
  schema: GraphQLSchema,
  route: Route,
  documents: ReadonlyMap<string, DocumentNode>,
): AnswerRoute => {
  if (route.as !== 'JSON') return compileDirect(route)
  const document = documents.get(route.document)
  if (document === undefined) throw new Error(`${route.method} ${route.path} is not of this contract`)
  let compiled: CompiledOperation | undefined
  const run: CompiledOperation = (context, variables) => {
    compiled ??= compileOperation(schema, document)
    return compiled(context, variables)
  }
  const rename = renamingOf(schema, route, document)
  const statuses = memberStatuses(route)
  return async (input, context) => {
    const result = await run(context, readArguments(route, input))
    const [error] = result.errors ?? []
    if (error !== undefined) throw unwrap(error)
    const answer = rename(result.data?.answer)
    if (answer === null || answer === undefined) return nullAnswer(route)
    const { headers, isKnown } = tagged(result.data?.etag, input.headers['if-none-match'])
    if (isKnown) return { kind: 'json', status: 304, body: undefined, headers }
    if (statuses === null)
      return { kind: 'json', status: route.status, body: route.status === 204 ? undefined : answer, headers }
    const { __typename: member, ...body }: Record<string, unknown> = { ...Object(answer) }
    return { kind: 'json', status: statuses.get(String(member)) ?? route.status, body, headers }
  }
}

/**
 * The answers of routes: functions that throw errors as DomainErrors or as they are. `schema` is built from `sdl`.
 * @throws Error at boot when the selection of a route does not fit the schema.
 */
export const compileAnswers = (
  sdl: string,
  schema: GraphQLSchema,
  routes: readonly Route[],
): ReadonlyMap<Route, AnswerRoute> => {
  const documents = checkedDocumentsOf(sdl)
  return new Map(routes.map((route) => [route, compileAnswer(schema, route, documents)]))
}

const nullAnswer = (route: Route): RestAnswer => {
  if (route.onNull === 404)
    throw new DomainError('NOT_FOUND', `Nothing was found under this address, or it is not visible to you.`)
  return { kind: 'json', status: route.onNull, body: route.onNull === 200 ? null : undefined }
}

/** The executor wraps what a resolver threw; the refusal inside is what the caller gets. */
const unwrap = (error: Error): Error => {
  const original: unknown = 'originalError' in error ? error.originalError : undefined
  if (original instanceof AnswerDeferred) return original
  const { error: known, expected } = toDomainError(error)
  if (expected) return known
  return original instanceof Error ? original : error
}
