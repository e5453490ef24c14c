import { createSentColumns } from '../../../db/columns.ts'
import { isLockTimeout } from '../../../db/errors.ts'
import { arrayLiteral } from '../../../db/values.ts'
import { columnOf, listedAttributes } from '../../../schema/atm-attributes.rules.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'
import type { AtmState, Signal } from '../model/ingest.types.ts'
import { type LaneConnection, settleAll } from './connection.ts'

/**
 * A column as epoch milliseconds. `extract` would compute them as numeric, which costs as much as the rest of a row.
 */
export const ms = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/** What the devices service has a copy of. */
const LISTED = listedAttributes.map((name) => `a.${columnOf(name)} as "${name}"`).join(', ')
type AtmOfBatch = {
  readonly id: number | null
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly seenAt: number
  readonly beatAt: number | null
}

const ATMS = createSentColumns<AtmOfBatch>({
  id: ['bigint', ({ id }) => id],
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  seen_at: ['timestamptz', ({ seenAt }) => seenAt],
  beat_at: ['timestamptz', ({ beatAt }) => beatAt],
  place: ['int', (_, n) => n],
})

/**
 * Registers, locks and reads the ATMs in the order of their agentAtmId, and moves the heartbeat forward. An ATM that
 * does not come back belongs to another institution, or is retired. The id is looked up first, as a refused insert
 * would still use one up.
 */
const lockAtmsWhere = (condition: string) => `
insert into incident.atm as a (id, agent_atm_id, institution_key, registered_at, last_heartbeat_at, beat_at)
select
  coalesce(v.id, (select k.id from incident.atm k where k.agent_atm_id = v.agent_atm_id),
    nextval('incident.atm_id_seq')),
  v.agent_atm_id, v.institution_key, v.seen_at, v.seen_at, v.beat_at
from ${ATMS.from} order by v.place
on conflict (agent_atm_id) do update set
  last_heartbeat_at = greatest(a.last_heartbeat_at, excluded.last_heartbeat_at),
  beat_at = greatest(a.beat_at, excluded.beat_at)
where (${condition}) and a.retired_at is null
returning a.id, a.agent_atm_id as "agentAtmId", a.institution_key as "institutionKey",
  ${ms('a.assigned_at')} as "assignedAt", a.time_zone as "timeZone", ${LISTED}, a.edition,
  ${ms('a.last_heartbeat_at')} as "lastHeartbeatAt", a.service_state as "serviceState",
  a.remembered_state as "rememberedState",
  ${ms('a.state_at')} as "stateAt", a.state_sequence as "stateSequence", ${ms('a.in_service_at')} as "inServiceAt",
  ${ms('a.maintenance_from')} as "maintenanceFrom", ${ms('a.maintenance_until')} as "maintenanceUntil",
  ${ms('a.supervisor_at')} as "supervisorAt", ${ms('a.serviced_at')} as "servicedAt", ${ms('old.beat_at')} as "beatAt",
  ${ms('old.last_heartbeat_at')} as "heardBefore", old.id is null as registered,
  pg_current_xact_id()::text as transaction`

const OWN = 'excluded.institution_key is null or a.institution_key = excluded.institution_key'

/** Where ATMs have to be registered, one without an institution belongs to none until an administrator assigns it. */
const LOCK_ATMS = {
  auto: { name: 'lock-atms', text: lockAtmsWhere(`a.institution_key is null or ${OWN}`) },
  known: { name: 'lock-known-atms', text: lockAtmsWhere(OWN) },
} as const

const ADOPTED = createSentColumns<Pick<LockedAtm, 'id' | 'institutionKey' | 'assignedAt'>>({
  id: ['bigint', ({ id }) => id],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  assigned_at: ['timestamptz', ({ assignedAt }) => assignedAt],
})

/**
 * An ATM without an institution becomes that of the first who reports for one. Apart from the lock: a statement that
 * may change the institution costs each ATM of a batch the conditions of all the triggers of a hand-over.
 */
const ADOPT_ATMS = `
update incident.atm a set ${ADOPTED.assignments('id')} from ${ADOPTED.from}
where a.id = v.id and a.institution_key is null
returning a.id, a.institution_key as "institutionKey", ${ms('a.assigned_at')} as "assignedAt", a.edition,
  true as adopted`

export type LockedAtm = AtmState & {
  /** When it was last heard before this batch; null for never. */
  readonly heardBefore: number | null
  /** True where this batch registered it, so that nothing else can be known of it. */
  readonly registered: boolean
  /** True where this batch gave it its first institution, and with it its open incidents; each has a new version. */
  readonly adopted?: true
  readonly transaction: string
}

