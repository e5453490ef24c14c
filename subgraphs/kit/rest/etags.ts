import { type GraphQLField, type GraphQLSchema, getNullableType } from 'graphql'
import type { OperationContext } from '../graphql/context.ts'
import { namesTag } from './ranges.rules.ts'

type Field = GraphQLField<unknown, OperationContext>

/**
 * The root field that a route names as the source of its answer's entity tag.
 * @throws Error at boot for a name that is none of a query, or of one that takes what the route does not have.
 */
export const etagFieldOf = (name: string | null, of: Field, schema: GraphQLSchema, at: string): Field | null => {
  if (name === null) return null
  const field = schema.getQueryType()?.getFields()[name]
  const isFed = field?.args.every((wanted) => of.args.some((given) => given.name === wanted.name))
  if (field === undefined || !isFed || getNullableType(field.type).toString() !== 'String')
    throw new Error(`${at}: "etag" must name a query that gives a String and takes arguments of this field only`)
  return field
}

/** The selection of an entity tag, before that of the answer: its tag must not be newer than the answer. */
export const etagSelection = (field: Field | null): string => {
  if (field === null) return ''
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  return `etag: ${field.name}${given === '' ? '' : `(${given})`} `
}

/** What the entity tag of an answer says: its header, and whether the caller has the answer already. */
export const tagged = (etag: unknown, ifNoneMatch: string | readonly string[] | undefined) => {
  if (typeof etag !== 'string') return { headers: {}, isKnown: false }
  const header = typeof ifNoneMatch === 'string' ? ifNoneMatch : ifNoneMatch?.join(', ')
  return { headers: { etag }, isKnown: namesTag(header, etag) }
}
