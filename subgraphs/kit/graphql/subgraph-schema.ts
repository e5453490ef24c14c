import { buildSubgraphSchema } from '@apollo/subgraph'
import { addResolversToSchema } from '@apollo/subgraph/dist/schema-helper/index.js'
import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  isUnionType,
  Kind,
  parse,
  print,
} from 'graphql'
import { onceByTexts } from '../common/once-by-texts.ts'

/** Resolvers of a subgraph by type and field; the generated `Resolvers` types of each service are assignable to it. */
export type ResolverMap = { readonly [type: string]: object }

/**
 * The schema of a subgraph as Apollo builds it: checked, with the fields and types that federation adds, without
 * resolvers. The same text has the same object, which must not be changed. It does not know where in the text its
 * parts are: that would take three times as much memory as the rest.
 * @throws Error for every fault of the SDL.
 */
export const contractSchemaOf = onceByTexts(
  (sdl: string): GraphQLSchema => buildSubgraphSchema(parse(sdl, { noLocation: true })),
)

type Built = {
  readonly astNode?: DefinitionNode | null | undefined
  readonly extensionASTNodes?: readonly DefinitionNode[]
}

const nodesOf = ({ astNode, extensionASTNodes = [] }: Built): readonly DefinitionNode[] =>
  astNode ? [astNode, ...extensionASTNodes] : extensionASTNodes

/** What the schema of a subgraph was built from, as one document. */
const documentOf = onceByTexts((sdl: string): DocumentNode => {
  const schema = contractSchemaOf(sdl)
  const types = Object.values(schema.getTypeMap()).flatMap(nodesOf)
  return {
    kind: Kind.DOCUMENT,
    definitions: [...nodesOf(schema), ...schema.getDirectives().flatMap(nodesOf), ...types],
  }
})

/** The resolvers of what federation adds; `sdl` makes what `_service` shows. */
const addFederation = (schema: GraphQLSchema, contract: GraphQLSchema, sdl: () => string): void => {
  const [query, built] = [schema.getQueryType()?.getFields(), contract.getQueryType()?.getFields()]
  if (query?._service !== undefined) query._service.resolve = () => ({ sdl: sdl() })
  if (query?._entities !== undefined && built?._entities?.resolve !== undefined)
    query._entities.resolve = built._entities.resolve
  const [entity, from] = [schema.getType('_Entity'), contract.getType('_Entity')]
  if (isUnionType(entity) && isUnionType(from)) entity.resolveType = from.resolveType
}

/**
 * A schema of its own with resolvers, from the SDL of a subgraph that `change` makes something else of. Apollo reads
 * and checks each SDL once in a process, which takes most of the time.
 */
export const buildSubgraph = (
  sdl: string,
  resolvers: ResolverMap,
  change: (document: DocumentNode) => DocumentNode,
): GraphQLSchema => {
  const schema = buildASTSchema(change(documentOf(sdl)), { assumeValid: true, assumeValidSDL: true })
  addFederation(schema, contractSchemaOf(sdl), () => print(change(parse(sdl))))
  // Apollo types resolvers with `any`; the generated types of each service are the check.
  addResolversToSchema(schema, resolvers as Record<string, Record<string, never>>)
  return schema
}
