import {
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type SelectionSetNode,
} from 'graphql'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { type CollectedField, type ConditionValues, collectFields, type Selections } from './collected-fields.rules.ts'
import { type Data, setField } from './records.rules.ts'
import type { RenamedFields } from './response-names.rules.ts'

/**
 * What did not fit the schema: its words, and where. `isMissing`: there is no value, as of an entity that its service
 * does not have or does not show to the caller.
 */
export type InvalidValue = {
  readonly message: string
  readonly path: readonly (string | number)[]
  readonly isMissing: boolean
}

/** One projection of an answer. */
type Projecting = {
  /** Where it is; null where invalid values are only noticed, as nearly no answer has one. */
  readonly path: (string | number)[] | null
  readonly invalidValues: InvalidValue[]
  /** The answers of the introspection fields of the operation, by response name. */
  readonly introspected: Data
}

/** A value that is null because of an invalid value that is recorded already. */
const INVALID = Symbol('invalid')

/** The value as the client gets it; null, or `INVALID`, which nulls the next field above that may be null. */
type Complete = (value: unknown, projecting: Projecting) => unknown

export type ProjectionEnv = {
  readonly schema: GraphQLSchema
  readonly conditions: ConditionValues
  readonly renamed: RenamedFields
}

const invalidValue = (projecting: Projecting, message: string, isMissing = false): typeof INVALID => {
  projecting.invalidValues.push({ message, path: [...(projecting.path ?? [])], isMissing })
  return INVALID
}

const INTEGER_LIMIT = 1e21

/** Whether a value may be one of a type. Custom scalars are not checked. */
const checkOf = (type: GraphQLLeafType): ((value: unknown) => boolean) => {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().map(({ name }) => name))
    return (value) => names.has(value)
  }
  if (!isSpecifiedScalarType(type)) return () => true
  const isInteger = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < INTEGER_LIMIT
  if (type.name === 'Boolean') return (value) => typeof value === 'boolean'
  if (type.name === 'Int') return isInteger
  if (type.name === 'Float') return (value) => Number.isFinite(value)
  if (type.name === 'ID') return (value) => typeof value === 'string' || isInteger(value)
  return (value) => typeof value === 'string'
}

const leafOf = (type: GraphQLLeafType, fieldLabel: string): Complete => {
  const isValid = checkOf(type)
  return (value, projecting) => {
    if (value === null || value === undefined) return null
    return isValid(value) ? value : invalidValue(projecting, `Invalid value found for ${fieldLabel}.`)
  }
}

const nonNullOf =
  (complete: Complete, fieldLabel: string): Complete =>
  (value, projecting) => {
    const completed = complete(value, projecting)
    return completed === null
      ? invalidValue(projecting, `Cannot return null for non-nullable ${fieldLabel}.`, value === undefined)
      : completed
  }

const listOf = (complete: Complete, isItemNonNull: boolean, fieldLabel: string): Complete => {
  return (value, projecting) => {
    if (value === null || value === undefined) return null
    if (!Array.isArray(value)) return invalidValue(projecting, `Invalid non-list value found for ${fieldLabel}.`)
    const { path } = projecting
    const { length } = value
    const list = new Array<unknown>(length)
    let isValid = true
    for (let at = 0; at < length; at += 1) {
      path?.push(at)
      const completed = complete(value[at], projecting)
      path?.pop()
      if (completed === INVALID && isItemNonNull) isValid = false
      list[at] = completed === INVALID ? null : completed
    }
    return isValid ? list : INVALID
  }
}

const completeOf = (
  type: GraphQLOutputType,
  selections: readonly Selections[],
  fieldLabel: string,
  env: ProjectionEnv,
): Complete => {
  if (isNonNullType(type)) return nonNullOf(completeOf(type.ofType, selections, fieldLabel, env), fieldLabel)
  if (isListType(type)) {
    const item = completeOf(type.ofType, selections, `array element of ${fieldLabel}`, env)
    return listOf(item, isNonNullType(type.ofType), fieldLabel)
  }
  return isLeafType(type) ? leafOf(type, fieldLabel) : compositeOf(type.name, selections, fieldLabel, env)
}

type FieldStep = {
  readonly complete: Complete
  readonly isNonNull: boolean
  /** `__typename`, `__schema` or `__type`. */
  readonly isMeta: boolean
}

