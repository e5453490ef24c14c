import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from 'graphql'

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
