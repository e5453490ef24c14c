import { ClientError, GraphQLClient } from 'graphql-request'
import { ApiError, type Fault, faultOfProblem, faultsOfGraph, retryAfterMsOf } from './errors.ts'
import type { TypedDocumentString } from './operations.gen.ts'
import type { Send } from './transport.ts'

/** A document of the package, with the types of its answer and its variables. */
export type Document<T, V extends object> = TypedDocumentString<T, V>

/** Variables are left out where an operation has none. */
export type Variables<V extends object> = V extends Record<string, never> ? [variables?: V] : [variables: V]

/** What an operation brought: its data, and why parts of it are missing. */
export type Answer<T> = { readonly data: T; readonly faults: readonly Fault[] }

/** The operations of the federated graph. */
export type GraphClient = {
  /**
   * Executes an operation; every part of the answer is there.
   * @throws ApiError when any part failed.
   */
  request<T, V extends object>(document: Document<T, V>, ...variables: Variables<V>): Promise<T>
  /**
   * Executes an operation; parts may be missing, with a fault for each.
   * @throws ApiError when there is no data at all.
   */
  requestPartial<T, V extends object>(document: Document<T, V>, ...variables: Variables<V>): Promise<Answer<T>>
  /**
   * Executes the text of an operation that the package does not have; its answer has no type.
   * @throws ApiError when there is no data at all.
   */
  requestText(text: string, variables?: Readonly<Record<string, unknown>>): Promise<Answer<unknown>>
}

/** The body of an answer without an operation: a problem of the listener, or nothing that can be read. */
const readProblem = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return {}
  }
}

const errorOf = (error: unknown): unknown => {
  if (!(error instanceof ClientError)) return error
  const { status, errors, headers, body } = error.response
  const faults = errors === undefined ? [faultOfProblem(readProblem(body))] : faultsOfGraph(errors)
  const retryAfterMs = headers instanceof Headers ? retryAfterMsOf(headers) : null
  return new ApiError({ status, faults, retryAfterMs, cause: error })
}

/** Calls the graph at `<url>/graphql`. */
export const createGraphClient = (url: string, send: Send): GraphClient => {
  const client = new GraphQLClient(`${url}/graphql`, {
    errorPolicy: 'all',
    fetch: (input, init) => send(new Request(input, init)),
  })
  const execute = async <T>(text: string, variables: object = {}): Promise<Answer<T>> => {
    const { data, errors, status } = await client.rawRequest<T | null>(text, { ...variables }).catch((error) => {
      throw errorOf(error)
    })
    const faults = faultsOfGraph(errors)
    if (data === null || data === undefined) throw new ApiError({ status, faults })
    return { data, faults }
  }
  return {
    async request<T, V extends object>(document: Document<T, V>, ...[variables]: Variables<V>) {
      const { data, faults } = await execute<T>(document.toString(), { ...variables })
      if (faults.length > 0) throw new ApiError({ status: 200, faults })
      return data
    },
    requestPartial: <T, V extends object>(document: Document<T, V>, ...[variables]: Variables<V>) =>
      execute<T>(document.toString(), { ...variables }),
    requestText: (text, variables) => execute<unknown>(text, variables),
  }
}
