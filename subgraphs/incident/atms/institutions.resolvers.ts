import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import type { InstitutionResolvers, QueryResolvers } from '../schema.gen.ts'
import { type InstitutionRow, listInstitutions } from './institutions.store.ts'

/**
 * The institutions that the caller sees, by key: those that have ATMs, and the caller's own even where they have none
 * yet.
 */
const seenBy = async ({ principal, read }: OperationContext): Promise<InstitutionRow[]> => {
  const rows = await read((tx) => listInstitutions(tx, principal))
  const counted = new Set(rows.map(({ key }) => key))
  const empty = new Set(principal.institutions.filter((key) => !counted.has(key)))
  return [...rows, ...[...empty].map((key) => ({ key, atms: 0 }))].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The list of institutions. */
export const institutionQueries: Pick<QueryResolvers, 'institutions'> = {
  institutions: (_source, _args, context) => seenBy(context),
}

/** An institution by its key; null for one that is not the caller's. */
const loadInstitution: LoadMany<string, InstitutionRow> = async (keys, context) => {
  const byKey = new Map((await seenBy(context)).map((institution) => [institution.key, institution]))
  return keys.map((key) => byKey.get(key) ?? null)
}

/** What leads to an institution; references of one operation are looked up together. */
export const institutionFields: InstitutionResolvers = {
  __resolveReference: ({ key }, { loader }) => loader(loadInstitution).load(String(key)),
}
