import { isDeepStrictEqual } from 'node:util'
import type { TaskRow } from '../../db/fleet/task.ts'
import type { KnownAtm } from '../domain/atm-directory.ts'
import { isRetired } from '../domain/retired-atms.rules.ts'
import { agentAtmIdFault } from '../kit/auth/identifiers.rules.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { seesInstitution } from '../kit/auth/visibility.rules.ts'
import { maskCardNumbers } from '../kit/cards/card-numbers.ts'
import { HOUR_MS } from '../kit/common/dates.ts'
import { badInputs, DomainError, type FieldFault, notFound } from '../kit/common/errors.ts'
import { isLongerThan } from '../kit/common/text-faults.ts'
import { isBlank } from '../kit/common/texts.rules.ts'
import type { TaskInput, TaskKind } from './schema.gen.ts'
import { readParams, type TaskParams } from './task-params.rules.ts'
import { isGrantable } from './task-permissions.rules.ts'
import type { Burden } from './task-requests.store.ts'

const MAX_REASON_CHARS = 500
/** How long a task may wait for its agent, in seconds. */
export const EXPIRY_S = { least: 60, most: 86_400, usual: 900 }
/** What a header carries as it is. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,200}$/

/** A task as it was asked for, checked. */
export type TaskOrder = {
  readonly agentAtmId: string
  readonly kind: TaskKind
  readonly params: TaskParams | null
  readonly reason: string | null
  readonly expiresInSeconds: number
  /** The caller's own key of the request; null without one. */
  readonly idempotencyKey: string | null
}

/** The reason of a request, card numbers masked; null for a blank one. */
export const readReason = (reason: string | null | undefined, faults: FieldFault[]): string | null => {
  if (reason === null || reason === undefined || isBlank(reason)) return null
  if (isLongerThan(reason, MAX_REASON_CHARS))
    faults.push({ field: 'reason', message: `must have ${MAX_REASON_CHARS} characters or fewer` })
  return maskCardNumbers(reason)
}

/** The caller's own key of a request; null without one. */
export const readKey = (idempotencyKey: string | null | undefined, faults: FieldFault[]): string | null => {
  const key = idempotencyKey ?? null
  if (key !== null && (!IDEMPOTENCY_KEY.test(key) || isBlank(key)))
    faults.push({ field: 'Idempotency-Key', message: 'must be 1 to 200 printable ASCII characters' })
  return key
}

/** Checks what is asked for. @throws DomainError BAD_USER_INPUT naming every faulty field. */
export const orderOf = (input: TaskInput, idempotencyKey: string | null | undefined): TaskOrder => {
  const faults: FieldFault[] = []
  const wrongAtm = agentAtmIdFault(input.agentAtmId)
  if (wrongAtm !== null) faults.push({ field: 'agentAtmId', message: wrongAtm })
  const params = readParams(input.kind, input.params, faults)
  const reason = readReason(input.reason, faults)
  const expiresInSeconds = input.expiresInSeconds ?? EXPIRY_S.usual
  if (expiresInSeconds < EXPIRY_S.least || expiresInSeconds > EXPIRY_S.most)
    faults.push({ field: 'expiresInSeconds', message: `must be from ${EXPIRY_S.least} to ${EXPIRY_S.most}` })
  const key = readKey(idempotencyKey, faults)
  if (faults.length > 0) throw badInputs(faults)
  return {
    agentAtmId: input.agentAtmId.trim(),
    kind: input.kind,
    params,
    reason,
    expiresInSeconds,
    idempotencyKey: key,
  }
}

/**
 * The first half of the gate by kind, which reads nothing from the store.
 * @throws DomainError FORBIDDEN for what a customer can never push.
 */
export const checkEverGrantable = ({ role }: Principal, kind: TaskKind): void => {
  if (role === 'CUSTOMER' && !isGrantable(kind))
    throw new DomainError('FORBIDDEN', `${kind} can never be pushed by a customer.`)
}

/** @throws DomainError NOT_FOUND for no ATM, and for one of an institution that the caller does not see. */
export const visibleAtm = (principal: Principal, atm: KnownAtm | null): KnownAtm => {
  if (atm === null || !seesInstitution(principal, atm.institutionKey)) throw notFound('The ATM')
  return atm
}

/**
 * The other half of the gate by kind: for a customer the ATM's institution must have been granted it. Where a
 * customer has several, the grant of one does not reach the ATMs of another. @throws DomainError FORBIDDEN.
 */
export const checkGranted = (kind: TaskKind, granted: readonly TaskKind[]): void => {
  if (!granted.includes(kind))
    throw new DomainError('FORBIDDEN', `Your institution is not permitted to push ${kind}; ask your service provider.`)
}

/** Tasks that may wait for one ATM: a limit for faulty clients. */
export const MAX_WAITING = 100

/**
 * Tasks that may be asked for of one ATM within an hour, whatever becomes of them: a bound to what a loop can leave
 * behind.
 */
export const MAX_RECENT = 300
export const RECENT_MS = HOUR_MS
const RETRY_AFTER_S = 60

/**
 * @throws DomainError CONFLICT for an ATM for which too many tasks wait, RATE_LIMITED for one of which too many were
 * asked for.
 */
export const checkBurden = ({ waiting, recent, isRetired: retired }: Burden): void => {
  if (retired) throw isRetired()
  if (recent >= MAX_RECENT)
    throw new DomainError('RATE_LIMITED', `${MAX_RECENT} tasks were asked for of this ATM within an hour; ask later.`, {
      retryAfterSeconds: RETRY_AFTER_S,
    })
  if (waiting >= MAX_WAITING)
    throw new DomainError(
      'CONFLICT',
      `${MAX_WAITING} tasks wait for this ATM already; cancel some, or wait until they are sent or expire.`,
    )
}

/** @throws DomainError CONFLICT where the key was used for another request. */
export const checkSameOrder = (known: TaskRow, order: TaskOrder): void => {
  if (!isSameOrder(known, order))
    throw new DomainError(
      'CONFLICT',
      'The Idempotency-Key was used for another request within the last 24 hours; take a new one.',
    )
}

/** Whether a task is what is asked for. */
export const isSameOrder = (known: TaskRow, order: TaskOrder): boolean =>
  known.agentAtmId === order.agentAtmId &&
  known.kind === order.kind &&
  known.reason === order.reason &&
  known.expiresAt.getTime() - known.requestedAt.getTime() === order.expiresInSeconds * 1_000 &&
  isDeepStrictEqual(known.params, order.params)

/** A task as it was when it was made: what who asked for it was answered first. */
export const firstAnswer = (known: TaskRow): TaskRow => ({
  ...known,
  status: 'QUEUED',
  sentAt: null,
  finishedAt: null,
  result: null,
  error: null,
  history: known.history.slice(0, 1),
})
