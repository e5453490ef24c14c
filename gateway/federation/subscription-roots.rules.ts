import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'

const CONDITIONS: ReadonlySet<string> = new Set(['skip', 'include'])

/**
 * The refusal of a document with `@skip` or `@include` at the root of a subscription, its fragments included; null for
 * any other, valid or not. The GraphQL specification does not allow it, and validation throws on a condition that is a
 * variable, as it has no values.
 */
export const rootConditionFault = (document: DocumentNode): GraphQLError | null => {
  const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((fragment) => [fragment.name.value, fragment.selectionSet]))
  const seen = new Set<string>()
  const conditionIn = (set: SelectionSetNode | undefined): DirectiveNode | null => {
    for (const node of set?.selections ?? []) {
      const own = node.directives?.find(({ name }) => CONDITIONS.has(name.value))
      const found = own ?? (node.kind === Kind.INLINE_FRAGMENT ? conditionIn(node.selectionSet) : null)
      if (found !== null) return found
      if (node.kind !== Kind.FRAGMENT_SPREAD || seen.has(node.name.value)) continue
      seen.add(node.name.value)
      const ofFragment = conditionIn(fragments.get(node.name.value))
      if (ofFragment !== null) return ofFragment
    }
    return null
  }
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.operation !== OperationTypeNode.SUBSCRIPTION) continue
    const found = conditionIn(node.selectionSet)
    if (found !== null)
      return new GraphQLError(
        `The root field of a subscription is unconditional; leave out @${found.name.value}, or use it further inside.`,
        { nodes: found, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } },
      )
  }
  return null
}
