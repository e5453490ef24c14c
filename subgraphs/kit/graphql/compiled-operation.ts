import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { OperationContext } from './context.ts'
import { hasRecursiveVariable } from './recursive-inputs.rules.ts'

/** A function that runs one operation with the variables of a request. */
export type CompiledOperation = (
  context: OperationContext,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult

/**
 * Whether an operation gives a field the name `__proto__` in its answer. graphql-jit writes answers into ordinary
 * objects: what is under this name is lost, and a null below it fails the operation.
 */
const hasProtoName = (document: DocumentNode): boolean => {
  let found = false
  visit(document, {
    Field({ alias }) {
      if (alias?.value !== '__proto__') return undefined
      found = true
      return BREAK
    },
  })
  return found
}

/** The defaults of the variables of an operation, as a request would send them. */
const defaultVariables = (document: DocumentNode, operationName?: string): Record<string, unknown> => {
  const defaults: Record<string, unknown> = {}
  for (const { variable, defaultValue } of getOperationAST(document, operationName)?.variableDefinitions ?? [])
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue)
  return defaults
}

/**
 * Compiles a valid operation once into a function (graphql-jit). An operation that graphql-jit cannot run (a variable
 * whose type holds itself, a field under the name `__proto__`) is executed by graphql-js. Defaults are sent as
 * variables, as graphql-jit refuses a required variable that is left to its default, and passes the parsed defaults of
 * scalars on as JSON.
 * @throws Error when the operation does not fit the schema.
 */
export const compileOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): CompiledOperation => {
  if (hasRecursiveVariable(schema, document) || hasProtoName(document))
    return (contextValue, variableValues) => execute({ schema, document, operationName, contextValue, variableValues })
  const compiled: CompiledQuery | ExecutionResult = compileQuery(schema, document, operationName)
  if (!isCompiledQuery(compiled))
    throw new Error(compiled.errors?.map((error) => error.message).join('; ') ?? 'the operation cannot be compiled')
  const defaults = defaultVariables(document, operationName)
  return Object.keys(defaults).length === 0
    ? (context, variables) => compiled.query(undefined, context, variables)
    : (context, variables) => compiled.query(undefined, context, { ...defaults, ...variables })
}
