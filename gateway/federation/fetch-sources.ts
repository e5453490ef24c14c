import type { HostedService } from '../../subgraphs/kit/service/service.ts'
import { compileAnswerShape } from './answer-shape.rules.ts'
import type { FetchSource, PreparedFetch } from './compiled/fetch.types.ts'
import type { GraphContext } from './data-sources.ts'
import { type ServiceCall, unavailable } from './service-calls.ts'

/** Asks no service for an operation that has timed out, or whose answer is too large. */
const limited = (source: FetchSource<GraphContext>): FetchSource<GraphContext> => ({
  prepare(text) {
    const ask = source.prepare(text)
    const checked: PreparedFetch<GraphContext> = (variables, representations, context) => {
      context.caller.limits?.check()
      return ask(variables, representations, context)
    }
    return checked
  },
})

/** A service of this process: the text of a fetch is compiled once for its schema. */
export const memoryFetches = (hosted: Pick<HostedService, 'prepare'>): FetchSource<GraphContext> =>
  limited({
    prepare(text) {
      const run = hosted.prepare(text)
      return async (variables, representations, { caller }) => {
        if (representations !== null) variables.representations = representations.values
        const { data = null, errors } = await run(variables, caller)
        return { data, errors }
      }
    },
  })

/** The JSON of a request from parts, of which only the values of variables are written for each fetch. */
export const createBodies = (query: string, operationName: string | null) => {
  const name = operationName === null ? '' : `,"operationName":${JSON.stringify(operationName)}`
  const head = `{"query":${JSON.stringify(query)}${name},"variables":`
  return (variables: Record<string, unknown>, representations: readonly string[] | null): string => {
    const own = JSON.stringify(variables)
    if (representations === null) return `${head}${own}}`
    const rest = own === '{}' ? '}' : `,${own.slice(1)}`
    return `${head}{"representations":[${representations.join(',')}]${rest}}`
  }
}

/** A service with a URL, called over HTTP. */
export const httpFetches = (call: ServiceCall): FetchSource<GraphContext> =>
  limited({
    prepare({ query, operationName, isMutation }) {
      const bodyOf = createBodies(query, operationName)
      const fits = compileAnswerShape(query)
      return (variables, representations, { caller, authorization }) =>
        call({ body: bodyOf(variables, representations?.texts ?? null), isMutation, fits, caller, authorization })
    },
  })

/** A service that is neither hosted here nor has a URL. */
export const absentFetches = (service: string): FetchSource<GraphContext> => ({
  prepare: () => () => {
    throw unavailable(service)
  },
})
