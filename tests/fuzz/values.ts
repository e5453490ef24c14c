import fc from 'fast-check'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import type { OpenApiDocument } from '../../subgraphs/kit/openapi/openapi.ts'
import { JSON_VALUES, TEXTS } from './hostile-values.ts'

type Json = Readonly<Record<string, unknown>>

/** Values that the platform knows, by the names of fields and parameters. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** A schema without references: the first of its alternatives that is not null. */
export const resolved = (document: OpenApiDocument, given: unknown): Json => {
  if (!isRecord(given)) return {}
  const name =
    String(given.$ref ?? '')
      .split('/')
      .at(-1) ?? ''
  const found = Object.entries(document.components.schemas).find(([key]) => key === name)
  const [first] = Array.isArray(given.anyOf) ? given.anyOf : []
  return found !== undefined ? resolved(document, found[1]) : first !== undefined ? resolved(document, first) : given
}

/** The type of a value, null left out. */
export const typeOf = ({ type }: Json): unknown => (Array.isArray(type) ? type.find((one) => one !== 'null') : type)

const DAY_MS = 86_400_000
const instant = (now: number) =>
  fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS }).map((offset) => new Date(now + offset).toISOString())

const patterned = (pattern: string): fc.Arbitrary<string> => {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return fc.constantFrom('a', 'A1', '1')
  }
}

const textOf = ({ format, pattern, minLength, maxLength }: Json, now: number): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return instant(now).map((text) => text.slice(0, 10))
  if (format === 'date-time') return instant(now)
  if (format === 'date-time-local') return instant(now).map((text) => text.slice(0, 19))
  if (typeof pattern === 'string') return patterned(pattern)
  const min = typeof minLength === 'number' ? minLength : 0
  const max = Math.max(min, Math.min(typeof maxLength === 'number' ? maxLength : 40, 60))
  return fc.string({ unit: 'grapheme', minLength: min, maxLength: max })
}

const numberOf = ({ minimum, maximum }: Json, isWhole: boolean): fc.Arbitrary<number> => {
  const min = typeof minimum === 'number' ? minimum : -1e12
  const max = typeof maximum === 'number' ? maximum : 1e12
  const small = fc.integer({ min: Math.max(min, 0), max: Math.min(max, Math.max(min, 0) + 300) })
  const wide = isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
  return fc.oneof({ arbitrary: small, weight: 4 }, { arbitrary: wide, weight: 1 })
}

/** Values that fit a schema. Those of a name that the platform knows are mostly among these. */
export const fitting = (
  document: OpenApiDocument,
  { name, schema: given, known, now }: { name: string; schema: unknown; known: Known; now: number },
  depth = 0,
): fc.Arbitrary<unknown> => {
  const schema = resolved(document, given)
  const type = typeOf(schema)
  const below = (inner: string, one: unknown) => fitting(document, { name: inner, schema: one, known, now }, depth + 1)
  const plain = (): fc.Arbitrary<unknown> => {
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
    if (type === 'array') {
      const min = typeof schema.minItems === 'number' ? schema.minItems : 0
      return fc.array(below(name, schema.items), { minLength: min, maxLength: depth > 3 ? min : min + 2 })
    }
    if (isRecord(schema.properties)) {
      const required = (Array.isArray(schema.required) ? schema.required : []).map(String)
      const properties = Object.entries(schema.properties).filter(([key]) => depth < 4 || required.includes(key))
      const model = Object.fromEntries(properties.map(([key, one]) => [key, below(key, one)]))
      return fc.record(model, { requiredKeys: required.filter((key) => key in model) })
    }
    if (type === 'integer' || type === 'number') return numberOf(schema, type === 'integer')
    if (type === 'boolean') return fc.boolean()
    return type === 'string' ? textOf(schema, now) : fc.jsonValue({ maxDepth: 2 })
  }
  const values = known[name]?.filter(
    (value) => type === undefined || typeof value === (type === 'integer' ? 'number' : type),
  )
  if (values === undefined || values.length === 0) return plain()
  const usual = fc.constantFrom(...values)
  return name === 'waitSeconds' ? usual : fc.oneof({ arbitrary: usual, weight: 5 }, { arbitrary: plain(), weight: 1 })
}

const HUGE = ['x'.repeat(70_000), '\u0301'.repeat(20_000), '9'.repeat(5_000), ' '.repeat(30_000)]
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'a\u0000b', '\ud800']

const besidesBounds = ({ minimum, maximum, minLength, maxLength, maxItems, items }: Json): unknown[] => [
  ...(typeof minimum === 'number' ? [minimum - 1, minimum] : []),
  ...(typeof maximum === 'number' ? [maximum + 1, maximum] : []),
  ...(typeof minLength === 'number' && minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
  ...(typeof maxLength === 'number'
    ? ['x'.repeat(maxLength + 1), 'x'.repeat(maxLength), '\u{1f3e7}'.repeat(maxLength)]
    : []),
  ...(typeof maxItems === 'number' && items !== undefined && maxItems < 2_000 ? [Array(maxItems + 1).fill('x')] : []),
]

/** What a value is replaced by: what its bounds just allow or refuse, another type, and texts that are hostile. */
export const unfitting = (schema: Json): fc.Arbitrary<unknown> => {
  const bounds = besidesBounds(schema)
  return fc.oneof(
    ...(bounds.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...bounds), weight: 3 }]),
    { arbitrary: fc.constantFrom(...JSON_VALUES).map((text): unknown => JSON.parse(text)), weight: 3 },
    { arbitrary: fc.constantFrom(...TEXTS), weight: 3 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 20 }), weight: 2 },
    { arbitrary: fc.constantFrom(...HUGE), weight: 1 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...KEYS), fc.jsonValue({ maxDepth: 1 }))
        .map(([key, value]): unknown => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`)),
      weight: 1,
    },
  )
}

type Place = { readonly path: readonly (string | number)[]; readonly schema: Json }

const placesIn = (document: OpenApiDocument, value: unknown, given: unknown, path: Place['path'] = []): Place[] => {
  const schema = resolved(document, given)
  const inner = Array.isArray(value)
    ? value.flatMap((item, at) => placesIn(document, item, schema.items, [...path, at]))
    : isRecord(value) && isRecord(schema.properties)
      ? Object.entries(schema.properties).flatMap(([key, one]) => placesIn(document, value[key], one, [...path, key]))
      : []
  return [{ path, schema }, ...inner]
}

const replaced = (value: unknown, [head, ...rest]: Place['path'], put: unknown): unknown => {
  if (head === undefined) return put
  if (Array.isArray(value)) return value.map((item, at) => (at === head ? replaced(item, rest, put) : item))
  const object = isRecord(value) ? value : {}
  return { ...object, [head]: replaced(object[head], rest, put) }
}

/** Values that fit a schema but in one place, at any depth. */
export const nearly = (document: OpenApiDocument, schema: unknown, fit: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(fit, fc.nat()).chain(([value, at]) => {
    const places = placesIn(document, value, schema)
    const place = places[at % places.length]
    if (place === undefined) return fc.constant(value)
    return unfitting(place.schema).map((put) => replaced(value, place.path, put))
  })
