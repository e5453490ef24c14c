import { readFileSync } from 'node:fs'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { type GraphQLSchema, parse } from 'graphql'
import { enforceAccess, rootFieldsOf } from './access.ts'
import { enforceEntityAccess } from './entity-access.ts'
import { withNullableRoots } from './nullable-roots.ts'
import { countAnswers } from './operation-limits.ts'
import { scalarResolvers } from './scalars.ts'
import { withSentBodies } from './sent-bodies.ts'
import { withSharedTypes } from './shared-types.rules.ts'

/** Resolvers of a subgraph by type and field; the generated `Resolvers` types of each service are assignable to it. */
export type ResolverMap = { readonly [type: string]: object }

const schemaFolder = new URL('../../../schema/', import.meta.url)

const readSchemaFile = (fileName: string): string => readFileSync(new URL(fileName, schemaFolder), 'utf8')

/** The SDL of a service as it is composed: the directives, then its own file with the shared types that it uses. */
export const readSdl = (fileName: string): string =>
  `${readSchemaFile('directives.graphql')}\n` +
  `${withSharedTypes(readSchemaFile(fileName), readSchemaFile('shared.graphql'))}`

/**
 * Builds the executable schema of a service from its SDL and resolvers. REST hands over bodies as they were sent where
 * the contract says so; the graph lets each root query fail alone.
 * @throws Error at boot when a root field or an entity has no `@access`, or a root field no resolver.
 */
export const buildServiceSchema = (
  sdl: string,
  resolvers: ResolverMap,
  use: 'rest' | 'graph' = 'rest',
): GraphQLSchema => {
  const document = use === 'graph' ? withNullableRoots(parse(sdl)) : withSentBodies(parse(sdl))
  // Only the scalars that the SDL declares, as a resolver for an unknown type is an error.
  const declared = new Set(
    document.definitions.flatMap((node) => ('name' in node && node.name !== undefined ? [node.name.value] : [])),
  )
  const scalars = Object.fromEntries(Object.entries(scalarResolvers).filter(([name]) => declared.has(name)))
  // Apollo types resolvers with `any`; the generated types of each service are the check.
  const schema = buildSubgraphSchema([
    { typeDefs: document, resolvers: { ...scalars, ...resolvers } as Record<string, Record<string, never>> },
  ])
  const missing = rootFieldsOf(schema).filter(({ field }) => field.resolve === undefined)
  if (missing.length > 0)
    throw new Error(`these root fields have no resolver: ${missing.map(({ coordinate }) => coordinate).join(', ')}`)
  enforceEntityAccess(schema)
  enforceAccess(schema)
  if (use === 'graph') countAnswers(schema)
  return schema
}
