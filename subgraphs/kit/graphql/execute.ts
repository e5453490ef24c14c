import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { badInputs, type DomainError, type FieldFault, toDomainError } from '../common/errors.ts'
import { findTextFault } from '../common/text-faults.ts'
import { type CompiledOperation, compileOperation } from './compiled-operation.ts'
import type { OperationContext } from './context.ts'
import { faultyFieldOf } from './graphql-fields.ts'
import { countExpandedFields } from './operation-fields.ts'

const COMPILED_OPERATIONS = 500
/** Characters of their texts; what is compiled of one takes about seventy bytes a character. */
const COMPILED_CHARS = 500_000
const MAX_TOKENS = 5_000
/** With every fragment written out. A compiled field takes some 0.2 ms; the gateway asks for a few hundred at most. */
const MAX_FIELDS = 1_000

export type GraphQLRequestBody = {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
}

/**
 * Runs an operation sent by the gateway or a developer: parsed, validated and compiled once per distinct text, in a
 * bounded cache.
 */
export type ExecuteGraphQL = (request: GraphQLRequestBody, context: OperationContext) => Promise<ExecutionResult>

const asGraphQLError = ({ message, extensions }: DomainError): GraphQLError => new GraphQLError(message, { extensions })

/** Documents are executed many times, and their texts stay the same. */
const literalFaults = new WeakMap<DocumentNode, { readonly fault: FieldFault | null }>()

/** A text written into the operation itself that no store can hold; null where there is none. */
export const literalFault = (document: DocumentNode): FieldFault | null => {
  const before = literalFaults.get(document)
  if (before !== undefined) return before.fault
  let fault: FieldFault | null = null
  visit(document, {
    StringValue({ value }) {
      fault ??= findTextFault(value, 'query')
    },
  })
  literalFaults.set(document, { fault })
  return fault
}

const prepare = (schema: GraphQLSchema, request: GraphQLRequestBody): CompiledOperation | readonly GraphQLError[] => {
  try {
    const document = parse(request.query, { maxTokens: MAX_TOKENS })
    const unstorable = literalFault(document)
    if (unstorable !== null) return [asGraphQLError(badInputs([unstorable]))]
    if (countExpandedFields(document) > MAX_FIELDS)
      return [asUserInput(`An operation may have ${MAX_FIELDS} fields at most, those of its fragments included.`)]
    const faults = validate(schema, document, specifiedRules, { maxErrors: 20 })
    return faults.length > 0
      ? faults.map(asUserInput)
      : compileOperation(schema, document, request.operationName ?? undefined)
  } catch (error) {
    return [asUserInput(error)]
  }
}

const asUserInput = (error: unknown): GraphQLError => {
  const message = error instanceof Error ? error.message : String(error)
  const field = faultyFieldOf(error)
  const errors = field === null ? {} : { errors: [{ field, message }] }
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 }, ...errors } })
}

/** The executor of a subgraph for GraphQL text. Unexpected errors are handed to `onFault` and masked. */
export const createExecuteGraphQL = (
  schema: GraphQLSchema,
  onFault: (error: unknown, context: OperationContext) => void,
): ExecuteGraphQL => {
  const cache = new LRUCache<string, CompiledOperation>({
    max: COMPILED_OPERATIONS,
    maxSize: COMPILED_CHARS,
    sizeCalculation: (_run, key) => key.length,
  })
  return async (request, context) => {
    const key = `${request.operationName ?? ''}\n${request.query}`
    const run = cache.get(key) ?? prepare(schema, request)
    if (typeof run !== 'function') return { errors: run }
    cache.set(key, run)
    const unstorable = findTextFault(request.variables, '')
    if (unstorable !== null) return { errors: [asGraphQLError(badInputs([unstorable]))] }
    const result = await run(context, { ...request.variables })
    return result.errors === undefined ? result : masked(result, (fault) => onFault(fault, context))
  }
}

/** An operation that the gateway of this process planned: its text is parsed and compiled once. */
export type PreparedGraphQL = (
  variables: Record<string, unknown>,
  context: OperationContext,
) => Promise<ExecutionResult> | ExecutionResult

/**
 * Prepares operations that were planned from validated ones, whose variables the gateway checked. The planner merges
 * what an operation asks for with what other services require, which may be invalid together: that is refused as a
 * service with a URL refuses it.
 */
export const createPrepareGraphQL =
  (schema: GraphQLSchema, onFault: (error: unknown, context: OperationContext) => void) =>
  (request: Pick<GraphQLRequestBody, 'query' | 'operationName'>): PreparedGraphQL => {
    const run = prepare(schema, request)
    if (typeof run !== 'function') return () => ({ errors: run })
    const answerOf = (result: ExecutionResult, context: OperationContext): ExecutionResult =>
      result.errors === undefined ? result : masked(result, (fault) => onFault(fault, context))
    return (variables, context) => {
      const result = run(context, variables)
      return result instanceof Promise ? result.then((one) => answerOf(one, context)) : answerOf(result, context)
    }
  }

const masked = (result: ExecutionResult, onFault: (error: unknown) => void): ExecutionResult => {
  const { errors = [] } = result
  // Nothing was run: a variable does not fit its type.
  if (!('data' in result)) return { errors: errors.map(asUserInput) }
  return { ...result, errors: errors.map((error) => maskError(error, onFault)) }
}

/** A GraphQL error with the code and words of the error table; anything unexpected is reported and hidden. */
export const maskError = (error: GraphQLError, onFault: (error: unknown) => void): GraphQLError => {
  const { error: known, expected } = toDomainError(error)
  if (!expected) onFault(error.originalError ?? error)
  return new GraphQLError(known.message, { path: error.path, extensions: known.extensions })
}
