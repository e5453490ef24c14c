import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type TypeNode,
  valueFromASTUntyped,
} from 'graphql'

/** `@listSize` of a field: `max` records, or fewer where its largest slicing argument is smaller. */
export type ListSize = {
  readonly max: number
  /** The slicing arguments. */
  readonly slicing: readonly string[]
  /** The lists of its answer that have this length, if its answer is not the list. */
  readonly sized: readonly string[]
}

/** The bounds of lists and the costs of fields in the contracts, by `Type.field`. */
export type ListSizes = {
  readonly lists: ReadonlyMap<string, ListSize>
  /** `@cost`: what a field costs beside its answer. */
  readonly weights: ReadonlyMap<string, number>
}

type ObjectNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode
type Field = { readonly coordinate: string; readonly node: FieldDefinitionNode }

const isHidden = ({ directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined }): boolean =>
  directives.some(({ name }) => name.value === 'inaccessible')

const isObjectNode = (node: DocumentNode['definitions'][number]): node is ObjectNode =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION

const isList = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type.kind === Kind.LIST_TYPE

/** The name of a type without its lists. */
export const typeNameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : typeNameOf(type.type)

const argumentsOf = (field: FieldDefinitionNode, directive: string): Record<string, unknown> | null => {
  const node = field.directives?.find(({ name }) => name.value === directive)
  if (node === undefined) return null
  return Object.fromEntries((node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]))
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** @throws Error for an argument that the field does not have, or that is no `Int`. */
const listSizeOf = ({ coordinate, node }: Field): ListSize | null => {
  const given = argumentsOf(node, 'listSize')
  if (given === null) return null
  const slicing = textsOf(given.slicingArguments)
  const sizes = (node.arguments ?? []).filter(({ type }) => typeNameOf(type) === 'Int').map(({ name }) => name.value)
  const unknown = slicing.find((argument) => !sizes.includes(argument))
  if (unknown !== undefined) throw new Error(`${coordinate} @listSize: there is no argument ${unknown} of type Int`)
  if (typeof given.assumedSize !== 'number') throw new Error(`${coordinate} @listSize: there is no assumedSize`)
  return { max: given.assumedSize, slicing, sized: textsOf(given.sizedFields) }
}

/** The lists whose length is that of a field which gives them, by `Type.field`, and fields that lack theirs. */
const listsOf = (fields: readonly Field[], listSizes: ReadonlyMap<string, ListSize>) => {
  const sized = new Set<string>()
  for (const { coordinate, node } of fields)
    for (const name of listSizes.get(coordinate)?.sized ?? []) sized.add(`${typeNameOf(node.type)}.${name}`)
  const owners = new Set([...sized].map((coordinate) => coordinate.split('.')[0]))
  const unbounded = fields.filter(({ coordinate, node }) => {
    const needsOne = (isList(node.type) && !sized.has(coordinate)) || owners.has(typeNameOf(node.type))
    return needsOne && !listSizes.has(coordinate)
  })
  return { sized, unbounded }
}

/**
 * Reads the bounds of all lists from the contracts of the services: `@listSize` and `@cost` of their fields.
 * @throws Error at start, naming every list and page of the graph without a bound.
 */
export const readListSizes = (contracts: readonly DocumentNode[]): ListSizes => {
  const fields = contracts
    .flatMap(({ definitions }) => definitions.filter(isObjectNode))
    .filter((node) => !isHidden(node))
    .flatMap(({ name: { value: parent }, fields: own = [] }) =>
      own
        .filter((node) => !isHidden(node))
        .map((node): Field => ({ node, coordinate: `${parent}.${node.name.value}` })),
    )
  const lists = new Map(
    fields.flatMap((field) => {
      const bound = listSizeOf(field)
      return bound === null ? [] : [[field.coordinate, bound] as const]
    }),
  )
  const { unbounded } = listsOf(fields, lists)
  if (unbounded.length > 0)
    throw new Error(`these lists have no @listSize: ${unbounded.map(({ coordinate }) => coordinate).join(', ')}`)
  const weights = fields.flatMap(({ coordinate, node }) => {
    const given = argumentsOf(node, 'cost')
    return given === null ? [] : [[coordinate, Number(given.weight)] as const]
  })
  return { lists, weights: new Map(weights) }
}

/** Half of all types are wrapped, by `!` or in a list. */
const MEAN_WRAPPINGS = 0.5

/** The bounds with those of introspection: its lists are those of the schema itself, counted by their mean lengths. */
export const withIntrospection = (listSizes: ListSizes, schema: GraphQLSchema): ListSizes => {
  const types = Object.values(schema.getTypeMap())
  const fields = types.reduce((sum, type) => sum + (isObjectType(type) ? Object.keys(type.getFields()).length : 0), 0)
  const lists = new Map(listSizes.lists)
  const means = {
    '__Schema.types': types.length,
    '__Schema.directives': schema.getDirectives().length,
    '__Type.fields': Math.ceil(fields / types.length),
    '__Type.ofType': MEAN_WRAPPINGS,
  }
  for (const [coordinate, max] of Object.entries(means)) lists.set(coordinate, { max, slicing: [], sized: [] })
  return { ...listSizes, lists }
}
