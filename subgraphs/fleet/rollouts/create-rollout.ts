import { createHash } from 'node:crypto'
import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { HOUR_MS } from '../../kit/common/dates.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import { isRecord } from '../../kit/common/records.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { RolloutInput, RolloutPreview } from '../schema.gen.ts'
import { listGrantedInstitutions, listGrantedKinds } from '../task-permissions.store.ts'
import { checkEverGrantable, checkGranted } from '../task-requests.rules.ts'
import { hashOf } from '../task-requests.ts'
import { actorOf } from '../tasks.rules.ts'
import { skipReasonOf } from './gates.rules.ts'
import { MAX_ATMS, orderOf, type RolloutOrder } from './orders.rules.ts'
import { insertListed } from './rollout-atms.store.ts'
import { auditedRollout } from './rollout-audit.rules.ts'
import { countBegun, findRolloutOfKey, insertRollout } from './rollouts.store.ts'
import type { AtmSelector } from './selected-atms.ts'
import { sizesOf } from './stages.rules.ts'

/** A limit on the unfinished rollouts that a caller sees, or began where it sees those of all institutions. */
const MAX_UNFINISHED = 20
/** Rollouts that a caller begins within an hour: a bound to what a loop can leave behind. */
const MAX_RECENT = 60
const RETRY_AFTER_S = 60
/** ATMs that are looked up at once. */
const LOOKUP_BATCH = 1_000

type RequestContext = Pick<OperationContext, 'principal' | 'read' | 'now'>
type Caller = RequestContext & Pick<OperationContext, 'write' | 'audit'>
type Env = { readonly atms: AtmSelector; wake(): void }

const scopeOf = ({ unrestricted, institutions }: Principal): string[] | null =>
  unrestricted ? null : [...institutions]

const requesterOf = (principal: Principal) => ({
  byCustomer: principal.role === 'CUSTOMER',
  scope: scopeOf(principal),
})

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => (one < other ? -1 : 1)

/** A JSON value with the keys of its objects in one order: the order in which a caller writes them means nothing. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(byKey)
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** What identifies a request under a caller's own key. */
const orderHashOf = (order: RolloutOrder): string => formerOrderHashOf({ ...order, params: sorted(order.params) })

/** The same as rollouts were stored with before: of the parameters in the order in which they were sent. */
const formerOrderHashOf = ({ idempotencyKey: _key, ...order }: Omit<RolloutOrder, 'params'> & { params: unknown }) =>
  createHash('sha256').update(JSON.stringify(order)).digest('base64url')

/** The grants of a kind, as far as they hold for all ATMs alike. @throws DomainError FORBIDDEN. */
const checkGrants = async (order: RolloutOrder, { principal, read }: RequestContext): Promise<void> => {
  if (principal.role === 'CUSTOMER') checkGranted(order.kind, await read((tx) => listGrantedKinds(tx, principal)))
}

/** How many ATMs a filter selects, by what the gates say of them. */
const countFiltered = async ({ atms }: Env, order: RolloutOrder, caller: RequestContext) => {
  if (order.filter === null) return null
  const requester = requesterOf(caller.principal)
  const counts = await atms.count({ filter: order.filter, scope: requester.scope })
  const granted = await caller.read((tx) => listGrantedInstitutions(tx, order.kind, requester.scope ?? []))
  const permitted = new Set(granted)
  return sumBy(counts.map((one) => ({ reason: skipReasonOf(requester, one, permitted), atms: one.atms })))
}

/** How many listed ATMs there are, by what the gates say of them. */
const countListed = async ({ atms }: Env, order: RolloutOrder, caller: RequestContext) => {
  const requester = requesterOf(caller.principal)
  const granted = await caller.read((tx) => listGrantedInstitutions(tx, order.kind, requester.scope ?? []))
  const permitted = new Set(granted)
  const asked = order.agentAtmIds ?? []
  const judged: { reason: ReturnType<typeof skipReasonOf>; atms: number }[] = []
  for (let from = 0; from < asked.length; from += LOOKUP_BATCH) {
    const some = asked.slice(from, from + LOOKUP_BATCH)
    const found = await atms.findByAgentIds(some)
    judged.push(...found.map((atm) => ({ reason: skipReasonOf(requester, atm, permitted), atms: 1 })))
    judged.push({ reason: 'NOT_FOUND', atms: some.length - found.length })
  }
  return sumBy(judged)
}

const sumBy = (judged: readonly { readonly reason: ReturnType<typeof skipReasonOf>; readonly atms: number }[]) => {
  const sum = (reason: ReturnType<typeof skipReasonOf>) =>
    judged.reduce((total, one) => (one.reason === reason ? total + one.atms : total), 0)
  return { atms: sum(null), notFound: sum('NOT_FOUND'), notPermitted: sum('NOT_PERMITTED') }
}

