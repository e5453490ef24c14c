import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CodegenConfig, generate } from '@graphql-codegen/cli'
import { type GraphQLSchema, printSchema } from 'graphql'

const OPERATIONS = fileURLToPath(new URL('../../../schema/operations', import.meta.url))

/** What is made of the operations: the page's types and documents, and the list by which the gateway knows them. */
export type GeneratedOperations = { readonly documents: string; readonly trusted: string }

/** A document is its text, or, in the page, the hash by which the gateway knows its text. */
type Content = 'text' | 'hash'

const HASHES = { persistedDocuments: { mode: 'replaceDocumentWithHash', hashAlgorithm: 'sha256' } }

const configOf = (schema: GraphQLSchema, content: Content): CodegenConfig => ({
  schema: printSchema(schema),
  documents: `${OPERATIONS}/*.graphql`,
  silent: true,
  generates: {
    'gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, ...(content === 'hash' ? HASHES : {}) },
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: {
          SafeInt: 'number',
          DateTime: 'string',
          LocalDateTime: 'string',
          SentLocalDateTime: 'unknown',
          Date: 'string',
          JSON: 'unknown',
          TextOrInteger: 'string | number',
          UUID: 'string',
        },
      },
    },
  },
})

const sorted = (json: string): string => {
  const known: Record<string, string> = JSON.parse(json)
  const entries = Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

const filesOf = async (schema: GraphQLSchema, content: Content): Promise<(name: string) => string> => {
  const files: { filename: string; content: string }[] = await generate(configOf(schema, content), false)
  return (name) => {
    const file = files.find(({ filename }) => filename.endsWith(name))
    if (file === undefined) throw new Error(`the code generator wrote no ${name}`)
    return file.content
  }
}

/**
 * Makes the documents of `schema/operations` against the graph as clients see it.
 * @throws Error naming the operation and the place, where one does not fit the graph.
 */
export const generateOperations = async (schema: GraphQLSchema): Promise<GeneratedOperations> => {
  const contentOf = await filesOf(schema, 'hash')
  return { documents: contentOf('/graphql.ts'), trusted: sorted(contentOf('persisted-documents.json')) }
}

/** The same documents with their texts, for clients other than the page. @throws Error as `generateOperations`. */
export const generateClientDocuments = async (schema: GraphQLSchema): Promise<string> =>
  (await filesOf(schema, 'text'))('/graphql.ts')

/** The operations as they are written, by their files' names. */
export const readOperations = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(OPERATIONS)
      .filter((name) => name.endsWith('.graphql'))
      .map((name) => [name, readFileSync(`${OPERATIONS}/${name}`, 'utf8')]),
  )
