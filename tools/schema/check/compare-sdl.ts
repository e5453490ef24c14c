import { CriticalityLevel, diff } from '@graphql-inspector/core'
import type { GraphQLSchema } from 'graphql'
import type { ContractChange } from './changes.ts'

/**
 * Every difference between two versions of a graph. How directives are used is left out: what they mean to clients is
 * in OpenAPI.
 */
export const compareGraphs = async (
  file: string,
  before: GraphQLSchema,
  after: GraphQLSchema,
): Promise<readonly ContractChange[]> => {
  const changes = await diff(before, after)
  return changes
    .filter(({ type }) => !type.startsWith('DIRECTIVE_USAGE'))
    .map(({ path, criticality, message }) => ({
      file,
      path: path ?? message,
      breaking: criticality.level === CriticalityLevel.Breaking,
      message,
    }))
}
