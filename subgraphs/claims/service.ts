import type { Stores, Visibility } from '../../db/tenancy.ts'
import { AUDIT_TOPICS } from '../../schema/events/audit-recorded.ts'
import { tokenKeysOf } from '../kit/auth/narrowing.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { DomainError } from '../kit/common/errors.ts'
import { defineService } from '../kit/service/service.ts'
import type { Resolvers } from './schema.gen.ts'
import { checkVendor, institutionOfVendor } from './vendors.rules.ts'
import { insertVendor, listVendors, type VendorCursor, type VendorRow } from './vendors.store.ts'

/** Vendors that a list of any length holds in memory at a time. */
const BATCH = 1_000

/**
 * For vendors the keys of the token decide for every role, the unrestricted too; null for a caller who wants to see
 * none of them.
 */
const byToken = (principal: Principal): Visibility | null => {
  const institutions = tokenKeysOf(principal)
  return institutions === null ? null : { unrestricted: false, institutions }
}

/** A vendor as REST writes it: the institution is not shown. */
const itemOf = ({ uuid, name, type, contactName, contactEmail, contactPhone, createdAt }: VendorRow) => ({
  ...{ uuid, name, type, contactName, contactEmail, contactPhone, createdAt },
})

async function* streamVendors(stores: Stores, visible: Visibility | null, type: VendorRow['type'] | null) {
  if (visible === null) return
  let after: VendorCursor | null = null
  for (;;) {
    const part: { readonly after: VendorCursor | null; readonly limit: number } = { after, limit: BATCH }
    const rows = await stores.inTenant(visible, (tx) => listVendors(tx, visible, type, part), { mode: 'read' })
    for (const row of rows) yield itemOf(row)
    after = rows.at(-1) ?? null
    if (rows.length < BATCH) return
  }
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
            : stores.inTenant(visible, (tx) => listVendors(tx, visible, type ?? null), { mode: 'read' })
        },
        // Lists without an end are streamed on REST: nothing deletes vendors, and every caller may add some.
        allVendors: (_source, { type }, { principal }) => streamVendors(stores, byToken(principal), type ?? null),
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
