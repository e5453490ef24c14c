// Readers for what an address holds. A value that a page does not know is dropped, never an error.

export type RawSearch = Record<string, unknown>

/** A text that is not blank. */
export const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

/** One of the given words. */
export const wordOf = <T extends string>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => word === value)

/** Several of the given words, in their order. */
export const wordsOf = <T extends string>(words: readonly T[], value: unknown): readonly T[] | undefined => {
  const given = Array.isArray(value) ? value : [value]
  const known = words.filter((word) => given.includes(word))
  return known.length === 0 ? undefined : known
}

/** A whole number of at least `least`, unless it is `usual`. */
export const countOf = (value: unknown, least: number, usual?: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number !== usual && value !== '' ? number : undefined
}

/** A date such as `2026-11-20`. */
export const dateOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** An instant such as `2026-11-20T03:00:00.000Z`. */
export const instantIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** A sort such as `openedAt` or, downwards, `-openedAt`, of the given columns. */
export const sortOf = <T extends string>(columns: readonly T[], value: unknown): T | `-${T}` | undefined =>
  columns.flatMap((column) => [column, `-${column}` as const]).find((sort) => sort === value)

/** A sort of an address in the words of the graph: `-openedAt` is `openedAt,desc`. */
export const sortArgument = (sort: string): string => (sort.startsWith('-') ? `${sort.slice(1)},desc` : `${sort},asc`)
