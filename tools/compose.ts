import { composeServices } from '@apollo/composition'
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, parse } from 'graphql'
import type { ServiceSdl } from './schema/services.ts'

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

/**
 * In the graph every root query may be null: a null where none may be would take the answers of all other services with it, whenever
 * the one service is down.
 */
const withNullableQueries = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((node) => {
    const isQuery = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION
    if (!isQuery || node.name.value !== 'Query') return node
    const fields = (node.fields ?? []).map((field) =>
      field.type.kind === Kind.NON_NULL_TYPE ? { ...field, type: field.type.type } : field,
    )
    return { ...node, fields }
  }),
})

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
 * Composes the supergraph of the given services. The routing URLs are placeholders: the gateway knows where each service is.
 * @throws CompositionError with every fault at once.
 */
export const composeGraph = (services: readonly ServiceSdl[]): ComposedGraph => {
  const result = composeServices(
    services.map((service) => ({
      name: service.name,
      url: `http://${service.name}`,
      typeDefs: withNullableQueries(readService(service)),
    })),
  )
  if (result.errors !== undefined) throw new CompositionError(result.errors.map(({ message }) => message))
  return { supergraphSdl: `${result.supergraphSdl}\n`, apiSchema: result.schema.toAPISchema().toGraphQLJSSchema() }
}
