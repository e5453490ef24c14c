import type { AtmState, EventSignal, Replay, Signal } from '../model/ingest.types.ts'

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
