import type { ApolloServerPlugin } from '@apollo/server'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import type { CostLimit, GivenOperation } from './cost-limit.ts'
import type { GraphContext } from './data-sources.ts'
import { type DocumentReader, withCode } from './document-reader.ts'
import { formatGraphError } from './graph-errors.ts'
import { MAX_OPERATION_FAULTS } from './limits.rules.ts'

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

/** Valid documents that are kept, and the characters of their texts. */
const MAX_DOCUMENTS = 200
const MAX_CHARACTERS = 100_000

const refusal = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })

/** The error as a client sees it; none of those that a check throws is a fault of the platform. */
const shown = (error: GraphQLError): GraphQLFormattedError => formatGraphError(error.toJSON(), error, () => {})

type Refused = Extract<CheckedSubscription, { kind: 'refused' }>

export const createSubscriptionChecks = (costLimit: CostLimit, reader: DocumentReader): SubscriptionChecks => {
  let started: GraphQLSchema | null = null
  const valid = new LRUCache<string, DocumentNode>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_document, text) => text.length,
  })

  const readValid = (schema: GraphQLSchema, text: string, principal: Principal): DocumentNode | Refused => {
    const known = valid.get(text)
    if (known !== undefined) return known
    const document = reader.read(text, principal)
    const faults = validate(schema, document, specifiedRules, {
      maxErrors: MAX_OPERATION_FAULTS,
      hideSuggestions: true,
    })
    if (faults.length > 0)
      return { kind: 'refused', errors: faults.map((fault) => shown(withCode(fault, 'GRAPHQL_VALIDATION_FAILED'))) }
    valid.set(text, document)
    return document
  }

  const checkOne = (request: SubscriptionRequest, principal: Principal): CheckedSubscription => {
    if (started === null) throw new Error('the graph has not started')
    const schema = started
    const document = readValid(schema, request.query, principal)
    if (document.kind === 'refused') return document
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
