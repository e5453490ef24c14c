import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  type TypeNode,
  visit,
} from 'graphql'
import { withDatedReasons } from './deprecation.rules.ts'

type Definitions = ReadonlyMap<string, DefinitionNode>

const definitionsOf = ({ definitions }: DocumentNode): Definitions =>
  new Map(definitions.flatMap((node) => ('name' in node && node.name !== undefined ? [[node.name.value, node]] : [])))

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type))

const isFlattened = ({ directives = [] }: FieldDefinitionNode | InputValueDefinitionNode): boolean =>
  directives.some(({ name }) => name.value === 'flatten')

/** The object type whose fields replace a field with `@flatten`. */
const groupOf = (type: TypeNode, groups: Definitions): ObjectTypeDefinitionNode => {
  const group = groups.get(nameOf(type))
  if (group?.kind !== Kind.OBJECT_TYPE_DEFINITION)
    throw new Error(`@flatten: schema/shared.graphql has no type ${nameOf(type)}`)
  return group
}

const flattened = (fields: readonly FieldDefinitionNode[], groups: Definitions): readonly FieldDefinitionNode[] =>
  fields.flatMap((field) =>
    isFlattened(field) ? flattened(groupOf(field.type, groups).fields ?? [], groups) : [field],
  )

/** Inputs take no directives of answers, such as `@cost`. */
const asInput = ({ description, name, type, directives = [] }: FieldDefinitionNode): InputValueDefinitionNode => ({
  kind: Kind.INPUT_VALUE_DEFINITION,
  ...(description === undefined ? {} : { description }),
  name,
  type,
  directives: directives.filter((directive) => directive.name.value === 'constraint'),
})

const withFlattenedFields = (document: DocumentNode, groups: Definitions): DocumentNode =>
  visit(document, {
    ObjectTypeDefinition: (node) => ({ ...node, fields: flattened(node.fields ?? [], groups) }),
    InputObjectTypeDefinition: (node) => ({
      ...node,
      fields: (node.fields ?? []).flatMap((field) =>
        isFlattened(field) ? flattened(groupOf(field.type, groups).fields ?? [], groups).map(asInput) : [field],
      ),
    }),
  })

const typesUsedBy = (node: DefinitionNode | DocumentNode): readonly string[] => {
  const used: string[] = []
  visit(node, { NamedType: ({ name }) => void used.push(name.value) })
  return used
}

/**
 * The SDL of a service with what it takes from the shared SDL: a field with `@flatten` is replaced by the fields of
 * its type, shared types that the service refers to are added, and deprecations say their date in their reason.
 * @throws Error when a `@flatten` names no type of the shared SDL, or a deprecation has no date.
 */
export const withSharedTypes = (own: string, shared: string): string => {
  const groups = definitionsOf(parse(shared))
  const document = withFlattenedFields(parse(own), groups)
  const defined = new Set(definitionsOf(document).keys())
  const added: DefinitionNode[] = []
  const open = [...typesUsedBy(document)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const definition = groups.get(name)
    if (definition === undefined || defined.has(name)) continue
    defined.add(name)
    const [whole] = withFlattenedFields({ kind: Kind.DOCUMENT, definitions: [definition] }, groups).definitions
    if (whole === undefined) continue
    added.push(whole)
    open.push(...typesUsedBy(whole))
  }
  return print(withDatedReasons({ ...document, definitions: [...document.definitions, ...added] }))
}
