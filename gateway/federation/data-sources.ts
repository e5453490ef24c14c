import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { Caller, HostedService } from '../../subgraphs/kit/service/service.ts'
import { compileAnswerShape } from './answer-shape.rules.ts'
import { rootNamesOf } from './compiled/fetch-calls.rules.ts'
import type { Cost } from './cost.rules.ts'
import { type SubgraphCall, unavailable } from './subgraph-calls.ts'

/** The context of an operation, passed from its HTTP request to the services. */
export type GraphContext = {
  /** Set when the operation starts. */
  caller: Caller
  readonly authorization: string
  /** Whether a subscription asks for a change. */
  readonly isChange?: boolean
  /** What the operation takes of its caller's budget, computed before it starts. */
  values?: number
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
const pathsOf = (query: string): readonly (readonly (string | number)[])[] => {
  return rootNamesOf(query).map((name) => (name === '_entities' ? [name, 0] : [name]))
}

/** The answer of a failed fetch: its fields are null, the rest of the operation is not affected. */
const failed = ({ message, extensions }: DomainError, query: string): FetchAnswer => {
  return { data: null, errors: pathsOf(query).map((path) => ({ message, path, extensions })) }
}

/** Calls no service for an operation that has timed out, or whose answer is too large. */
const limited = (source: Source): Source => ({
  async process(fetch) {
    try {
      fetch.context.caller?.limits?.check()
    } catch (error) {
      if (error instanceof DomainError) return failed(error, fetch.request.query ?? '')
      throw error
    }
    return source.process(fetch)
  },
})

/** A service of this process: its schema is executed directly, without HTTP and JSON. */
export const memorySource = (hosted: HostedService): Source =>
  limited({
    async process(fetch) {
      const { query = '', variables, operationName } = fetch.request
      const { data, errors } = await hosted.execute(
        { query, variables: variables ?? null, operationName: operationName ?? null, isPlanned: true },
        contextOf(fetch).caller,
      )
      return { data: data ?? null, ...(errors === undefined ? {} : { errors: errors.map((error) => error.toJSON()) }) }
    },
  })

/** A planned text that may be a mutation; a query that only contains the word is treated as one. */
const mayMutate = (query: string): boolean => query.includes('mutation')

/** A service with a URL: called over HTTP. A failure of the call is one of the fields that it was to answer. */
export const httpSource = (call: SubgraphCall): Source =>
  limited({
    async process(fetch) {
      const { query = '', variables, operationName } = fetch.request
      const body = JSON.stringify({ query, variables, operationName })
      try {
        const fits = compileAnswerShape(query)
        const { data, errors } = await call({ body, isMutation: mayMutate(query), fits, ...contextOf(fetch) })
        return { data, ...(errors === undefined ? {} : { errors: [...errors] }) }
      } catch (error) {
        if (error instanceof DomainError) return failed(error, query)
        throw error
      }
    },
  })

/** A service that is neither hosted here nor has a URL. */
export const absentSource = (service: string): Source => ({
  process: async ({ request }) => failed(unavailable(service), request.query ?? ''),
})
