import { type DocumentNode, GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule, validate } from 'graphql'
import type { Role } from '../../subgraphs/kit/auth/claims.rules.ts'
import type { OperationHook } from './operation-hooks.ts'

/** Who may read the schema of the graph in production. */
const INTROSPECTING: readonly Role[] = ['ADMIN']

/** Whether this caller may read the schema; outside production every caller may. */
export const mayIntrospect = (production: boolean, role: Role): boolean => !production || INTROSPECTING.includes(role)

/** Refuses operations that read the schema, of callers who may not. */
export const limitIntrospection = (production: boolean): OperationHook => {
  const known = new WeakMap<DocumentNode, boolean>()
  const introspects = (schema: GraphQLSchema, document: DocumentNode): boolean => {
    const found = known.get(document) ?? validate(schema, document, [NoSchemaIntrospectionCustomRule]).length > 0
    known.set(document, found)
    return found
  }
  return {
    before({ schema, document }, { caller }) {
      if (mayIntrospect(production, caller.principal.role) || !introspects(schema, document)) return
      throw new GraphQLError(`Reading the schema needs the role ${INTROSPECTING.join(' or ')}.`, {
        extensions: { code: 'FORBIDDEN', http: { status: 403 } },
      })
    },
  }
}
