import { isRecord } from '../../kit/common/records.rules.ts'
import type { EventTypes } from '../model/event-types.rules.ts'
import type { NewEvent } from '../model/ingest.types.ts'
import type { CassetteReading, JournalEvent } from '../schema.gen.ts'
import type { EventRow } from './events.store.ts'

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * The readings of an event as its agent sent them; null where it sent none. They were checked before they were stored,
 * so that no cassette is without its number.
 */
const readingsOf = (sent: unknown): CassetteReading[] | null => {
  if (!Array.isArray(sent)) return null
  return sent.filter(isRecord).map((one) => ({
    cassetteNo: String(one.cassetteNo),
    type: textOrNull(one.type),
    currency: textOrNull(one.currency),
    denomination: numberOrNull(one.denomination),
    initialCount: numberOrNull(one.initialCount),
    currentCount: numberOrNull(one.currentCount),
    rejectedCount: numberOrNull(one.rejectedCount),
    capacity: numberOrNull(one.capacity),
    status: textOrNull(one.status),
  }))
}

/** A stored event as the API shows it, REST and graph alike. */
export const eventOf = (row: EventRow, types: EventTypes): JournalEvent => {
  const type = types.byId.get(row.typeId)
  return {
    id: row.id,
    eventId: row.eventId,
    institutionKey: row.institutionKey,
    atmId: row.atmId,
    deviceId: row.atmId,
    agentAtmId: row.agentAtmId,
    eventType: type?.eventType ?? 'UNKNOWN',
    category: type?.category ?? 'OTHER',
    eventTime: row.eventTime,
    eventTimeDefaulted: row.eventTimeDefaulted,
    occurredAt: new Date(row.occurredAt).toISOString(),
    receivedAt: new Date(row.receivedAt).toISOString(),
    component: row.component,
    cassetteNo: row.cassetteNo,
    errorCode: row.errorCode,
    message: row.message,
    details: row.details,
    cassettes: readingsOf(row.cassettes),
    incidentId: row.incidentId,
  }
}

/** An event that was just stored, as the same read later on. */
export const storedEventOf = ({ id, atm, signal, time, incidentId }: NewEvent): JournalEvent => ({
  id,
  eventId: signal.eventId,
  institutionKey: atm.institutionKey,
  atmId: atm.id,
  deviceId: atm.id,
  agentAtmId: atm.agentAtmId,
  eventType: signal.type.eventType,
  category: signal.type.category,
  eventTime: time.eventTime,
  eventTimeDefaulted: time.defaulted,
  occurredAt: new Date(time.occurredAt).toISOString(),
  receivedAt: new Date(signal.receivedAt).toISOString(),
  component: signal.component,
  cassetteNo: signal.cassetteNo,
  errorCode: signal.errorCode,
  message: signal.message,
  details: signal.details,
  cassettes: readingsOf(signal.cassettesSent),
  incidentId,
})
