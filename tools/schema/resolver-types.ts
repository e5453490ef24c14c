import { existsSync, readFileSync } from 'node:fs'
import { executeCodegen } from '@graphql-codegen/cli'
import * as typescriptPlugin from '@graphql-codegen/typescript'
import * as resolversPlugin from '@graphql-codegen/typescript-resolvers'
import { type DocumentNode, type FieldDefinitionNode, Kind, parse, print, type TypeNode, visit } from 'graphql'
import { directivesOf } from '../../subgraphs/kit/graphql/directives.ts'
import { repositoryRoot, type ServiceSdl } from './services.ts'

const HEADER = `// Generated from the service's SDL by \`npm run codegen\`; do not edit.
import type { BytesAnswer, ByteStream } from '../kit/rest/answer.ts'
`

/** What a scalar is to a resolver: as an argument (`input`), and as what it may return (`output`). */
const SCALARS = {
  ID: { input: 'string', output: 'string | number' },
  SafeInt: { input: 'number', output: 'number' },
  DateTime: { input: 'Date', output: 'Date | string' },
  LocalDateTime: { input: 'string', output: 'string' },
  SentLocalDateTime: { input: 'unknown', output: 'unknown' },
  Date: { input: 'string', output: 'string' },
  JSON: { input: 'unknown', output: 'unknown' },
  TextOrInteger: { input: 'string', output: 'string' },
  UUID: { input: 'string', output: 'string' },
  _FieldSet: { input: 'string', output: 'string' },
  Bytes: { input: 'ByteStream', output: 'BytesAnswer | AsyncIterable<unknown>' },
}

const CONFIG = {
  federation: true,
  enumsAsTypes: true,
  immutableTypes: true,
  strictScalars: true,
  scalars: SCALARS,
  useTypeImports: true,
  importExtension: '.ts',
  contextType: '../kit/graphql/context.ts#OperationContext',
  skipTypename: true,
  makeResolverTypeCallable: true,
  // A union's member is known by its name, so that no service needs a __resolveType.
  resolversNonOptionalTypename: { unionMember: true },
  // Rows may hold a key without a value, and exactOptionalPropertyTypes would refuse them.
  maybeValue: 'T | null | undefined',
  inputMaybeValue: 'T | null | undefined',
}

const streams = (field: FieldDefinitionNode): boolean =>
  directivesOf({ astNode: field }, 'rest').some(({ as }) => as === 'STREAM' || as === 'BYTES')

const bytesLike = (type: TypeNode): TypeNode => {
  const named: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Bytes' } }
  return type.kind === Kind.NON_NULL_TYPE ? { kind: Kind.NON_NULL_TYPE, type: named } : named
}

/** A field that streams returns bytes or an async iterable, whatever list its SDL promises. */
const withStreams = (document: DocumentNode): DocumentNode =>
  visit(document, {
    FieldDefinition: (field) => (streams(field) ? { ...field, type: bytesLike(field.type) } : undefined),
  })

/** Without the directives that the SDL defines and the enums that only they use: no resolver meets them. */
const withoutDirectives = (document: DocumentNode): DocumentNode => {
  const defined = new Set<string>()
  const used = new Set<string>()
  visit(document, { DirectiveDefinition: ({ name }) => void defined.add(name.value) })
  const bare: DocumentNode = visit(document, {
    DirectiveDefinition: () => null,
    Directive: ({ name }) => (defined.has(name.value) ? null : undefined),
  })
  visit(bare, { NamedType: ({ name }) => void used.add(name.value) })
  return visit(bare, { EnumTypeDefinition: ({ name }) => (used.has(name.value) ? undefined : null) })
}

const MAPPER = /^export type (\w+)Mapper\b/gm

/**
 * The mappers that a service's `mappers.ts` exports: `export type AtmMapper = …` is what its resolvers return for
 * `Atm`.
 */
export const mappersIn = (text: string): Readonly<Record<string, string>> => {
  const names = [...text.matchAll(MAPPER)].map((match) => match[1] ?? '')
  return Object.fromEntries(names.map((name) => [name, `./mappers.ts#${name}Mapper`]))
}

const mappersOf = (service: string): Readonly<Record<string, string>> => {
  const file = `${repositoryRoot}subgraphs/${service}/mappers.ts`
  return existsSync(file) ? mappersIn(readFileSync(file, 'utf8')) : {}
}

/**
 * The types of a service's resolvers, as the text of its `schema.gen.ts`.
 * @throws Error when the SDL cannot be read, or a mapper names no type of it.
 */
export const generateResolverTypes = async (
  { name, sdl }: ServiceSdl,
  mappers: Readonly<Record<string, string>> = mappersOf(name),
): Promise<string> => {
  const document = parse(sdl)
  const types = new Set(document.definitions.flatMap((node) => ('name' in node ? [node.name?.value] : [])))
  const stray = Object.keys(mappers).filter((type) => !types.has(type))
  if (stray.length > 0)
    throw new Error(`subgraphs/${name}/mappers.ts: ${stray.join(', ')} is no type of ${name}.graphql`)
  const { result, error } = await executeCodegen({
    schema: print(withoutDirectives(withStreams(document))),
    silent: true,
    errorsOnly: true,
    generates: { 'schema.gen.ts': { plugins: ['typescript', 'typescript-resolvers'], config: { ...CONFIG, mappers } } },
    pluginLoader: (plugin) => (plugin.endsWith('resolvers') ? resolversPlugin : typescriptPlugin),
  })
  if (error !== null) throw error
  const [file] = result
  if (file === undefined) throw new Error(`no types came of ${name}.graphql`)
  return `${HEADER}${file.content}`
}
