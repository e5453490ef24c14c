import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
} from 'graphql'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { maskBeginning } from '../../subgraphs/kit/cards/card-numbers.ts'
import { badInputs, type FieldFault } from '../../subgraphs/kit/common/errors.ts'
import { findTextFault } from '../../subgraphs/kit/common/text-faults.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import { literalFault } from '../../subgraphs/kit/graphql/execute.ts'
import { createBuckets } from '../../subgraphs/kit/sharing/rate-limit.rules.ts'
import { holderKeyOf } from '../../subgraphs/kit/sharing/shares.rules.ts'
import { type Cost, type CostInput, costOf } from './cost.rules.ts'
import { countDocument, type DocumentCounts } from './document-counts.rules.ts'
import { aboveBudget, limitFault, MAX_OPERATION_FAULTS } from './limits.rules.ts'
import { type ListSizes, readListSizes, withIntrospection } from './list-sizes.rules.ts'
import type { OperationHook } from './operation-hooks.ts'

const MAX_FAULT_CHARS = 200

type Variables = Readonly<Record<string, unknown>>

/** The coerced variables. @throws GraphQLError for one that does not fit its type. */
const coercedVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): Variables => {
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, given, {
    maxErrors: MAX_OPERATION_FAULTS,
    hideSuggestions: true,
  })
  const [fault] = errors ?? []
  if (fault === undefined) return coerced ?? {}
  // One error lists all of them, as only one can be thrown. They repeat the values.
  const message = (errors ?? []).map((error) => maskBeginning(error.message, MAX_FAULT_CHARS)).join(' ')
  throw new GraphQLError(message, {
    ...(fault.nodes === undefined ? {} : { nodes: fault.nodes }),
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  })
}

/** The refusal of a text that no store can hold. */
const unstorable = (fault: FieldFault): GraphQLError => {
  const { message, extensions } = badInputs([fault])
  return new GraphQLError(message, { extensions })
}

/** @throws GraphQLError for a text that no store can hold, in the variables. */
const checkVariables = (variables: Variables): void => {
  const fault = findTextFault(variables, '')
  if (fault !== null) throw unstorable(fault)
}

/** The cost of preparing one field of the document, in values. */
const VALUES_PER_FIELD = 20
/** Callers whose budgets are kept; that of the caller who asked least recently is forgotten first. */
const MAX_CALLERS = 50_000

/**
 * What budgets are for: what callers ask for themselves, what their subscriptions ask for each change, and the reading
 * of documents, which takes processor time also where they are refused.
 */
export type BudgetUse = 'operations' | 'subscriptions' | 'documents'

/** The share of the budget of operations that subscriptions have besides, so that the two do not compete. */
const SUBSCRIPTIONS_SHARE = 0.25

/** Takes the cost of operations from the budgets of their callers. */
const createBudgets = ({ costPerSecond }: GraphLimits, nowMs: () => number) => {
  const budgetOf = (perSecond: number) => ({ perSecond, buckets: createBuckets(perSecond, MAX_CALLERS) })
  const budgets = {
    operations: budgetOf(costPerSecond),
    documents: budgetOf(costPerSecond),
    subscriptions: budgetOf(Math.max(1, Math.floor(costPerSecond * SUBSCRIPTIONS_SHARE))),
  }
  return {
    /** @throws GraphQLError for a caller whose budget is used up. */
    take(principal: Principal, cost: number, use: BudgetUse): void {
      const { perSecond, buckets } = budgets[use]
      const key = holderKeyOf(principal)
      const retryAfterSeconds = buckets.waitSeconds(key, nowMs())
      if (retryAfterSeconds > 0) throw aboveBudget(use, perSecond, retryAfterSeconds)
      buckets.take(key, cost, nowMs())
    },
  }
}

/** What is counted of the text of an operation, once, as Apollo keeps the documents that it has parsed. */
const createCounts = () => {
  const counted = new WeakMap<OperationDefinitionNode, DocumentCounts>()
  /** @throws GraphQLError for a text in the operation that no store can hold. */
  return (document: DocumentNode, operation: OperationDefinitionNode): DocumentCounts => {
    const known = counted.get(operation)
    if (known !== undefined) return known
    const fault = literalFault(document)
    if (fault !== null) throw unstorable(fault)
    const counts = countDocument(document, operation)
    counted.set(operation, counts)
    return counts
  }
}

