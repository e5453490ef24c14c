import { badInputs, type FieldFault, MAX_FAULTS } from './errors.ts'

export const MAX_PAGE_SIZE = 200

export type PageArguments = {
  readonly page?: number | null
  readonly size?: number | null
  readonly sort?: readonly string[] | null
}

export type SortOrder<Column> = { readonly column: Column; readonly descending: boolean }

/** A checked page request. `order` always ends with the tie-break, so that pages neither repeat nor skip a row. */
export type PageRequest<Column> = {
  readonly page: number
  readonly size: number
  readonly offset: number
  readonly order: readonly SortOrder<Column>[]
}

export type Sorting<Column> = {
  /** The fields that may be sorted by, under their API names. */
  readonly sortable: Readonly<Record<string, Column>>
  readonly defaultSort: readonly string[]
  readonly tieBreak: SortOrder<Column>
}

/** The page of the contract: flat, Spring style. */
export type Page<Row> = {
  content: Row[]
  totalElements: number
  totalPages: number
  number: number
  size: number
  numberOfElements: number
  first: boolean
  last: boolean
  empty: boolean
}

const parseSort = <Column>(
  text: string,
  index: number,
  sorting: Sorting<Column>,
  faults: FieldFault[],
): SortOrder<Column> | null => {
  const [name = '', direction = 'asc'] = text.split(',', 2).map((part) => part.trim())
  const column = Object.hasOwn(sorting.sortable, name) ? sorting.sortable[name] : undefined
  const field = `sort[${index}]`
  if (column === undefined) {
    // Not what was sent: it may hold a card number.
    faults.push({ field, message: `must begin with one of ${Object.keys(sorting.sortable).join(', ')}` })
    return null
  }
  if (!/^(asc|desc)$/i.test(direction)) {
    faults.push({ field, message: 'the direction must be asc or desc' })
    return null
  }
  return { column, descending: direction.toLowerCase() === 'desc' }
}

/**
 * The orders that were asked for, each column once: a repeat orders nothing, and a statement with thousands of them
 * keeps a database busy before any timeout of it is looked at.
 */
const parseSorts = <Column>(
  texts: readonly string[],
  sorting: Sorting<Column>,
  faults: FieldFault[],
): readonly SortOrder<Column>[] => {
  const byColumn = new Map<Column, SortOrder<Column>>()
  for (const [index, text] of texts.entries()) {
    const order = parseSort(text, index, sorting, faults)
    if (order !== null && !byColumn.has(order.column)) byColumn.set(order.column, order)
    if (faults.length >= MAX_FAULTS) break
  }
  return [...byColumn.values()]
}

/**
 * Checks page, size and sort. Sizes above 200 are capped.
 * @throws DomainError BAD_USER_INPUT naming each faulty parameter.
 */
export const pageRequest = <Column>(args: PageArguments, sorting: Sorting<Column>): PageRequest<Column> => {
  const faults: FieldFault[] = []
  const page = args.page ?? 0
  const size = args.size ?? 20
  if (page < 0) faults.push({ field: 'page', message: 'must be 0 or more' })
  if (size < 1) faults.push({ field: 'size', message: 'must be 1 or more' })
  const given =
    args.sort === undefined || args.sort === null || args.sort.length === 0 ? sorting.defaultSort : args.sort
  const order = parseSorts(given, sorting, faults)
  if (faults.length > 0) throw badInputs(faults)
  const capped = Math.min(size, MAX_PAGE_SIZE)
  return { page, size: capped, offset: page * capped, order: [...order, sorting.tieBreak] }
}

/** Wraps the rows of a page with its totals. */
export const pageOf = <Row>(
  rows: readonly Row[],
  totalElements: number,
  request: { readonly page: number; readonly size: number },
): Page<Row> => {
  const totalPages = Math.ceil(totalElements / request.size)
  return {
    content: [...rows],
    totalElements,
    totalPages,
    number: request.page,
    size: request.size,
    numberOfElements: rows.length,
    first: request.page === 0,
    last: request.page >= totalPages - 1,
    empty: rows.length === 0,
  }
}
