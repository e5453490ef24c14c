import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
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

/** What an answer has: its subjects, and the paths of fields that the route adds; `met` collects those that exist. */
type Shape = {
  readonly subjects: ReadonlySet<GraphQLNamedType>
  readonly included: ReadonlySet<string>
  readonly met: Set<string>
}

/** Where in an answer a type is: the types around it, and the path of field names that leads there. */
type Place = { readonly types: readonly GraphQLNamedType[]; readonly path: string }

const isPartOf = (field: GraphQLField<unknown, unknown>, { subjects }: Shape, { types }: Place): boolean => {
  if (directiveOf(field, 'restOmit') !== null || field.args.length > 0) return false
  const named = getNamedType(field.type)
  if (isLeafType(named)) return true
  if (types.includes(named)) return false
  if (!isObjectType(named) || !isEntity(named)) return true
  return subjects.has(named) && !types.some((above) => isObjectType(above) && isEntity(above))
}

/**
 * Every scalar and value type of an object; entities other than the answer's subject, fields with arguments or
 * `@restOmit`, and cycles are left out, unless the route includes them.
 */
const fieldsOf = (type: GraphQLObjectType, shape: Shape, { types, path }: Place): string => {
  const place = { types: [...types, type], path }
  return Object.values(type.getFields())
    .flatMap((field) => {
      const fieldPath = path === '' ? field.name : `${path}.${field.name}`
      if (shape.included.has(fieldPath)) shape.met.add(fieldPath)
      else if (!isPartOf(field, shape, place)) return []
      const selection = selectionOf(getNamedType(field.type), shape, { ...place, path: fieldPath })
      return [selection === '' ? aliased(field) : `${aliased(field)} ${selection}`]
    })
    .join(' ')
}

const selectionOf = (type: GraphQLNamedType, shape: Shape, place: Place): string => {
  if (isUnionType(type)) {
    return `{ ${type
      .getTypes()
      .map((member) => `... on ${member.name} { ${fieldsOf(member, shape, place)} }`)
      .join(' ')} }`
  }
  return isObjectType(type) ? `{ ${fieldsOf(type, shape, place)} }` : ''
}

/**
 * The operation that a REST route executes: the one field, before it that of its entity tag, its arguments as
 * variables of the same names, and the selection of its answer, with the REST names as aliases, so that the answer
 * needs no renaming pass. `include` names fields of the answer that the default selection leaves out.
 * @throws Error when the answer has no such field.
 */
export const operationFor = (
  operation: 'query' | 'mutation',
  field: GraphQLField<unknown, OperationContext>,
  include: readonly string[],
  etag: GraphQLField<unknown, OperationContext> | null = null,
): string => {
  const variables = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const given = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const named = getNamedType(field.type)
  const shape = { subjects: subjectsOf(named), included: new Set(include), met: new Set<string>() }
  const selection = selectionOf(named, shape, { types: [], path: '' })
  const missing = include.find((path) => !shape.met.has(path))
  if (missing !== undefined) throw new Error(`@rest(include: …) of ${field.name}: its answer has no field ${missing}`)
  // The member of a union decides the status; the answer itself does not name it.
  const selected = isUnionType(getNullableType(field.type)) ? selection.replace('{', '{ __typename') : selection
  return (
    `${operation} Rest${variables === '' ? '' : `(${variables})`} { ${etagSelection(etag)}answer: ` +
    `${field.name}${given === '' ? '' : `(${given})`} ${selected} }`
  )
}