const typenameOf = (typeName: string, { schema }: ProjectionEnv): FieldStep => {
  const complete: Complete = (value) => {
    const type =
      typeof value === 'string' ? (schema.getType(value) ?? schema.getType(typeName)) : schema.getType(typeName)
    return isObjectType(type) ? type.name : INVALID
  }
  return { complete, isNonNull: true, isMeta: true }
}

/** The type of a field as it is written. @throws Error where there is none: the operation was validated. */
const typeOf = ({ node, on }: CollectedField, { schema }: ProjectionEnv): GraphQLOutputType => {
  const type = schema.getType(on)
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
  if (field === undefined) throw new Error(`${on} has no field ${node.name.value}`)
  return field.type
}

const fieldOf = (
  name: string,
  typeName: string,
  same: readonly [CollectedField, ...CollectedField[]],
  env: ProjectionEnv,
): FieldStep => {
  const selections = same.flatMap((one): readonly Selections[] => {
    const { selectionSet } = one.node
    return selectionSet === undefined ? [] : [{ selectionSet, on: getNamedType(typeOf(one, env)).name }]
  })
  const type = typeOf(same[0], env)
  const complete = completeOf(type, selections, `field ${typeName}.${name}`, env)
  return { complete, isNonNull: isNonNullType(type), isMeta: false }
}

const introspectionOf = (name: string): FieldStep => ({
  complete: (_value, { introspected }) => introspected[name] ?? null,
  isNonNull: false,
  isMeta: true,
})

/** The projection of objects of one type: its fields in the order of the answer. */
const objectOf = (typeName: string, selections: readonly Selections[], env: ProjectionEnv): Complete => {
  const steps = [...collectFields(selections, typeName, env)].map(([name, same]) => {
    const { value: field } = same[0].node.name
    const given = env.renamed.get(name) ?? name
    if (field === '__typename') return { name, given, ...typenameOf(typeName, env) }
    return { name, given, ...(field.startsWith('__') ? introspectionOf(name) : fieldOf(given, typeName, same, env)) }
  })
  return (value, projecting) => {
    if (!isRecord(value)) return null
    const to: Data = {}
    const { path } = projecting
    for (const { name, given, complete, isNonNull, isMeta } of steps) {
      path?.push(given)
      const completed = complete(isMeta ? (value[name] ?? value.__typename) : value[name], projecting)
      path?.pop()
      if (completed === INVALID && isNonNull) return INVALID
      setField(to, given, completed === INVALID ? null : completed)
    }
    return to
  }
}

/** The projection of objects of a type that may be abstract; what a service names as the type decides. */
const compositeOf = (
  declared: string,
  selections: readonly Selections[],
  fieldLabel: string,
  env: ProjectionEnv,
): Complete => {
  const byType = new Map<string, Complete>()
  const projectionOf = (typeName: string): Complete | null => {
    const before = byType.get(typeName)
    if (before !== undefined) return before
    const type = env.schema.getType(typeName)
    if (!isCompositeType(type)) return null
    // A service that has an interface as an object names the interface.
    const made = objectOf(isAbstractType(type) ? declared : typeName, selections, env)
    byType.set(typeName, made)
    return made
  }
  return (value, projecting) => {
    if (value === null || value === undefined) return null
    if (!isRecord(value)) return invalidValue(projecting, `Invalid non-object value found for ${fieldLabel}.`)
    const { __typename } = value
    const project = projectionOf(typeof __typename === 'string' && __typename !== '' ? __typename : declared)
    if (project === null) return invalidValue(projecting, `Invalid __typename found for object at ${fieldLabel}.`)
    return project(value, projecting)
  }
}

/** What an operation asked for of its merged data; `null` where a null reached the root. */
export type Projected = { readonly data: Data | null; readonly invalidValues: readonly InvalidValue[] }

/** `introspected`: the answers of the introspection fields of the operation, by response name. */
export type Projection = (data: Data, introspected: Data) => Projected

/** Compiles the projection of an operation on a schema. */
export const compileProjection = (typeName: string, selectionSet: SelectionSetNode, env: ProjectionEnv): Projection => {
  const project = objectOf(typeName, [{ selectionSet, on: typeName }], env)
  return (data, introspected) => {
    const noticing: Projecting = { path: null, invalidValues: [], introspected }
    const projected = project(data, noticing)
    if (noticing.invalidValues.length === 0) return { data: isRecord(projected) ? projected : null, invalidValues: [] }
    const placing: Projecting = { path: [], invalidValues: [], introspected }
    const again = project(data, placing)
    return { data: isRecord(again) ? again : null, invalidValues: placing.invalidValues }
  }
}
