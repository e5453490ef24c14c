import type { JournalFileStatus } from '../../gql/graphql.gen.ts'
import { countOf, dateOf, sortOf, textOf, wordOf } from '../../search.ts'

/** The states of files, in the order of what needs somebody. */
export const FILE_STATE_ORDER = [
  'FAILED',
  'MISDATED',
  'PARTIAL',
  'RECEIVED',
  'PARSED',
] as const satisfies readonly JournalFileStatus[]

export const SORTS = ['receivedAt', 'journalDate', 'status'] as const

/** What the address of the list of files holds. */
export type FilesSearch = {
  readonly status?: (typeof FILE_STATE_ORDER)[number]
  readonly atm?: string
  readonly from?: string
  readonly to?: string
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
}

export const readSearch = (search: Record<string, unknown>): FilesSearch => ({
  status: wordOf(FILE_STATE_ORDER, search.status),
  atm: textOf(search.atm),
  from: dateOf(search.from),
  to: dateOf(search.to),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
})
