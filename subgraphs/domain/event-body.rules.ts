import { agentAtmIdFault } from '../kit/auth/identifiers.rules.ts'
import { maskBeginning } from '../kit/cards/card-numbers.ts'
import type { FieldFault } from '../kit/common/errors.ts'
import { findTextFault } from '../kit/common/text-faults.ts'

const MAX_FIELD_CHARS = 200

/** Events that one request may bring (contract, section 8). */
export const MAX_EVENTS_OF_REQUEST = 500

/**
 * What keeps the body of an event, as an agent sent it, from being stored or handed on: NUL, half a surrogate pair,
 * nesting that no recursion should follow. Null where there is nothing. The field is named by its path; as a path is
 * made of what was sent, it is cut, and card numbers in it are masked.
 */
export const findBodyFault = (event: unknown): FieldFault | null => {
  const fault = findTextFault(event, '')
  if (fault === null) return null
  const field = maskBeginning(fault.field, MAX_FIELD_CHARS).toWellFormed()
  return { ...fault, field: field === '' ? 'body' : field }
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Who reports an event, '' with a fault where that cannot be told, and under which id of its own, null for none. */
export const readEventIds = (
  event: Readonly<Record<string, unknown>>,
  faults: FieldFault[],
): { readonly agentAtmId: string; readonly eventId: string | null } => {
  const { eventId } = event
  const agentAtmId = event.agentAtmId ?? ''
  const idFault = typeof agentAtmId === 'string' ? agentAtmIdFault(agentAtmId) : 'must be a text'
  if (idFault !== null) faults.push({ field: 'agentAtmId', message: idFault })
  const hasEventId = eventId !== undefined && eventId !== null && eventId !== ''
  const isUuid = typeof eventId === 'string' && UUID.test(eventId)
  if (hasEventId && !isUuid) {
    faults.push({ field: 'eventId', message: 'must be a UUID such as 0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11' })
  }
  return {
    agentAtmId: typeof agentAtmId === 'string' && idFault === null ? agentAtmId.trim() : '',
    eventId: isUuid ? eventId.toLowerCase() : null,
  }
}
