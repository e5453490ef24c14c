import {
  BreakingChangeType,
  findBreakingChanges,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'

/** The types of arguments and of fields of inputs, by name. */
const namesOfInputs = (schema: GraphQLSchema): ReadonlySet<string> => {
  const sent = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isInputObjectType(type)) return Object.values(type.getFields())
    return isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).flatMap(({ args }) => [...args])
      : []
  })
  return new Set(sent.map(({ type }) => getNamedType(type).name))
}

/** What matters in a type that is sent only, and the name of that type in the words of graphql-js. */
const OF_INPUTS: Partial<Record<BreakingChangeType, RegExp>> = {
  [BreakingChangeType.FIELD_CHANGED_KIND]: /^(\w+)\./,
  [BreakingChangeType.VALUE_REMOVED_FROM_ENUM]: /enum type (\w+)\.$/,
}

/**
 * What a gateway with the schema `ours` may send to a service with the schema `theirs` and is refused for, in words:
 * fields, arguments and types that are missing there, and inputs that it does not take. What it answers in another way
 * refuses nothing: a field that may be null, a value of an enum that it does not know. Directives are not sent, and a
 * type that no field has is not either.
 */
export const differencesOf = (ours: GraphQLSchema, theirs: GraphQLSchema): readonly string[] => {
  const inputs = namesOfInputs(ours)
  return findBreakingChanges(ours, theirs)
    .filter(({ type, description }) => {
      const ofInput = OF_INPUTS[type]
      if (ofInput !== undefined) return inputs.has(ofInput.exec(description)?.[1] ?? '')
      return !type.startsWith('DIRECTIVE_') && type !== BreakingChangeType.TYPE_REMOVED
    })
    .map(({ description }) => description.replace(' was removed', ' is missing'))
}
