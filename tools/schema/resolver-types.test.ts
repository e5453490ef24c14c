import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { generateResolverTypes, mappersIn } from './resolver-types.ts'
import { listServiceSdls, repositoryRoot } from './services.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", ' +
  '"@inaccessible", "@external"])'
const shared = readFileSync(`${repositoryRoot}schema/directives.graphql`, 'utf8')

/** A service without a folder of its own, so without mappers. */
const typesOf = (sdl: string) => generateResolverTypes({ name: 'claims', sdl: `${shared}${LINK}${sdl}` })

describe('the types of resolvers', () => {
  test('have our scalars, and nothing of directives', async () => {
    const text = await typesOf('type Query { now(since: DateTime!): DateTime! @access(roles: [ADMIN]) }')
    expect(text).toContain('DateTime: { input: Date; output: Date | string; }')
    expect(text).toContain('SafeInt: { input: number; output: number; }')
    expect(text).toContain("import type { OperationContext } from '../kit/graphql/context.ts'")
    expect(text).not.toMatch(/DirectiveArgs|RestIn|export type Role\b/)
  })

  test('keep an enum of the shared file that the service uses itself', async () => {
    const text = await typesOf('type Query { role: Role @access }')
    expect(text).toMatch(/export type Role =/)
  })

  test('let a field that streams return what streams', async () => {
    const text = await typesOf(`type Query {
      all: [Int!]! @access @rest(route: "GET /a", as: STREAM)
      file: Bytes @access @rest(route: "GET /b", as: BYTES)
      list: [Int!]! @access @rest(route: "GET /c")
    }`)
    expect(text).toContain("all?: Resolver<ResolversTypes['Bytes'],")
    expect(text).toContain("file?: Resolver<Maybe<ResolversTypes['Bytes']>,")
    expect(text).toContain("list?: Resolver<ReadonlyArray<ResolversTypes['Int']>,")
  })

  test('distinguish the members of a union by their names, and entities by their keys', async () => {
    const text = await typesOf(`type Query { one: Outcome @access } union Outcome = A | B
      type A @key(fields: "id") { id: SafeInt! name: String } type B { id: Int }`)
    expect(text).toContain("A & { __typename: 'A' }")
    expect(text).toContain('GraphQLRecursivePick<FederationTypes[\'A\'], {"id":true}>')
  })

  test('have what `mappers.ts` says in the place of a type', async () => {
    const mappers = mappersIn("import x from 'y'\nexport type NoteMapper = { id: number }\ntype OtherMapper = string\n")
    expect(mappers).toEqual({ Note: './mappers.ts#NoteMapper' })
    const sdl = 'type Query { note: Note @access } type Note { id: Int! length: Int! }'
    const text = await generateResolverTypes({ name: 'claims', sdl: `${shared}${LINK}${sdl}` }, mappers)
    expect(text).toContain("import type { NoteMapper } from './mappers.ts'")
    expect(text).toContain('Note: ResolverTypeWrapper<NoteMapper>')
    await expect(
      generateResolverTypes({ name: 'claims', sdl: `${shared}${LINK}${sdl}` }, { Nota: 'x' }),
    ).rejects.toThrow('Nota is no type of claims.graphql')
  })

  test('cannot be made of an SDL that is none', async () => {
    await expect(typesOf('type Query { a: Nothing @access }')).rejects.toThrow('Nothing')
  })
})

test('every service that has a contract is known, the shared directives included', () => {
  const services = listServiceSdls()
  expect(services.map(({ name }) => name)).toContain('claims')
  for (const { sdl } of services) expect(sdl).toContain('directive @rest')
})
