import { KINDS_ENDED_BY_SERVICE, type Kind, OPENING_RULES } from './incident.rules.ts'
import { arrayLiteral, isoOf } from './ingest.arrays.ts'
import { type LaneConnection, settleAll } from './ingest.connection.ts'
import { componentOf } from './ingest.fold.rules.ts'
import { type AtmState, cassetteKey, type EventSignal, type Signal, type Slot, slotKey } from './ingest.types.ts'

/** The answer that an eventId was given before. */
export type KnownKey = {
  readonly storedId: number | null
  readonly exceptionId: number | null
  readonly receivedAt: number
}

export type ReadBatch = {
  /** The id of the transaction that holds the locks. */
  readonly transaction: string
  readonly atms: ReadonlyMap<string, AtmState>
  readonly slots: Map<string, Slot>
  readonly okAt: Map<string, number>
  /** By place in the batch. */
  readonly known: ReadonlyMap<number, KnownKey>
  readonly incidentIds: readonly number[]
}

/** The epoch milliseconds of a column, as a number. */
export const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/**
 * Registers, locks and reads the ATMs in the order of their agentAtmId, and moves the heartbeat forward. An ATM that
 * does not come back belongs to another institution. The id is looked up first, as a refused insert would still use one up.
 */
const LOCK_ATMS = `
insert into incident.atm as a (id, agent_atm_id, institution_key, registered_at, last_heartbeat_at, beat_at)
select coalesce((select k.id from incident.atm k where k.agent_atm_id = u.a), nextval('incident.atm_id_seq')), u.a, u.i, u.r, u.r, u.b
from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) with ordinality u(a, i, r, b, o) order by u.o
on conflict (agent_atm_id) do update set
  last_heartbeat_at = greatest(a.last_heartbeat_at, excluded.last_heartbeat_at),
  beat_at = greatest(a.beat_at, excluded.beat_at),
  institution_key = coalesce(a.institution_key, excluded.institution_key)
where a.institution_key is null or excluded.institution_key is null or a.institution_key = excluded.institution_key
returning a.id, a.agent_atm_id as "agentAtmId", a.institution_key as "institutionKey", a.time_zone as "timeZone", a.name, a.site_name as "siteName",
  ${ms('a.last_heartbeat_at')} as "lastHeartbeatAt", a.service_state as "serviceState", a.remembered_state as "rememberedState",
  ${ms('a.state_at')} as "stateAt", a.state_sequence as "stateSequence", ${ms('a.in_service_at')} as "inServiceAt",
  ${ms('a.supervisor_at')} as "supervisorAt", ${ms('a.serviced_at')} as "servicedAt", ${ms('old.beat_at')} as "beatAt", a.power_off as "powerOff",
  pg_current_xact_id()::text as transaction`

/** The newest incident of each (ATM, kind, component) asked for; that of POWER only where one may be open, unless it must be. */
const READ_SLOTS = `
select i.id, i.atm_id as "atmId", i.agent_atm_id as "agentAtmId", i.institution_key as "institutionKey", i.kind, i.component, i.severity, i.status,
  i.occurrence_count as "occurrenceCount", i.flapping, ${ms('i.opened_at')} as "openedAt", ${ms('i.first_event_at')} as "firstEventAt",
  ${ms('i.last_event_at')} as "lastEventAt", ${ms('i.resolved_at')} as "resolvedAt", i.version, ${ms('i.cleared_at')} as "clearedAt",
  i.changes::float8[] as changes, false as fresh
from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) w(a, k, c, must)
join incident.atm a on a.agent_atm_id = w.a and (w.must or a.power_off)
cross join lateral (
  select * from incident.incident i where i.atm_id = a.id and i.kind = w.k and i.component = w.c order by i.id desc limit 1) i`

const READ_KEYS = `
select u.n, k.stored_id as "storedId", k.exception_id as "exceptionId", ${ms('k.received_at')} as "receivedAt"
from unnest($1::text[], $2::uuid[], $3::int[]) u(a, e, n)
join incident.atm a on a.agent_atm_id = u.a
cross join lateral (
  select * from incident.event_key k where k.atm_id = a.id and k.event_id = u.e and k.received_at >= $4::timestamptz limit 1) k`

const READ_OK = `
select c.atm_id as "atmId", c.cassette_no as "cassetteNo", ${ms('c.ok_at')} as "okAt"
from unnest($1::text[], $2::text[]) u(a, c)
join incident.atm a on a.agent_atm_id = u.a
join incident.cassette c on c.atm_id = a.id and c.cassette_no = u.c
where c.ok_at is not null`

const INCIDENT_IDS = `select nextval('incident.incident_id') as id from generate_series(1, $1::int)`

/** How long an eventId is known. */
export const KEY_DAYS = 30
const DAY_MS = 86_400_000

const isEvent = (signal: Signal): signal is EventSignal => signal.kind === 'event'

