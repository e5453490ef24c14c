import { wordOf } from '../../search.ts'

/** How many lines before and after a transaction can be shown with it. */
export const CONTEXTS = ['0', '20', '50'] as const

/** What the address of a transaction's evidence holds. */
export type EvidenceSearch = { readonly context?: (typeof CONTEXTS)[number] }

export const readSearch = (search: Record<string, unknown>): EvidenceSearch => ({
  context: wordOf(CONTEXTS, String(search.context)),
})
