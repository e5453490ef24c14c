import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { Caller } from '../../subgraphs/kit/graphql/context.ts'
import type { FetchError, FetchSource, PreparedFetch } from './compiled/fetch.types.ts'
import { compileRootNames } from './compiled/fetch-calls.rules.ts'
import type { Data } from './compiled/records.rules.ts'
import type { Cost } from './cost.rules.ts'
import type { OperationReport } from './operation-metrics.ts'

/** The context of an operation, passed from its HTTP request to the services. */
export type GraphContext = {
  /** Set when the operation starts. */
  caller: Caller
  readonly authorization: string
  /** What metrics show of the operation, written while it is executed. */
  readonly report?: OperationReport
  /** Whether a subscription asks for a change. */
  readonly isChange?: boolean
  /** What the operation takes of its caller's budget, computed before it starts. */
  budgetCost?: number
  cost?: Cost
}

export type Source = GraphQLDataSource<GraphContext>
type Fetch = GraphQLDataSourceProcessOptions<GraphContext>
type FetchAnswer = Awaited<ReturnType<Source['process']>>

const contextOf = (fetch: Fetch): GraphContext => {
  const { caller, authorization } = fetch.context
  if (caller === undefined || authorization === undefined) throw new Error('a fetch of the graph without its caller')
  return { caller, authorization }
}

/** The paths of the fields of a fetch: its root fields, or the first of its entities. */
const pathsOf = (query: string, variables: Data): readonly (readonly (string | number)[])[] =>
  compileRootNames(query)(variables).map((name) => (name === '_entities' ? [name, 0] : [name]))

const asJson = ({ message, path, extensions }: FetchError) => ({
  message,
  ...(path === undefined ? {} : { path: [...path] }),
  ...(extensions === undefined ? {} : { extensions: { ...extensions } }),
})

/** The answer of a failed fetch: its fields are null, the rest of the operation is not affected. */
const failed = ({ message, extensions }: DomainError, query: string, variables: Data): FetchAnswer => ({
  data: null,
  errors: pathsOf(query, variables).map((path) => ({ message, path, extensions })),
})

/** A planned text that may be a mutation; a query that only contains the word is treated as one. */
const mayMutate = (query: string): boolean => query.includes('mutation')

/** Texts of fetches that are kept prepared. */
const MAX_PREPARED = 500

/** A service as the stock executor asks it. A failure of the call is one of the fields that it was to answer. */
export const stockSource = (fetches: FetchSource<GraphContext>): Source => {
  const cache = new LRUCache<string, PreparedFetch<GraphContext>>({ max: MAX_PREPARED })
  const prepared = (query: string, operationName: string | null): PreparedFetch<GraphContext> => {
    const key = `${operationName ?? ''}\n${query}`
    const ask = cache.get(key) ?? fetches.prepare({ query, operationName, isMutation: mayMutate(query) })
    cache.set(key, ask)
    return ask
  }
  return {
    async process(fetch) {
      const { query = '', variables, operationName = null } = fetch.request
      const context = contextOf(fetch)
      try {
        const { data, errors } = await prepared(query, operationName)({ ...variables }, null, context)
        return { data, ...(errors === undefined ? {} : { errors: errors.map(asJson) }) }
      } catch (error) {
        if (error instanceof DomainError) return failed(error, query, { ...variables })
        throw error
      }
    },
  }
}
