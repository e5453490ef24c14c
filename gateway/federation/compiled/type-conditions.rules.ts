import {
  type DocumentNode,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  visit,
} from 'graphql'

/** The names of the types of which a type condition holds: the type itself, and what implements it or belongs to it. */
export type TypesWithin = (condition: string) => ReadonlySet<string>

/** The type conditions of a schema, each computed once. */
export type TypeConditions = {
  readonly within: TypesWithin
  /** Whether this is the name of an interface or a union. */
  isAbstract(name: unknown): boolean
}

export const createTypeConditions = (schema: GraphQLSchema): TypeConditions => {
  const cache = new Map<string, ReadonlySet<string>>()
  const types = Object.values(schema.getTypeMap())
  const abstract = new Set<unknown>(types.filter(isAbstractType).map(({ name }) => name))
  const read = (condition: string): ReadonlySet<string> => {
    const type = schema.getType(condition)
    const names = new Set([condition])
    if (!isAbstractType(type)) return names
    for (const other of types)
      if ((isObjectType(other) || isInterfaceType(other)) && schema.isSubType(type, other)) names.add(other.name)
    return names
  }
  return {
    within(condition) {
      const names = cache.get(condition) ?? read(condition)
      cache.set(condition, names)
      return names
    },
    isAbstract: (name) => abstract.has(name),
  }
}

/** The interfaces of a supergraph that a service has as an object (`@interfaceObject`). */
const readInterfaceObjects = (supergraph: DocumentNode): readonly string[] => {
  const found = new Set<string>()
  visit(supergraph, {
    InterfaceTypeDefinition({ name, directives = [] }) {
      const isObject = directives
        .filter((directive) => directive.name.value === 'join__type')
        .flatMap((directive) => directive.arguments ?? [])
        .some(
          (given) => given.name.value === 'isInterfaceObject' && given.value.kind === Kind.BOOLEAN && given.value.value,
        )
      if (isObject) found.add(name.value)
      return false
    },
  })
  return [...found]
}

/**
 * The types of a condition as the services see them: to a service that has an interface as an object, all types of the
 * interface are one. The planner asks it for one of two things that a client asks of different types under one name.
 */
export const createTypesOfServices = (supergraph: DocumentNode, within: TypesWithin): TypesWithin => {
  const interfaces = readInterfaceObjects(supergraph)
  if (interfaces.length === 0) return within
  return (condition) => {
    const types = within(condition)
    const seen = interfaces.filter((name) => [...within(name)].some((type) => types.has(type)))
    return seen.length === 0 ? types : new Set([...types, ...seen])
  }
}
