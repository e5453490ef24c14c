import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { type Uses, useOf } from './plan-conflicts.rules.ts'
import type { TypesWithin } from './type-conditions.rules.ts'

/** What fields require that has arguments, by `Type.field`. Most supergraphs have none. */
export type RequiredArguments = ReadonlyMap<string, readonly SelectionSetNode[]>

const selectionsOf = (fieldSet: string): readonly SelectionSetNode[] =>
  parse(`{ ${fieldSet} }`).definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? [node.selectionSet] : [],
  )

/** The names of the fields that the planner adds to what clients ask for: those of keys and of what fields require. */
export const readRequiredNames = (supergraph: DocumentNode): ReadonlySet<string> => {
  const names = new Set(['__typename'])
  visit(supergraph, {
    Directive({ name: directive, arguments: given = [] }) {
      if (directive.value !== 'join__type' && directive.value !== 'join__field') return
      for (const { name, value } of given)
        if ((name.value === 'key' || name.value === 'requires') && value.kind === Kind.STRING)
          for (const set of selectionsOf(value.value))
            visit(set, {
              Field(field) {
                names.add(field.name.value)
              },
            })
    },
  })
  return names
}

const hasArguments = (selectionSet: SelectionSetNode): boolean => {
  let found = false
  visit(selectionSet, {
    Argument() {
      found = true
    },
  })
  return found
}

/** Reads the requirements of a supergraph that name arguments. */
export const readRequiredArguments = (supergraph: DocumentNode): RequiredArguments => {
  const required = new Map<string, readonly SelectionSetNode[]>()
  for (const type of supergraph.definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION && type.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue
    for (const { name, directives = [] } of type.fields ?? []) {
      const sets = directives
        .filter((directive) => directive.name.value === 'join__field')
        .flatMap(({ arguments: given = [] }) => given)
        .flatMap(({ name: argument, value }) =>
          argument.value === 'requires' && value.kind === Kind.STRING ? selectionsOf(value.value) : [],
        )
        .filter(hasArguments)
      if (sets.length > 0) required.set(`${type.name.value}.${name.value}`, sets)
    }
  }
  return required
}

type Reading = {
  readonly schema: GraphQLSchema
  readonly types: TypesWithin
  readonly required: RequiredArguments
  readonly uses: Uses
}
type Place = { readonly path: string; readonly parent: string; readonly on: string | null; readonly depth: number }

/** A requirement may have requirements itself. */
const MAX_REQUIREMENTS = 5

const read = ({ selections }: SelectionSetNode, place: Place, reading: Reading): void => {
  for (const node of selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const on = node.typeCondition?.name.value
      read(node.selectionSet, on === undefined ? place : { ...place, parent: on, on }, reading)
    }
    if (node.kind !== Kind.FIELD) continue
    const path = useOf(node, place, reading.uses)
    const type = reading.schema.getType(place.parent)
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
    for (const name of place.depth < MAX_REQUIREMENTS ? reading.types(place.parent) : [])
      for (const set of reading.required.get(`${name}.${node.name.value}`) ?? [])
        read(set, { ...place, parent: name, on: name, depth: place.depth + 1 }, reading)
    const inner = field === undefined ? undefined : getNamedType(field.type)
    if (node.selectionSet !== undefined && inner !== undefined && isCompositeType(inner))
      read(node.selectionSet, { path, parent: inner.name, on: null, depth: place.depth }, reading)
  }
}

/** Adds what an operation asks for, and what its fields require, by the names that it has in the answer. */
export const readUses = (operation: OperationDefinitionNode, reading: Reading): void => {
  const root = reading.schema.getRootType(operation.operation)
  if (root === undefined || root === null) return
  read(operation.selectionSet, { path: '', parent: root.name, on: null, depth: 0 }, reading)
}
