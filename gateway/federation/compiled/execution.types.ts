import type { GraphQLError } from 'graphql'
import type { FetchSource, PreparedFetch } from './fetch.types.ts'
import type { RootNames } from './fetch-calls.rules.ts'
import type { Data } from './records.rules.ts'
import type { PlanPath } from './response-paths.rules.ts'
import type { TypeConditions } from './type-conditions.rules.ts'

/** One execution of an operation. */
export type Execution<C> = {
  readonly data: Data
  /** As the client sent them. */
  readonly variables: Data
  /** The variables of `@skip` and `@include`. */
  readonly conditions: Data
  readonly context: C
  readonly errors: GraphQLError[]
}

/** Where in the answer a node of the plan is executed. */
export type FetchTarget = { readonly objects: readonly Data[]; readonly path: PlanPath }

/** A node of the plan, compiled. */
export type Step<C> = (execution: Execution<C>, target: FetchTarget) => void | Promise<void>

export type FetchEnv<C> = {
  readonly types: TypeConditions
  sourceOf(service: string): FetchSource<C>
}

/** The request of a fetch, compiled. */
export type FetchCall<C> = {
  readonly service: string
  /** The variables that it uses. */
  readonly names: readonly string[]
  readonly rootNames: RootNames
  readonly ask: PreparedFetch<C>
}
