import { buildSubgraphSchema } from '@apollo/subgraph'
import {
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
} from 'graphql'
import { badInput } from '../../../subgraphs/kit/common/errors.ts'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { withNullableRoots } from '../../../subgraphs/kit/graphql/nullable-roots.ts'
import { scalarResolvers } from '../../../subgraphs/kit/graphql/scalars.ts'

/** FNV-1a of some parts, mixed, so that every bit depends on all of them. */
const hashOf = (...parts: readonly unknown[]): number => {
  let hash = 0x811c9dc5
  for (const letter of parts.map(String).join('\u0000')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Arguments by name: an executor may pass them in any order. */
const sorted = (args: Record<string, unknown>) => Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))

/** A made-up object: what it is, the number of its entity, and what the gateway sent of it. */
type Made = {
  readonly __typename?: string
  readonly made: string
  readonly n: number
  readonly [field: string]: unknown
}

const isMade = (value: unknown): value is Made => isRecord(value) && 'made' in value

const ENTITIES = 7
const UUID_HEAD = '00000000-0000-4000-8000-'

const keyLeaf = (type: GraphQLLeafType, n: number): unknown => {
  if (type.name === 'UUID') return `${UUID_HEAD}${String(n).padStart(12, '0')}`
  return type.name === 'Int' || type.name === 'SafeInt' ? n : String(n)
}

/** The number of the entity whose key, or part of a key, a value is. */
const numberIn = (value: unknown): number => {
  if (isRecord(value)) return Math.max(-1, ...Object.values(value).map(numberIn))
  return Array.isArray(value) ? -1 : Number(String(value).replace(UUID_HEAD, ''))
}

const leafOf = (type: GraphQLLeafType, hash: number): unknown => {
  if (isEnumType(type)) return type.getValues()[hash % type.getValues().length]?.value
  const small = hash % 97
  const instant = new Date(Date.UTC(2026, hash % 12, 1 + (hash % 28))).toISOString()
  const made: Readonly<Record<string, unknown>> = {
    Int: small - 3,
    SafeInt: small * 1e9,
    Float: small / 4,
    Boolean: hash % 2 === 0,
    DateTime: instant,
    LocalDateTime: instant.slice(0, 19),
    Date: instant.slice(0, 10),
    UUID: keyLeaf(type, small),
    JSON: hash % 3 === 0 ? { a: small, list: [1, { b: null }] } : small,
  }
  return type.name in made ? made[type.name] : `${type.name} ${small}`
}

/** The fields of the keys of every type of a document, by type. */
const readKeys = (document: DocumentNode): ReadonlyMap<string, ReadonlySet<string>> => {
  const keys = new Map<string, Set<string>>()
  for (const node of document.definitions) {
    if (!('directives' in node) || !('name' in node) || node.name === undefined) continue
    for (const { name, arguments: given } of node.directives ?? []) {
      const fields = given?.find((one) => one.name.value === 'fields')?.value
      if (name.value !== 'key' || fields?.kind !== Kind.STRING) continue
      const set = keys.get(node.name.value) ?? new Set()
      keys.set(node.name.value, set)
      for (const field of fields.value.replace(/\{[^}]*\}/g, '').split(/\s+/)) if (field !== '') set.add(field)
    }
  }
  return keys
}

type Maker = {
  readonly seed: string
  readonly schema: GraphQLSchema
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>
}

/** The types that share the numbers of an interface that is an entity, where a type implements one. */
const familyOf = (type: GraphQLNamedType, { schema, keys }: Maker): readonly string[] => {
  const owner = isObjectType(type) ? type.getInterfaces().find(({ name }) => keys.has(name)) : undefined
  return owner === undefined
    ? [type.name]
    : schema
        .getPossibleTypes(owner)
        .map(({ name }) => name)
        .toSorted()
}

