import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** The enums and inputs that a value of a type can hold: any of them may be in a variable. */
const addWithin = (type: GraphQLNamedType | undefined, found: Set<string>): void => {
  if (!type || found.has(type.name) || !(isEnumType(type) || isInputObjectType(type))) return
  found.add(type.name)
  if (!isInputObjectType(type)) return
  for (const field of Object.values(type.getFields())) addWithin(getNamedType(field.type), found)
}

/**
 * What an operation uses of the graph, as coordinates: `Note.title` for a field, `Query.notes.size` for an argument,
 * `NewNote.title` for an input field and `Colour.RED` for a value that it states, the names of types that fragments
 * ask for, of enums and unions in its answers, and of the inputs and enums of its variables, which may hold anything
 * of them. A field of an interface is one of each of its types as well. Introspection is left out. Each coordinate is
 * one of the schema: nothing that a caller makes up is among them.
 */
export const coordinatesOf = (schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> => {
  const found = new Set<string>()
  const info = new TypeInfo(schema)
  const visitor = {
    Field() {
      const [parent, field] = [info.getParentType(), info.getFieldDef()]
      if (!parent || !field || field.name.startsWith('__') || parent.name.startsWith('__')) return
      found.add(`${parent.name}.${field.name}`)
      if (isAbstractType(parent))
        for (const type of schema.getPossibleTypes(parent)) found.add(`${type.name}.${field.name}`)
      const answer = getNamedType(field.type)
      if (!isObjectType(answer)) found.add(answer.name)
    },
    Argument() {
      const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()]
      if (parent && field && argument) found.add(`${parent.name}.${field.name}.${argument.name}`)
    },
    InlineFragment() {
      const type = info.getType()
      if (type) found.add(getNamedType(type).name)
    },
    FragmentDefinition() {
      const type = info.getType()
      if (type) found.add(getNamedType(type).name)
    },
    VariableDefinition() {
      const type = info.getInputType()
      if (type) addWithin(getNamedType(type), found)
    },
    ObjectValue() {
      const type = info.getInputType()
      const named = type ? getNamedType(type) : undefined
      // Also when its fields are stated: one that becomes required is missing in it.
      if (isInputObjectType(named)) found.add(named.name)
    },
    ObjectField({ name }: { readonly name: { readonly value: string } }) {
      const type = info.getParentInputType()
      const named = type ? getNamedType(type) : undefined
      // Keys within a scalar of any form, such as JSON, are data: they may hold numbers of cards or names of customers.
      if (isInputObjectType(named) && Object.hasOwn(named.getFields(), name.value))
        found.add(`${named.name}.${name.value}`)
    },
    EnumValue({ value }: { readonly value: string }) {
      const type = info.getInputType()
      const named = type ? getNamedType(type) : undefined
      if (isEnumType(named)) found.add(`${named.name}.${value}`)
    },
  }
  visit(document, visitWithTypeInfo(info, visitor))
  return found
}
