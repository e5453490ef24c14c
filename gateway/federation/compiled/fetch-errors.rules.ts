import { GraphQLError } from 'graphql'
import type { DomainError } from '../../../subgraphs/kit/common/errors.ts'
import type { Execution, FetchCall, FetchTarget } from './execution.types.ts'
import type { FetchError } from './fetch.types.ts'
import { type AnswerPath, pathsAt } from './response-paths.rules.ts'

const DEFAULT_CODE = 'DOWNSTREAM_SERVICE_ERROR'

/** The error of a service, at a path of the operation. */
export const errorOf = (
  service: string,
  { message, extensions }: FetchError,
  path: AnswerPath | undefined,
): GraphQLError =>
  new GraphQLError(message || `Error while fetching subquery from service "${service}"`, {
    path,
    extensions: { code: DEFAULT_CODE, ...extensions, serviceName: service },
  })

/** Anything that was thrown, as an error of the operation. */
export const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError(error instanceof Error ? error.message : String(error), {
        originalError: error instanceof Error ? error : undefined,
      })

/** The errors of a fetch that failed as a whole: one for each root field it asked for, or one for the first entity. */
export const failuresOf = <C>(
  execution: Execution<C>,
  target: FetchTarget,
  { service, rootNames }: FetchCall<C>,
  { message, extensions }: DomainError,
) => {
  const [first = []] = pathsAt(execution.data, target.path)
  const paths = rootNames(execution.conditions).map((root) => (root === '_entities' ? first : [...first, root]))
  return paths.map((path) => errorOf(service, { message, extensions }, path))
}
