import { countOf, textOf } from '../../search.ts'

/** What the address of a file holds: the lines that are marked and shown, and the text that is looked for. */
export type FileSearch = {
  readonly from?: number
  readonly to?: number
  readonly find?: string
  /** The page of the transactions beside it. */
  readonly page?: number
}

export const readSearch = (search: Record<string, unknown>): FileSearch => {
  const from = countOf(search.from, 1)
  return {
    from,
    to: from === undefined ? undefined : countOf(search.to, from),
    find: textOf(search.find),
    page: countOf(search.page, 2),
  }
}
