import type { GraphQLSchema } from 'graphql'
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'

type Deprecated = { readonly deprecationReason?: string | null | undefined }

/** Everything of a schema that can be deprecated and is, by its coordinate, with its reason. */
export const deprecationsOf = (schema: GraphQLSchema): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const note = (coordinate: string, { deprecationReason }: Deprecated) => {
    if (typeof deprecationReason === 'string') found.set(coordinate, deprecationReason)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isEnumType(type)) for (const value of type.getValues()) note(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) note(`${type.name}.${field.name}`, field)
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        note(`${type.name}.${field.name}`, field)
        for (const argument of field.args) note(`${type.name}.${field.name}.${argument.name}`, argument)
      }
  }
  return found
}
