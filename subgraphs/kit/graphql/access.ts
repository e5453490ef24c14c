import { defaultFieldResolver, type GraphQLField, type GraphQLObjectType, type GraphQLSchema } from 'graphql'
import type { Principal } from '../auth/principal.ts'
import { DomainError } from '../common/errors.ts'
import type { OperationContext } from './context.ts'
import { directiveOf, textArgument, textsArgument } from './directives.ts'

/** The roles that may use a field or read a type; null means any authenticated caller. */
export type AccessRule = { readonly roles: readonly string[] | null }

/** Fields that the federation specification adds to every subgraph; entity rules apply to what `_entities` returns. */
export const FEDERATION_FIELDS = new Set(['_service', '_entities'])

/** The rule of a root field, null where it has no `@access` with roles of its own. */
export const accessRuleOf = (field: GraphQLField<unknown, OperationContext>): AccessRule | null => {
  const access = directiveOf(field, 'access')
  return access === null || access.sameAs !== undefined ? null : { roles: textsArgument(access, 'roles') }
}

/**
 * The rule of an object type, or of a field of one: its own roles, or those of the root field that `sameAs` names.
 * Null where it has no `@access`.
 * @throws Error at boot when `sameAs` does not name a root query field, or roles are given beside it.
 */
export const ruleWithin = (
  schema: GraphQLSchema,
  element: GraphQLObjectType | GraphQLField<unknown, OperationContext>,
  coordinate: string,
): AccessRule | null => {
  const access = directiveOf(element, 'access')
  const sameAs = textArgument(access, 'sameAs')
  if (access === null || sameAs === null) return access === null ? null : { roles: textsArgument(access, 'roles') }
  const root = schema.getQueryType()?.getFields()[sameAs]
  const rule = root === undefined ? null : accessRuleOf(root)
  if (rule === null || access.roles !== undefined)
    throw new Error(
      `${coordinate}: @access(sameAs: "${sameAs}") must name a query that has @access, and no roles beside it`,
    )
  return rule
}

/** The one access check of the platform, for GraphQL and REST alike. @throws DomainError FORBIDDEN. */
export const checkAccess = (rule: AccessRule, principal: Principal): void => {
  if (rule.roles !== null && !rule.roles.includes(principal.role)) {
    throw new DomainError(
      'FORBIDDEN',
      `The role ${principal.role} may not do this; it needs one of ${rule.roles.join(', ')}.`,
    )
  }
}

/** The root fields of a schema, with the kind of operation that runs them. */
export const rootFieldsOf = (schema: GraphQLSchema) =>
  (
    [
      ['query', schema.getQueryType()],
      ['mutation', schema.getMutationType()],
    ] as const
  ).flatMap(([operation, type]) =>
    Object.values(type?.getFields() ?? {})
      .filter((field) => !FEDERATION_FIELDS.has(field.name))
      .map((field) => ({ operation, field, coordinate: `${type?.name}.${field.name}` })),
  )

/** Puts a check in front of the resolver of a field. */
export const guardField = (
  field: GraphQLField<unknown, OperationContext>,
  check: (principal: Principal) => void,
): void => {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, context, info) => {
    check(context.principal)
    return resolve(source, args, context, info)
  }
}

/**
 * Puts the access check in front of every root resolver.
 * @throws Error at boot, naming the fields, when a root field has no `@access`.
 */
export const enforceAccess = (schema: GraphQLSchema): void => {
  const roots = rootFieldsOf(schema).map((root) => ({ ...root, rule: accessRuleOf(root.field) }))
  const open = roots.filter(({ rule }) => rule === null)
  if (open.length > 0)
    throw new Error(`these root fields have no @access: ${open.map(({ coordinate }) => coordinate).join(', ')}`)
  for (const { field, rule } of roots) if (rule !== null) guardField(field, (principal) => checkAccess(rule, principal))
}
