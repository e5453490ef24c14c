import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { lockAtms } from '../atms/atm-locks.store.ts'
import { stateBegan } from '../atms/state-history.store.ts'
import type { MirroredStateChange } from '../model/ingest.types.ts'
import type { ServiceState } from '../model/service-state.rules.ts'
import type { ReplayedChange, StateEvent } from './late-states.rules.ts'

/** ATMs that are corrected in one transaction. */
const PORTION = 500

const ms = (at: SQL): SQL => sql`round(date_part('epoch', ${at}) * 1000)::float8`
const STATE_EVENTS = sqlArray(['ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'], 'text')

/** An ATM whose history is to be corrected, from the state that it had before its earliest late event. */
export type LateAtm = {
  readonly atmId: number
  /** Of the earliest late event, or of an earlier change that no event made. */
  readonly lateAt: number
  readonly state: ServiceState
  readonly remembered: ServiceState | null
  readonly stateAt: number | null
  readonly institutionKey: string | null
  readonly before: ServiceState
  /** When the state before began; null where it is that of an ATM of which nothing was known. */
  readonly beforeAt: number | null
  /** When the present state began by the history that is to be corrected; null where that has no change. */
  readonly beganAt: number | null
}

/**
 * Takes the ATMs that late events are waiting for, a portion of them, and locks them in the order of ingest. Nothing
 * is taken twice. The state before is the newest that an event gave and that is no supervisor visit: a visit hides what
 * the ATM returns to. It is the last of its instant, as only what occurred after it is read again. Where there is
 * none, the history is read from its beginning, which may be a visit: what the ATM did before is in its first change,
 * or it is what it does now. An ATM whose state is apart from its history waits for its next event.
 */
export const takeLateAtms = async (tx: PlatformTx): Promise<LateAtm[]> => {
  const due = await tx.execute<{ atmId: number; lateAt: string }>(sql`
    with picked as (
      select l.atm_id from incident.late_state l
      where l.waits_after is null
        or exists (select from incident.atm a where a.id = l.atm_id and a.state_at > l.waits_after)
      group by l.atm_id order by min(l.id) limit ${PORTION}::int),
    gone as (delete from incident.late_state where atm_id in (select atm_id from picked) returning atm_id, occurred_at)
    select atm_id::float8 as "atmId", min(occurred_at) as "lateAt" from gone group by atm_id`)
  if (due.length === 0) return []
  const atmIds = sqlArray(
    due.map(({ atmId }) => atmId),
    'bigint',
  )
  const instants = sqlArray(
    due.map(({ lateAt }) => lateAt),
    'text',
  )
  await lockAtms(tx, sql`id = any (${atmIds})`)
  const rows = await tx.execute<LateAtm>(sql`
    select a.id::float8 as "atmId", ${ms(sql`least(u.late_at::timestamptz, g.at)`)} as "lateAt",
      a.service_state as state, a.remembered_state as remembered,
      ${ms(sql`a.state_at`)} as "stateAt", a.institution_key as "institutionKey",
      coalesce(h.to_state, (select f.from_state from incident.state_history f where f.atm_id = a.id
        order by f.occurred_at, f.sequence limit 1), a.service_state) as before,
      ${ms(sql`h.occurred_at`)} as "beforeAt",
      ${ms(stateBegan(sql`a.id`))} as "beganAt"
    from unnest(${atmIds}, ${instants}) u(id, late_at)
    join incident.atm a on a.id = u.id
    left join lateral (
      select * from incident.state_history h
      where h.atm_id = a.id and h.occurred_at < u.late_at::timestamptz and h.to_state <> 'IN_SUPERVISOR'
        and h.event_id is not null
        and not exists (select from incident.state_history n
          where n.atm_id = h.atm_id and n.occurred_at = h.occurred_at and n.sequence > h.sequence)
      order by h.occurred_at desc, h.sequence desc limit 1) h on true
    left join lateral (
      select min(g.occurred_at) as at from incident.state_history g
      where g.atm_id = a.id and (h.atm_id is null or g.event_id is null and g.occurred_at > h.occurred_at)
        and g.occurred_at < u.late_at::timestamptz) g on true`)
  return [...rows]
}

const WAITING = createSentColumns<LateAtm>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  occurred_at: ['timestamptz', ({ lateAt }) => lateAt],
  waits_after: ['timestamptz', ({ stateAt }) => stateAt],
})

/** Lets ATMs whose state is apart from their history wait for their next event. */
export const insertWaiting = async (tx: PlatformTx, atms: readonly LateAtm[]): Promise<void> => {
  if (atms.length === 0) return
  await tx.execute(sql`
    insert into incident.late_state (${sql.raw(WAITING.names())}) select * from ${WAITING.of(atms)}`)
}

const UNFINISHED = createSentColumns<LateAtm>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  occurred_at: ['timestamptz', ({ lateAt }) => lateAt],
})

/**
 * Has ATMs whose history is corrected, but not all of their sums, taken once more unless `deleteLate` is called with
 * the numbers to which it resolves.
 */
