import { parseArray } from '../../db/values.ts'
import type { Row } from './database.ts'

type Column = { readonly name: string; readonly parameter: number; readonly type: string }

const known = new Map<string, readonly (readonly Column[])[]>()

/** The lists of columns that a statement sends rows in: `unnest($1::bigint[], …) v(id, …)`. */
const columnsOf = (text: string): readonly (readonly Column[])[] => {
  const before = known.get(text)
  if (before !== undefined) return before
  const lists = [...text.matchAll(/unnest\((\$[^)]*)\) v\(([^)]+)\)/g)].map(([, sent = '', names = '']) => {
    const types = sent.split(', ')
    return names.split(', ').map((name, n): Column => {
      const [, parameter = '', type = ''] = /^\$(\d+)(?:::text)?::(\w+)\[\]/.exec(types[n] ?? '') ?? []
      return { name, parameter: Number(parameter) - 1, type }
    })
  })
  known.set(text, lists)
  return lists
}

const decode = (type: string) => {
  if (['bigint', 'int', 'smallint', 'float8'].includes(type)) return Number
  if (type === 'boolean') return (text: string) => text === 't' || text === 'true'
  return (text: string) => text
}

/** The items of an array that was sent as its text. */
export const itemsOf = (value: unknown): string[] => parseArray(String(value), (text) => text).map(String)

/** The rows that a statement was sent, of its n-th list of columns. Instants are epoch milliseconds, arrays texts. */
export const sentRows = (text: string, values: readonly unknown[], list = 0): Row[] => {
  const columns = columnsOf(text)[list] ?? []
  if (columns.length === 0) throw new Error(`no rows are sent with: ${text}`)
  const arrays = columns.map(({ parameter, type }) => parseArray(String(values[parameter]), decode(type)))
  return (arrays[0] ?? []).map((_, n) =>
    Object.fromEntries(columns.map(({ name }, c) => [name, arrays[c]?.[n] ?? null])),
  )
}

export const numberOf = (value: unknown): number => Number(value)
export const textOf = (value: unknown): string => String(value)
/** A number, or null. */
export const maybe = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
/** The greater of two, of which either may be null. */
export const greatest = (one: unknown, other: unknown): number | null =>
  one === null || one === undefined
    ? maybe(other)
    : other === null || other === undefined
      ? maybe(one)
      : Math.max(Number(one), Number(other))
