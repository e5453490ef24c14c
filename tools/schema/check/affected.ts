import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, parse } from 'graphql'
import { coordinatesOf } from '../../../gateway/usage/coordinates.rules.ts'
import { operationNameOf } from '../documents.rules.ts'
import type { ContractChange } from './changes.ts'

/** An operation that somebody sends, with the coordinates of the graph that it uses. */
export type NamedOperation = {
  /** As reports name it: "Fleet (trusted)", "Nightly (14 calls, the last on 2026-11-20)". */
  readonly title: string
  readonly coordinates: ReadonlySet<string>
}

/** The trusted documents as operations of the graph that they were written for. */
export const trustedOperations = (
  documents: ReadonlyMap<string, string>,
  schema: GraphQLSchema,
): readonly NamedOperation[] =>
  [...documents.values()].map((text) => ({
    title: `${operationNameOf(text)} (trusted)`,
    coordinates: coordinatesOf(schema, parse(text)),
  }))

/** Who uses the coordinate, something below it, or the whole input or enum above it through a variable. */
const isUsedBy = (coordinates: ReadonlySet<string>, uses: string): boolean => {
  if (coordinates.has(uses)) return true
  const [type = '', member] = uses.split('.')
  if (member === undefined) return [...coordinates].some((one) => one.startsWith(`${uses}.`))
  return coordinates.has(type)
}

/** The titles of the operations that meet a change, sorted; none for a change that is not one of the graph. */
export const affectedBy = (change: ContractChange, operations: readonly NamedOperation[]): readonly string[] => {
  const { uses } = change
  if (uses === undefined) return []
  const titles = operations.filter(({ coordinates }) => isUsedBy(coordinates, uses)).map(({ title }) => title)
  return [...new Set(titles)].sort()
}

/**
 * Whether a change is one that only those meet whose operations are recorded: what only REST has is in no operation,
 * however much it is used.
 */
export const isOfGraph = ({ uses = '' }: ContractChange, schema: GraphQLSchema): boolean => {
  const [name = '', member, argument] = uses.split('.')
  const type = schema.getType(name)
  if (type === undefined || member === undefined) return type !== undefined
  if (isEnumType(type)) return type.getValue(member) !== undefined
  if (isInputObjectType(type)) return member in type.getFields()
  if (!isObjectType(type) && !isInterfaceType(type)) return false
  const field = type.getFields()[member]
  return field !== undefined && (argument === undefined || field.args.some((one) => one.name === argument))
}
