import { arrayLiteral } from '../../../db/values.ts'
import { columnOf, listedAttributes } from '../../../schema/atm-attributes.rules.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'
import type { AtmState, Signal } from '../model/ingest.types.ts'
import type { LaneConnection } from './connection.ts'

/**
 * A column as epoch milliseconds. `extract` would compute them as numeric, which costs as much as the rest of a row.
 */
export const ms = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/** What the devices service has a copy of. */
const LISTED = listedAttributes.map((name) => `a.${columnOf(name)} as "${name}"`).join(', ')

/**
 * Registers, locks and reads the ATMs in the order of their agentAtmId, and moves the heartbeat forward. An ATM that
 * does not come back belongs to another institution. The id is looked up first, as a refused insert would still use
 * one up.
 */
const lockAtmsWhere = (condition: string) => `
insert into incident.atm as a (id, agent_atm_id, institution_key, registered_at, last_heartbeat_at, beat_at)
select coalesce(u.id, (select k.id from incident.atm k where k.agent_atm_id = u.a), nextval('incident.atm_id_seq')), u.a, u.i,
  to_timestamp(u.r / 1000.0), to_timestamp(u.r / 1000.0), to_timestamp(u.b / 1000.0)
from unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::bigint[]) with ordinality u(a, i, r, b, id, o) order by u.o
on conflict (agent_atm_id) do update set
  last_heartbeat_at = greatest(a.last_heartbeat_at, excluded.last_heartbeat_at),
  beat_at = greatest(a.beat_at, excluded.beat_at)
where ${condition}
returning a.id, a.agent_atm_id as "agentAtmId", a.institution_key as "institutionKey", a.time_zone as "timeZone", ${LISTED}, a.edition,
  ${ms('a.last_heartbeat_at')} as "lastHeartbeatAt", a.service_state as "serviceState", a.remembered_state as "rememberedState",
  ${ms('a.state_at')} as "stateAt", a.state_sequence as "stateSequence", ${ms('a.in_service_at')} as "inServiceAt",
  ${ms('a.supervisor_at')} as "supervisorAt", ${ms('a.serviced_at')} as "servicedAt", ${ms('old.beat_at')} as "beatAt",
  old.id is null as registered, pg_current_xact_id()::text as transaction`

const OWN = 'excluded.institution_key is null or a.institution_key = excluded.institution_key'

/** Where ATMs have to be registered, one without an institution is nobody's until an administrator assigns it. */
const LOCK_ATMS = {
  auto: { name: 'lock-atms', text: lockAtmsWhere(`a.institution_key is null or ${OWN}`) },
  known: { name: 'lock-known-atms', text: lockAtmsWhere(OWN) },
} as const

/**
 * An ATM without an institution becomes that of the first who reports for one. Apart from the lock: a statement that
 * may change the institution costs each ATM of a batch the conditions of all the triggers of a hand-over.
 */
const ADOPT_ATMS = `
update incident.atm a set institution_key = v.institution_key from unnest($1::bigint[], $2::text[]) v(id, institution_key)
where a.id = v.id and a.institution_key is null
returning a.id, a.institution_key as "institutionKey", a.edition`

export type LockedAtm = AtmState & {
  /** True where this batch registered it, so that nothing else can be known of it. */
  readonly registered: boolean
  readonly transaction: string
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

type Adopted = Pick<LockedAtm, 'id' | 'institutionKey' | 'edition'>

/**
 * Locks the ATMs of a batch. `idOf` gives the ids that are known; the lane looks the others up. With the registration
 * `known` the signals are of registered ATMs only.
 */
export const lockAtms = async (
  connection: LaneConnection,
  signals: readonly Signal[],
  { idOf, registration }: { idOf(agentAtmId: string): number | null; readonly registration: AtmRegistration },
): Promise<readonly LockedAtm[]> => {
  const atms = atmsOf(signals)
  const { name, text } = LOCK_ATMS[registration]
  const locked = await connection.run<LockedAtm>(name, text, [
    arrayLiteral(atms.map(([agentAtmId]) => agentAtmId)),
    arrayLiteral(atms.map(([, { institutionKey }]) => institutionKey)),
    arrayLiteral(atms.map(([, { seenAt }]) => seenAt)),
    arrayLiteral(atms.map(([, { beatAt }]) => beatAt)),
    arrayLiteral(atms.map(([agentAtmId]) => idOf(agentAtmId))),
  ])
  const ownerless = locked.filter(({ institutionKey }) => institutionKey === null)
  if (ownerless.length === 0 || registration === 'known') return locked
  const named = new Map(atms.map(([agentAtmId, { institutionKey }]) => [agentAtmId, institutionKey]))
  const adopting = ownerless.filter(({ agentAtmId }) => (named.get(agentAtmId) ?? null) !== null)
  if (adopting.length === 0) return locked
  const rows = await connection.run<Adopted>('adopt-atms', ADOPT_ATMS, [
    arrayLiteral(adopting.map(({ id }) => id)),
    arrayLiteral(adopting.map(({ agentAtmId }) => named.get(agentAtmId) ?? null)),
  ])
  const adopted = new Map(rows.map((row) => [row.id, row]))
  return locked.map((atm) => ({ ...atm, ...adopted.get(atm.id) }))
}

/** What is remembered of an ATM between batches, which each batch corrects. */
export type RememberedAtm = { readonly id: number; readonly timeZone: string | null }

const FIND_ATMS = `
select a.id, a.agent_atm_id as "agentAtmId", a.time_zone as "timeZone"
from unnest($1::text[]) u(a) join incident.atm a on a.agent_atm_id = u.a`

/** The ATMs of these textual ids that are registered. */
export const findAtms = (connection: LaneConnection, agentAtmIds: readonly string[]) =>
  connection.run<RememberedAtm & { readonly agentAtmId: string }>('find-atms', FIND_ATMS, [arrayLiteral(agentAtmIds)])
