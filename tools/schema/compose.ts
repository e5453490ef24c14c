import { composeServices } from '@apollo/composition'
import { composeServices as composeByGuild } from '@theguild/federation-composition'
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql'
import { withNullableRoots } from '../../subgraphs/kit/graphql/nullable-roots.ts'
import type { ServiceSdl } from './services.ts'
import { supergraphDifferences } from './supergraphs.ts'

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

const subgraphsOf = (services: readonly ServiceSdl[]) =>
  services.map((service) => ({
    name: service.name,
    url: `http://${service.name}`,
    typeDefs: withNullableRoots(readService(service)),
  }))

const composeByApollo = (subgraphs: ReturnType<typeof subgraphsOf>): ComposedGraph => {
  const result = composeServices(subgraphs)
  if (result.errors !== undefined) throw new CompositionError(result.errors.map(({ message }) => message))
  return { supergraphSdl: `${result.supergraphSdl}\n`, apiSchema: result.schema.toAPISchema().toGraphQLJSSchema() }
}

/**
 * Composes the supergraph of the given services, with the composers of Apollo and of The Guild: a graph on which two
 * implementations of the specification differ rests on one of them. The routing URLs are placeholders: the gateway
 * knows where each service is.
 * @throws CompositionError with every fault at once, of either composer, or with what their supergraphs differ in.
 */
export const composeGraph = (services: readonly ServiceSdl[]): ComposedGraph => {
  const subgraphs = subgraphsOf(services)
  const graph = composeByApollo(subgraphs)
  const other = composeByGuild(subgraphs)
  if (other.errors !== undefined)
    throw new CompositionError(other.errors.map(({ message }) => `@theguild/federation-composition: ${message}`))
  const differences = supergraphDifferences(graph.supergraphSdl, other.supergraphSdl)
  if (differences.length > 0) throw new CompositionError(differences)
  return graph
}

/**
 * Composes services that were composed before, when they were published.
 * @throws CompositionError as Apollo's composer finds it.
 */
export const composePublished = (services: readonly ServiceSdl[]): ComposedGraph =>
  composeByApollo(subgraphsOf(services))
