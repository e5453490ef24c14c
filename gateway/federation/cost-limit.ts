import type { ApolloServerPlugin } from '@apollo/server'
import { GraphQLError } from 'graphql'
import { costOf, MAX_COST, MAX_DEPTH } from './cost.rules.ts'
import type { GraphContext } from './data-sources.ts'

const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })

/** Refuses, before anything is planned or called, an operation that would take the memory of all the others. */
export const limitCost: ApolloServerPlugin<GraphContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operationName, request }) {
        const { objects, depth } = costOf(schema, document, operationName, request.variables ?? {})
        if (depth > MAX_DEPTH)
          throw refusal(`An operation may be ${MAX_DEPTH} levels deep at most; this one has ${depth}.`)
        if (objects > MAX_COST)
          throw refusal(
            `An operation may ask for ${MAX_COST} objects at most, by its size arguments; this one asks for ${objects}. Ask for smaller pages or fewer levels.`,
          )
      },
    }
  },
}
