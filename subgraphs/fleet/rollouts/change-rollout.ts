import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { RolloutChange } from '../schema.gen.ts'
import { listGrantedInstitutions } from '../task-permissions.store.ts'
import { checkEverGrantable, checkGranted } from '../task-requests.rules.ts'
import { actorOf } from '../tasks.rules.ts'
import { readFailurePct } from './orders.rules.ts'
import { auditedRolloutChange } from './rollout-audit.rules.ts'
import { findRolloutLocked, listStages, updateRollout } from './rollouts.store.ts'
import { acceptedOf } from './stages.rules.ts'

type Caller = Pick<OperationContext, 'principal' | 'write' | 'now' | 'audit'>
type Change = Partial<Omit<RolloutRow, 'id'>>

/**
 * The caller who resumes a rollout, or allows it more failures, requests its remaining tasks, so the caller's grants
 * are checked again. Of a rollout that a customer began the grants are looked at for each task, too: one institution
 * with the grant is enough. Else all of them have to have it.
 * @throws DomainError FORBIDDEN.
 */
const checkMayPush = async (tx: TenantTx, row: RolloutRow, { principal }: Caller): Promise<void> => {
  checkEverGrantable(principal, row.kind)
  if (principal.role !== 'CUSTOMER') return
  const granted = await listGrantedInstitutions(tx, row.kind, row.institutions)
  if (granted.length < (row.byCustomer ? 1 : row.institutions.length)) checkGranted(row.kind, [])
}

/**
 * A resumed rollout is judged by what finishes from now on: failures before that were known to the caller who resumed
 * it.
 */
const resumed = async (tx: TenantTx, row: RolloutRow, at: Date): Promise<Change> => {
  const stages = (await listStages(tx, [row], at)).get(row.id) ?? []
  return { status: 'RUNNING', pauseReason: null, resumedAt: at, ...acceptedOf(stages) }
}

const statusChange = async (
  tx: TenantTx,
  row: RolloutRow,
  status: RolloutChange['status'],
  caller: Caller,
  at: Date,
): Promise<Change> => {
  if (status === null || status === undefined || status === row.status) return {}
  const by = { changedBy: actorOf(caller.principal), changedAt: at }
  if (status === 'PAUSED') return { ...by, status, pauseReason: 'PERSON' }
  if (status === 'CANCELLED') return { ...by, status, pauseReason: null, finishedAt: at }
  return { ...by, ...(await resumed(tx, row, at)) }
}

/**
 * Changes a rollout; null for one that the caller does not see.
 * @throws DomainError BAD_USER_INPUT, FORBIDDEN, and CONFLICT for a rollout that has ended.
 */
export const changeRollout = async (id: number, change: RolloutChange, caller: Caller): Promise<RolloutRow | null> => {
  const pauseAtFailurePct = readFailurePct(change.pauseAtFailurePct)
  return caller.write(async (tx) => {
    const row = await findRolloutLocked(tx, id)
    if (row === null) return null
    const at = caller.now()
    const hasEnded = row.status === 'DONE' || row.status === 'CANCELLED'
    if (hasEnded && change.status === row.status && pauseAtFailurePct === null) return row
    if (hasEnded) throw new DomainError('CONFLICT', `The rollout is ${row.status}: it cannot be changed any more.`)
    const allowsMore = (pauseAtFailurePct ?? 0) > row.pauseAtFailurePct
    if (allowsMore || (change.status === 'RUNNING' && row.status === 'PAUSED')) await checkMayPush(tx, row, caller)
    const set = {
      ...(await statusChange(tx, row, change.status, caller, at)),
      ...(pauseAtFailurePct === null || pauseAtFailurePct === row.pauseAtFailurePct ? {} : { pauseAtFailurePct }),
    }
    if (Object.keys(set).length === 0) return row
    const changed = await updateRollout(tx, id, { ...set, nextAt: at })
    await caller.audit(tx, auditedRolloutChange(row, changed))
    return changed
  })
}
