import type { Visibility } from '../../db/tenancy.ts'
import type { Principal } from '../kit/principal.ts'
import { defineService } from '../kit/service.ts'
import type { Resolvers } from './schema.gen.ts'
import { checkVendor, institutionOfVendor } from './vendors.rules.ts'
import { insertVendor, listVendors } from './vendors.store.ts'

/** For vendors the keys of the token decide for every role, the unrestricted too. */
const byToken = (principal: Principal): Visibility => ({ unrestricted: false, institutions: principal.institutions })

/** Vendor records, used by claims. */
export const claimsService = defineService({
  name: 'claims',
  sdl: 'claims.graphql',
  outbox: null,
  async open({ stores, now, newId }) {
    const resolvers: Resolvers = {
      Query: {
        vendors: (_source, { type }, { principal }) =>
          stores.inTenant(byToken(principal), (tx) => listVendors(tx, type ?? null), { mode: 'read' }),
      },
      Mutation: {
        async createVendor(_source, { vendor }, { principal }) {
          checkVendor(vendor)
          const row = {
            uuid: newId(),
            institutionKey: institutionOfVendor(principal, vendor.institutionKey ?? null),
            name: vendor.name,
            type: vendor.type,
            contactName: vendor.contactName ?? null,
            contactEmail: vendor.contactEmail ?? null,
            contactPhone: vendor.contactPhone ?? null,
            createdAt: now(),
          }
          await stores.inTenant(byToken(principal), (tx) => insertVendor(tx, row))
          return row
        },
      },
    }
    return { resolvers }
  },
})
