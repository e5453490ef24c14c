import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql'
import type { OperationContext } from './context.ts'
import { directiveOf } from './directives.ts'
import { DomainError } from './errors.ts'
import type { Principal } from './principal.ts'

/** The roles that may call a root field; null means any authenticated caller. */
export type AccessRule = { readonly roles: readonly string[] | null }

/** Fields that the federation specification adds to every subgraph; whoever may query the subgraph may use them. */
const FEDERATION_FIELDS = new Set(['_service', '_entities'])

/** The rule of a root field, null where it has no `@access`. */
export const accessRuleOf = (field: GraphQLField<unknown, OperationContext>): AccessRule | null => {
  const access = directiveOf(field, 'access')
  if (access === null) return null
  const roles = Array.isArray(access.roles) ? access.roles.map(String) : null
  return { roles }
}

/** The one access check of the platform, for GraphQL and REST alike. */
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

/**
 * Puts the access check in front of every root resolver.
 * @throws Error at boot, naming the fields, when a root field has no `@access`.
 */
export const enforceAccess = (schema: GraphQLSchema): void => {
  const open = rootFieldsOf(schema).filter(({ field }) => accessRuleOf(field) === null)
  if (open.length > 0)
    throw new Error(`these root fields have no @access: ${open.map(({ coordinate }) => coordinate).join(', ')}`)
  for (const { field } of rootFieldsOf(schema)) {
    const rule = accessRuleOf(field)
    const resolve = field.resolve ?? defaultFieldResolver
    if (rule !== null) {
      field.resolve = (source, args, context, info) => {
        checkAccess(rule, context.principal)
        return resolve(source, args, context, info)
      }
    }
  }
}