const objectOf = (type: GraphQLNamedType, hash: number, maker: Maker): Made => {
  const { schema, keys } = maker
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const chosen = possible[hash % possible.length]
    if (chosen === undefined) throw new Error(`${type.name} has no types`)
    return objectOf(chosen, hash >>> 3, maker)
  }
  const family = familyOf(type, maker)
  const n = (hash % ENTITIES) * family.length + family.indexOf(type.name)
  const isEntity = keys.has(type.name)
  return { __typename: type.name, made: isEntity ? `${type.name} ${n}` : `${type.name} of ${hash}`, n }
}

const failing = (hash: number): never => {
  if (hash % 2 === 0) throw badInput('made', 'is made up to fail')
  throw new Error('made up to be hidden')
}

const madeValue = (type: GraphQLOutputType, hash: number, maker: Maker, mayBeNull = true): unknown => {
  if (isNonNullType(type)) return madeValue(type.ofType, hash, maker, false)
  if (mayBeNull && hash % 13 === 0) return null
  if (hash % (mayBeNull ? 37 : 211) === 1) return failing(hash >>> 4)
  if (isListType(type))
    return Array.from({ length: hash % 5 }, (_one, n) => {
      const value = () => madeValue(type.ofType, hashOf(hash, n), maker)
      return hash % 2 === 0 ? value() : Promise.resolve().then(value)
    })
  return isLeafType(type) ? leafOf(type, hash) : objectOf(type, hash, maker)
}

const sent = (source: Made): string =>
  JSON.stringify(
    Object.entries(source)
      .filter(([name]) => !['__typename', 'made', 'n'].includes(name))
      .toSorted(),
  )

const resolverOf =
  (maker: Maker): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, _context, { fieldName, parentType, returnType }) => {
    // What the gateway sent along, and fields of objects that it sent.
    if (isRecord(source) && source[fieldName] !== undefined) return source[fieldName]
    const from = isMade(source) ? source : { made: JSON.stringify(source ?? 'root'), n: 0 }
    if (maker.keys.get(parentType.name)?.has(fieldName)) {
      const type = isNonNullType(returnType) ? returnType.ofType : returnType
      if (isLeafType(type)) return keyLeaf(type, from.n)
      if (isObjectType(type)) return { __typename: type.name, made: `${type.name} ${from.n}`, n: from.n }
    }
    const hash = hashOf(maker.seed, from.made, parentType.name, fieldName, JSON.stringify(sorted(args)), sent(from))
    return hash % 5 === 0
      ? Promise.resolve().then(() => madeValue(returnType, hash, maker))
      : madeValue(returnType, hash, maker)
  }

/** The entity of a representation: some are unknown, and some fail. */
const referenceOf = (type: GraphQLNamedType, maker: Maker) => (reference: Readonly<Record<string, unknown>>) => {
  const keys = maker.keys.get(type.name) ?? new Set()
  const n = Math.max(...[...keys].map((key) => (reference[key] === undefined ? -1 : numberIn(reference[key]))))
  const hash = hashOf(maker.seed, type.name, n)
  if (hash % 17 === 0) return null
  if (hash % 19 === 0) return failing(hash >>> 4)
  const family = isAbstractType(type)
    ? maker.schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .toSorted()
    : [type.name]
  const __typename = family[n % family.length]
  return { ...reference, __typename, made: `${__typename} ${n}`, n }
}

/** The schema of a service whose answers are made up: the same for the same seed, question and representation. */
export const makeUpService = (sdl: string, seed: string): GraphQLSchema => {
  const document = withNullableRoots(parse(sdl))
  const schema = buildSubgraphSchema([{ typeDefs: document }])
  for (const [name, { serialize, parseValue, parseLiteral }] of Object.entries(scalarResolvers)) {
    const type = schema.getType(name)
    if (isScalarType(type)) Object.assign(type, { serialize, parseValue, parseLiteral })
  }
  const maker: Maker = { seed, schema, keys: readKeys(document) }
  const resolve = resolverOf(maker)
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('_')) continue
    const resolveReference = referenceOf(type, maker)
    type.extensions = { ...type.extensions, apollo: { subgraph: { resolveReference } } }
    if (isAbstractType(type)) type.resolveType = (value: unknown) => (isMade(value) ? value.__typename : undefined)
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) if (!field.name.startsWith('_')) field.resolve = resolve
  }
  return schema
}
