import { createSentColumns } from '../../../db/columns.ts'
import { arrayLiteral } from '../../../db/values.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { isoOf, numbersOf } from '../model/arrays.rules.ts'
import type { KnownReading } from '../model/cassette-rates.rules.ts'
import {
  isSupervisorVisit,
  KINDS_ENDED_BY_SERVICE,
  KINDS_ENDED_BY_VISIT,
  type Kind,
  OPENING_RULES,
} from '../model/incident-kinds.rules.ts'
import {
  cassetteKey,
  type EventSignal,
  type Found,
  type IncidentState,
  incidentStateKey,
  type KnownKey,
  type Signal,
  type Timed,
} from '../model/ingest.types.ts'
import { readExceptions } from './batch-replays.ts'
import { type LaneConnection, settleAll } from './connection.ts'
import { componentOf } from './fold.rules.ts'
import { ms } from './lock-atms.ts'
import { readHistory } from './read-history.ts'
import { isReplay } from './replay.rules.ts'

/** What a batch has to know of its ATMs, beside themselves. */
export type ReadState = Omit<Found, 'atms' | 'supervisorVisits'> & {
  /** By place in the batch. */
  readonly known: ReadonlyMap<number, KnownKey>
}

type Wanted = { readonly atmId: number; readonly kind: Kind; readonly component: string }

const WANTED = createSentColumns<Wanted>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  kind: ['text', ({ kind }) => kind],
  component: ['text', ({ component }) => component],
})

const INCIDENT_STATE = `
  i.id, i.atm_id as "atmId", i.agent_atm_id as "agentAtmId", i.institution_key as "institutionKey", i.kind,
  i.component, i.severity, i.status,
  i.source, i.occurrence_count as "occurrenceCount", i.flapping, ${ms('i.opened_at')} as "openedAt",
  ${ms('i.first_event_at')} as "firstEventAt",
  ${ms('i.last_event_at')} as "lastEventAt", ${ms('i.resolved_at')} as "resolvedAt", i.version,
  ${ms('i.cleared_at')} as "clearedAt",
  i.changes::text as changes, i.suppressed, false as fresh`

/** The newest incident of each (ATM, kind, component) asked for. */
const READ_INCIDENT_STATES = `
select${INCIDENT_STATE}
from ${WANTED.from}
cross join lateral (
  select * from incident.incident i where i.atm_id = v.atm_id and i.kind = v.kind and i.component = v.component
  order by i.id desc limit 1) i`

const READ_OPEN_INCIDENTS = `
select${INCIDENT_STATE}
from unnest($1::bigint[]) u(a) join incident.incident i on i.atm_id = u.a and i.status <> 'RESOLVED'`

const WANTED_KEYS = createSentColumns<{ readonly atmId: number; readonly eventId: string; readonly place: number }>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  event_id: ['uuid', ({ eventId }) => eventId],
  place: ['int', ({ place }) => place],
})

const READ_KEYS = `
select v.place, k.stored_id as "storedId", k.exception_id as "exceptionId", ${ms('k.received_at')} as "receivedAt"
from ${WANTED_KEYS.from}
cross join lateral (
  select * from incident.event_key k
  where k.atm_id = v.atm_id and k.event_id = v.event_id
    and k.received_at >= ${WANTED_KEYS.parameter(1)}::timestamptz limit 1) k`

const CASSETTES = createSentColumns<{ readonly atmId: number; readonly cassetteNo: string }>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  cassette_no: ['text', ({ cassetteNo }) => cassetteNo],
})

const READ_OK = `
select c.atm_id as "atmId", c.cassette_no as "cassetteNo", ${ms('c.ok_at')} as "okAt"
from ${CASSETTES.from}
join incident.cassette c on c.atm_id = v.atm_id and c.cassette_no = v.cassette_no
where c.ok_at is not null`

const READ_CASSETTES = `
select c.atm_id as "atmId", c.cassette_no as "cassetteNo", ${ms('c.as_of')} as "asOf",
  c.current_count as "currentCount",
  c.denomination_minor as "denominationMinor", c.used::text as used
from ${CASSETTES.from}
join incident.cassette c on c.atm_id = v.atm_id and c.cassette_no = v.cassette_no`

/** How long an eventId is known. */
export const KEY_DAYS = 30

export type IdOf = (agentAtmId: string) => number | null

const isEvent = (signal: Signal): signal is EventSignal => signal.kind === 'event'

/** The incidents that have to be known to decide the batch. */
const wantedIncidentStates = (signals: readonly Signal[], idOf: IdOf): readonly Wanted[] => {
  const wanted = new Map<string, Wanted>()
  for (const signal of signals) {
    const atmId = idOf(signal.agentAtmId)
    if (atmId === null) continue
    const want = (kind: Kind, component: string) => {
      const key = incidentStateKey(atmId, kind, component)
      if (!wanted.has(key)) wanted.set(key, { atmId, kind, component })
    }
    want('POWER', '')
    want('UNREACHABLE', '')
    if (!isEvent(signal)) continue
    const rule = OPENING_RULES.get(signal.type.eventType)
    if (rule !== undefined) want(rule.kind, componentOf(rule.kind, signal.cassetteNo))
    if (signal.type.eventType === 'ATM_IN_SERVICE') for (const kind of KINDS_ENDED_BY_SERVICE) want(kind, '')
    if (isSupervisorVisit(signal.type.eventType)) for (const kind of KINDS_ENDED_BY_VISIT) want(kind, '')
    for (const { cassetteNo, status } of signal.cassettes) if (status === 'OK') want('CASH', cassetteNo)
  }
  return [...wanted.values()]
}

