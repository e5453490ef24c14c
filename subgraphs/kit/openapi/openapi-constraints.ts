import { directiveOf } from '../graphql/directives.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * Controls, format characters and what else cannot be seen, as part of a class of characters. Listed, as validators in
 * other languages do not know classes such as `\p{Cf}`; those beyond U+FFFF are left out, as not all read them alike.
 */
export const INVISIBLE =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f' +
  '\\u0890-\\u0891\\u08e2\\u115f-\\u1160\\u17b4-\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
  '\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb'

/** What many arguments and fields keep to, by its name in `@constraint(is: …)`. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  agentAtmId: { minLength: 1, maxLength: 128, pattern: '^\\s*(?:[^\\s.]|\\.(?:[^\\s.]|\\.\\s*\\S|\\s+\\S))' },
  institutionKey: { minLength: 1, maxLength: 64, pattern: `^[^,\\s"\\\\{}${INVISIBLE}]*$` },
  visible: { minLength: 1, pattern: `[^\\s\\u2800${INVISIBLE}]` },
  object: { type: ['object', 'null'] },
  entityTags: { pattern: '^(?:\\*|(?:W/)?"[!#-~]*"(?:, *(?:W/)?"[!#-~]*")*)$' },
}

/** @throws Error for a name that is none. */
const namedOf = (name: unknown): JsonSchema => {
  if (name === undefined || name === null) return {}
  const named = NAMED[String(name)]
  if (named === undefined) throw new Error(`@constraint(is: …): there is no ${name}`)
  return named
}

/** The keyword of each argument of `@constraint` that says something of a value, and of a list. */
const OF_VALUES: Readonly<Record<string, string>> = {
  min: 'minimum',
  max: 'maximum',
  multipleOf: 'multipleOf',
  minLength: 'minLength',
  maxLength: 'maxLength',
  pattern: 'pattern',
}
const OF_LISTS: Readonly<Record<string, string>> = { minItems: 'minItems', maxItems: 'maxItems' }

const keywordsOf = (given: Record<string, unknown>, names: Readonly<Record<string, string>>): JsonSchema =>
  Object.fromEntries(
    Object.entries(names).flatMap(([argument, keyword]) =>
      given[argument] === undefined || given[argument] === null
        ? []
        : [[keyword, keyword === 'pattern' ? given[argument] : Number(given[argument])]],
    ),
  )

const isList = ({ type }: JsonSchema): boolean => type === 'array' || (Array.isArray(type) && type.includes('array'))

const onlyOrAll = (all: readonly unknown[]): unknown => (all.length === 1 ? all[0] : all)

/** The same schema with null refused. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) return { ...schema, type: onlyOrAll(type.filter((one) => one !== 'null')) }
  if (!Array.isArray(anyOf)) return schema
  const forms = anyOf.filter((form) => form.type !== 'null')
  return forms.length === 1 ? { ...rest, ...forms[0] } : { ...schema, anyOf: forms }
}

/** The schema of a value that is sent, with what `@constraint` of its argument or field says besides its type. */
export const constrained = (schema: JsonSchema, element: Parameters<typeof directiveOf>[0]): JsonSchema => {
  const given = directiveOf(element, 'constraint')
  if (given === null) return schema
  const ofValues = { ...namedOf(given.is), ...keywordsOf(given, OF_VALUES) }
  const taken = given.notNull === true ? withoutNull(schema) : schema
  if (!isList(taken)) return { ...taken, ...ofValues }
  const items = { ...Object(taken.items), ...ofValues }
  return { ...taken, items, ...keywordsOf(given, OF_LISTS) }
}
