import { createHash } from 'node:crypto'
import type { TaskRow } from '../../db/fleet/task.ts'
import type { Stores, TenantTx } from '../../db/tenancy.ts'
import type { FindAtm, KnownAtm } from '../domain/atm-directory.ts'
import { isRetired } from '../domain/retired-atms.rules.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { DAY_MS } from '../kit/common/dates.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { TaskInput } from './schema.gen.ts'
import { listGrants } from './task-permissions.store.ts'
import {
  checkBurden,
  checkEverGrantable,
  checkGranted,
  checkSameOrder,
  firstAnswer,
  isSameOrder,
  MAX_RECENT,
  orderOf,
  RECENT_MS,
  type TaskOrder,
  visibleAtm,
} from './task-requests.rules.ts'
import { findBurden, findTaskOfKey, insertTask, insertTaskKey } from './task-requests.store.ts'
import { actorOf, changeOf } from './tasks.rules.ts'

/** For how long a caller's key identifies its request. */
export const KEY_LIFETIME_MS = DAY_MS

type Env = { readonly stores: Stores; readonly findAtm: FindAtm; newId(): string }
type Caller = Pick<OperationContext, 'principal' | 'write' | 'now' | 'audit'>

/** A caller's key: callers of the same subject, but of other institutions, have keys of their own. */
export const hashOf = (key: string, { userId, unrestricted, institutions }: Principal): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, unrestricted ? null : institutions.toSorted(), key]))
    .digest('base64url')

const taskOf = (id: string, order: TaskOrder, atm: KnownAtm, principal: Principal, at: Date): TaskRow => ({
  id,
  institutionKey: atm.institutionKey,
  atmId: atm.atmId,
  agentAtmId: atm.agentAtmId,
  kind: order.kind,
  params: order.params,
  reason: order.reason,
  status: 'QUEUED',
  requestedBy: actorOf(principal),
  requestedAt: at,
  expiresAt: new Date(at.getTime() + order.expiresInSeconds * 1_000),
  sentAt: null,
  finishedAt: null,
  result: null,
  error: null,
  history: [changeOf(at, actorOf(principal), null, 'QUEUED')],
  rolloutId: null,
  rolloutStage: null,
  atmReactivatedAt: atm.reactivatedAt,
})

const store = async (
  tx: TenantTx,
  { task, order, atm }: { readonly task: TaskRow; readonly order: TaskOrder; readonly atm: KnownAtm },
  { principal, audit }: Pick<Caller, 'principal' | 'audit'>,
): Promise<TaskRow> => {
  const { institutionKey, requestedAt } = task
  if (principal.role === 'CUSTOMER') {
    const granted = institutionKey === null ? [] : await listGrants(tx, institutionKey)
    checkGranted(
      task.kind,
      granted.map(({ taskKind }) => taskKind),
    )
  }
  if (atm.retired) throw isRetired()
  if (order.idempotencyKey !== null) {
    const hash = hashOf(order.idempotencyKey, principal)
    const after = new Date(requestedAt.getTime() - KEY_LIFETIME_MS)
    if (!(await insertTaskKey(tx, { hash, institutionKey, taskId: task.id, requestedAt }, after))) {
      const known = await findTaskOfKey(tx, hash, after)
      if (known === null) throw new Error('a key of a task is held by no task')
      checkSameOrder(known, order)
      return firstAnswer(known)
    }
  }
  const after = new Date(requestedAt.getTime() - RECENT_MS)
  checkBurden(await findBurden(tx, task, { at: requestedAt, after, most: MAX_RECENT }))
  await insertTask(tx, task)
  const { agentAtmId, kind, params, reason, expiresAt } = task
  await audit(tx, {
    action: 'createTask',
    subjectType: 'Task',
    subjectId: task.id,
    institutionKey,
    before: null,
    after: { agentAtmId, kind, params, reason, expiresAt },
  })
  return task
}

/**
 * Takes a request for a task: whether its kind can ever be granted to the caller, then what is wrong with it, then what
 * its key has been answered, then the grants, then what conflicts with it.
 * @throws DomainError BAD_USER_INPUT, FORBIDDEN, NOT_FOUND, CONFLICT, and UNAVAILABLE while ATMs cannot be looked up.
 */
export const createRequestTask =
  ({ stores, findAtm, newId }: Env) =>
  async (
    input: TaskInput,
    key: string | null | undefined,
    { principal, write, now, audit }: Caller,
  ): Promise<TaskRow> => {
    checkEverGrantable(principal, input.kind)
    const order = orderOf(input, key)
    if (order.idempotencyKey !== null) {
      // In a transaction that ends before another service is asked. An answer given once is given again, whatever has
      // changed since.
      const hash = hashOf(order.idempotencyKey, principal)
      const after = new Date(now().getTime() - KEY_LIFETIME_MS)
      const known = await stores.inTenant(principal, (tx) => findTaskOfKey(tx, hash, after), { mode: 'read' })
      if (known !== null && isSameOrder(known, order)) return firstAnswer(known)
    }
    const atm = visibleAtm(principal, await findAtm(order.agentAtmId, null))
    const task = taskOf(newId(), order, atm, principal, now())
    return write((tx) => store(tx, { task, order, atm }, { principal, audit }))
  }
