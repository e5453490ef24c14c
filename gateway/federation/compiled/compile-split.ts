import { GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { FetchEnv, Step } from './execution.types.ts'
import { type CompiledOperation, compileExecution, compileOperation, type PlannedOperation } from './operation.ts'
import type { PlannedDocument } from './plan-document.ts'
import type { Planner } from './planner.ts'
import { NONE_RENAMED } from './response-names.rules.ts'
import { mergeParts, splitOperation } from './split-operations.rules.ts'

const CHANGED = 'The data changed while it was read; try again.'

const distinct = (errors: readonly GraphQLError[]): readonly GraphQLError[] => [
  ...new Map(errors.map((error) => [JSON.stringify([error.path, error.message]), error])).values(),
]

/**
 * Compiles an operation whose plan asks for different things under one response name, such as
 * `{ goods { cost weight } }` where `cost` requires `price(currency: "EUR")` and `weight` requires
 * `price(currency: "USD")`. It is executed in parts, each with a plan of its own, whose answers are merged by position.
 * Only graphs with such requirements need it; the platform's has none. Null where it cannot be split.
 */
const compileSplit = <C>(planner: Planner, planned: PlannedOperation, env: FetchEnv<C>) => {
  const { schema } = planner
  const isValid = (part: OperationDefinitionNode) =>
    planner.conflictsOf({ operation: part, plan: planner.planOf(part) }).size === 0
  const parts = splitOperation(planned.operation, isValid)?.map((part) =>
    compileOperation(schema, { operation: part, plan: planner.planOf(part), renamed: NONE_RENAMED }, env),
  )
  if (parts === undefined) return null
  const fill: Step<C> = async ({ data, variables, context, errors }) => {
    const answers = await Promise.all(parts.map((part) => part(variables, context)))
    errors.push(...distinct(answers.flatMap((answer) => answer.errors ?? [])))
    if (answers.every((answer) => !answer.data || mergeParts(data, answer.data))) return
    for (const name of Object.keys(data)) data[name] = null
    errors.push(new GraphQLError(CHANGED, { extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } }))
  }
  return compileExecution(schema, planned, fill)
}

/**
 * Compiles an operation that is planned.
 * @throws Error for what cannot be compiled.
 */
export const compilePlanned = <C>(
  planner: Planner,
  planned: PlannedDocument,
  env: FetchEnv<C>,
): CompiledOperation<C> => {
  const split = planned.ambiguity === 'split' ? compileSplit(planner, planned, env) : null
  return split ?? compileOperation(planner.schema, planned, env)
}
