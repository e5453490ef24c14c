import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Principal } from '../auth/principal.ts'
import { badInput } from '../common/errors.ts'
import { type AccessRule, checkAccess, guardField, rootFieldsOf, ruleWithin } from './access.ts'
import type { OperationContext } from './context.ts'
import { directivesOf, textArgument } from './directives.ts'

type Field = GraphQLField<unknown, OperationContext>
type Reference = Readonly<Record<string, unknown>>

/**
 * The entities of a service: types with a key by which the gateway, or a caller of the service's own graph, may ask
 * for them.
 */
const isResolvable = (type: GraphQLObjectType): boolean =>
  directivesOf(type, 'key').some(({ resolvable }) => resolvable !== false)

/** The object types of the contract, without the roots and what the federation adds. */
const objectTypesOf = (schema: GraphQLSchema): readonly GraphQLObjectType[] => {
  const roots = new Set([schema.getQueryType(), schema.getMutationType()])
  return Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('_') && !roots.has(type),
  )
}

/** The platform's own calls pass: the fields that serve them have rules of their own. */
const checkEntity = (rule: AccessRule, principal: Principal): void => {
  if (principal.role !== 'INTERNAL') checkAccess(rule, principal)
}

/** Whether a caller that the first rule admits is refused by the second. */
const isNarrower = (outer: AccessRule, inner: AccessRule): boolean => {
  const admitted = inner.roles
  return admitted !== null && (outer.roles === null || outer.roles.some((role) => !admitted.includes(role)))
}

/**
 * What is wrong with the rules of an entity; a part of it that a resolver loads is a resource of its own and needs a
 * rule of its own.
 */
const faultsOf = (schema: GraphQLSchema, type: GraphQLObjectType): readonly string[] => {
  const rule = ruleWithin(schema, type, type.name)
  if (rule === null) return [`the entity ${type.name} has no @access`]
  return Object.values(type.getFields()).flatMap((field) => {
    const coordinate = `${type.name}.${field.name}`
    const own = ruleWithin(schema, field, coordinate)
    if (own === null) return field.resolve === undefined ? [] : [`${coordinate} is resolved and has no @access`]
    if (!isNarrower(rule, own) || !isNonNullType(field.type)) return []
    return [`${coordinate} must be nullable, as it may be refused to callers who read its siblings`]
  })
}

/** The rules of the types that a field may give out. */
const rulesGivenOut = (schema: GraphQLSchema, field: Field): readonly AccessRule[] => {
  const type = getNamedType(field.type)
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : []
  return types.flatMap((one) => ruleWithin(schema, one, one.name) ?? [])
}

/** Puts the rules of fields in front of them, and those of what they give out. */
const guardFields = (
  schema: GraphQLSchema,
  fields: Iterable<Field>,
  ownRuleOf: (field: Field) => AccessRule | null,
) => {
  for (const field of fields) {
    const own = ownRuleOf(field)
    const rules = [...(own === null ? [] : [own]), ...rulesGivenOut(schema, field)]
    const narrowing = rules.filter(({ roles }) => roles !== null)
    if (narrowing.length > 0)
      guardField(field, (principal) => {
        for (const rule of narrowing) checkEntity(rule, principal)
      })
  }
}

/**
 * The keys of an entity, each as the names of its fields.
 * @throws Error at boot for a key that has fields of its own.
 */
const keysOf = (type: GraphQLObjectType): readonly (readonly string[])[] =>
  directivesOf(type, 'key').map((key) => {
    const fields = (textArgument(key, 'fields') ?? '').split(/\s+/).filter((name) => name !== '')
    if (fields.some((name) => !isLeafType(getNamedType(type.getFields()[name]?.type))))
      throw new Error(`${type.name}: the fields of a key must be scalars`)
    return fields
  })

/** The reference with the fields of its keys read as their types, null where one of them is no such value. */
const readReference = (type: GraphQLObjectType, reference: Reference): Reference | null => {
  const read: Record<string, unknown> = { __typename: type.name }
  for (const name of keysOf(type).flat()) {
    const value = reference[name]
    const leaf = getNamedType(type.getFields()[name]?.type)
    if (value === undefined || value === null || !isLeafType(leaf)) continue
    try {
      read[name] = leaf.parseValue(value)
    } catch {
      return null
    }
  }
  return keysOf(type).some((key) => key.every((name) => read[name] !== undefined)) ? read : null
}

const isReference = (value: unknown): value is Reference => typeof value === 'object' && value !== null

type ReferenceResolver = (reference: Reference, context: OperationContext, info: unknown) => unknown

/** Where @apollo/subgraph keeps the resolver of references. */
const subgraphExtensionOf = (type: GraphQLObjectType): { resolveReference?: ReferenceResolver } => {
  const apollo: unknown = type.extensions.apollo
  const subgraph: unknown =
    typeof apollo === 'object' && apollo !== null && 'subgraph' in apollo ? apollo.subgraph : null
  return typeof subgraph === 'object' && subgraph !== null ? subgraph : {}
}

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

/**
 * Puts rule and key check in front of the resolver of references. One that fails becomes an error as a value, so that
 * it is null alone: thrown, it would take the others with it, and graphql-jit loses the place of a rejected one among
 * them.
 */
const guardReference = (schema: GraphQLSchema, type: GraphQLObjectType): void => {
  const rule = ruleWithin(schema, type, type.name)
  const { resolveReference = (reference) => reference } = subgraphExtensionOf(type)
  const guarded: ReferenceResolver = async (given, context, info) => {
    try {
      if (rule !== null) checkEntity(rule, context.principal)
      const reference = readReference(type, given)
      if (reference === null) throw badInput('representations', `must give a key of ${type.name}`)
      return await resolveReference(reference, context, info)
    } catch (cause) {
      return asError(cause)
    }
  }
  type.extensions = { ...type.extensions, apollo: { subgraph: { resolveReference: guarded } } }
}

/** Refuses references to anything but entities before one of them is resolved. */
const guardEntities = (schema: GraphQLSchema, entities: ReadonlySet<string>): void => {
  const field = schema.getQueryType()?.getFields()._entities
  if (field === undefined) return
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, context, info) => {
    const list: unknown = args.representations
    for (const one of Array.isArray(list) ? list : []) {
      if (!isReference(one) || typeof one.__typename !== 'string' || !entities.has(one.__typename))
        throw badInput('representations', 'must name entities of this service by __typename and key')
    }
    return resolve(source, args, context, info)
  }
}

/**
 * Enforces the rules of entities: wherever a field gives one out, where one is asked for by reference, and at fields
 * with a rule of their own.
 * @throws Error at boot, naming the places, when an entity, or a field of one that has a resolver, has no `@access`.
 */
export const enforceEntityAccess = (schema: GraphQLSchema): void => {
  const types = objectTypesOf(schema)
  const entities = types.filter(isResolvable)
  const faults = entities.flatMap((type) => faultsOf(schema, type))
  if (faults.length > 0) throw new Error(`rules of access are missing: ${faults.join('; ')}`)
  for (const type of types) {
    const ownRuleOf = (field: Field) => ruleWithin(schema, field, `${type.name}.${field.name}`)
    guardFields(schema, Object.values(type.getFields()), ownRuleOf)
  }
  // Their own rules are enforced for the platform's calls too, by `enforceAccess`.
  const roots = rootFieldsOf(schema).map(({ field }) => field)
  guardFields(schema, roots, () => null)
  for (const type of entities) guardReference(schema, type)
  guardEntities(schema, new Set(entities.map(({ name }) => name)))
}
