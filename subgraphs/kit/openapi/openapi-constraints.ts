import { directiveOf } from '../graphql/directives.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

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

/** The schema of a value that is sent, with what `@constraint` of its argument or field says besides its type. */
export const constrained = (schema: JsonSchema, element: Parameters<typeof directiveOf>[0]): JsonSchema => {
  const given = directiveOf(element, 'constraint')
  if (given === null) return schema
  const ofValues = keywordsOf(given, OF_VALUES)
  if (!isList(schema)) return { ...schema, ...ofValues }
  const items = { ...Object(schema.items), ...ofValues }
  return { ...schema, items, ...keywordsOf(given, OF_LISTS) }
}
