import type { FieldFault } from '../../kit/common/errors.ts'
import { readContent } from '../model/event-body.rules.ts'
import type { EventSignal, KnownType } from '../model/ingest.types.ts'
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

/**
 * The signal of an event exception, as it would have been at its arrival; null where its body tells what no event can.
 */
export const replayedSignal = (row: ExceptionRow, type: KnownType): EventSignal | null => {
  const faults: FieldFault[] = []
  const content = readContent(row.body, faults)
  if (faults.length > 0) return null
  return {
    kind: 'event',
    type,
    agentAtmId: row.agentAtmId,
    // The ATM may be another institution's by now; its event is not.
    institutionKey: null,
    receivedAt: row.receivedAt.getTime(),
    eventId: row.eventId,
    replay: { exceptionId: row.id, institutionKey: row.institutionKey },
    ...content,
  }
}
