import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { RolloutSkipReason } from '../schema.gen.ts'

/** Who asked for a rollout: what the gates of each of its ATMs are decided by. */
export type Requester = Pick<RolloutRow, 'byCustomer' | 'scope'>

/**
 * Why the requester may not command an ATM; null where it may. `atm` is null for one that is not known, and `granted`
 * has the institutions whose customers may push the kind. These are the gates of a single task (`visibleAtm`,
 * `checkGranted`), for many ATMs.
 */
export const skipReasonOf = (
  { byCustomer, scope }: Requester,
  atm: { readonly institutionKey: string | null } | null,
  granted: ReadonlySet<string>,
): RolloutSkipReason | null => {
  if (atm === null) return 'NOT_FOUND'
  const { institutionKey } = atm
  if (scope !== null && (institutionKey === null || !scope.includes(institutionKey))) return 'NOT_FOUND'
  if (byCustomer && (institutionKey === null || !granted.has(institutionKey))) return 'NOT_PERMITTED'
  return null
}
