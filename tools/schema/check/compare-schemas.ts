import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Json } from '../json.types.ts'
import type { Report } from './changes.ts'

/** A member of an object as an object; empty where it is none. */
export const part = (value: unknown, key: string): Json => {
  const found = isRecord(value) ? value[key] : undefined
  return isRecord(found) ? found : {}
}

/** A member of an object as a list of texts; empty where it is none. */
export const texts = (value: unknown, key: string): readonly string[] => {
  const found = isRecord(value) ? value[key] : undefined
  return Array.isArray(found) ? found.map(String) : []
}

/** Until when a deprecated place of a document was announced to stay, null where it is not deprecated. */
export const sunsetOf = (holder: Json): string | null =>
  typeof holder['x-deprecated-until'] === 'string' ? holder['x-deprecated-until'] : null

/** A schema in its document, by which its references are resolved. */
type SchemaNode = { readonly document: Json; readonly schema: Json }

const resolved = ({ document, schema }: SchemaNode): Json => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : null
  return name === null ? schema : part(part(part(document, 'components'), 'schemas'), name)
}

const alternatives = (schema: Json): readonly Json[] | null => {
  const found = schema.oneOf ?? schema.anyOf
  return Array.isArray(found) ? found.filter(isRecord) : null
}

const typesOf = (schema: Json): readonly string[] => {
  if (typeof schema.type === 'string') return [schema.type]
  return Array.isArray(schema.type) ? schema.type.map(String) : []
}

const holds = (wider: readonly string[], narrower: readonly string[]): boolean =>
  wider.length === 0 ||
  (narrower.length > 0 &&
    narrower.every((type) => wider.includes(type) || (type === 'integer' && wider.includes('number'))))

type Direction = 'sent' | 'received'

/** What of a schema may be compared, and what was compared above it (a type may hold itself). */
type Comparison = { readonly direction: Direction; readonly report: Report; readonly seen: ReadonlySet<string> }

const compareTypes = (before: Json, after: Json, path: string, { direction, report }: Comparison): void => {
  const [was, is] = [typesOf(before), typesOf(after)]
  const fits = direction === 'sent' ? holds(is, was) : holds(was, is)
  if (!fits) report(path, `was ${was.join(' or ') || 'anything'} and is ${is.join(' or ') || 'anything'}`)
  const formatCounts = before.format !== undefined || (direction === 'sent' && after.format !== undefined)
  if (before.format !== after.format && formatCounts)
    report(path, `was of the format ${before.format ?? 'none'} and is of ${after.format ?? 'none'}`)
}

/** Keywords by which fewer values fit the higher, or the lower, their number is. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
/** Keywords by which fewer values fit, so that any other value of them shuts some out. */
const FILTERS = ['pattern', 'multipleOf', 'uniqueItems']

/** What a client sends must still fit: bounds may only become wider. */
const compareBounds = (before: Json, after: Json, path: string, report: Report): void => {
  for (const keyword of [...LOWER_BOUNDS, ...UPPER_BOUNDS]) {
    const [was, is] = [before[keyword], after[keyword]]
    if (typeof is !== 'number' || was === is) continue
    const tighter = typeof was !== 'number' || (LOWER_BOUNDS.includes(keyword) ? is > was : is < was)
    if (tighter) report(path, `has the ${keyword} ${is} and had ${typeof was === 'number' ? was : 'none'}`)
  }
  for (const keyword of FILTERS)
    if (after[keyword] !== undefined && after[keyword] !== before[keyword])
      report(path, `has the ${keyword} ${String(after[keyword])} and had ${String(before[keyword] ?? 'none')}`)
  if (after.additionalProperties === false && before.additionalProperties !== false)
    report(path, 'no longer takes other fields')
}

/** A client that leaves a value out gets its default. */
const compareDefaults = (before: Json, after: Json, path: string, report: Report): void => {
  const [was, is] = [JSON.stringify(before.default), JSON.stringify(after.default)]
  if (was !== is) report(path, `had the default ${was ?? 'none'} and has ${is ?? 'none'}`)
}