/** The signals that carry an eventId, with their places in the batch. */
const wantedKeys = (signals: readonly Signal[], idOf: IdOf) =>
  signals.flatMap((signal, place) => {
    const atmId = idOf(signal.agentAtmId)
    const eventId = signal.kind === 'heartbeat' || isReplay(signal) ? null : signal.eventId
    return atmId === null || eventId === null ? [] : [{ atmId, eventId, place }]
  })

/** The cassettes that an event of the batch is about. */
const wantedCassettes = (signals: readonly Signal[], idOf: IdOf) =>
  signals.flatMap((signal) => {
    const atmId = idOf(signal.agentAtmId)
    if (atmId === null || !isEvent(signal)) return []
    const isCash = OPENING_RULES.get(signal.type.eventType)?.kind === 'CASH'
    return isCash ? [{ atmId, cassetteNo: signal.cassetteNo ?? '' }] : []
  })

/** The cassettes that an inventory of the batch shows. */
const shownCassettes = (signals: readonly Signal[], idOf: IdOf) => {
  const shown = new Map<string, { readonly atmId: number; readonly cassetteNo: string }>()
  for (const signal of signals) {
    if (!isEvent(signal) || signal.cassettes.length === 0) continue
    const atmId = idOf(signal.agentAtmId)
    if (atmId === null) continue
    for (const { cassetteNo } of signal.cassettes) shown.set(cassetteKey(atmId, cassetteNo), { atmId, cassetteNo })
  }
  return [...shown.values()]
}

const none = Promise.resolve([])

type IncidentStateRow = Omit<IncidentState, 'changes'> & { readonly changes: string }
type OkRow = { readonly atmId: number; readonly cassetteNo: string; readonly okAt: number }
type CassetteRow = Omit<KnownReading, 'used'> & {
  readonly atmId: number
  readonly cassetteNo: string
  readonly used: string
}
type KeyRow = KnownKey & { readonly place: number }

const incidentStateOf = (row: IncidentStateRow): IncidentState => ({ ...row, changes: numbersOf(row.changes) })
const readingOf = (row: CassetteRow): KnownReading => ({ ...row, used: numbersOf(row.used) })

/**
 * Reads what a batch has to know, in statements that go out at once. To be sent behind the lock, in the same
 * transaction: each statement then sees what others committed before they let go of the ATMs.
 */
export const readState = async (
  connection: LaneConnection,
  timed: readonly Timed[],
  idOf: IdOf,
): Promise<ReadState> => {
  const signals = timed.map(({ signal }) => signal)
  const incidentStates = wantedIncidentStates(signals, idOf)
  const keys = wantedKeys(signals, idOf)
  const cassettes = wantedCassettes(signals, idOf)
  const shown = shownCassettes(signals, idOf)
  const newest = signals.reduce((at, { receivedAt }) => Math.max(at, receivedAt), 0)
  const [incidentStateRows, keyRows, okRows, shownRows, history, settledExceptions] = await settleAll([
    incidentStates.length === 0
      ? none
      : connection.run<IncidentStateRow>('read-incident-states', READ_INCIDENT_STATES, WANTED.values(incidentStates)),
    keys.length === 0
      ? none
      : connection.run<KeyRow>('read-keys', READ_KEYS, [
          ...WANTED_KEYS.values(keys),
          isoOf(newest - KEY_DAYS * DAY_MS),
        ]),
    cassettes.length === 0 ? none : connection.run<OkRow>('read-ok', READ_OK, CASSETTES.values(cassettes)),
    shown.length === 0 ? none : connection.run<CassetteRow>('read-cassettes', READ_CASSETTES, CASSETTES.values(shown)),
    readHistory(connection, timed, idOf),
    readExceptions(connection, signals),
  ])
  return {
    incidentStates: new Map(
      incidentStateRows.map((row) => [incidentStateKey(row.atmId, row.kind, row.component), incidentStateOf(row)]),
    ),
    okAt: new Map(okRows.map((row) => [cassetteKey(row.atmId, row.cassetteNo), row.okAt])),
    cassettes: new Map(shownRows.map((row) => [cassetteKey(row.atmId, row.cassetteNo), readingOf(row)])),
    known: new Map([...keyRows.map(({ place, ...known }) => [place, known] as const), ...settledExceptions]),
    ...history,
  }
}

/** The incidents of ATMs that are not resolved; those that are in the state are the very same objects. */
export const readOpenIncidents = async (
  connection: LaneConnection,
  atmIds: readonly number[],
  { incidentStates }: Pick<ReadState, 'incidentStates'>,
): Promise<readonly IncidentState[]> => {
  if (atmIds.length === 0) return []
  const rows = await connection.run<IncidentStateRow>('read-open-incidents', READ_OPEN_INCIDENTS, [
    arrayLiteral(atmIds),
  ])
  return rows.map((row) => {
    const known = incidentStates.get(incidentStateKey(row.atmId, row.kind, row.component))
    return known?.id === row.id ? known : incidentStateOf(row)
  })
}
