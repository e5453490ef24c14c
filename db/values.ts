/**
 * Values on their way to and from PostgreSQL as text. The driver would ask each new connection for the server's array
 * types, in a query that no caller can await: a backend that dies meanwhile would end the process by an unhandled
 * rejection.
 */

/** What the driver sends as it is. */
export type Parameter = string | number | boolean | null | Uint8Array

/** A value as one parameter of a statement: dates as instants, arrays as array literals, other objects as JSON. */
export function toParameter(value: unknown): Parameter {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'bigint':
      return String(value)
    case 'object':
      if (value === null || value instanceof Uint8Array) return value
      if (value instanceof Date) return value.toISOString()
      return Array.isArray(value) ? arrayLiteral(value) : JSON.stringify(value)
    default:
      throw new TypeError(`A statement takes no parameter of type ${typeof value}.`)
  }
}

const SPECIAL = /["\\]/g
const HAS_SPECIAL = /["\\]/

const quote = (text: string): string => `"${HAS_SPECIAL.test(text) ? text.replace(SPECIAL, '\\$&') : text}"`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return arrayLiteral(value)
  return quote(value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(toParameter(value)))
}

/** A list as an array literal of PostgreSQL. Ingest writes thousands of items with it, so it builds one text. */
export function arrayLiteral(items: readonly unknown[]): string {
  let text = '{'
  for (let n = 0; n < items.length; n += 1) text += n > 0 ? `,${elementText(items[n])}` : elementText(items[n])
  return `${text}}`
}

type Element = (text: string) => unknown

/** Parses an array literal such as `{a,"b,c",NULL,{d}}`. */
export function parseArray(text: string, element: Element): unknown[] {
  let position = text.indexOf('{') + 1
  const list = (): unknown[] => {
    const values: unknown[] = []
    while (text[position] !== '}' && position < text.length) {
      if (text[position] === ',') position += 1
      values.push(item())
    }
    position += 1
    return values
  }
  const item = (): unknown => {
    if (text[position] === '{') {
      position += 1
      return list()
    }
    return text[position] === '"' ? quoted() : bare()
  }
  const quoted = (): unknown => {
    let value = ''
    for (position += 1; text[position] !== '"' && position < text.length; position += 1) {
      if (text[position] === '\\') position += 1
      value += text[position]
    }
    position += 1
    return element(value)
  }
  const bare = (): unknown => {
    const start = position
    while (text[position] !== ',' && text[position] !== '}' && position < text.length) position += 1
    const value = text.slice(start, position)
    return value === 'NULL' ? null : element(value)
  }
  return list()
}

const asText: Element = (text) => text

/** Array types by how their elements are given: int8 and numeric as text, as they are outside of arrays. */
const ARRAYS: readonly { readonly oids: readonly number[]; readonly element: Element }[] = [
  { oids: [1002, 1003, 1009, 1014, 1015, 1016, 1041, 1115, 1182, 1183, 1185, 1187, 1231, 2951], element: asText },
  { oids: [1005, 1007, 1021, 1022, 1028], element: Number },
  { oids: [1000], element: (text) => text === 't' },
  { oids: [199, 3807], element: (text) => JSON.parse(text) },
]

/** The driver's `types` option for the arrays of the built-in types. */
export const arrayTypes = Object.fromEntries(
  ARRAYS.flatMap(({ oids, element }) =>
    oids.map((oid) => [
      `array${oid}`,
      { to: oid, from: [oid], serialize: toParameter, parse: (text: string) => parseArray(text, element) },
    ]),
  ),
)

/** The pattern of LIKE for what contains a text as it is. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
