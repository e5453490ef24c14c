import { HeaderMap } from '@apollo/server'
import { GraphQLError, type GraphQLFormattedError, Kind, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { executeInTurn, type OperationTurns } from './admission.ts'
import type { GraphExecutor } from './compiled/executor.ts'
import type { GraphContext } from './data-sources.ts'
import { type Answer, type OperationHook, statusOf } from './operation-hooks.ts'

type Prepare = GraphExecutor<GraphContext>['prepare']
type PreparedOperation = NonNullable<ReturnType<Prepare>>

/** A request for an operation of a trusted document. */
export type TrustedRequest = {
  /** The text of the document. */
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
}

export type TrustedAnswer = {
  readonly status: number
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly answer: Answer
}

/**
 * Executes operations of trusted documents. Each is read, validated, planned and compiled once. What Apollo Server
 * does for any text (its hash, the search for its document, the choice of a media type, the steps of plugins) takes
 * more time than the executor, and is left out.
 */
export type TrustedOperations = {
  /** Prepares the one operation of a document before it is asked for. @throws GraphQLError for an invalid document. */
  prepare(query: string): void
  /** Null for an operation that only Apollo Server can execute or refuse. */
  execute(request: TrustedRequest, context: GraphContext): Promise<TrustedAnswer> | null
}

export type TrustedOperationsOptions = {
  readonly prepare: Prepare
  readonly hooks: readonly OperationHook[]
  readonly turns: OperationTurns
  /** As Apollo Server calls it. */
  formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError
}

const MAX_DOCUMENTS = 1_000
const SERVER_FAULT = 500

const httpSchema = z.object({
  status: z.number().optional(),
  headers: z.instanceof(HeaderMap).optional(),
})

/** What the errors of an answer say of its HTTP response: the last status, and all headers. */
const createHead = () => {
  const headers = new HeaderMap()
  let status: number | undefined
  return {
    headers,
    status: () => status,
    add({ extensions }: GraphQLError): void {
      const { data } = httpSchema.safeParse(extensions.http)
      status = data?.status ?? status
      for (const [name, value] of data?.headers ?? []) headers.set(name, value)
    },
  }
}

const asGraphQLError = (error: unknown): GraphQLError => {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(`Unexpected error value: ${String(error)}`)
  return new GraphQLError(originalError.message, { originalError })
}

/** The error as `formatError` expects it. */
const enriched = (error: GraphQLError): GraphQLFormattedError => {
  const { http: _http, ...extensions } = error.extensions
  return { ...error.toJSON(), extensions: { ...extensions, code: extensions.code ?? 'INTERNAL_SERVER_ERROR' } }
}

/** A document: the names of its operations, and what was prepared of them; null where Apollo Server executes it. */
type Known = {
  readonly names: ReadonlySet<string>
  readonly prepared: Map<string | null, PreparedOperation | null>
}

/** The names of the operations of a text; none where it cannot be parsed, which Apollo Server refuses. */
const namesIn = (query: string): ReadonlySet<string> => {
  try {
    const operations = parse(query).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    return new Set(operations.flatMap(({ name }) => name?.value ?? []))
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return new Set()
  }
}

const NO_HEADERS: readonly (readonly [string, string])[] = []

export const createTrustedOperations = (options: TrustedOperationsOptions): TrustedOperations => {
  const { hooks, turns, formatError } = options
  const known = new LRUCache<string, Known>({ max: MAX_DOCUMENTS })
  const preparedFor = (query: string, operationName: string | null): PreparedOperation | null => {
    const document: Known = known.get(query) ?? { names: namesIn(query), prepared: new Map() }
    known.set(query, document)
    const { names, prepared } = document
    // Callers choose the name: for any other, nothing is kept or prepared.
    if (operationName !== null && !names.has(operationName)) return null
    const before = prepared.get(operationName)
    if (before !== undefined) return before
    // Stays null for a document that is invalid, which Apollo Server refuses.
    prepared.set(operationName, null)
    const found = options.prepare(query, operationName)
    prepared.set(operationName, found)
    return found
  }
  const preparedOrNull = ({ query, operationName }: TrustedRequest): PreparedOperation | null => {
    try {
      return preparedFor(query, operationName)
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      return null
    }
  }

  const executed = async (
    { operation, execute }: PreparedOperation,
    given: TrustedRequest['variables'],
    context: GraphContext,
  ): Promise<{ readonly answer: Answer; readonly errors: readonly unknown[] }> => {
    try {
      for (const hook of hooks) hook.before?.({ ...operation, given }, context)
      const { errors = [], ...answer } = await executeInTurn<Awaited<ReturnType<typeof execute>>>(
        turns,
        context,
        (caller) => {
          context.caller = caller
          return execute(given, context)
        },
      )
      return { answer, errors }
    } catch (error) {
      return { answer: {}, errors: [error] }
    }
  }

  const answered = async (
    prepared: PreparedOperation,
    { variables }: TrustedRequest,
    context: GraphContext,
  ): Promise<TrustedAnswer> => {
    const { answer, errors } = await executed(prepared, variables, context)
    const head = errors.length === 0 ? null : createHead()
    if (head !== null)
      answer.errors = errors.map((thrown) => {
        const error = asGraphQLError(thrown)
        head.add(error)
        return formatError(enriched(error), error)
      })
    const status = statusOf(answer, head?.status() ?? SERVER_FAULT)
    for (const hook of hooks) hook.after?.(answer, context)
    return { status: status ?? 200, headers: head?.headers ?? NO_HEADERS, answer }
  }

  return {
    prepare: (query) => void preparedFor(query, null),
    execute(request, context) {
      const prepared = preparedOrNull(request)
      // A copy, as the hooks and the executor write into it.
      return prepared === null ? null : answered(prepared, request, { ...context })
    },
  }
}
