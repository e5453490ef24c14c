import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { OperationContext } from '../graphql/context.ts'
import { directiveOf, restNameOf } from '../graphql/directives.ts'
import { etagSelection } from './etags.ts'

const isEntity = (type: GraphQLObjectType): boolean => directiveOf(type, 'key') !== null

/** The types that an answer is about: the return type itself, the members of a union, the content of a page. */
const subjectsOf = (type: GraphQLNamedType): ReadonlySet<GraphQLNamedType> => {
  if (isUnionType(type)) return new Set(type.getTypes())
  const content = isObjectType(type) ? type.getFields().content : undefined
  return new Set(content === undefined ? [type] : [type, getNamedType(content.type)])
}

const aliased = (field: GraphQLField<unknown, unknown>): string => {
  const restName = restNameOf(field)
  return restName === field.name ? field.name : `${restName}: ${field.name}`
}

/**
 * Every scalar and value type of an object; entities other than the answer's subject, fields with required arguments
 * or `@restOmit`, and cycles are left out.
 */
const fieldsOf = (
  type: GraphQLObjectType,
  subjects: ReadonlySet<GraphQLNamedType>,
  path: readonly GraphQLNamedType[],
): string =>
  Object.values(type.getFields())
    .flatMap((field) => {
      if (directiveOf(field, 'restOmit') !== null) return []
      if (field.args.some((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined)) return []
      const named = getNamedType(field.type)
      if (isLeafType(named)) return field.args.length === 0 ? [aliased(field)] : []
      if (field.args.length > 0 || path.includes(named)) return []
      if (isObjectType(named) && isEntity(named) && !subjects.has(named)) return []
      if (isObjectType(named) && isEntity(named) && path.some((above) => isObjectType(above) && isEntity(above)))
        return []
      return [`${aliased(field)} ${selectionOf(named, subjects, path)}`]
    })
    .join(' ')

const selectionOf = (
  type: GraphQLNamedType,
  subjects: ReadonlySet<GraphQLNamedType>,
  path: readonly GraphQLNamedType[],
): string => {
  if (isUnionType(type)) {
    return `{ ${type
      .getTypes()
      .map((member) => `... on ${member.name} { ${fieldsOf(member, subjects, [...path, member])} }`)
      .join(' ')} }`
  }
  if (isObjectType(type)) return `{ ${fieldsOf(type, subjects, [...path, type])} }`
  return ''
}

/**
 * The operation that a REST route executes: the one field, before it that of its entity tag, its arguments as
 * variables of the same names, and the selection of its answer, with the REST names as aliases, so that the answer
 * needs no renaming pass.
 */
export const operationFor = (
  operation: 'query' | 'mutation',
  field: GraphQLField<unknown, OperationContext>,
  select: string | null,
  etag: GraphQLField<unknown, OperationContext> | null = null,
): string => {
  const variables = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const given = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const named = getNamedType(field.type)
  const selection = select === null ? selectionOf(named, subjectsOf(named), []) : select
  // The member of a union decides the status; the answer itself does not name it.
  const selected = isUnionType(getNullableType(field.type)) ? selection.replace('{', '{ __typename') : selection
  return `${operation} Rest${variables === '' ? '' : `(${variables})`} { ${etagSelection(etag)}answer: ${field.name}${given === '' ? '' : `(${given})`} ${selected} }`
}
