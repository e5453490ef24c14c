import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway'
import { type DocumentNode, type GraphQLFormattedError, Kind, parse } from 'graphql'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { narrowingHeaders } from '../../subgraphs/kit/auth/narrowing.ts'
import { readAnswerText } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import type { Caller, HostedService } from '../../subgraphs/kit/service/service.ts'

/** The context of an operation, passed from its HTTP request to the services. */
export type GraphContext = {
  /** Set when the operation starts. */
  caller: Caller
  readonly authorization: string
  /** The cost of the operation, computed before it starts. */
  values?: number
}

export type Source = GraphQLDataSource<GraphContext>
type Fetch = GraphQLDataSourceProcessOptions<GraphContext>
type FetchAnswer = Awaited<ReturnType<Source['process']>>

/** The timeout of a fetch; the services' own limits are tighter. */
const TIMEOUT_MS = 30_000

const contextOf = (fetch: Fetch): GraphContext => {
  const { caller, authorization } = fetch.context
  if (caller === undefined || authorization === undefined) throw new Error('a fetch of the graph without its caller')
  return { caller, authorization }
}

/** The paths of the fields of a fetch: its root fields, or the first of its entities. */
const pathsOf = (query: string): readonly (readonly (string | number)[])[] => {
  const document: DocumentNode = parse(query)
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const names = (operation?.selectionSet.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD ? [node.alias?.value ?? node.name.value] : [],
  )
  return names.map((name) => (name === '_entities' ? [name, 0] : [name]))
}

/** The answer of a failed fetch: its fields are null, the rest of the operation is not affected. */
const failed = ({ message, extensions }: DomainError, query: string): FetchAnswer => {
  return { data: null, errors: pathsOf(query).map((path) => ({ message, path, extensions })) }
}

const unavailable = (service: string, query: string): FetchAnswer =>
  failed(
    new DomainError('UNAVAILABLE', `The ${service} service cannot be reached right now; try again.`, {
      retryAfterSeconds: 2,
    }),
    query,
  )

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

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(errorSchema).optional(),
})

const readError = ({ message, path, extensions }: z.infer<typeof errorSchema>): GraphQLFormattedError => ({
  message,
  ...(path === undefined ? {} : { path }),
  ...(extensions === undefined ? {} : { extensions }),
})

const readAnswer = async (answer: Dispatcher.ResponseData, { limits }: Caller): Promise<FetchAnswer> => {
  const text = await readAnswerText(answer)
  limits?.take(text.length)
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  const { data = null, errors } = answerSchema.parse(JSON.parse(text))
  return { data, ...(errors === undefined ? {} : { errors: errors.map(readError) }) }
}

/**
 * A service with a URL: called over HTTP with the caller's Authorization header. Any failure of the call is
 * UNAVAILABLE.
 */
export const httpSource = (pool: Dispatcher, service: string, url: string, log: Logger): Source => {
  const target = new URL(url)
  const path = `${target.pathname.replace(/\/$/, '')}/graphql`
  return limited({
    async process(fetch) {
      const { query = '', variables, operationName } = fetch.request
      const { caller, authorization } = contextOf(fetch)
      try {
        const answer = await pool.request({
          origin: target.origin,
          path,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization,
            'x-trace-id': caller.traceId,
            ...narrowingHeaders(caller.principal),
          },
          body: JSON.stringify({ query, variables, operationName }),
          signal: AbortSignal.timeout(Math.min(TIMEOUT_MS, caller.limits?.timeLeftMs() ?? TIMEOUT_MS)),
        })
        return await readAnswer(answer, caller)
      } catch (error) {
        if (error instanceof DomainError) return failed(error, query)
        log.warn({ err: error, service, traceId: caller.traceId }, 'a service of the graph did not answer')
        return unavailable(service, query)
      }
    },
  })
}

/** A service that is neither hosted here nor has a URL. */
export const absentSource = (service: string): Source => ({
  process: async ({ request }) => unavailable(service, request.query ?? ''),
})
