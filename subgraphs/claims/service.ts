import type { Visibility } from '../../db/tenancy.ts'
import { AUDIT_TOPICS } from '../../schema/events/audit-recorded.ts'
import { tokenKeysOf } from '../kit/auth/narrowing.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { DomainError } from '../kit/common/errors.ts'
import { defineService } from '../kit/service/service.ts'
import type { Resolvers } from './schema.gen.ts'
import { checkVendor, institutionOfVendor } from './vendors.rules.ts'
import { insertVendor, listVendors } from './vendors.store.ts'

/**
 * For vendors the keys of the token decide for every role, the unrestricted too; null for a caller who wants to see
 * none of them.
 */
const byToken = (principal: Principal): Visibility | null => {
  const institutions = tokenKeysOf(principal)
  return institutions === null ? null : { unrestricted: false, institutions }
}

/** Vendor records, used by claims. */
export const claimsService = defineService({
  name: 'claims',
  sdl: 'claims.graphql',
  outbox: 'claims',
  topics: { fixed: () => AUDIT_TOPICS },
  async open({ stores, now, newId }) {
    const resolvers: Resolvers = {
      Query: {
        async vendors(_source, { type }, { principal }) {
          const visible = byToken(principal)
          return visible === null
            ? []
            : stores.inTenant(visible, (tx) => listVendors(tx, type ?? null), { mode: 'read' })
        },
      },
      Mutation: {
        async createVendor(_source, { vendor }, { principal, audit }) {
          checkVendor(vendor)
          const visible = byToken(principal)
          if (visible === null)
            throw new DomainError('FORBIDDEN', 'The institution that you look at is not one of your token.')
          const row = {
            uuid: newId(),
            institutionKey: institutionOfVendor(visible.institutions, vendor.institutionKey ?? null),
            name: vendor.name,
            type: vendor.type,
            contactName: vendor.contactName ?? null,
            contactEmail: vendor.contactEmail ?? null,
            contactPhone: vendor.contactPhone ?? null,
            createdAt: now(),
          }
          await stores.inTenant(visible, async (tx) => {
            await insertVendor(tx, row)
            const { uuid: subjectId, institutionKey, createdAt: _at, ...after } = row
            await audit(tx, {
              action: 'createVendor',
              subjectType: 'Vendor',
              subjectId,
              institutionKey,
              before: null,
              after,
            })
          })
          return row
        },
      },
    }
    return { resolvers }
  },
})