/** Whether a variable may be the size of a list. A list of numbers is none, and may be long. */
const isInt = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE ? isInt(type.type) : type.kind === Kind.NAMED_TYPE && type.name.value === 'Int'

/** Costs of one operation that are kept, by the sizes that are asked for in variables. */
const MAX_COSTS = 100

/**
 * Computes the costs of operations, each once for the values of its `Int` variables: no others are sizes of lists.
 */
const createCosts = (contracts: readonly string[]): ((input: Omit<CostInput, 'listSizes'>) => Cost) => {
  const declared = readListSizes(contracts.map((sdl) => parse(sdl)))
  const sizesBySchema = new WeakMap<GraphQLSchema, ListSizes>()
  const costsByOperation = new WeakMap<OperationDefinitionNode, Map<string, Cost>>()
  const listSizesOf = (schema: GraphQLSchema): ListSizes => {
    const listSizes = sizesBySchema.get(schema) ?? withIntrospection(declared, schema)
    sizesBySchema.set(schema, listSizes)
    return listSizes
  }
  const sizesOf = ({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): string =>
    variableDefinitions
      .filter(({ type }) => isInt(type))
      .map(({ variable }) => JSON.stringify(variables[variable.name.value]))
      .join()
  return (input) => {
    const { operation, variables, schema } = input
    const costs = costsByOperation.get(operation) ?? new Map<string, Cost>()
    costsByOperation.set(operation, costs)
    const sizes = sizesOf(operation, variables)
    const cost = costs.get(sizes) ?? costOf({ ...input, listSizes: listSizesOf(schema) })
    if (costs.size >= MAX_COSTS) costs.clear()
    costs.set(sizes, cost)
    return cost
  }
}

export type CostLimitOptions = {
  /** The SDL of the services. */
  readonly contracts: readonly string[]
  readonly limits?: GraphLimits
  /** A clock that never goes back, in ms. */
  readonly nowMs?: () => number
}

/** An operation that was read and validated, with the variables as they were given. */
export type GivenOperation = {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly given: Variables
}

/** The limits of all operations of a process. */
export type CostLimit = {
  /**
   * Takes the cost of an operation from its caller's budget.
   * @throws GraphQLError for one that is above a limit, or whose variables do not fit.
   */
  admit(operation: GivenOperation, principal: Principal, use: BudgetUse): Cost
  /** Takes the cost of reading a document. @throws GraphQLError for a caller whose budget is used up. */
  chargeReading(principal: Principal, values: number): void
}

/** @throws Error at start, naming every list of the graph without a bound. */
export const createCostLimit = (options: CostLimitOptions): CostLimit => {
  const { limits = GRAPH_LIMITS, nowMs = () => performance.now() } = options
  const costOfOperation = createCosts(options.contracts)
  const budgets = createBudgets(limits, nowMs)
  const countsOf = createCounts()
  return {
    admit({ schema, document, operation, given }, principal, use) {
      const counts = countsOf(document, operation)
      checkVariables(given)
      const variables = coercedVariables(schema, operation, given)
      const cost = costOfOperation({ schema, document, operation, variables })
      const fault = limitFault(counts, cost, limits)
      if (fault !== null) throw fault
      budgets.take(principal, budgetCostOf(cost), use)
      return cost
    },
    chargeReading: (principal, values) => budgets.take(principal, values, 'documents'),
  }
}

/** What an operation takes of its caller's budget, in values. */
const budgetCostOf = ({ values, fields }: Cost): number => values + fields * VALUES_PER_FIELD

/** Refuses an operation above the limits before it is planned, and outside production answers its cost. */
export const limitCost = (
  costLimit: CostLimit,
  { production, limits = GRAPH_LIMITS }: { readonly production: boolean; readonly limits?: GraphLimits },
): OperationHook => ({
  before(operation, context) {
    const cost = costLimit.admit(
      operation,
      context.caller.principal,
      context.isChange === true ? 'subscriptions' : 'operations',
    )
    context.cost = cost
    context.budgetCost = budgetCostOf(cost)
  },
  after(answer, { cost }) {
    if (production || cost === undefined) return
    const { values, depth, fields } = cost
    const shown = { requested: values, maximum: limits.maxCost, depth, fields }
    answer.extensions = { ...answer.extensions, cost: shown }
  },
})
