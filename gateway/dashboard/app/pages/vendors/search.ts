/** What the address of this page holds beside the scope. */
export type VendorsSearch = Record<never, never>

export const readSearch = (_search: Record<string, unknown>): VendorsSearch => ({})
