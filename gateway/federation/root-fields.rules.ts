import { GraphQLError, type ValidationRule } from 'graphql'

/** No page needs more, and each root field may call several services. */
export const MAX_ROOT_FIELDS = 50

/** Refuses an operation with too many root fields, aliases included. */
export const limitRootFields: ValidationRule = (context) => {
  const schema = context.getSchema()
  const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType()])
  let count = 0
  return {
    Field(node) {
      const parent = context.getParentType()
      if (!parent || !roots.has(parent)) return
      count += 1
      if (count === MAX_ROOT_FIELDS + 1)
        context.reportError(
          new GraphQLError(`An operation may ask for ${MAX_ROOT_FIELDS} root fields at most; send several.`, {
            nodes: node,
          }),
        )
    },
  }
}
