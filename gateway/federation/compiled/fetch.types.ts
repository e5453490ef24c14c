import type { Data } from './records.rules.ts'

/** The text that a service is sent for a fetch, known when the operation is compiled. */
export type FetchText = {
  readonly query: string
  readonly operationName: string | null
  readonly isMutation: boolean
}

/** The entities of a fetch, each once, and their JSON. */
export type Representations = { readonly values: readonly Data[]; readonly texts: readonly string[] }

/** An error of a service. */
export type FetchError = {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

export type FetchAnswer = { readonly data: Data | null; readonly errors?: readonly FetchError[] | undefined }

/**
 * Asks a service. The operation modifies the data that it returns.
 * @throws DomainError when it cannot be asked: the fields of the fetch are null then.
 */
export type PreparedFetch<C> = (
  variables: Data,
  representations: Representations | null,
  context: C,
) => FetchAnswer | Promise<FetchAnswer>

/** A service of the graph, whose fetches are prepared once. */
export type FetchSource<C> = { prepare(text: FetchText): PreparedFetch<C> }
