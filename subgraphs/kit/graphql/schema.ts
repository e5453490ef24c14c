import { readFileSync } from 'node:fs'
import type { GraphQLSchema } from 'graphql'
import { onceByTexts } from '../common/once-by-texts.ts'
import { enforceAccess, rootFieldsOf } from './access.ts'
import { enforceEntityAccess } from './entity-access.ts'
import { withNullableRoots } from './nullable-roots.ts'
import { countAnswers } from './operation-limits.ts'
import { scalarResolvers } from './scalars.ts'
import { withSentBodies } from './sent-bodies.ts'
import { withSharedTypes } from './shared-types.rules.ts'
import { buildSubgraph, type ResolverMap } from './subgraph-schema.ts'
import { enforceTextLengths } from './text-lengths.ts'

const schemaFolder = new URL('../../../schema/', import.meta.url)

const readSchemaFile = (fileName: string): string => readFileSync(new URL(fileName, schemaFolder), 'utf8')

const sdlOf = onceByTexts((directives: string, own: string, shared: string) => ({
  text: `${directives}\n${withSharedTypes(own, shared)}`,
}))

/** The SDL of a service as it is composed: the directives, then its own file with the shared types that it uses. */
export const readSdl = (fileName: string): string =>
  sdlOf(readSchemaFile('directives.graphql'), readSchemaFile(fileName), readSchemaFile('shared.graphql')).text

/** The contract as REST runs it, without resolvers. */
export const restSchemaOf = (sdl: string): GraphQLSchema => buildSubgraph(sdl, scalarResolvers, withSentBodies)

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
  const schema = buildSubgraph(
    sdl,
    { ...scalarResolvers, ...resolvers },
    use === 'graph' ? withNullableRoots : withSentBodies,
  )
  const missing = rootFieldsOf(schema).filter(({ field }) => field.resolve === undefined)
  if (missing.length > 0)
    throw new Error(`these root fields have no resolver: ${missing.map(({ coordinate }) => coordinate).join(', ')}`)
  enforceTextLengths(schema)
  // After it, so that who may not ask learns nothing of what is asked.
  enforceEntityAccess(schema)
  enforceAccess(schema)
  if (use === 'graph') countAnswers(schema)
  return schema
}
