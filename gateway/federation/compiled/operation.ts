import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode, visit } from 'graphql'
import { LRUCache } from 'lru-cache'
import { type ConditionValues, collectFields, conditionsOf } from './collected-fields.rules.ts'
import type { Execution, FetchEnv, Step } from './execution.types.ts'
import { compileIntrospection } from './introspection.ts'
import { compileNode } from './plan-nodes.ts'
import type { OperationPlan } from './planner.ts'
import { compileProjection, type InvalidValue, type Projection } from './projection.rules.ts'
import type { Data } from './records.rules.ts'
import { givenError, type RenamedFields } from './response-names.rules.ts'

/** The answer of an operation: `invalidValues` are what did not fit the schema, whether or not an error explains it. */
export type OperationAnswer = {
  readonly data?: Data | null
  readonly errors?: readonly GraphQLError[]
  readonly invalidValues?: readonly InvalidValue[]
}

/** An operation, ready to be executed. */
export type CompiledOperation<C> = (variables: Data, context: C) => Promise<OperationAnswer>

/** A plan, and the response names in it that are not those of the client. */
export type PlannedOperation = OperationPlan & { readonly renamed: RenamedFields }

/** Each combination of the values of `@skip` and `@include` has a projection of its own; so many are kept. */
const MAX_COMBINATIONS = 16

type ExecutedOperation = Pick<PlannedOperation, 'operation' | 'renamed'>

type Shape = { readonly project: Projection; readonly introspect: ((variables: Data) => Data) | null }

/** The shapes of the answer by the values of the conditions. */
const createShapes = (schema: GraphQLSchema, { operation, renamed }: ExecutedOperation, names: readonly string[]) => {
  const root = schema.getRootType(operation.operation)
  if (root === undefined || root === null) throw new Error(`the schema has no ${operation.operation}`)
  const compile = (conditions: ConditionValues): Shape => {
    const env = { schema, conditions, renamed }
    const fields = collectFields([{ selectionSet: operation.selectionSet, on: root.name }], root.name, env)
    return {
      project: compileProjection(root.name, operation.selectionSet, env),
      introspect: compileIntrospection(schema, operation, fields),
    }
  }
  const [only] = names.length === 0 ? [compile(new Map())] : []
  if (only !== undefined) return () => only
  const cache = new LRUCache<string, Shape>({ max: MAX_COMBINATIONS })
  return (conditions: Data): Shape => {
    const key = names.map((name) => (conditions[name] === true ? 1 : 0)).join('')
    const shape = cache.get(key) ?? compile(new Map(names.map((name) => [name, conditions[name] === true])))
    cache.set(key, shape)
    return shape
  }
}

const NO_VARIABLES: Data = {}

/** Reads the variables that decide what is included; the services read the others. */
const createConditions = (schema: GraphQLSchema, operation: OperationDefinitionNode, names: readonly string[]) => {
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    names.includes(variable.name.value),
  )
  if (definitions.length === 0) return () => NO_VARIABLES
  return (variables: Data): Data | readonly GraphQLError[] => {
    const { coerced, errors } = getVariableValues(schema, definitions, variables)
    return coerced ?? errors ?? []
  }
}

const isFaults = (conditions: Data | readonly GraphQLError[]): conditions is readonly GraphQLError[] =>
  Array.isArray(conditions)

const answerOf = (
  data: Data | null,
  errors: readonly GraphQLError[],
  invalidValues: readonly InvalidValue[],
): OperationAnswer => ({
  ...(errors.length > 0 ? { errors } : {}),
  data,
  ...(invalidValues.length > 0 ? { invalidValues } : {}),
})

/**
 * Compiles an operation whose data `fill` brings; null where only its introspection is asked for.
 * @throws Error for what cannot be compiled.
 */
export const compileExecution = <C>(
  schema: GraphQLSchema,
  executed: ExecutedOperation,
  fill: Step<C> | null,
): CompiledOperation<C> => {
  const { operation, renamed } = executed
  const names = conditionsOf(operation)
  const shapeOf = createShapes(schema, executed, names)
  const readConditions = createConditions(schema, operation, names)
  return async (variables, context) => {
    const conditions = readConditions(variables)
    if (isFaults(conditions)) return { errors: conditions }
    const shape = shapeOf(conditions)
    const execution: Execution<C> = { data: {}, variables, conditions, context, errors: [] }
    await fill?.(execution, { objects: [execution.data], path: [] })
    const introspected = shape.introspect?.(variables) ?? NO_VARIABLES
    const { data, invalidValues } = shape.project(execution.data, introspected)
    const errors = renamed.size === 0 ? execution.errors : execution.errors.map((error) => givenError(error, renamed))
    return answerOf(data, errors, invalidValues)
  }
}

/**
 * The first field of an operation with an empty plan that a service would have to answer. `@skip` and `@include` can
 * leave nothing to ask for; without them, the types of the services have no such fields.
 */
const unansweredIn = ({ selectionSet }: OperationDefinitionNode): string | undefined => {
  const names: string[] = []
  let isConditional = false
  visit(selectionSet, {
    Directive({ name }) {
      if (name.value === 'skip' || name.value === 'include') isConditional = true
    },
    Field({ name, alias }) {
      if (name.value.startsWith('__')) return false
      names.push(alias?.value ?? name.value)
      return undefined
    },
  })
  return isConditional ? undefined : names[0]
}

const unanswerable = (name: string): GraphQLError =>
  new GraphQLError(`No service can answer ${name}.`, { path: [name], extensions: { code: 'INTERNAL' } })

/**
 * Compiles an operation and its plan into one function.
 * @throws Error for what cannot be compiled.
 */
export const compileOperation = <C>(
  schema: GraphQLSchema,
  planned: PlannedOperation,
  env: FetchEnv<C>,
): CompiledOperation<C> => {
  const { operation, plan, renamed } = planned
  const { node } = plan
  if (node?.kind === 'Subscription') throw new Error('subscriptions are not executed')
  const unanswered = node === undefined ? unansweredIn(operation) : undefined
  if (unanswered !== undefined) {
    const error = unanswerable(renamed.get(unanswered) ?? unanswered)
    return async () => ({ errors: [error], data: null })
  }
  return compileExecution(schema, planned, node === undefined ? null : compileNode(node, env))
}
