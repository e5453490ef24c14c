import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { AuditedChange } from '../../kit/graphql/context.ts'
import type { RolloutOrder } from './orders.rules.ts'

/** ATMs that the audit names of those that were listed: the rollout has them all. */
const MAX_NAMED = 100

/** The institution of a rollout that is of one; null for one of several, or of ATMs that are not looked up yet. */
const institutionOf = ({ filter, institutions }: RolloutRow): string | null => {
  if (filter?.institutionKey) return filter.institutionKey
  const [only, ...others] = institutions
  return others.length > 0 ? null : only || null
}

const audited = (action: string, row: RolloutRow) =>
  ({ action, subjectType: 'Rollout', subjectId: row.id, institutionKey: institutionOf(row) }) as const

/** What the audit says of a rollout that somebody begins. */
export const auditedRollout = (row: RolloutRow, { agentAtmIds, ...order }: RolloutOrder): AuditedChange => {
  const { kind, params, reason, filter, stages, pauseAtFailurePct, minFinished } = order
  const { expiresInSeconds, outcomeWithinSeconds } = order
  const after = {
    ...{ kind, params, reason, filter, listed: row.listed, agentAtmIds: agentAtmIds?.slice(0, MAX_NAMED) ?? null },
    ...{ stages, pauseAtFailurePct, minFinished, expiresInSeconds, outcomeWithinSeconds },
  }
  return { ...audited('createRollout', row), before: null, after }
}

const stateOf = ({ status, pauseReason, pauseAtFailurePct }: RolloutRow) =>
  ({ status, pauseReason, pauseAtFailurePct }) as const

/** What the audit says of somebody's change of a rollout. */
export const auditedRolloutChange = (before: RolloutRow, after: RolloutRow): AuditedChange => {
  const [old, now] = [Object.entries(stateOf(before)), Object.entries(stateOf(after))]
  const changed = (_field: unknown, n: number) => old[n]?.[1] !== now[n]?.[1]
  return {
    ...audited('updateRollout', after),
    before: Object.fromEntries(old.filter(changed)),
    after: Object.fromEntries(now.filter(changed)),
  }
}
