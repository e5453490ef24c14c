import type { ApolloServerPlugin } from '@apollo/server'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import type { CostLimit, GivenOperation } from './cost-limit.ts'
import type { GraphContext } from './data-sources.ts'
import { formatGraphError } from './graph-errors.ts'

/** A subscription as a client sends it. */
export type SubscriptionRequest = {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** A subscription that may run, or why it may not. */
export type CheckedSubscription =
  | ({ readonly kind: 'valid' } & GivenOperation)
  | { readonly kind: 'refused'; readonly errors: readonly GraphQLFormattedError[] }

/** Checks subscriptions as Apollo Server checks other operations: syntax, validity, limits and the caller's budget. */
export type SubscriptionChecks = {
  check(request: SubscriptionRequest, principal: Principal): CheckedSubscription
  /** Learns the schema of the graph. */
  readonly plugin: ApolloServerPlugin<GraphContext>
}

const MAX_FAULTS = 20

const refusal = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })

const withCode = (error: unknown, code: string): GraphQLError => {
  if (!(error instanceof GraphQLError)) throw error
  const { message, nodes, source, positions } = error
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, extensions: { code } })
}

/** @throws GraphQLError for a text that is no document, or has too many tokens. */
const parseText = (query: string, maxTokens: number): DocumentNode => {
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    throw withCode(error, 'GRAPHQL_PARSE_FAILED')
  }
}

/** The error as a client sees it; none of those that a check throws is a fault of the platform. */
const shown = (error: GraphQLError): GraphQLFormattedError => formatGraphError(error.toJSON(), error, () => {})

export const createSubscriptionChecks = (
  costLimit: CostLimit,
  { maxTokens }: GraphLimits = GRAPH_LIMITS,
): SubscriptionChecks => {
  let started: GraphQLSchema | null = null

  const checkOne = (request: SubscriptionRequest, principal: Principal): CheckedSubscription => {
    if (started === null) throw new Error('the graph has not started')
    const schema = started
    const document = parseText(request.query, maxTokens)
    const faults = validate(schema, document, specifiedRules, { maxErrors: MAX_FAULTS, hideSuggestions: true })
    if (faults.length > 0)
      return { kind: 'refused', errors: faults.map((fault) => shown(withCode(fault, 'GRAPHQL_VALIDATION_FAILED'))) }
    const operation = getOperationAST(document, request.operationName)
    if (!operation) throw refusal('The request names no operation of its text.')
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
      throw refusal('Only subscriptions are answered here; send queries and mutations to /graphql.')
    const valid = { schema, document, operation, given: request.variables }
    costLimit.admit(valid, principal, 'operations')
    return { kind: 'valid', ...valid }
  }
  return {
    plugin: {
      async serverWillStart({ schema }) {
        started = schema
      },
    },
    check(request, principal) {
      try {
        return checkOne(request, principal)
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error
        return { kind: 'refused', errors: [shown(error)] }
      }
    },
  }
}
