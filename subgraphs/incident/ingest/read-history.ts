import { createSentColumns } from '../../../db/columns.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { COUNTABLE_TYPE_IDS, VISIT_TYPE_IDS } from '../model/built-in-event-types.rules.ts'
import { KINDS_ENDED_BY_VISIT, OPENING_RULES } from '../model/incident-kinds.rules.ts'
import { isOpen } from '../model/incident-state.rules.ts'
import {
  type AtmState,
  type Countable,
  countableKey,
  type Found,
  incidentStateKey,
  type Timed,
  type TimedEvent,
} from '../model/ingest.types.ts'
import { type LaneConnection, settleAll } from './connection.ts'
import { ms } from './lock-atms.ts'

type Outage = { readonly atmId: number; readonly typeId: number; readonly since: number }

const OUTAGES = createSentColumns<Outage>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  since: ['timestamptz', ({ since }) => since],
})

const READ_ALIVE = `
select v.atm_id as "atmId", ${ms('e.occurred_at')} as "aliveAt"
from ${OUTAGES.from}
cross join lateral (
  select occurred_at from incident.event e
  where e.atm_id = v.atm_id and e.occurred_at > v.since and e.received_at >= v.since
    and e.type_id <> ${OUTAGES.parameter(1)}::smallint
    and e.received_at >= to_timestamp(${OUTAGES.parameter(2)}::float8 / 1000.0)
  order by e.occurred_at desc limit 1) e`

type Span = { readonly atmId: number; readonly typeId: number; since: number; until: number }

const SPANS = createSentColumns<Span>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  type_id: ['smallint', ({ typeId }) => typeId],
  since: ['timestamptz', ({ since }) => since],
  until: ['timestamptz', ({ until }) => until],
})

/** By the index `event_countable`: a partial index is used only where its types are written out. */
const READ_COUNTABLE = `
select e.id, ${ms('e.received_at')} as "receivedAt", ${ms('e.occurred_at')} as "occurredAt", v.atm_id as "atmId",
  v.type_id as "typeId"
from ${SPANS.from}
cross join lateral (
  select id, received_at, occurred_at from incident.event e
  where e.atm_id = v.atm_id and e.type_id = v.type_id and e.incident_id is null
    and e.type_id in (${COUNTABLE_TYPE_IDS.join(', ')})
    and e.occurred_at between v.since and v.until and e.received_at >= v.since
    and e.received_at >= to_timestamp(${SPANS.parameter(1)}::float8 / 1000.0)
  order by e.occurred_at desc limit 1000) e`

const VISIT_REACH_MS = 30 * DAY_MS

const RETURNS = createSentColumns<{ readonly atmId: number; readonly occurredAt: number }>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  occurred_at: ['timestamptz', ({ occurredAt }) => occurredAt],
})

/** By the index `event_visit`, as the types are written out. */
const READ_VISITS = `
select v.atm_id as "atmId", ${ms('e.occurred_at')} as "visitedAt"
from ${RETURNS.from}
cross join lateral (
  select occurred_at from incident.event e
  where e.atm_id = v.atm_id and e.type_id in (${VISIT_TYPE_IDS.join(', ')}) and e.occurred_at <= v.occurred_at
    and e.received_at >= to_timestamp(${RETURNS.parameter(1)}::float8 / 1000.0)
  order by e.occurred_at desc limit 1) e`

const none = Promise.resolve([])

type IdOf = (agentAtmId: string) => number | null
/** The spans of time in which stored events may count towards a threshold of the batch. */
const countableSpans = (events: readonly TimedEvent[], idOf: IdOf): readonly Span[] => {
  const spans = new Map<string, Span>()
  for (const { signal, time } of events) {
    const threshold = OPENING_RULES.get(signal.type.eventType)?.threshold
    const atmId = idOf(signal.agentAtmId)
    if (!threshold || atmId === null) continue
    const since = time.occurredAt - threshold.withinMs
    const until = time.occurredAt + threshold.withinMs
    const key = countableKey(atmId, signal.type.id)
    const known = spans.get(key)
    if (known === undefined) spans.set(key, { atmId, typeId: signal.type.id, since, until })
    else Object.assign(known, { since: Math.min(known.since, since), until: Math.max(known.until, until) })
  }
  return [...spans.values()]
}

