import { Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import type { TenantTx } from './tenancy.ts'

type Decode = (value: unknown) => unknown

const ZERO = '0'.charCodeAt(0)
/** `2026-11-21 10:00:00`, after which come fractions of a second and `+00`. */
const WHOLE_SECONDS = 19

/** The two digits from a place on. */
const two = (text: string, at: number): number => (text.charCodeAt(at) - ZERO) * 10 + (text.charCodeAt(at + 1) - ZERO)

/** The thousandths in `.5`, `.12` or `.123456`, which begins after the seconds and ends before `+00`. */
const thousandths = (text: string): number => {
  let ms = 0
  for (let place = 1; place <= 3; place += 1) {
    const at = WHOLE_SECONDS + place
    ms = ms * 10 + (at < text.length - 3 ? text.charCodeAt(at) - ZERO : 0)
  }
  return ms
}

/**
 * An instant as the server writes it where the time zone of the session is UTC, as it is for all of ours. Every other
 * form is left to `otherwise`: years of five digits, years before Christ, infinity.
 */
const asInstant = (text: string, otherwise: Decode): unknown => {
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) return otherwise(text)
  const ms = text[WHOLE_SECONDS] === '.' ? thousandths(text) : 0
  const year = two(text, 0) * 100 + two(text, 2)
  // JavaScript takes the years of the first century for those of the last one.
  if (year < 100) return otherwise(text)
  return new Date(Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), ms))
}

/** What makes of a column's value, as the driver gives it, that of a row; null for nothing. */
const decodeOf = (column: Column): Decode | null => {
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null
  const decode: Decode = (value) => column.mapFromDriverValue(value)
  if (!(column instanceof PgTimestamp)) return decode
  return (value) => (typeof value === 'string' ? asInstant(value, decode) : value)
}

/** Reads whole rows of a table: `rest` is what follows `select … from` it. */
export type ReadRows<Row> = (tx: TenantTx, rest: SQL) => Promise<Row[]>

/**
 * Compiles the reading of whole rows of a table once. The rows are those of Drizzle's `select()`, which finds out for
 * each value of each row again what to make of it.
 */
export const createRowReader = <Table extends PgTable>(table: Table): ReadRows<Table['$inferSelect']> => {
  const { name, schema, columns } = getTableConfig(table)
  const keys = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [column.name, key]))
  const list = columns.map((column) => `"${column.name}" as "${keys.get(column.name)}"`).join(', ')
  const select = sql.raw(`select ${list} from ${schema === undefined ? '' : `"${schema}".`}"${name}" `)
  const decoders = Object.entries<Column>(getTableColumns(table)).flatMap(([key, column]) => {
    const decode = decodeOf(column)
    return decode === null ? [] : [{ key, decode }]
  })
  return async (tx, rest) => {
    const rows = [...(await tx.execute<Record<string, unknown>>(sql`${select}${rest}`))]
    for (const row of rows)
      for (const { key, decode } of decoders) {
        const value = row[key]
        if (value !== null) row[key] = decode(value)
      }
    // All columns of the table under the names that Drizzle gives them, which TypeScript cannot follow.
    return rows as Table['$inferSelect'][]
  }
}
