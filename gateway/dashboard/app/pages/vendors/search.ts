import type { VendorType } from '../../gql/graphql.gen.ts'
import { textOf, wordOf } from '../../search.ts'

export const TYPES = ['CIT', 'SP'] as const satisfies readonly VendorType[]

/** What the address of the list of vendors holds. */
export type VendorsSearch = {
  readonly type?: VendorType
  readonly q?: string
  /** True while the form for a new vendor is open. */
  readonly create?: true
}

export const readSearch = (search: Record<string, unknown>): VendorsSearch => ({
  type: wordOf(TYPES, search.type),
  q: textOf(search.q),
  create: search.create === true || search.create === 'true' ? true : undefined,
})