/** The ATMs of a batch, in the order of their agentAtmId. */
const atmsOf = (signals: readonly Signal[], idOf: (agentAtmId: string) => number | null): readonly AtmOfBatch[] => {
  const atms = new Map<string, AtmOfBatch>()
  for (const { agentAtmId, institutionKey, receivedAt, kind } of signals) {
    const known = atms.get(agentAtmId)
    const beatAt = known?.beatAt ?? null
    atms.set(agentAtmId, {
      id: known === undefined ? idOf(agentAtmId) : known.id,
      agentAtmId,
      institutionKey: known === undefined ? institutionKey : known.institutionKey,
      seenAt: Math.max(known?.seenAt ?? receivedAt, receivedAt),
      beatAt: kind === 'event' ? beatAt : Math.max(beatAt ?? receivedAt, receivedAt),
    })
  }
  return [...atms.values()].sort((a, b) => (a.agentAtmId < b.agentAtmId ? -1 : 1))
}

type Adopted = Pick<LockedAtm, 'id' | 'institutionKey' | 'assignedAt' | 'edition' | 'adopted'>

/**
 * Locks the ATMs of a batch. `idOf` gives the ids that are known; the lane looks the others up. With the registration
 * `known` the signals are of registered ATMs only.
 */
export const lockAtmsOfBatch = async (
  connection: LaneConnection,
  signals: readonly Signal[],
  { idOf, registration }: { idOf(agentAtmId: string): number | null; readonly registration: AtmRegistration },
): Promise<readonly LockedAtm[]> => {
  const atms = atmsOf(signals, idOf)
  const { name, text } = LOCK_ATMS[registration]
  const locked = await connection.run<LockedAtm>(name, text, ATMS.values(atms))
  const ownerless = locked.filter(({ institutionKey }) => institutionKey === null)
  if (ownerless.length === 0 || registration === 'known') return locked
  const named = new Map(atms.map((atm) => [atm.agentAtmId, atm]))
  const adopting = ownerless.flatMap(({ id, agentAtmId }) => {
    const { institutionKey = null, seenAt: assignedAt = null } = named.get(agentAtmId) ?? {}
    return institutionKey === null ? [] : [{ id, institutionKey, assignedAt }]
  })
  if (adopting.length === 0) return locked
  const rows = await connection.run<Adopted>('adopt-atms', ADOPT_ATMS, ADOPTED.values(adopting))
  const adopted = new Map(rows.map((row) => [row.id, row]))
  return locked.map((atm) => ({ ...atm, ...adopted.get(atm.id) }))
}

const REFUSED = createSentColumns<{ readonly agentAtmId: string; readonly institutionKey: string | null }>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
})

const FIND_RETIRED = `
select a.agent_atm_id as "agentAtmId" from ${REFUSED.from} join incident.atm a on a.agent_atm_id = v.agent_atm_id
where a.retired_at is not null and (v.institution_key is null or a.institution_key = v.institution_key)`

/**
 * The retired ATMs among those that did not come back from the lock, of whoever reports for them. Where all came back,
 * as nearly always, nothing is asked.
 */
export const findRetired = async (
  connection: LaneConnection,
  signals: readonly Signal[],
  locked: readonly LockedAtm[],
): Promise<ReadonlySet<string>> => {
  const known = new Set(locked.map(({ agentAtmId }) => agentAtmId))
  const refused = signals.filter(({ agentAtmId }) => !known.has(agentAtmId))
  if (refused.length === 0) return new Set()
  const rows = await connection.run<{ agentAtmId: string }>('find-retired', FIND_RETIRED, REFUSED.values(refused))
  return new Set(rows.map(({ agentAtmId }) => agentAtmId))
}

/** `skip locked` waits for none. What it locks is only asked about, and let go of with its transaction. */
const FIND_LOCKED_ATMS = `
with free as (
  select a.agent_atm_id from unnest($1::text[]) u(a) join incident.atm a on a.agent_atm_id = u.a
  for no key update of a skip locked)
select u.a as "agentAtmId", a.id is null as "isNew"
from unnest($1::text[]) u(a) left join incident.atm a on a.agent_atm_id = u.a
where a.id is null or a.agent_atm_id not in (select f.agent_atm_id from free f)`

