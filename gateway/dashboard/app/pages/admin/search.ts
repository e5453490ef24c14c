/** What the address of this page holds beside the scope. */
export type AdminSearch = Record<never, never>

export const readSearch = (_search: Record<string, unknown>): AdminSearch => ({})
