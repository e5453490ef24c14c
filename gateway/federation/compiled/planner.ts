import { operationFromDocument, type SelectionSet, Supergraph } from '@apollo/federation-internals'
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { onceByTexts } from '../../../subgraphs/kit/common/once-by-texts.ts'
import { conflictsIn, readPlan, type Uses } from './plan-conflicts.rules.ts'
import { readRequiredArguments, readRequiredNames, readUses } from './required-arguments.rules.ts'
import { putResolvableKeysFirst } from './resolvable-keys.rules.ts'
import { createTypeConditions, createTypesOfServices, type TypeConditions } from './type-conditions.rules.ts'

/** An operation of a document that was validated, and its plan. */
export type OperationPlan = {
  /** With every fragment written out. */
  readonly operation: OperationDefinitionNode
  readonly plan: QueryPlan
}

/** A supergraph, ready to plan operations. */
export type Planner = {
  /** What clients see. */
  readonly schema: GraphQLSchema
  /** The type conditions of the whole supergraph, what is inaccessible included. */
  readonly types: TypeConditions
  /** The services by name, with their URLs. */
  readonly services: ReadonlyMap<string, string>
  /** The names of the fields that it adds to what clients ask for. */
  readonly requiredNames: ReadonlySet<string>
  /** @throws GraphQLError for an operation that has no plan. */
  plan(document: DocumentNode, operationName: string | null): OperationPlan
  /** The plan of an operation without fragment definitions that is known to be valid. */
  planOf(operation: OperationDefinitionNode): QueryPlan
  /**
   * The response names under which an operation and its plan ask for different things: the planner does not tell apart
   * what a client asks for and what fields require when only the arguments differ.
   */
  conflictsOf(planned: OperationPlan): ReadonlySet<string>
}

/** @throws GraphQLError when the document has no such operation. */
const operationOf = (document: DocumentNode, operationName: string | null): OperationDefinitionNode => {
  const operation = getOperationAST(document, operationName)
  if (operation) return operation
  throw new GraphQLError(
    operationName === null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${operationName}".`,
  )
}

/**
 * The selections with every fragment written out, in the order in which the stock executor answers them: it merges
 * what is selected twice before it executes anything.
 */
const expandedOf = (selectionSet: SelectionSet, cache: Map<SelectionSet, SelectionSetNode>): SelectionSetNode => {
  const before = cache.get(selectionSet)
  if (before !== undefined) return before
  const selections = selectionSet.selections().map((selection): SelectionNode => {
    const node = selection.toSelectionNode()
    if (selection.kind === 'FieldSelection')
      return selection.selectionSet === undefined || node.kind !== Kind.FIELD
        ? node
        : { ...node, selectionSet: expandedOf(selection.selectionSet, cache) }
    const { typeCondition } = selection.element
    return {
      kind: Kind.INLINE_FRAGMENT,
      ...(typeCondition === undefined
        ? {}
        : { typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typeCondition.name } } }),
      ...(node.directives === undefined ? {} : { directives: node.directives }),
      selectionSet: expandedOf(selection.selectionSet, cache),
    }
  })
  const expanded = { kind: Kind.SELECTION_SET, selections } as const
  cache.set(selectionSet, expanded)
  return expanded
}

/** Reads a supergraph, once in a process: plans follow from it alone. @throws Error when it is invalid. */
export const createPlanner = onceByTexts((supergraphSdl: string): Planner => {
  const document = parse(supergraphSdl, { noLocation: true })
  const supergraph = Supergraph.build(putResolvableKeysFirst(document), { validateSupergraph: true })
  const apiSchema = supergraph.apiSchema()
  const planner = new QueryPlanner(supergraph)
  const schema = supergraph.schema.toGraphQLJSSchema()
  const types = createTypeConditions(schema)
  const typesOfServices = createTypesOfServices(document, types.within)
  const required = readRequiredArguments(document)
  const mayDiffer = required.size > 0 || typesOfServices !== types.within
  return {
    schema: apiSchema.toGraphQLJSSchema(),
    types,
    requiredNames: readRequiredNames(document),
    services: new Map(supergraph.subgraphsMetadata().map(({ name, url }) => [name, url])),
    plan(document, operationName) {
      const operation = operationOf(document, operationName)
      const named = operationName === null ? {} : { operationName }
      const merged = operationFromDocument(apiSchema, document, named)
      return {
        operation: { ...operation, selectionSet: expandedOf(merged.selectionSet, new Map()) },
        plan: planner.buildQueryPlan(merged),
      }
    },
    planOf(operation) {
      const document = { kind: Kind.DOCUMENT, definitions: [operation] } as const
      return planner.buildQueryPlan(operationFromDocument(apiSchema, document, { validate: false }))
    },
    conflictsOf({ operation, plan }) {
      const uses: Uses = new Map()
      readPlan(plan.node, uses)
      if (mayDiffer) readUses(operation, { schema, types: types.within, required, uses })
      return conflictsIn(uses, typesOfServices)
    },
  }
})
