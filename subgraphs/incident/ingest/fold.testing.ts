import { listedAttributes, ofEach } from '../../../schema/atm-attributes.rules.ts'
import type { Kind, Severity } from '../model/incident-kinds.rules.ts'
import type { AtmState, CassetteReading, Decisions, Found, IncidentState, Timed } from '../model/ingest.types.ts'
import { foldBatch } from './fold.rules.ts'

/** An ATM of which nothing is known yet. */
export const atmState = (given: Partial<AtmState> = {}): AtmState => ({
  id: 1,
  agentAtmId: 'A-1',
  institutionKey: 'ACME',
  assignedAt: null,
  timeZone: null,
  ...ofEach(listedAttributes, () => null),
  edition: 1,
  lastHeartbeatAt: 0,
  serviceState: 'UNKNOWN',
  rememberedState: null,
  stateAt: null,
  stateSequence: 0,
  inServiceAt: null,
  supervisorAt: null,
  servicedAt: null,
  beatAt: null,
  maintenanceFrom: null,
  maintenanceUntil: null,
  ...given,
})

/** An open incident of ATM 1, opened by one event at 1,000. */
export const incidentState = (kind: Kind, given: Partial<IncidentState> = {}): IncidentState => ({
  id: 7,
  atmId: 1,
  agentAtmId: 'A-1',
  institutionKey: 'ACME',
  kind,
  component: '',
  source: 'AUTO',
  openedAt: 1_000,
  fresh: false,
  suppressed: false,
  severity: 'HIGH' satisfies Severity,
  status: 'OPEN',
  occurrenceCount: 1,
  flapping: false,
  firstEventAt: 1_000,
  lastEventAt: 1_000,
  resolvedAt: null,
  version: 1,
  clearedAt: null,
  changes: [],
  ...given,
})

type Given = {
  readonly agentAtmId?: string
  readonly typeId?: number
  readonly cassetteNo?: string | null
  readonly cassettes?: readonly CassetteReading[]
  readonly receivedAt?: number
}

/** An event of ATM A-1 that occurred at some instant and was received at once by default. */
export const event = (eventType: string, occurredAt: number, given: Given = {}): Timed => ({
  signal: {
    kind: 'event',
    agentAtmId: given.agentAtmId ?? 'A-1',
    institutionKey: 'ACME',
    receivedAt: given.receivedAt ?? occurredAt,
    type: { id: given.typeId ?? 1, eventType, category: 'OTHER', group: null },
    eventId: null,
    sentTime: null,
    component: null,
    cassetteNo: given.cassetteNo ?? null,
    errorCode: null,
    message: null,
    details: null,
    cassettesSent: null,
    cassettes: given.cassettes ?? [],
  },
  time: { eventTime: new Date(occurredAt).toISOString().slice(0, 19), defaulted: false, occurredAt },
})

export const heartbeat = (receivedAt: number): Timed => ({
  signal: { kind: 'heartbeat', agentAtmId: 'A-1', institutionKey: 'ACME', receivedAt },
})

/** A reading of cassette 1, in notes of 20 EUR. */
export const reading = (currentCount: number | null, given: Partial<CassetteReading> = {}): CassetteReading => ({
  cassetteNo: '1',
  type: 'DISPENSE',
  currency: 'EUR',
  denominationMinor: 2_000,
  initialCount: null,
  currentCount,
  rejectedCount: null,
  capacity: null,
  status: null,
  ...given,
})

/** Folds signals of one ATM; new incidents are numbered from 100 on. */
export const fold = (
  atm: AtmState,
  signals: readonly Timed[],
  {
    incidentStates = [],
    ...given
  }: Partial<Omit<Found, 'atms' | 'incidentStates'>> & { readonly incidentStates?: readonly IncidentState[] } = {},
): Decisions => {
  let id = 99
  const found: Found = {
    atms: new Map([[atm.agentAtmId, atm]]),
    incidentStates: new Map(incidentStates.map((one) => [`${one.atmId}|${one.kind}|${one.component}`, one])),
    aliveAt: new Map(),
    okAt: new Map(),
    cassettes: new Map(),
    countable: new Map(),
    supervisorVisits: new Map(),
    ...given,
  }
  return foldBatch(signals, found, () => {
    id += 1
    return id
  })
}
