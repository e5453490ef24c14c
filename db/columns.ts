import { type SQL, sql } from 'drizzle-orm'
import type { ArrayItem } from './arrays.ts'
import { arrayLiteral } from './values.ts'

type Scalar =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'float8'
  | 'int'
  | 'json'
  | 'jsonb'
  | 'smallint'
  | 'text'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'

/**
 * A column of rows that are sent to the server: its PostgreSQL type, and its value of the n-th row. A `timestamptz` is
 * given as epoch milliseconds, which both sides read in a fraction of the time that a text takes; JSON as text.
 */
export type SentColumn<Row> =
  | readonly [type: Scalar, value: (row: Row, n: number) => ArrayItem]
  | readonly [type: 'bigint[]' | 'int[]', value: (row: Row, n: number) => readonly number[] | null]

/** Rows on their way to the server: one parameter for each column, so that a plan does not depend on their number. */
export type SentColumns<Row> = {
  /** `id, kind, …`: the columns of an insert, but those of `except`. */
  names(...except: readonly string[]): string
  /** `kind = v.kind, …`: what an update sets, but those of `except`. */
  assignments(...except: readonly string[]): string
  /** What `to` makes of each name but those of `except`, separated by commas. */
  each(to: (name: string) => string, ...except: readonly string[]): string
  /** What follows `from`: a relation `v` with these columns, whose parameters are `$1` and following. */
  readonly from: string
  /** The n-th parameter after those of the columns, such as `$9`. */
  parameter(n: number): string
  /** The parameters of `from`. */
  values(rows: readonly Row[]): string[]
  /** The relation `v` with its parameters, for a statement of Drizzle. */
  of(rows: readonly Row[]): SQL
}

const isArray = (type: string) => type.endsWith('[]')

/** There are no arrays of arrays of different lengths: an array is sent as its text. */
const sentAs = (type: string): string => (type === 'timestamptz' ? 'float8' : isArray(type) ? 'text' : type)

const received = (name: string, type: string): string => {
  if (type === 'timestamptz') return `to_timestamp(v.${name} / 1000.0) as ${name}`
  return isArray(type) ? `v.${name}::${type} as ${name}` : `v.${name}`
}

/**
 * Makes the column list, the parameters and the values of a statement from one table.
 * @throws Error by `names`, `assignments` and `each` for a column to leave out that is not in it.
 */
export const createSentColumns = <Row>(columns: Readonly<Record<string, SentColumn<Row>>>): SentColumns<Row> => {
  const entries = Object.entries(columns)
  const names = Object.keys(columns)
  const types = entries.map(([, [type]]) => type)
  const each = (to: (name: string) => string, ...except: readonly string[]): string => {
    const unknown = except.find((name) => !names.includes(name))
    if (unknown !== undefined) throw new Error(`There is no column ${unknown} among ${names.join(', ')}.`)
    return names
      .filter((name) => !except.includes(name))
      .map(to)
      .join(', ')
  }
  const isReceived = types.some((type) => sentAs(type) !== type)
  const before = isReceived ? `(select ${entries.map(([name, [type]]) => received(name, type)).join(', ')} from ` : ''
  const after = ` v(${names.join(', ')})${isReceived ? ') v' : ''}`
  const values = (rows: readonly Row[]): string[] =>
    Object.values(columns).map(([, value]) =>
      arrayLiteral(
        rows.map((row, n) => {
          const item = value(row, n)
          return typeof item === 'object' && item !== null ? arrayLiteral(item) : item
        }),
      ),
    )
  return {
    names: (...except) => each((name) => name, ...except),
    assignments: (...except) => each((name) => `${name} = v.${name}`, ...except),
    each,
    from: `${before}unnest(${types.map((type, n) => `$${n + 1}::${sentAs(type)}[]`).join(', ')})${after}`,
    parameter: (n) => `$${names.length + n}`,
    values,
    of: (rows) => {
      const parameters = values(rows).map((value, n) => sql`${value}::text::${sql.raw(sentAs(types[n] ?? 'text'))}[]`)
      return sql`${sql.raw(before)}unnest(${sql.join(parameters, sql`, `)})${sql.raw(after)}`
    },
  }
}
