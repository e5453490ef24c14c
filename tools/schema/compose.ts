import { composeServices } from '@apollo/composition'
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql'
import { withNullableRoots } from '../../subgraphs/kit/graphql/nullable-roots.ts'
import type { ServiceSdl } from './services.ts'

/** The one graph of all services: what the gateway plans by, and what its clients see of it. */
export type ComposedGraph = { readonly supergraphSdl: string; readonly apiSchema: GraphQLSchema }

/** The contracts do not fit together; each fault is a sentence that names the place. */
export class CompositionError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The services do not compose into one graph:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'CompositionError'
    this.faults = faults
  }
}

/** Reads the SDL of a service. @throws CompositionError naming the service and the line that cannot be read. */
const readService = ({ name, sdl }: ServiceSdl): DocumentNode => {
  try {
    return parse(sdl)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const line = sdl.split('\n')[(error.locations?.[0]?.line ?? 1) - 1] ?? ''
    throw new CompositionError([`${name}: ${error.message} In the line: ${line.trim()}`])
  }
}

/**
 * Composes the supergraph of the given services. The routing URLs are placeholders: the gateway knows where each
 * service is.
 * @throws CompositionError with every fault at once.
 */
export const composeGraph = (services: readonly ServiceSdl[]): ComposedGraph => {
  const result = composeServices(
    services.map((service) => ({
      name: service.name,
      url: `http://${service.name}`,
      typeDefs: withNullableRoots(readService(service)),
    })),
  )
  if (result.errors !== undefined) throw new CompositionError(result.errors.map(({ message }) => message))
  return { supergraphSdl: `${result.supergraphSdl}\n`, apiSchema: result.schema.toAPISchema().toGraphQLJSSchema() }
}
