import { existsSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

/** The trusted documents, which clients request by id: id → text. */
export type TrustedDocuments = Pick<ReadonlyMap<string, string>, 'get'>

const LIST = new URL('../../schema/operations/trusted.json', import.meta.url)
const PUBLISHED = new URL('../../schema/published/operations/trusted.json', import.meta.url)

/** Reads the list that `npm run codegen` generates from `schema/operations`. */
export const readTrustedDocuments = (list = LIST): ReadonlyMap<string, string> =>
  new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(list, 'utf8')))))

/**
 * The documents of the list, which is read again for an unknown id if the file has changed, and those of the last
 * release: its clients ask for them until the next one.
 */
export const openTrustedDocuments = (list = LIST, published = PUBLISHED): TrustedDocuments => {
  const ofRelease = existsSync(published) ? readTrustedDocuments(published) : new Map<string, string>()
  const changedAt = () => statSync(list).mtimeMs
  let read = { at: changedAt(), documents: readTrustedDocuments(list) }
  return {
    get(id) {
      const known = read.documents.get(id)
      if (known !== undefined || changedAt() === read.at) return known ?? ofRelease.get(id)
      read = { at: changedAt(), documents: readTrustedDocuments(list) }
      return read.documents.get(id) ?? ofRelease.get(id)
    },
  }
}

const namedSchema = z.object({
  query: z.undefined().optional(),
  documentId: z.string().optional(),
  extensions: z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) }).optional(),
  variables: z.unknown().optional(),
  operationName: z.unknown().optional(),
})

/**
 * A request body: an operation with its text, one with the id of a document, or one with an unknown id.
 */
export type Resolved =
  | { readonly kind: 'text' }
  | { readonly kind: 'known'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unknown'; readonly id: string }

const PREFIX = 'sha256:'

/**
 * Finds the document of a request, by `documentId` or by the hash of `extensions.persistedQuery`, each with
 * or without the prefix `sha256:`. A request with its own text is not changed.
 */
export const resolveDocument = (body: unknown, documents: TrustedDocuments): Resolved => {
  const { data: named } = namedSchema.safeParse(body)
  const id = named?.documentId ?? named?.extensions?.persistedQuery.sha256Hash
  if (named === undefined || id === undefined) return { kind: 'text' }
  const query = documents.get(id.startsWith(PREFIX) ? id : `${PREFIX}${id}`)
  if (query === undefined) return { kind: 'unknown', id }
  const { variables, operationName } = named
  return {
    kind: 'known',
    body: { query, variables: variables ?? {}, ...(operationName === undefined ? {} : { operationName }) },
  }
}
