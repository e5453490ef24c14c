import type { ApolloServerPlugin } from '@apollo/server'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
} from 'graphql'
import { badInputs } from '../../subgraphs/kit/common/errors.ts'
import { findTextFault } from '../../subgraphs/kit/common/text-faults.ts'
import { literalFault } from '../../subgraphs/kit/graphql/execute.ts'
import { type Bounds, readBounds, withIntrospection } from './bounds.rules.ts'
import { type Cost, costOf, MAX_COST, MAX_DEPTH, MAX_FIELDS } from './cost.rules.ts'
import type { GraphContext } from './data-sources.ts'

const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })

const MOST_FAULTS = 20

type Variables = Readonly<Record<string, unknown>>

/** The coerced variables. @throws GraphQLError for one that does not fit its type. */
const coercedVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): Variables => {
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, given, { maxErrors: MOST_FAULTS })
  const [fault] = errors ?? []
  if (fault === undefined) return coerced ?? {}
  // One error lists all of them, as only one can be thrown.
  const message = (errors ?? []).map((error) => error.message).join(' ')
  throw new GraphQLError(message, {
    ...(fault.nodes === undefined ? {} : { nodes: fault.nodes }),
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  })
}

/** @throws DomainError for a text that no store can hold, in the variables or in the operation itself. */
const checkTexts = (document: DocumentNode, variables: Variables): void => {
  const fault = findTextFault(variables, '') ?? literalFault(document)
  if (fault !== null) {
    const { message, extensions } = badInputs([fault])
    throw new GraphQLError(message, { extensions })
  }
}

/** @throws GraphQLError for an operation that is not valid in the graph. */
const runnable = (operation: OperationDefinitionNode | null | undefined): OperationDefinitionNode => {
  if (!operation)
    throw refusal('The request names no operation of its text: give the name of one of them as `operationName`.')
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw refusal('There are no subscriptions; what changes is streamed at GET /api/stream.')
  return operation
}

/** The cost of preparing one field of the document, in values. */
const VALUES_PER_FIELD = 20

const check = ({ values, depth, fields }: Cost): void => {
  if (depth > MAX_DEPTH) throw refusal(`An operation may be ${MAX_DEPTH} levels deep at most; this one has ${depth}.`)
  if (fields > MAX_FIELDS)
    throw refusal(
      `An operation may have ${MAX_FIELDS} fields at most, those of its fragments wherever they are used; ` +
        `this one has ${fields}. Send several.`,
    )
  if (values > MAX_COST)
    throw refusal(
      `An operation may ask for ${MAX_COST} values at most, by the bounds of its lists; ` +
        `this one asks for ${Math.ceil(values)}. Ask for smaller pages, fewer fields or fewer levels.`,
    )
}

/**
 * Refuses an operation above the limits before it is planned. `contracts`: the SDL of the services.
 * @throws Error at start, naming every list of the graph without a bound.
 */
export const limitCost = (contracts: readonly string[]): ApolloServerPlugin<GraphContext> => {
  const declared = readBounds(contracts.map((sdl) => parse(sdl)))
  const known = new WeakMap<GraphQLSchema, Bounds>()
  const boundsOf = (schema: GraphQLSchema): Bounds => {
    const bounds = known.get(schema) ?? withIntrospection(declared, schema)
    known.set(schema, bounds)
    return bounds
  }
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation: named, request, contextValue }) {
          const operation = runnable(named)
          const given = request.variables ?? {}
          checkTexts(document, given)
          const variables = coercedVariables(schema, operation, given)
          const cost = costOf({ schema, bounds: boundsOf(schema), document, operation, variables })
          check(cost)
          contextValue.values = cost.values + cost.fields * VALUES_PER_FIELD
        },
      }
    },
  }
}
