import { type AnyColumn, and, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { TransactionRow } from '../../../db/journal/transaction.ts'
import type { SortOrder } from '../../kit/common/paging.ts'

/** The fields that transactions are sorted by. */
export type TransactionSort = 'id' | 'startedAt' | 'amountMinor'

export type PageOrder = readonly SortOrder<TransactionSort>[]

type Columns = Readonly<Record<TransactionSort, AnyColumn>>
type Value = string | number | bigint | null

const isSame = (column: AnyColumn, value: Value): SQL => (value === null ? isNull(column) : eq(column, value))

/**
 * What has another value that comes later. Rows without a value are last in ascending order, first in descending
 * order.
 */
const comesLater = (column: AnyColumn, value: Value, descending: boolean): SQL | undefined => {
  if (descending) return value === null ? isNotNull(column) : lt(column, value)
  return value === null ? sql`false` : or(gt(column, value), isNull(column))
}

/**
 * Where the rows begin that come after `row`, by the first field of the order alone: an index can begin there. Nothing
 * where that is an amount, which may be missing.
 */
export const beginsInOrder = (columns: Columns, order: PageOrder, row: TransactionRow): SQL | undefined => {
  const [leading] = order
  if (leading === undefined || leading.column === 'amountMinor') return undefined
  return (leading.descending ? lte : gte)(columns[leading.column], row[leading.column])
}

/**
 * The condition for the rows that come after `row` in an order that ends with the id. By values and not by a number of
 * rows, so that what arrives or goes meanwhile neither repeats nor hides a row.
 */
export const followsInOrder = (columns: Columns, order: PageOrder, row: TransactionRow): SQL | undefined => {
  const later = order.map(({ column, descending }, at) =>
    and(
      ...order.slice(0, at).map((before) => isSame(columns[before.column], row[before.column])),
      comesLater(columns[column], row[column], descending),
    ),
  )
  return and(beginsInOrder(columns, order, row), or(...later))
}
