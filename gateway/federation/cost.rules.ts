import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

/** Objects that an operation may ask for, by its own arguments: ten full pages with twenty records beside each row. */
export const MAX_COST = 50_000
/** Levels of fields; the deepest of our own queries has seven. */
export const MAX_DEPTH = 15

/** The arguments that say how many records a field gives. */
const SIZES = ['first', 'size', 'limit', 'days']
/** What a list without such an argument is taken for. */
const UNSIZED = 20

export type Cost = { readonly objects: number; readonly depth: number }

type Reading = {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly variables: Readonly<Record<string, unknown>>
}

const fieldOf = (type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined

/** How many records a field was asked for; null where it has no such argument. */
const sizeOf = (node: FieldNode, field: GraphQLField<unknown, unknown>, { variables }: Reading): number | null => {
  const argument = field.args.find(({ name }) => SIZES.includes(name))
  if (argument === undefined) return null
  const given = node.arguments?.find(({ name }) => name.value === argument.name)?.value
  const value =
    given === undefined
      ? argument.defaultValue
      : given.kind === Kind.VARIABLE
        ? (variables[given.name.value] ?? argument.defaultValue)
        : given.kind === Kind.INT
          ? Number(given.value)
          : argument.defaultValue
  return typeof value === 'number' && value > 0 ? value : UNSIZED
}

const NOTHING: Cost = { objects: 0, depth: 0 }

const fieldCost = (node: FieldNode, parent: GraphQLNamedType, sized: boolean, reading: Reading): Cost => {
  // Introspection is deep by nature and costs no service anything.
  if (node.name.value.startsWith('__')) return NOTHING
  const field = fieldOf(parent, node.name.value)
  if (field === undefined || node.selectionSet === undefined) return { objects: 0, depth: 1 }
  const type = getNamedType(field.type)
  if (!isCompositeType(type)) return { objects: 0, depth: 1 }
  const size = sizeOf(node, field, reading)
  // The list inside of a page has been counted with the page.
  const times = size ?? (isListType(getNullableType(field.type)) && !sized ? UNSIZED : 1)
  const inner = selectionCost(node.selectionSet, type, size !== null, reading)
  return { objects: times * (1 + inner.objects), depth: 1 + inner.depth }
}

const selectionCost = (
  selections: SelectionSetNode,
  parent: GraphQLNamedType,
  sized: boolean,
  reading: Reading,
): Cost => {
  let objects = 0
  let depth = 0
  for (const node of selections.selections) {
    const cost = nodeCost(node, parent, sized, reading)
    objects += cost.objects
    depth = Math.max(depth, cost.depth)
  }
  return { objects, depth }
}

const nodeCost = (
  node: SelectionSetNode['selections'][number],
  parent: GraphQLNamedType,
  sized: boolean,
  reading: Reading,
): Cost => {
  if (node.kind === Kind.FIELD) return fieldCost(node, parent, sized, reading)
  const fragment =
    node.kind === Kind.INLINE_FRAGMENT
      ? node
      : reading.document.definitions.find(
          (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value,
        )
  if (fragment === undefined || !('selectionSet' in fragment)) return NOTHING
  const condition = 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined
  const type = condition === undefined ? parent : (reading.schema.getType(condition) ?? parent)
  return isCompositeType(type) || isAbstractType(type)
    ? selectionCost(fragment.selectionSet, type, sized, reading)
    : NOTHING
}

/** What a valid operation asks for at most: objects, by its own size arguments, and levels. */
export const costOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): Cost => {
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) return NOTHING
  return selectionCost(operation.selectionSet, root, false, { schema, document, variables })
}
