import { columnsOf } from '../../../db/arrays.ts'
import { arrayLiteral } from '../../../db/values.ts'
import type { DecidedStateChange, Decisions } from '../model/ingest.types.ts'
import type { PreparedStatement } from './connection.ts'
import * as sql from './statements.ts'

/** A change of service state, with the number of the event that made it. */
export type NewStateChange = { readonly flip: DecidedStateChange; readonly eventId: number }

/** The newest reading of each cassette of the batch. */
export const readings = (newest: Decisions['readings']): PreparedStatement => ({
  name: 'upsert-cassettes',
  text: sql.UPSERT_CASSETTES,
  values: columnsOf(
    [...newest.values()],
    [
      ({ atm }) => atm.id,
      ({ reading }) => reading.cassetteNo,
      ({ atm }) => atm.institutionKey,
      ({ asOf }) => asOf,
      ({ okAt }) => okAt,
      ({ reading }) => reading.type,
      ({ reading }) => reading.currency,
      ({ reading }) => reading.denominationMinor,
      ({ reading }) => reading.initialCount,
      ({ reading }) => reading.currentCount,
      ({ reading }) => reading.rejectedCount,
      ({ reading }) => reading.capacity,
      ({ reading }) => reading.status,
      ({ used }) => arrayLiteral(used),
    ],
  ),
})

/** The history of states. */
export const newStateChanges = (stateChanges: readonly NewStateChange[]): PreparedStatement => ({
  name: 'insert-stateChanges',
  text: sql.INSERT_FLIPS,
  values: columnsOf(stateChanges, [
    ({ flip }) => flip.atmId,
    ({ flip }) => flip.occurredAt,
    ({ flip }) => flip.sequence,
    ({ flip }) => flip.institutionKey,
    ({ flip }) => flip.previousState,
    ({ flip }) => flip.serviceState,
    ({ eventId }) => eventId,
    ({ flip }) => flip.typeId,
  ]),
})
