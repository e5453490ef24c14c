import { textOf } from '../../search.ts'

/** What the address of the matrix of permissions holds; drafts are not in it. */
export type PermissionsSearch = {
  /** A part of the keys of the institutions that are shown. */
  readonly q?: string
}

export const readSearch = (search: Record<string, unknown>): PermissionsSearch => ({ q: textOf(search.q) })