const compareProperties = (before: SchemaNode, after: SchemaNode, path: string, comparison: Comparison): void => {
  const { direction, report } = comparison
  const [was, is] = [part(before.schema, 'properties'), part(after.schema, 'properties')]
  const [needed, needs] = [texts(before.schema, 'required'), texts(after.schema, 'required')]
  for (const name of Object.keys(was)) {
    const at = `${path}.${name}`
    if (!(name in is))
      report(at, direction === 'sent' ? 'is no longer read' : 'is no longer sent', sunsetOf(part(was, name)))
    else
      compareSchemas(
        { document: before.document, schema: part(was, name) },
        { document: after.document, schema: part(is, name) },
        at,
        comparison,
      )
  }
  const [stricter, looser] = direction === 'sent' ? [needs, needed] : [needed, needs]
  for (const name of stricter.filter((one) => !looser.includes(one) && (direction === 'sent' || one in is)))
    report(`${path}.${name}`, direction === 'sent' ? 'has become required' : 'may now be missing')
}

const valuesOf = (schema: Json): readonly string[] =>
  schema.const === undefined ? texts(schema, 'enum') : [String(schema.const)]

const compareEnums = (before: Json, after: Json, path: string, { direction, report }: Comparison): void => {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  if (direction === 'sent') {
    if (was.length === 0 && is.length > 0) report(path, `takes only ${is.join(', ')}`)
    else if (is.length > 0)
      for (const value of was.filter((one) => !is.includes(one))) report(path, `no longer takes ${value}`)
    return
  }
  if (was.length > 0 && is.length === 0) report(path, 'is no longer one of a few values')
  else if (was.length > 0)
    for (const value of is.filter((one) => !was.includes(one))) report(path, `may now be ${value}`)
}

const silently = (before: SchemaNode, after: SchemaNode, comparison: Comparison): boolean => {
  let breaks = false
  const report = () => {
    breaks = true
  }
  compareSchemas(before, after, '', { ...comparison, report })
  return !breaks
}

const isNull = (schema: Json): boolean => schema.type === 'null'

const takesNull = (forms: readonly SchemaNode[]): boolean =>
  forms.some(({ schema }) => typesOf(schema).includes('null') || isNull(schema))

/** Where a value has several forms, a client is built on one of them: each of the old ones must still be there. */
const compareAlternatives = (before: SchemaNode, after: SchemaNode, path: string, comparison: Comparison): void => {
  const forms = (node: SchemaNode) =>
    (alternatives(node.schema) ?? [node.schema]).map((schema) => ({ document: node.document, schema }))
  const [was, is] = [forms(before), forms(after)]
  const { direction, report } = comparison
  if (direction === 'received' && takesNull(is) && !takesNull(was)) report(path, 'may now be null')
  if (direction === 'sent' && takesNull(was) && !takesNull(is)) report(path, 'may no longer be null')
  const present = was.filter(({ schema }) => !isNull(schema))
  if (present.some((old) => !is.some((now) => silently(old, now, comparison)))) report(path, 'has lost a form')
  // A client asks for a new form of a whole answer, but not for one of a part.
  const isPart = /[.[]/.test(path)
  const added = is.filter((now) => !isNull(now.schema) && !was.some((old) => silently(old, now, comparison)))
  if (direction === 'received' && isPart && added.length > 0) report(path, 'may now have another form')
}

/** A comparison that begins. */
export const comparisonOf = (direction: Direction, report: Report): Comparison => ({
  direction,
  report,
  seen: new Set(),
})

/** Compares two versions of what a client sends, or receives, and reports what would break it. */
export const compareSchemas = (before: SchemaNode, after: SchemaNode, path: string, comparison: Comparison): void => {
  const pair = `${before.schema.$ref ?? ''} ${after.schema.$ref ?? ''}`
  if (pair !== ' ' && comparison.seen.has(pair)) return
  const below = { ...comparison, seen: new Set([...comparison.seen, pair]) }
  const old = { document: before.document, schema: resolved(before) }
  const now = { document: after.document, schema: resolved(after) }
  if (alternatives(old.schema) !== null || alternatives(now.schema) !== null) {
    compareAlternatives(old, now, path, below)
    return
  }
  compareTypes(old.schema, now.schema, path, below)
  compareEnums(old.schema, now.schema, path, below)
  if (below.direction === 'sent') {
    compareBounds(old.schema, now.schema, path, below.report)
    compareDefaults({ ...old.schema, ...before.schema }, { ...now.schema, ...after.schema }, path, below.report)
  }
  compareProperties(old, now, path, below)
  for (const [keyword, step] of [
    ['items', '[]'],
    ['additionalProperties', '.*'],
  ] as const)
    if (isRecord(old.schema[keyword]) || isRecord(now.schema[keyword]))
      compareSchemas(
        { document: before.document, schema: part(old.schema, keyword) },
        { document: after.document, schema: part(now.schema, keyword) },
        `${path}${step}`,
        below,
      )
}
