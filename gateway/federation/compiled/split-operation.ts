import { type DocumentNode, GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { FetchEnv, Step } from './fetches.ts'
import { type CompiledOperation, compileExecution, compileOperation, type PlannedOperation } from './operation.ts'
import type { Planner } from './planner.ts'
import { type IsTaken, type RenamedFields, renameFields, takenBesides } from './response-names.rules.ts'
import { mergeParts, splitOperation } from './split-operations.rules.ts'

const CHANGED = 'The data changed while it was read; try again.'

/** The parts are merged by the names that they are executed with. */
const NONE_RENAMED: RenamedFields = new Map()

const distinct = (errors: readonly GraphQLError[]): readonly GraphQLError[] => [
  ...new Map(errors.map((error) => [JSON.stringify([error.path, error.message]), error])).values(),
]

/**
 * Compiles an operation whose plan asks for different things under one response name, such as `{ goods { cost weight } }`
 * where `cost` requires `price(currency: "EUR")` and `weight` requires `price(currency: "USD")`: it is executed in
 * parts, each with a plan of its own, whose answers are merged by position. Null where it cannot be split.
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

/** Whether Apollo's plan of an operation would answer it wrongly, and what is done about it. */
export type Ambiguity = 'none' | 'renamed' | 'split'

/**
 * Plans the operation of a document that was validated. Where its plan asks for one thing and the client for another
 * under one response name, the client's field is renamed; where fields require different things, it is to be split.
 * @throws GraphQLError for an operation that has no plan.
 */
export const planDocument = (
  planner: Planner,
  document: DocumentNode,
  operationName: string | null,
): PlannedOperation & { readonly ambiguity: Ambiguity } => {
  const planAs = (isTaken: IsTaken): PlannedOperation => {
    const { document: executed, renamed } = renameFields(document, isTaken)
    return { ...planner.plan(executed, operationName), renamed }
  }
  const isTaken = takenBesides(planner.requiredNames)
  const planned = planAs(isTaken)
  const conflicts = planner.conflictsOf(planned)
  if (conflicts.size === 0) return { ...planned, ambiguity: 'none' }
  const again = planAs((name, isAlias) => isTaken(name, isAlias) || conflicts.has(name))
  return { ...again, ambiguity: planner.conflictsOf(again).size === 0 ? 'renamed' : 'split' }
}

/**
 * Compiles an operation that is planned.
 * @throws Error for what cannot be compiled.
 */
export const compilePlanned = <C>(
  planner: Planner,
  planned: ReturnType<typeof planDocument>,
  env: FetchEnv<C>,
): CompiledOperation<C> => {
  const split = planned.ambiguity === 'split' ? compileSplit(planner, planned, env) : null
  return split ?? compileOperation(planner.schema, planned, env)
}