/**
 * What a rollout would do if it were begun now.
 * @throws DomainError BAD_USER_INPUT, FORBIDDEN, and UNAVAILABLE while ATMs cannot be looked up.
 */
export const createPreview =
  (env: Env) =>
  async (input: RolloutInput, caller: RequestContext): Promise<RolloutPreview> => {
    checkEverGrantable(caller.principal, input.kind)
    const order = orderOf(input, null)
    await checkGrants(order, caller)
    const counts = (await countFiltered(env, order, caller)) ?? (await countListed(env, order, caller))
    const sizes = sizesOf(counts.atms, order.stages)
    const stages = order.stages.map((percent, n) => ({ number: n + 1, percent, atms: sizes[n] ?? 0 }))
    return { ...counts, stages }
  }

const rowOf = (order: RolloutOrder, keyHash: string | null, { principal, now }: RequestContext) => {
  const { agentAtmIds, idempotencyKey: _key, ...rest } = order
  const at = now()
  return {
    ...rest,
    stages: [...rest.stages],
    listed: agentAtmIds?.length ?? null,
    status: 'RUNNING' as const,
    requestedBy: actorOf(principal),
    requestedAt: at,
    ...requesterOf(principal),
    // Those of its ATMs, once these are known. An empty text is seen by the unrestricted only.
    institutions: scopeOf(principal) ?? [''],
    nextAt: at,
    keyHash,
    orderHash: orderHashOf(order),
  }
}

const checkSameOrder = (known: RolloutRow, order: RolloutOrder): RolloutRow => {
  if ([orderHashOf(order), formerOrderHashOf(order)].includes(known.orderHash)) return known
  throw new DomainError('CONFLICT', 'The Idempotency-Key was used for another rollout; take a new one.')
}

const checkBegun = async (tx: TenantTx, principal: Principal, at: Date): Promise<void> => {
  const after = new Date(at.getTime() - HOUR_MS)
  const begun = await countBegun(tx, principal, { requestedBy: actorOf(principal), after })
  if (begun.recent >= MAX_RECENT)
    throw new DomainError('RATE_LIMITED', `You began ${MAX_RECENT} rollouts within an hour; begin more later.`, {
      retryAfterSeconds: RETRY_AFTER_S,
    })
  if (begun.unfinished >= MAX_UNFINISHED)
    throw new DomainError(
      'CONFLICT',
      `${MAX_UNFINISHED} rollouts run or are paused; cancel some, or wait for their end.`,
    )
}

/**
 * Begins a rollout: stores what was asked for; its ATMs are looked up afterwards.
 * @throws DomainError BAD_USER_INPUT, FORBIDDEN, CONFLICT, RATE_LIMITED, and UNAVAILABLE while no ATM can be looked up.
 */
export const createBegin =
  (env: Env) =>
  async (input: RolloutInput, key: string | null | undefined, caller: Caller): Promise<RolloutRow> => {
    const { principal, read, write } = caller
    checkEverGrantable(principal, input.kind)
    const order = orderOf(input, key)
    const keyHash = order.idempotencyKey === null ? null : hashOf(order.idempotencyKey, principal)
    if (keyHash !== null) {
      const known = await read((tx) => findRolloutOfKey(tx, keyHash))
      if (known !== null) return checkSameOrder(known, order)
    }
    await checkGrants(order, caller)
    if (!principal.unrestricted && principal.institutions.length === 0)
      throw badInput('filter', 'selects no ATM: your token names no institution')
    const counts = await countFiltered(env, order, caller)
    if (counts !== null && counts.atms + counts.notPermitted === 0) throw badInput('filter', 'selects no ATM')
    if (counts !== null && counts.atms > MAX_ATMS) throw badInput('filter', `selects more than ${MAX_ATMS} ATMs`)
    const row = await write(async (tx) => {
      await checkBegun(tx, principal, caller.now())
      const inserted = await insertRollout(tx, rowOf(order, keyHash, caller))
      if (inserted !== null) {
        if (order.agentAtmIds !== null) await insertListed(tx, inserted.id, order.agentAtmIds, inserted.requestedAt)
        await caller.audit(tx, auditedRollout(inserted, order))
        return inserted
      }
      const known = keyHash === null ? null : await findRolloutOfKey(tx, keyHash)
      if (known === null) throw new Error('a key of a rollout is held by no rollout that its caller sees')
      return checkSameOrder(known, order)
    })
    env.wake()
    return row
  }
