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

/** The length of a list or page: `max` records, or fewer where its argument is smaller. */
export type Bound = { readonly max: number; readonly argument: string | null }

/** The bounds of lists in the contracts, by `Type.field`. */
export type Bounds = {
  readonly lists: ReadonlyMap<string, Bound>
  /** The cost of a field besides its answer, in values. */
  readonly weights: ReadonlyMap<string, number>
  /** Types whose `content` has the length of the field that gives them. */
  readonly pages: ReadonlySet<string>
}

type ObjectNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode
type Field = { readonly coordinate: string; readonly node: FieldDefinitionNode; readonly parent: string }

const isHidden = ({ directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined }): boolean =>
  directives.some(({ name }) => name.value === 'inaccessible')

const isObjectNode = (node: DocumentNode['definitions'][number]): node is ObjectNode =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION

const isList = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type.kind === Kind.LIST_TYPE

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type))

const argumentsOf = (field: FieldDefinitionNode, directive: string): Record<string, unknown> | null => {
  const node = field.directives?.find(({ name }) => name.value === directive)
  if (node === undefined) return null
  return Object.fromEntries((node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]))
}

const isPageNode = ({ fields = [] }: ObjectNode): boolean =>
  fields.some(({ name, type }) => name.value === 'content' && isList(type))

/** @throws Error for an argument that the field does not have. */
const boundOf = ({ coordinate, node }: Field): Bound | null => {
  const given = argumentsOf(node, 'bound')
  if (given === null) return null
  const { max, argument = null } = given
  if (argument !== null && !node.arguments?.some(({ name }) => name.value === argument))
    throw new Error(`${coordinate} @bound: there is no argument ${String(argument)}`)
  return { max: Number(max), argument: argument === null ? null : String(argument) }
}

/**
 * Reads the bounds of all lists from the contracts of the services: `@bound` and `@weight` of their fields.
 * @throws Error at start, naming every list and page of the graph without a bound.
 */
export const readBounds = (contracts: readonly DocumentNode[]): Bounds => {
  const objects = contracts.flatMap(({ definitions }) => definitions.filter(isObjectNode))
  const pages = new Set(objects.filter(isPageNode).map(({ name }) => name.value))
  const fields = objects
    .filter((node) => !isHidden(node))
    .flatMap(({ name: { value: parent }, fields: own = [] }) =>
      own
        .filter((node) => !isHidden(node))
        .map((node): Field => ({ node, parent, coordinate: `${parent}.${node.name.value}` })),
    )
  const unbounded = fields.filter(({ node, parent }) => {
    const isContent = pages.has(parent) && node.name.value === 'content'
    const needsOne = (isList(node.type) && !isContent) || pages.has(nameOf(node.type))
    return needsOne && argumentsOf(node, 'bound') === null
  })
  if (unbounded.length > 0)
    throw new Error(`these lists have no @bound: ${unbounded.map(({ coordinate }) => coordinate).join(', ')}`)
  const lists = fields.flatMap((field) => {
    const bound = boundOf(field)
    return bound === null ? [] : [[field.coordinate, bound] as const]
  })
  const weights = fields.flatMap(({ coordinate, node }) => {
    const given = argumentsOf(node, 'weight')
    return given === null ? [] : [[coordinate, Number(given.values)] as const]
  })
  return { lists: new Map(lists), weights: new Map(weights), pages }
}

/** Half of all types are wrapped, by `!` or in a list. */
const MEAN_WRAPPINGS = 0.5

/** The bounds with those of introspection: its lists are those of the schema itself, counted by their mean lengths. */
export const withIntrospection = (bounds: Bounds, schema: GraphQLSchema): Bounds => {
  const types = Object.values(schema.getTypeMap())
  const fields = types.reduce((sum, type) => sum + (isObjectType(type) ? Object.keys(type.getFields()).length : 0), 0)
  const lists = new Map(bounds.lists)
  const means = {
    '__Schema.types': types.length,
    '__Schema.directives': schema.getDirectives().length,
    '__Type.fields': Math.ceil(fields / types.length),
    '__Type.ofType': MEAN_WRAPPINGS,
  }
  for (const [coordinate, max] of Object.entries(means)) lists.set(coordinate, { max, argument: null })
  return { ...bounds, lists }
}
