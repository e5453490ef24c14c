import {
  type ConstDirectiveNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  valueFromASTUntyped,
} from 'graphql'
import { directivesOf } from '../../../subgraphs/kit/graphql/directives.ts'

/** The arguments of one use of a directive. */
export type Arguments = Readonly<Record<string, unknown>>

/** Something in an SDL that can have directives. */
export type SdlNode = { readonly directives?: readonly ConstDirectiveNode[] | undefined }

type TypeNode = {
  readonly directives: readonly ConstDirectiveNode[]
  readonly fields: ReadonlyMap<string, FieldDefinitionNode>
}

/** What the SDL of a service says by directives, of each type by its name. */
export type SdlUses = {
  readonly types: ReadonlyMap<string, TypeNode>
  /** The fields of all types, by their coordinates. */
  readonly fields: ReadonlyMap<string, FieldDefinitionNode>
  /** The defaults of a directive's arguments. */
  defaultsOf(directive: string): Arguments
}

/** Every use of a directive on a part of an SDL, as its plain arguments. */
export const usesOn = (node: SdlNode | undefined, directive: string): readonly Arguments[] =>
  directivesOf({ astNode: node }, directive)

/** Reads what the SDL of a service says by directives. */
export const readUses = ({ definitions }: DocumentNode): SdlUses => {
  type Collected = { readonly directives: ConstDirectiveNode[]; readonly fields: Map<string, FieldDefinitionNode> }
  const types = new Map<string, Collected>()
  const directives = new Map<string, DirectiveDefinitionNode>()
  for (const node of definitions) {
    if (node.kind === Kind.DIRECTIVE_DEFINITION) directives.set(node.name.value, node)
    const isType =
      node.kind === Kind.OBJECT_TYPE_DEFINITION ||
      node.kind === Kind.OBJECT_TYPE_EXTENSION ||
      node.kind === Kind.INTERFACE_TYPE_DEFINITION
    if (!isType) continue
    const type: Collected = types.get(node.name.value) ?? { directives: [], fields: new Map() }
    type.directives.push(...(node.directives ?? []))
    for (const field of node.fields ?? []) type.fields.set(field.name.value, field)
    types.set(node.name.value, type)
  }
  const fields = new Map(
    [...types].flatMap(([type, { fields: own }]) =>
      [...own].map(([name, field]) => [`${type}.${name}`, field] as const),
    ),
  )
  const defaultsOf = (name: string): Arguments =>
    Object.fromEntries(
      (directives.get(name)?.arguments ?? []).flatMap((argument) =>
        argument.defaultValue === undefined ? [] : [[argument.name.value, valueFromASTUntyped(argument.defaultValue)]],
      ),
    )
  return { types, fields, defaultsOf }
}