/** What has to be known of incidents to decide the batch: (agentAtmId, kind, component, whether it must be read). */
const wantedSlots = (signals: readonly Signal[]): readonly (readonly [string, Kind, string, boolean])[] => {
  const wanted = new Map<string, readonly [string, Kind, string, boolean]>()
  const want = (agentAtmId: string, kind: Kind, component: string, must: boolean) => {
    const key = `${agentAtmId}|${kind}|${component}`
    if (must || !wanted.has(key)) wanted.set(key, [agentAtmId, kind, component, must])
  }
  for (const signal of signals) {
    want(signal.agentAtmId, 'POWER', '', false)
    if (!isEvent(signal)) continue
    const { agentAtmId, type } = signal
    const rule = OPENING_RULES.get(type.eventType)
    if (rule !== undefined) want(agentAtmId, rule.kind, componentOf(rule.kind, signal.cassetteNo), true)
    if (type.eventType === 'ATM_IN_SERVICE') for (const kind of KINDS_ENDED_BY_SERVICE) want(agentAtmId, kind, '', true)
    for (const { cassetteNo, status } of signal.cassettes)
      if (status === 'OK') want(agentAtmId, 'CASH', cassetteNo, true)
  }
  return [...wanted.values()]
}

type AtmOfBatch = { readonly institutionKey: string | null; seenAt: number; beatAt: number | null }

const atmsOf = (signals: readonly Signal[]): readonly (readonly [string, AtmOfBatch])[] => {
  const atms = new Map<string, AtmOfBatch>()
  for (const { agentAtmId, institutionKey, receivedAt, kind } of signals) {
    const known = atms.get(agentAtmId)
    const atm = known ?? { institutionKey, seenAt: receivedAt, beatAt: null }
    atm.seenAt = Math.max(atm.seenAt, receivedAt)
    if (kind !== 'event') atm.beatAt = Math.max(atm.beatAt ?? receivedAt, receivedAt)
    if (known === undefined) atms.set(agentAtmId, atm)
  }
  return [...atms].sort(([a], [b]) => (a < b ? -1 : 1))
}

const none = Promise.resolve([])

type AtmRow = AtmState & { readonly transaction: string }
type OkRow = { readonly atmId: number; readonly cassetteNo: string; readonly okAt: number }
type KeyRow = KnownKey & { readonly n: number }

/** Begins the transaction and, in the same round trip, locks and reads what does not depend on the ATMs' time zones. */
export const lockAndRead = async (connection: LaneConnection, signals: readonly Signal[]): Promise<ReadBatch> => {
  const atms = atmsOf(signals)
  const slots = wantedSlots(signals)
  const keyed = signals.flatMap((signal, n) =>
    signal.kind !== 'heartbeat' && signal.eventId !== null ? [[signal.agentAtmId, signal.eventId, n] as const] : [],
  )
  const events = signals.filter(isEvent)
  const cash = events.filter(({ type }) => OPENING_RULES.get(type.eventType)?.kind === 'CASH')
  const opening = events.filter(({ type }) => OPENING_RULES.has(type.eventType)).length
  const newest = Math.max(...atms.map(([, { seenAt }]) => seenAt))
  const [, rows, slotRows, keyRows, okRows, ids] = await settleAll([
    connection.command('begin'),
    connection.run<AtmRow>('lock-atms', LOCK_ATMS, [
      arrayLiteral(atms.map(([agentAtmId]) => agentAtmId)),
      arrayLiteral(atms.map(([, { institutionKey }]) => institutionKey)),
      arrayLiteral(atms.map(([, { seenAt }]) => isoOf(seenAt))),
      arrayLiteral(atms.map(([, { beatAt }]) => isoOf(beatAt))),
    ]),
    connection.run<Slot>(
      'read-slots',
      READ_SLOTS,
      [0, 1, 2, 3].map((n) => arrayLiteral(slots.map((slot) => slot[n] ?? null))),
    ),
    keyed.length === 0
      ? none
      : connection.run<KeyRow>('read-keys', READ_KEYS, [
          ...[0, 1, 2].map((n) => arrayLiteral(keyed.map((key) => key[n] ?? null))),
          isoOf(newest - KEY_DAYS * DAY_MS),
        ]),
    cash.length === 0
      ? none
      : connection.run<OkRow>('read-ok', READ_OK, [
          arrayLiteral(cash.map(({ agentAtmId }) => agentAtmId)),
          arrayLiteral(cash.map(({ cassetteNo }) => cassetteNo ?? '')),
        ]),
    opening === 0 ? none : connection.run<{ id: number }>('incident-ids', INCIDENT_IDS, [opening]),
  ])
  return {
    transaction: rows[0]?.transaction ?? '',
    atms: new Map(rows.map((atm) => [atm.agentAtmId, atm])),
    slots: new Map(slotRows.map((slot) => [slotKey(slot.atmId, slot.kind, slot.component), slot])),
    okAt: new Map(okRows.map((row) => [cassetteKey(row.atmId, row.cassetteNo), row.okAt])),
    known: new Map(keyRows.map(({ n, ...known }) => [n, known])),
    incidentIds: ids.map(({ id }) => id),
  }
}
