import { type ConstDirectiveNode, type DocumentNode, Kind, type TypeDefinitionNode, visit } from 'graphql'

const isUnresolvable = ({ name, arguments: given = [] }: ConstDirectiveNode): boolean =>
  name.value === 'join__type' &&
  given.some(
    ({ name: argument, value }) => argument.value === 'resolvable' && value.kind === Kind.BOOLEAN && !value.value,
  )

const sorted = <T extends TypeDefinitionNode>(node: T): T | undefined => {
  const { directives = [] } = node
  if (!directives.some(isUnresolvable)) return undefined
  const [first, last] = [directives.filter((each) => !isUnresolvable(each)), directives.filter(isUnresolvable)]
  return { ...node, directives: [...first, ...last] }
}

/**
 * A supergraph whose types name the keys that a service resolves before those that it only names: to return to a
 * service with what a field requires, the planner takes the first key, whether the service resolves it or not.
 */
export const putResolvableKeysFirst = (supergraph: DocumentNode): DocumentNode =>
  visit(supergraph, { ObjectTypeDefinition: sorted, InterfaceTypeDefinition: sorted })
