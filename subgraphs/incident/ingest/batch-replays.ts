import { columnsOf } from '../../../db/arrays.ts'
import { arrayLiteral } from '../../../db/values.ts'
import type { KnownKey, NewEvent, Signal } from '../model/ingest.types.ts'
import type { LaneConnection, StatementValue } from './connection.ts'
import { ms } from './lock-atms.ts'
import { isReplay, replayOf } from './replay.rules.ts'

/**
 * Whether exceptions are not replayed yet, and which event their eventId stands for where one was stored since. What is
 * asked of them is no condition: a partial index that holds it would look best while the table is small, and plans
 * are kept.
 */
const READ_EXCEPTIONS = `
select u.n, x.replayed_at is null as pending, k.stored_id as "storedId", ${ms('k.received_at')} as "receivedAt"
from unnest($1::bigint[], $2::int[]) u(id, n)
join incident.event_exception x on x.id = u.id
left join lateral (
  select * from incident.event_key k
  where k.atm_id = x.atm_id and k.event_id = x.event_id and k.stored_id is not null limit 1) k on true`

type ExceptionStateRow = { n: number; pending: boolean; storedId: number | null; receivedAt: number | null }

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
  const values = columnsOf(asked, [({ id }) => id, ({ place }) => place])
  const rows = await connection.run<ExceptionStateRow>('read-exceptions', READ_EXCEPTIONS, values)
  return rows.flatMap(({ n, pending, storedId, receivedAt }): [number, KnownKey][] => {
    if (pending && storedId === null) return []
    const exceptionId = pending ? null : (asked.find(({ place }) => place === n)?.id ?? null)
    return [[n, { storedId: pending ? storedId : null, exceptionId, receivedAt: receivedAt ?? 0 }]]
  })
}

type Statement = { readonly name: string; readonly text: string; readonly values: readonly StatementValue[] }

const MARK_REPLAYED = `
update incident.event_exception x set replayed_at = to_timestamp($2::float8 / 1000.0)
from unnest($1::bigint[]) v(id) where x.id = v.id`

/** From now on the eventId stands for the event. */
const MOVE_KEYS = `
update incident.event_key k set stored_id = v.stored_id, exception_id = null
from unnest($1::bigint[], $2::uuid[], $3::float8[], $4::bigint[]) v(atm_id, event_id, received_at, stored_id)
where k.atm_id = v.atm_id and k.event_id = v.event_id and k.received_at = to_timestamp(v.received_at / 1000.0)`

/** What is written when exceptions are replayed, in the transaction that stores them. */
export const replayStatements = (events: readonly NewEvent[], at: Date): readonly Statement[] => {
  const replayed = events.filter(({ signal }) => isReplay(signal))
  if (replayed.length === 0) return []
  const ids = arrayLiteral(replayed.map(({ signal }) => replayOf(signal)?.exceptionId ?? null))
  const keyed = replayed.filter(({ signal }) => signal.eventId !== null)
  const keys = columnsOf(keyed, [
    ({ atm }) => atm.id,
    ({ signal }) => signal.eventId,
    ({ signal }) => signal.receivedAt,
    ({ id }) => id,
  ])
  return [
    { name: 'mark-replayed', text: MARK_REPLAYED, values: [ids, at.getTime()] },
    { name: 'move-keys', text: MOVE_KEYS, values: keys },
  ]
}
