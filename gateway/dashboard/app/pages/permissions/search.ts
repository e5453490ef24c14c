import { textOf } from '../../search.ts'

/** What the address of the matrix of permissions holds. */
export type PermissionsSearch = {
  /** The institution whose set is being edited. */
  readonly edit?: string
}

export const readSearch = (search: Record<string, unknown>): PermissionsSearch => ({ edit: textOf(search.edit) })
