import type { FieldFault } from '../../kit/common/errors.ts'
import type { ExceptionRow } from '../exceptions/exceptions.store.ts'
import { readContent } from '../model/event-body.rules.ts'
import type { AtmState, EventSignal, KnownType, Replay, Signal } from '../model/ingest.types.ts'

/**
 * The institution that an event is stored and counted under: its ATM's, or, where it is a replay, the one that the
 * ATM had then.
 */
export const institutionOf = ({
  atm,
  signal,
}: {
  readonly atm: AtmState
  readonly signal: EventSignal
}): string | null => (signal.replay === undefined ? atm.institutionKey : signal.replay.institutionKey)

/** The exception that an event was stored as; null for one that comes from its ATM. */
export const replayOf = (signal: Signal): Replay | null => (signal.kind === 'event' ? (signal.replay ?? null) : null)

/** True for the replay of an exception: its eventId is known, as that of the exception. */
export const isReplay = (signal: Signal): boolean => replayOf(signal) !== null

/**
 * The signal of an event exception, as it would have been at its arrival; null where its body is not a valid event.
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
