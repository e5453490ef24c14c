import type { OperationContext } from '../kit/context.ts'
import { type InstitutionRow, listInstitutions } from './institutions.store.ts'
import type { InstitutionResolvers, QueryResolvers } from './schema.gen.ts'

/** The institutions that the caller sees, by key: those that have ATMs, and the caller's own even where they have none yet. */
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
export const institutionFields: InstitutionResolvers = {
  async __resolveReference({ key }, context) {
    return (await seenBy(context)).find((institution) => institution.key === key) ?? null
  },
}
