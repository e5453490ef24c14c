import type { EventException } from '../schema.gen.ts'
import type { ExceptionRow } from './exceptions.store.ts'

/** An event exception, as the API shows it. */
export const exceptionOf = (row: ExceptionRow): EventException => ({
  id: row.id,
  receivedAt: row.receivedAt,
  institutionKey: row.institutionKey,
  atmId: row.atmId,
  deviceId: row.atmId,
  agentAtmId: row.agentAtmId,
  eventType: row.eventType,
  eventId: row.eventId,
  body: row.body,
  replayedAt: row.replayedAt,
})
