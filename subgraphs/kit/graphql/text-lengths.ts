import { defaultFieldResolver, type GraphQLArgument, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { badInputs, type FieldFault } from '../common/errors.ts'
import { isLongerThan } from '../common/text-faults.ts'
import type { OperationContext } from './context.ts'
import { directiveOf } from './directives.ts'

/** The characters that a text argument may have by its `@constraint`, null where its SDL says none. */
const maxLengthOf = ({ type, ...argument }: Pick<GraphQLArgument, 'type' | 'astNode'>): number | null => {
  const most = directiveOf(argument, 'constraint')?.maxLength
  return getNamedType(type).name !== 'String' || most === undefined || most === null ? null : Number(most)
}

const faultsOf = (field: string, value: unknown, maxLength: number): readonly FieldFault[] =>
  Array.isArray(value)
    ? value.flatMap((item, n) => faultsOf(`${field}[${n}]`, item, maxLength))
    : typeof value === 'string' && isLongerThan(value, maxLength)
      ? [{ field, message: `must have ${maxLength} characters or fewer` }]
      : []

/**
 * Puts a check in front of each field but mutations: its text arguments, filters above all, have the lengths that the
 * SDL says, or it is refused with BAD_USER_INPUT naming each that is longer.
 */
export const enforceTextLengths = (schema: GraphQLSchema): void => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const fields = types
    .filter((type) => type !== schema.getMutationType())
    .flatMap((type) => Object.values(type.getFields()))
  for (const field of fields) {
    const bounded = field.args.flatMap((argument) => {
      const maxLength = maxLengthOf(argument)
      return maxLength === null ? [] : [{ name: argument.name, maxLength }]
    })
    if (bounded.length === 0) continue
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (source, args, context: OperationContext, info) => {
      const faults = bounded.flatMap(({ name, maxLength }) => faultsOf(name, args[name], maxLength))
      if (faults.length > 0) throw badInputs(faults)
      return resolve(source, args, context, info)
    }
  }
}
