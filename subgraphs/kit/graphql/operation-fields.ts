import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'

/**
 * How many fields the operations of a document have with every fragment written out, as a compiler does. A text of a
 * thousand characters can expand to millions, so fragments are counted once each. Infinity where a fragment contains
 * itself.
 */
export const countExpandedFields = (document: DocumentNode): number => {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  )
  const counted = new Map<string, number>()
  const countFragment = (name: string): number => {
    const known = counted.get(name)
    if (known !== undefined) return known
    // What is met again before it was counted contains itself.
    counted.set(name, Number.POSITIVE_INFINITY)
    const selections = fragments.get(name)
    const fields = selections === undefined ? 0 : count(selections)
    counted.set(name, fields)
    return fields
  }
  const count = ({ selections }: SelectionSetNode): number => {
    let fields = 0
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) fields += countFragment(node.name.value)
      else
        fields += (node.kind === Kind.FIELD ? 1 : 0) + (node.selectionSet === undefined ? 0 : count(node.selectionSet))
    }
    return fields
  }
  return document.definitions.reduce(
    (fields, node) => fields + (node.kind === Kind.OPERATION_DEFINITION ? count(node.selectionSet) : 0),
    0,
  )
}
