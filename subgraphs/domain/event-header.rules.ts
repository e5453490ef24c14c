import { agentAtmIdFault } from '../kit/auth/identifiers.rules.ts'
import { badInput, type FieldFault } from '../kit/common/errors.ts'
import { isRecord } from '../kit/common/records.rules.ts'
import { findBodyFault } from './body-faults.rules.ts'

/** Events that one request may bring (contract, section 8). */
export const MAX_EVENTS_OF_REQUEST = 500

/** @throws DomainError BAD_USER_INPUT for more events than one request may bring. */
export const checkEventCount = (events: readonly unknown[]): void => {
  if (events.length > MAX_EVENTS_OF_REQUEST)
    throw badInput('body', `must have at most ${MAX_EVENTS_OF_REQUEST} events; send the rest in a further batch`)
}

/** What every event has, whatever its type. */
export type EventHeader = {
  /** Trimmed; '' with a fault where it cannot be one. */
  readonly agentAtmId: string
  /** In lower case; null for an event without an id of its own, and where it is no UUID (`eventIdFault`). */
  readonly eventId: string | null
  /** The body as it was sent. */
  readonly fields: Readonly<Record<string, unknown>>
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * What is wrong with the `eventId` of an event; null where it is a UUID or there is none. Not a fault of the header: an
 * event whose type is not known is kept whatever it holds.
 */
export const eventIdFault = (eventId: unknown): string | null => {
  if (eventId === undefined || eventId === null || eventId === '') return null
  if (typeof eventId === 'string' && UUID.test(eventId)) return null
  return 'must be a UUID such as 0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11'
}

const readEventIds = (event: Readonly<Record<string, unknown>>, faults: FieldFault[]): Omit<EventHeader, 'fields'> => {
  const { eventId } = event
  const agentAtmId = event.agentAtmId ?? ''
  const idFault = typeof agentAtmId === 'string' ? agentAtmIdFault(agentAtmId) : 'must be a text'
  if (idFault !== null) faults.push({ field: 'agentAtmId', message: idFault })
  return {
    agentAtmId: typeof agentAtmId === 'string' && idFault === null ? agentAtmId.trim() : '',
    eventId: typeof eventId === 'string' && UUID.test(eventId) ? eventId.toLowerCase() : null,
  }
}

/**
 * Reads the header of an event. The agent proxy needs it to decide who may send the event, the incident service to
 * store it. Faults are added to `faults` by the path of their field; null where the body cannot be read at all.
 */
export const readEventHeader = (body: unknown, faults: FieldFault[]): EventHeader | null => {
  if (!isRecord(body)) {
    faults.push({ field: 'body', message: 'must be a JSON object' })
    return null
  }
  // Looked for first: no other code may walk a body that is nested too deeply.
  const unsound = findBodyFault(body)
  if (unsound !== null) {
    faults.push(unsound)
    return null
  }
  return { ...readEventIds(body, faults), fields: body }
}