export const insertUnfinished = async (tx: PlatformTx, atms: readonly LateAtm[]): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    insert into incident.late_state (${sql.raw(UNFINISHED.names())}) select * from ${UNFINISHED.of(atms)}
    returning id::float8 as id`)
  return rows.map(({ id }) => id)
}

/** Has nothing more done for what has these numbers. */
export const deleteLate = async (tx: PlatformTx, ids: readonly number[]): Promise<void> => {
  await tx.execute(sql`delete from incident.late_state where id = any (${sqlArray(ids, 'bigint')})`)
}

const STARTS = createSentColumns<LateAtm>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  from_at: ['timestamptz', ({ beforeAt, lateAt }) => beforeAt ?? lateAt],
  is_after: ['boolean', ({ beforeAt }) => beforeAt !== null],
})

/**
 * The events of each ATM that give its service state, after the state before, in the order in which they occurred. Of
 * one instant they are in the order in which they came, which their numbers do not tell: each process takes these from
 * a block of its own.
 */
export const listStateEvents = async (tx: PlatformTx, atms: readonly LateAtm[]): Promise<Map<number, StateEvent[]>> => {
  const since = new Date(atms.reduce((least, { beforeAt, lateAt }) => Math.min(least, beforeAt ?? lateAt), Infinity))
  const rows = await tx.execute<StateEvent & { atmId: number }>(sql`
    select v.atm_id::float8 as "atmId", e.id::float8 as "eventId", t.event_type as "eventType",
      e.type_id as "typeId", ${ms(sql`e.occurred_at`)} as "occurredAt", e.institution_key as "institutionKey"
    from (select * from ${STARTS.of(atms)}) v
    cross join lateral (
      select * from incident.event e
      where e.atm_id = v.atm_id and e.occurred_at >= v.from_at and (e.occurred_at > v.from_at or not v.is_after)
        and e.received_at >= ${since.toISOString()}::timestamptz
        and e.type_id in (select id from incident.event_type where event_type = any (${STATE_EVENTS}))) e
    join incident.event_type t on t.id = e.type_id
    order by v.atm_id, e.occurred_at, e.received_at, e.id`)
  return Map.groupBy([...rows], ({ atmId }) => atmId)
}

type AtmReplayedChange = ReplayedChange & { readonly atmId: number; readonly sequence: number }

const STATE_CHANGES = createSentColumns<AtmReplayedChange>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  occurred_at: ['timestamptz', ({ at }) => at],
  sequence: ['bigint', ({ sequence }) => sequence],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  from_state: ['text', ({ from }) => from],
  to_state: ['text', ({ to }) => to],
  event_id: ['bigint', ({ event }) => event?.eventId ?? null],
  type_id: ['smallint', ({ event }) => event?.typeId ?? null],
})

/** The institution that had the ATM when a change of its state occurred; the first one has the history before it. */
const INSTITUTION_THEN = sql`coalesce(
  (select f.institution_key from incident.former_assignment f
    where f.atm_id = v.atm_id and f.from_at <= v.occurred_at and f.to_at > v.occurred_at order by f.to_at limit 1),
  case when a.assigned_at <= v.occurred_at then a.institution_key end, v.institution_key,
  (select f.institution_key from incident.former_assignment f where f.atm_id = v.atm_id order by f.to_at limit 1),
  a.institution_key)`

/** Corrects what ATMs did when they were moved away from an institution, after a change of their history. */
const updateFormerStates = (tx: PlatformTx, atms: readonly LateAtm[]) =>
  tx.execute(sql`
    update incident.former_assignment f set state = coalesce(incident.state_at(f.atm_id, f.to_at), f.state)
    from (select * from ${STARTS.of(atms)}) v where f.atm_id = v.atm_id and f.to_at >= v.from_at`)

/**
 * Replaces the history of each ATM after the state before. The new rows have negative numbers, in order: those that
 * ingest will give are higher, and free.
 */
export const replaceStates = async (
  tx: PlatformTx,
  atms: readonly LateAtm[],
  stateChanges: ReadonlyMap<number, readonly ReplayedChange[]>,
): Promise<void> => {
  await tx.execute(sql`
    delete from incident.state_history h using (select * from ${STARTS.of(atms)}) v
    where h.atm_id = v.atm_id and h.occurred_at >= v.from_at and (h.occurred_at > v.from_at or not v.is_after)`)
  const rows = [...stateChanges].flatMap(([atmId, of]) =>
    of.map((change, n): AtmReplayedChange => ({ ...change, atmId, sequence: n - of.length })),
  )
  if (rows.length > 0) {
    const own = STATE_CHANGES.each((name) => `v.${name}`, 'institution_key')
    await tx.execute(sql`
      insert into incident.state_history (${sql.raw(STATE_CHANGES.names('institution_key'))}, institution_key)
      select ${sql.raw(own)}, ${INSTITUTION_THEN}
      from (select * from ${STATE_CHANGES.of(rows)}) v join incident.atm a on a.id = v.atm_id`)
  }
  await updateFormerStates(tx, atms)
}

const BEGINNINGS = createSentColumns<LateAtm>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  began_at: ['timestamptz', ({ beganAt }) => beganAt],
})

/**
 * Gives the ATMs whose present state began at another instant, now that their history is corrected, a new version of
 * it. Resolves to what the mirror is to tell of these.
 */
export const updateBeginnings = async (tx: PlatformTx, atms: readonly LateAtm[]): Promise<MirroredStateChange[]> => {
  const rows = await tx.execute<Omit<MirroredStateChange, 'previousState' | 'eventType' | 'eventTime'>>(sql`
    update incident.atm a set state_sequence = a.state_sequence + 1
    from (select v.*, ${stateBegan(sql`v.atm_id`)} as now_at from ${BEGINNINGS.of(atms)}) n
    where a.id = n.atm_id and n.now_at <> coalesce(n.began_at, '-infinity')
    returning a.id::float8 as "atmId", a.agent_atm_id as "agentAtmId", a.institution_key as "institutionKey",
      a.service_state as "serviceState", a.state_sequence::float8 as sequence, ${ms(sql`n.now_at`)} as "occurredAt"`)
  return rows.map((row) => ({ ...row, previousState: null, eventType: null, eventTime: null }))
}
