import { findBreakingChanges, type GraphQLSchema } from 'graphql'

/**
 * What a gateway with the schema `ours` may send to a service with the schema `theirs` and is refused for, in words:
 * fields, arguments, values and types that are missing there. Directives are not sent.
 */
export const differencesOf = (ours: GraphQLSchema, theirs: GraphQLSchema): readonly string[] =>
  findBreakingChanges(ours, theirs)
    .filter(({ type }) => !type.startsWith('DIRECTIVE_'))
    .map(({ description }) => description.replace(' was removed', ' is missing'))