/** Whoever registers an ATM waits for one that another transaction has registered: so briefly where that is tried. */
const WAIT_BRIEFLY = 'set local lock_timeout = 2'
/** What cannot be registered is found in so many portions at most, so that it takes no longer than a batch. */
const MOST_PORTIONS = 16

type NewAtm = Pick<Signal, 'agentAtmId' | 'institutionKey'>

const NEW_ATMS = createSentColumns<NewAtm>({
  agent_atm_id: ['text', ({ agentAtmId }) => agentAtmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  place: ['int', (_, n) => n],
})

/** With ids that no other session has and that use up no number. */
const TRY_REGISTERING = `
insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
select -1000 * pg_backend_pid()::bigint - v.place, v.agent_atm_id, v.institution_key, now()
from ${NEW_ATMS.from} order by v.place
on conflict (agent_atm_id) do nothing`

/** These new ATMs where another transaction keeps one of them from being registered, else none. Registers none. */
const findRegistering = async (connection: LaneConnection, atms: readonly NewAtm[]): Promise<readonly NewAtm[]> => {
  const begun = connection.command('begin')
  const limited = connection.run('wait-briefly', WAIT_BRIEFLY, [])
  // Any other fault is met by the batch itself.
  const tried = connection.run('try-registering', TRY_REGISTERING, NEW_ATMS.values(atms)).then(
    () => [],
    (error: unknown) => (isLockTimeout(error) ? atms : []),
  )
  const [, , found] = await settleAll([begun, limited, tried, connection.command('rollback')])
  return found
}

const byName = (a: NewAtm, b: NewAtm): number => (a.agentAtmId < b.agentAtmId ? -1 : 1)

/** Those of new ATMs that another transaction registers. Of many, some beside them may be named with them. */
const findAllRegistering = async (connection: LaneConnection, atms: readonly NewAtm[]): Promise<readonly NewAtm[]> => {
  const size = Math.ceil(atms.length / MOST_PORTIONS)
  const sorted = atms.toSorted(byName)
  const portions = Array.from({ length: size === 0 ? 0 : Math.ceil(atms.length / size) }, (_, n) =>
    sorted.slice(n * size, (n + 1) * size),
  )
  const found = await settleAll(
    connection.together(() => portions.map((portion) => findRegistering(connection, portion))),
  )
  return found.flat()
}

/**
 * What is asked: which ATMs are locked; or, after a batch that waited in vain, also which new ones wait for the count
 * of their institution. Every registration locks that for moments, so that before an attempt its lock says nothing.
 */
export type LockedAre = 'atms' | 'atms-or-counts'

/**
 * The ATMs of these signals that another transaction holds, so that a batch would wait for them: also those that it has
 * registered, and not committed.
 */
export const findLockedAtms = async (
  connection: LaneConnection,
  signals: readonly Signal[],
  lockedAre: LockedAre,
): Promise<ReadonlySet<string>> => {
  const atms = new Map(signals.map((signal) => [signal.agentAtmId, signal]))
  const values = [arrayLiteral([...atms.keys()])]
  const [, rows] = await settleAll(
    connection.together(() => [
      connection.command('begin'),
      connection.run<{ agentAtmId: string; isNew: boolean }>('find-locked-atms', FIND_LOCKED_ATMS, values),
      connection.command('rollback'),
    ]),
  )
  const unregistered = rows
    .filter(({ isNew }) => isNew)
    .map(({ agentAtmId }): NewAtm => {
      // An ATM without an institution is counted for none.
      const institutionKey = lockedAre === 'atms' ? null : (atms.get(agentAtmId)?.institutionKey ?? null)
      return { agentAtmId, institutionKey }
    })
  const registering = await findAllRegistering(connection, unregistered)
  const locked = [...rows.filter(({ isNew }) => !isNew), ...registering]
  return new Set(locked.map(({ agentAtmId }) => agentAtmId))
}

/** What is remembered of an ATM between batches, which each batch corrects. */
export type RememberedAtm = { readonly id: number; readonly timeZone: string | null }

const FIND_ATMS = `
select a.id, a.agent_atm_id as "agentAtmId", a.time_zone as "timeZone"
from unnest($1::text[]) u(a) join incident.atm a on a.agent_atm_id = u.a`

/** The ATMs of these textual ids that are registered. */
export const findAtms = (connection: LaneConnection, agentAtmIds: readonly string[]) =>
  connection.run<RememberedAtm & { readonly agentAtmId: string }>('find-atms', FIND_ATMS, [arrayLiteral(agentAtmIds)])
