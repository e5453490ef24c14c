import { type DocumentNode, Kind } from 'graphql'
import { FEDERATION_FIELDS } from './access.ts'

const ROOTS = new Set(['Query', 'Mutation'])

/**
 * In the graph every root field may be null: a null where none may be would take the answers of all others with it,
 * whenever the one service is down or refuses the one field, and a mutation that was done would look as if it was
 * not.
 */
export const withNullableRoots = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((node) => {
    const isObject = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION
    if (!isObject || !ROOTS.has(node.name.value)) return node
    const fields = (node.fields ?? []).map((field) =>
      field.type.kind === Kind.NON_NULL_TYPE && !FEDERATION_FIELDS.has(field.name.value)
        ? { ...field, type: field.type.type }
        : field,
    )
    return { ...node, fields }
  }),
})
