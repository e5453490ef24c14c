import { countOf, dateOf, textOf } from '../../search.ts'

/** What the address of the list of cassettes holds. */
export type CashSearch = {
  readonly q?: string
  readonly carrier?: string
  readonly currency?: string
  /** Only cassettes that are empty by the end of this day. */
  readonly day?: string
  /** True for a loading list: by site, with the notes to load. */
  readonly load?: true
  readonly page?: number
}

export const readSearch = (search: Record<string, unknown>): CashSearch => ({
  q: textOf(search.q),
  carrier: textOf(search.carrier),
  currency: textOf(search.currency),
  day: dateOf(search.day),
  load: search.load === true || search.load === 'true' ? true : undefined,
  page: countOf(search.page, 2),
})
