import type { Stores, Visibility } from '../../../db/tenancy.ts'
import type { Principal } from '../auth/principal.ts'
import { createFairGate } from './fair-gate.ts'
import { type Holder, holderOf } from './shares.rules.ts'

/** How long a caller's transaction may wait for its turn, and how many may wait. */
const PATIENCE_MS = 10_000
const MAX_WAITING = 5_000

const isPrincipal = (visibility: Visibility): visibility is Principal => 'role' in visibility && 'userId' in visibility

/** Whom a transaction is charged to; null for the platform's own. */
const chargedTo = (visibility: Visibility): Holder | null => {
  if (isPrincipal(visibility)) return visibility.role === 'INTERNAL' ? null : holderOf(visibility)
  return { group: visibility.institutions.toSorted().join(), member: '' }
}

/**
 * The same stores, whose connections callers share as `createShares` says: one user's slow or many queries leave
 * connections to others of the institution, and one institution's to others. `connections` is how many each role has.
 * What the platform does for itself waits for no turn. Transactions that wait for their turn count as waiting in
 * `usage`. Rejects with DomainError UNAVAILABLE where a caller's turn does not come in time.
 */
export const shareFairly = (stores: Stores, connections: number): Stores => {
  const gates = {
    app: createFairGate({ places: connections, maxWaiting: MAX_WAITING }),
    platform: createFairGate({ places: connections, maxWaiting: MAX_WAITING }),
  }
  const { usage } = stores
  const sharedUsage = () =>
    (usage?.() ?? []).map((one) => ({ ...one, waiting: one.waiting + gates[one.role].waiting() }))
  return {
    ...stores,
    ...(usage === undefined ? {} : { usage: sharedUsage }),
    async inTenant(visibility, work, options) {
      const holder = chargedTo(visibility)
      const run = () => stores.inTenant(visibility, work, options)
      if (holder === null) return run()
      const gate = visibility.unrestricted ? gates.platform : gates.app
      return gate.through({ holder, patienceMs: PATIENCE_MS }, run)
    },
  }
}
