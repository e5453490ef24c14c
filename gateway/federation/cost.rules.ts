import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql'
import type { Bound, Bounds } from './bounds.rules.ts'

/** The maximum cost in values: objects and fields of the answer, counted by the bounds of its lists. */
export const MAX_COST = 20_000
/**
 * The maximum number of fields in a document, with those of a fragment at each of its uses: each takes time to plan and
 * compile.
 */
export const MAX_FIELDS = 300
/** The maximum depth; the deepest query of the dashboard has seven levels. */
export const MAX_DEPTH = 15

/** `values`: objects and fields of the answer at most. `depth`: levels of fields. `fields`: those of the text. */
export type Cost = { readonly values: number; readonly depth: number; readonly fields: number }

/** What the cost of an operation depends on. `variables` are coerced, defaults included. */
export type CostInput = {
  readonly schema: GraphQLSchema
  readonly bounds: Bounds
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
}

/** The cost of a scalar in a list, which is lower than that of a field of an object. */
const SCALARS_PER_VALUE = 8

type Reading = CostInput & {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Costs of fragments: a fragment is computed once for each type and page size. */
  readonly known: Map<string, Cost>
}

/** The context of a selection: its type, and the rows of `content` if that type is a page. */
type Place = { readonly type: GraphQLNamedType; readonly rows: number }

const NOTHING: Cost = { values: 0, depth: 0, fields: 0 }
const LEAF: Cost = { values: 1, depth: 1, fields: 1 }

/** The number of records of a list: its argument, but never more than its bound. */
const sizeOf = (node: FieldNode, bound: Bound, place: Place, { variables }: Reading): number => {
  if (bound.argument === null || !(isObjectType(place.type) || isInterfaceType(place.type))) return bound.max
  const definition = place.type.getFields()[node.name.value]?.args.find(({ name }) => name === bound.argument)
  if (definition === undefined)
    throw new Error(`${place.type.name}.${node.name.value} has no argument ${bound.argument}`)
  const given = node.arguments?.find(({ name }) => name.value === bound.argument)?.value
  const value = valueFromAST(given, definition.type, variables)
  const size = value === undefined ? definition.defaultValue : value
  // An invalid size is refused by the resolver; without a size the list has its full length.
  return typeof size === 'number' && size >= 0 ? Math.min(size, bound.max) : bound.max
}

/** Introspection calls no service and no store. */
const INTROSPECTION_SHARE = 0.5

const fieldCost = (node: FieldNode, place: Place, reading: Reading): Cost => {
  const type = fieldTypeOf(node, place, reading)
  if (type === undefined) return LEAF
  const { bounds } = reading
  const coordinate = `${place.type.name}.${node.name.value}`
  const weight = bounds.weights.get(coordinate) ?? 0
  const bound = bounds.lists.get(coordinate)
  const isPage = bounds.pages.has(type.name)
  const isContent = bounds.pages.has(place.type.name) && node.name.value === 'content'
  const size = isContent ? place.rows : bound === undefined ? 1 : sizeOf(node, bound, place, reading)
  const times = isPage ? 1 : size
  if (node.selectionSet === undefined)
    return { values: weight + 1 + (bound === undefined ? 0 : times / SCALARS_PER_VALUE), depth: 1, fields: 1 }
  const inner = selectionCost(node.selectionSet, { type, rows: size }, reading)
  const depth = isIntrospection(place) ? 0 : 1 + inner.depth
  const share = node.name.value.startsWith('__') ? INTROSPECTION_SHARE : 1
  return { values: weight + share * times * (1 + inner.values), depth, fields: 1 + inner.fields }
}

const isIntrospection = ({ type }: Place): boolean => type.name.startsWith('__')

/** The named type of a field; undefined for `__typename` and for an invalid field. */
const fieldTypeOf = (node: FieldNode, { type }: Place, { schema }: Reading): GraphQLNamedType | undefined => {
  const name = node.name.value
  if (name === '__schema' || name === '__type') return schema.getType(name === '__type' ? '__Type' : '__Schema')
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
  return field && getNamedType(field.type)
}

const selectionCost = (selections: SelectionSetNode, place: Place, reading: Reading): Cost => {
  let [values, depth, fields] = [0, 0, 0]
  for (const node of selections.selections) {
    const cost = nodeCost(node, place, reading)
    values += cost.values
    depth = Math.max(depth, cost.depth)
    fields += cost.fields
  }
  return { values, depth, fields }
}

const nodeCost = (node: SelectionSetNode['selections'][number], place: Place, reading: Reading): Cost => {
  if (node.kind === Kind.FIELD) return fieldCost(node, place, reading)
  if (node.kind === Kind.INLINE_FRAGMENT)
    return selectionCost(node.selectionSet, narrowed(place, node.typeCondition?.name.value, reading), reading)
  const fragment = reading.fragments.get(node.name.value)
  if (fragment === undefined) return NOTHING
  const key = `${node.name.value} ${place.type.name} ${place.rows}`
  const known = reading.known.get(key)
  if (known !== undefined) return known
  const inside = narrowed(place, fragment.typeCondition.name.value, reading)
  const cost = selectionCost(fragment.selectionSet, inside, reading)
  reading.known.set(key, cost)
  return cost
}

const narrowed = (place: Place, condition: string | undefined, { schema }: Reading): Place => ({
  ...place,
  type: (condition === undefined ? undefined : schema.getType(condition)) ?? place.type,
})

/**
 * The maximum cost of a valid operation. Every field counts one under each of its aliases, every object one, times
 * the bounds of the lists around it; `@skip` and `@include` are ignored. Takes time in proportion to the
 * document.
 */
export const costOf = (input: CostInput): Cost => {
  const root = input.schema.getRootType(input.operation.operation)
  if (!root) return NOTHING
  const definitions = input.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((fragment) => [fragment.name.value, fragment]))
  return selectionCost(input.operation.selectionSet, { type: root, rows: 1 }, { ...input, fragments, known: new Map() })
}
