import {
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  visit,
} from 'graphql'

type Walk = { readonly within: Set<GraphQLInputObjectType>; readonly done: Set<GraphQLInputObjectType> }

/** Whether an input type, or one that it holds, holds itself. Each type is read once. */
const isRecursive = (type: GraphQLInputObjectType, walk: Walk): boolean => {
  if (walk.within.has(type)) return true
  if (walk.done.has(type)) return false
  walk.done.add(type)
  walk.within.add(type)
  const held = Object.values(type.getFields()).map((field) => getNamedType(field.type))
  const found = held.some((named) => isInputObjectType(named) && isRecursive(named, walk))
  walk.within.delete(type)
  return found
}

/** Whether an operation has a variable whose type holds itself: graphql-jit takes all memory for it. */
export const hasRecursiveVariable = (schema: GraphQLSchema, document: DocumentNode): boolean => {
  const named = new Set<string>()
  visit(document, {
    VariableDefinition({ type }) {
      visit(type, { NamedType: ({ name }) => void named.add(name.value) })
      return false
    },
  })
  return [...named].some((name) => {
    const type = schema.getType(name)
    return isInputObjectType(type) && isRecursive(type, { within: new Set(), done: new Set() })
  })
}
