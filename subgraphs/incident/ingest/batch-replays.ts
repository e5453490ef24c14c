import { createSentColumns } from '../../../db/columns.ts'
import type { KnownKey, NewEvent, Signal } from '../model/ingest.types.ts'
import type { LaneConnection, PreparedStatement } from './connection.ts'
import { ms } from './lock-atms.ts'
import { isReplay, replayOf } from './replay.rules.ts'

const ASKED = createSentColumns<{ readonly id: number; readonly place: number }>({
  id: ['bigint', ({ id }) => id],
  place: ['int', ({ place }) => place],
})

/**
 * Whether exceptions are not replayed yet, and which event their eventId belongs to where one was stored since. What is
 * asked of them is no condition: a partial index that holds it would look best while the table is small, and plans
 * are kept.
 */
const READ_EXCEPTIONS = `
select v.place, x.replayed_at is null as pending, k.stored_id as "storedId", ${ms('k.received_at')} as "receivedAt"
from ${ASKED.from}
join incident.event_exception x on x.id = v.id
left join lateral (
  select * from incident.event_key k
  where k.atm_id = x.atm_id and k.event_id = x.event_id and k.stored_id is not null limit 1) k on true`

type ExceptionStateRow = { place: number; pending: boolean; storedId: number | null; receivedAt: number | null }

/**
 * Those events of a batch that are not to be stored, by their place: they were replayed, or sent again and stored.
 * To be sent behind the lock of their ATMs, like all that a batch reads.
 */
export const readExceptions = async (
  connection: LaneConnection,
  signals: readonly Signal[],
): Promise<readonly (readonly [number, KnownKey])[]> => {
  const asked = signals.flatMap((signal, place) => {
    const replay = replayOf(signal)
    return replay === null ? [] : [{ id: replay.exceptionId, place, receivedAt: signal.receivedAt }]
  })
  if (asked.length === 0) return []
  const rows = await connection.run<ExceptionStateRow>('read-exceptions', READ_EXCEPTIONS, ASKED.values(asked))
  return rows.flatMap(({ place: n, pending, storedId, receivedAt }): [number, KnownKey][] => {
    if (pending && storedId === null) return []
    const exceptionId = pending ? null : (asked.find(({ place }) => place === n)?.id ?? null)
    return [[n, { storedId: pending ? storedId : null, exceptionId, receivedAt: receivedAt ?? 0 }]]
  })
}

const REPLAYED = createSentColumns<NewEvent>({
  id: ['bigint', ({ signal }) => replayOf(signal)?.exceptionId ?? null],
})

const MARK_REPLAYED = `
update incident.event_exception x set replayed_at = to_timestamp(${REPLAYED.parameter(1)}::float8 / 1000.0)
from ${REPLAYED.from} where x.id = v.id`

const MOVED_KEYS = createSentColumns<NewEvent>({
  atm_id: ['bigint', ({ atm }) => atm.id],
  event_id: ['uuid', ({ signal }) => signal.eventId],
  received_at: ['timestamptz', ({ signal }) => signal.receivedAt],
  stored_id: ['bigint', ({ id }) => id],
})

/** From now on the eventId belongs to the event. */
const MOVE_KEYS = `
update incident.event_key k set stored_id = v.stored_id, exception_id = null
from ${MOVED_KEYS.from}
where k.atm_id = v.atm_id and k.event_id = v.event_id and k.received_at = v.received_at`

/** What is written when exceptions are replayed, in the transaction that stores them. */
export const replayStatements = (events: readonly NewEvent[], at: Date): readonly PreparedStatement[] => {
  const replayed = events.filter(({ signal }) => isReplay(signal))
  if (replayed.length === 0) return []
  const keyed = replayed.filter(({ signal }) => signal.eventId !== null)
  return [
    { name: 'mark-replayed', text: MARK_REPLAYED, values: [...REPLAYED.values(replayed), at.getTime()] },
    { name: 'move-keys', text: MOVE_KEYS, values: MOVED_KEYS.values(keyed) },
  ]
}
