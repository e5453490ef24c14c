import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { isRecord } from '../common/records.rules.ts'
import { restNameOf } from './directives.ts'

/** Puts the REST names of enum values into an answer, in place. */
export type RenameEnums = (value: unknown) => unknown

/**
 * The renaming of each response key of a selection, those of its fragments included: GraphQL lets one key mean one
 * type only.
 */
const keysOf = (
  type: GraphQLCompositeType,
  selection: SelectionSetNode,
  schema: GraphQLSchema,
): readonly (readonly [string, RenameEnums])[] =>
  selection.selections.flatMap((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return []
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const member = node.typeCondition === undefined ? type : schema.getType(node.typeCondition.name.value)
      return isCompositeType(member) ? keysOf(member, node.selectionSet, schema) : []
    }
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
    const rename = field === undefined ? null : compileRenameEnums(field.type, node.selectionSet, schema)
    return rename === null ? [] : [[node.alias?.value ?? node.name.value, rename] as const]
  })

/**
 * Compiles the renaming of the enum values in an answer; null where none of them has another name on REST, as in most
 * answers.
 */
export const compileRenameEnums = (
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  schema: GraphQLSchema,
): RenameEnums | null => {
  const present = getNullableType(type)
  if (isListType(present)) {
    const item = compileRenameEnums(present.ofType, selection, schema)
    return item === null ? null : (value) => (Array.isArray(value) ? value.map(item) : value)
  }
  if (isEnumType(present)) {
    const names = new Map<unknown, string>(present.getValues().map((value) => [value.name, restNameOf(value)]))
    const renamed = [...names].some(([name, restName]) => name !== restName)
    return renamed ? (value) => names.get(value) ?? value : null
  }
  if (!isCompositeType(present) || selection === undefined) return null
  const keys = keysOf(present, selection, schema)
  if (keys.length === 0) return null
  return (value) => {
    if (!isRecord(value)) return value
    for (const [key, rename] of keys) if (key in value) value[key] = rename(value[key])
    return value
  }
}
