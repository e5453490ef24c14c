import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** What is counted of the text of an operation, without its variables. */
export type DocumentCounts = {
  /** Aliases in the document. */
  readonly aliases: number
  /** Directives in the document. */
  readonly directives: number
  /** Root fields of the operation, those of a fragment at each of its uses. */
  readonly rootFields: number
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The fields of a selection itself; a fragment is counted once, however often it is used. */
const countFields = (selectionSet: SelectionSetNode, fragments: Fragments, known: Map<string, number>): number => {
  let count = 0
  for (const node of selectionSet.selections) {
    if (node.kind === Kind.FIELD) count += 1
    else if (node.kind === Kind.INLINE_FRAGMENT) count += countFields(node.selectionSet, fragments, known)
    else {
      const name = node.name.value
      const fragment = fragments.get(name)
      const ofFragment =
        known.get(name) ?? (fragment === undefined ? 0 : countFields(fragment.selectionSet, fragments, known))
      known.set(name, ofFragment)
      count += ofFragment
    }
  }
  return count
}

/** Counts a valid document and one of its operations; takes time in proportion to the document. */
export const countDocument = (document: DocumentNode, operation: OperationDefinitionNode): DocumentCounts => {
  let [aliases, directives] = [0, 0]
  visit(document, {
    Field({ alias }) {
      if (alias !== undefined) aliases += 1
    },
    Directive() {
      directives += 1
    },
  })
  const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((fragment) => [fragment.name.value, fragment]))
  return { aliases, directives, rootFields: countFields(operation.selectionSet, fragments, new Map()) }
}
