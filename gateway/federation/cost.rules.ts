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
import type { ListSize, ListSizes } from './list-sizes.rules.ts'

/**
 * `values`: objects and fields of the answer at most, and what its fields cost besides. `depth`: levels of fields.
 * `fields`: those of the text, with those of a fragment at each of its uses: each takes time to plan and compile.
 * `pageSize`: the largest page that is asked for.
 */
export type Cost = {
  readonly values: number
  readonly depth: number
  readonly fields: number
  readonly pageSize: number
}

/** What the cost of an operation depends on. `variables` are coerced, defaults included. */
export type CostInput = {
  readonly schema: GraphQLSchema
  readonly listSizes: ListSizes
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

/** The context of a selection: its type, and those of its lists whose length the field decides that gives it. */
type Place = { readonly type: GraphQLNamedType; readonly rows: number; readonly sized: readonly string[] }

const NOTHING: Cost = { values: 0, depth: 0, fields: 0, pageSize: 0 }
const LEAF: Cost = { values: 1, depth: 1, fields: 1, pageSize: 0 }

/** The value of a slicing argument; undefined where it asks for no number of records. */
const sliceOf = (node: FieldNode, argument: string, place: Place, { variables }: Reading): number | undefined => {
  const fields = isObjectType(place.type) || isInterfaceType(place.type) ? place.type.getFields() : {}
  const definition = fields[node.name.value]?.args.find(({ name }) => name === argument)
  if (definition === undefined) throw new Error(`${place.type.name}.${node.name.value} has no argument ${argument}`)
  const given = node.arguments?.find(({ name }) => name.value === argument)?.value
  const value = valueFromAST(given, definition.type, variables)
  const size = value === undefined ? definition.defaultValue : value
  return typeof size === 'number' && size >= 0 ? size : undefined
}

/** The largest of the slicing arguments of a field; undefined where it has none that asks for a number of records. */
const largestSlice = (node: FieldNode, bound: ListSize, place: Place, reading: Reading): number | undefined => {
  const slices = bound.slicing.flatMap((argument) => sliceOf(node, argument, place, reading) ?? [])
  return slices.length === 0 ? undefined : Math.max(...slices)
}

/** Introspection calls no service and no store. */
const INTROSPECTION_SHARE = 0.25

const fieldCost = (node: FieldNode, place: Place, reading: Reading): Cost => {
  const type = fieldTypeOf(node, place, reading)
  if (type === undefined) return LEAF
  const { listSizes } = reading
  const coordinate = `${place.type.name}.${node.name.value}`
  const weight = listSizes.weights.get(coordinate) ?? 0
  const bound = listSizes.lists.get(coordinate)
  const isPage = bound !== undefined && bound.sized.length > 0
  const slice = bound && largestSlice(node, bound, place, reading)
  // An invalid size is refused by the resolver; without a size the list has its full length.
  const own = bound === undefined ? 1 : Math.min(bound.max, slice ?? bound.max)
  const size = place.sized.includes(node.name.value) ? place.rows : own
  const times = isPage ? 1 : size
  if (node.selectionSet === undefined)
    return { ...LEAF, values: weight + 1 + (bound === undefined ? 0 : times / SCALARS_PER_VALUE) }
  const inner = selectionCost(node.selectionSet, { type, rows: size, sized: bound?.sized ?? [] }, reading)
  const depth = isIntrospection(place) ? 0 : 1 + inner.depth
  const share = node.name.value.startsWith('__') ? INTROSPECTION_SHARE : 1
  const pageSize = Math.max(inner.pageSize, isPage ? (slice ?? 0) : 0)
  return { values: weight + share * times * (1 + inner.values), depth, fields: 1 + inner.fields, pageSize }
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
  let [values, depth, fields, pageSize] = [0, 0, 0, 0]
  for (const node of selections.selections) {
    const cost = nodeCost(node, place, reading)
    values += cost.values
    depth = Math.max(depth, cost.depth)
    fields += cost.fields
    pageSize = Math.max(pageSize, cost.pageSize)
  }
  return { values, depth, fields, pageSize }
}

const nodeCost = (node: SelectionSetNode['selections'][number], place: Place, reading: Reading): Cost => {
  if (node.kind === Kind.FIELD) return fieldCost(node, place, reading)
  if (node.kind === Kind.INLINE_FRAGMENT)
    return selectionCost(node.selectionSet, narrowed(place, node.typeCondition?.name.value, reading), reading)
  const fragment = reading.fragments.get(node.name.value)
  if (fragment === undefined) return NOTHING
  const key = `${node.name.value} ${place.type.name} ${place.rows} ${place.sized.join()}`
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
  return selectionCost(
    input.operation.selectionSet,
    { type: root, rows: 1, sized: [] },
    { ...input, fragments, known: new Map() },
  )
}