/** The POWER_OFF events of the batch. */
const outagesOf = (events: readonly TimedEvent[], idOf: IdOf): readonly Outage[] =>
  events.flatMap(({ signal, time }) => {
    const atmId = signal.type.eventType === 'POWER_OFF' ? idOf(signal.agentAtmId) : null
    return atmId === null ? [] : [{ atmId, typeId: signal.type.id, since: time.occurredAt }]
  })

/** One bound for all, known before the statement runs: by it the days that cannot matter are not even opened. */
const earliest = (spans: readonly { readonly since: number }[]): number =>
  spans.reduce((least, { since }) => Math.min(least, since), Number.MAX_SAFE_INTEGER)

type CountableRow = { id: number; receivedAt: number; occurredAt: number; atmId: number; typeId: number }

/** Reads earlier events that a threshold of the batch may count, and what occurred after a POWER_OFF of the batch. */
export const readHistory = async (
  connection: LaneConnection,
  timed: readonly Timed[],
  idOf: IdOf,
): Promise<Pick<Found, 'aliveAt' | 'countable'>> => {
  const events = timed.filter((one) => 'time' in one)
  const spans = countableSpans(events, idOf)
  const outages = outagesOf(events, idOf)
  const [alive, countable] = await settleAll([
    outages.length === 0
      ? none
      : connection.run<{ atmId: number; aliveAt: number }>('read-alive', READ_ALIVE, [
          ...OUTAGES.values(outages),
          outages[0]?.typeId ?? 0,
          earliest(outages),
        ]),
    spans.length === 0
      ? none
      : connection.run<CountableRow>('read-countable', READ_COUNTABLE, [...SPANS.values(spans), earliest(spans)]),
  ])
  const byKey = new Map<string, Countable[]>()
  for (const { id, receivedAt, occurredAt, atmId, typeId } of countable) {
    const key = countableKey(atmId, typeId)
    const list = byKey.get(key) ?? []
    list.push({ occurredAt, stored: { id, receivedAt }, index: -1 })
    byKey.set(key, list)
  }
  return { aliveAt: new Map(alive.map(({ atmId, aliveAt }) => [atmId, aliveAt])), countable: byKey }
}

/**
 * Reads, for each return to service that is older than the newest visit of its ATM, the newest visit before it. That is
 * known only under the locks, and rare: without one no statement goes out. A visit that came before every event of an
 * open incident, and more than 30 days before, has no effect: the days before are not read.
 */
export const readSupervisorVisits = async (
  connection: LaneConnection,
  timed: readonly Timed[],
  atms: ReadonlyMap<string, AtmState>,
  incidentStates: Found['incidentStates'],
): Promise<Found['supervisorVisits']> => {
  const late = timed.flatMap((one) => {
    if (!('time' in one) || one.signal.type.eventType !== 'ATM_IN_SERVICE') return []
    const atm = atms.get(one.signal.agentAtmId)
    const { occurredAt } = one.time
    if (atm === undefined || occurredAt >= (atm.supervisorAt ?? occurredAt)) return []
    const open = KINDS_ENDED_BY_VISIT.map((kind) => incidentStates.get(incidentStateKey(atm.id, kind, ''))).filter(
      isOpen,
    )
    const since = Math.min(occurredAt - VISIT_REACH_MS, ...open.map(({ lastEventAt }) => lastEventAt))
    return [{ atmId: atm.id, occurredAt, since }]
  })
  if (late.length === 0) return new Map()
  const rows = await connection.run<{ atmId: number; visitedAt: number }>('read-visits', READ_VISITS, [
    ...RETURNS.values(late),
    earliest(late),
  ])
  const byAtm = Map.groupBy(rows, ({ atmId }) => atmId)
  return new Map([...byAtm].map(([atmId, visits]) => [atmId, visits.map(({ visitedAt }) => visitedAt)]))
}
