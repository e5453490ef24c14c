import { columnsOf } from '../../../db/arrays.ts'
import { arrayLiteral } from '../../../db/values.ts'
import { type IncidentChange, type IncidentChanged, incidentTopic } from '../../../schema/events/incident-changed.ts'
import { isoOf } from '../model/arrays.rules.ts'
import { countAtms, countBuckets, NO_INSTITUTION, NOTHING_BEFORE } from '../model/event-counters.rules.ts'
import { titleOf } from '../model/incident-kinds.rules.ts'
import type {
  AtmState,
  DecidedStateChange,
  Decisions,
  IncidentState,
  NewEvent,
  NewException,
} from '../model/ingest.types.ts'
import { replayStatements } from './batch-replays.ts'
import type { LaneConnection, PreparedStatement } from './connection.ts'
import { institutionOf, isReplay } from './replay.rules.ts'
import * as sql from './statements.ts'

/** A change of service state, with the number of the event that made it. */
export type NewStateChange = { readonly change: DecidedStateChange; readonly eventId: number }

/** Everything that a batch writes. */
export type BatchRows = {
  readonly events: readonly NewEvent[]
  readonly stateChanges: readonly NewStateChange[]
  readonly exceptions: readonly NewException[]
  readonly decisions: Decisions
}

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

/** The newest reading of each cassette of the batch. */
const readings = (newest: Decisions['readings']): PreparedStatement => ({
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
const newStateChanges = (stateChanges: readonly NewStateChange[]): PreparedStatement => ({
  name: 'insert-state-changes',
  text: sql.INSERT_STATE_CHANGES,
  values: columnsOf(stateChanges, [
    ({ change }) => change.atmId,
    ({ change }) => change.occurredAt,
    ({ change }) => change.sequence,
    ({ change }) => change.institutionKey,
    ({ change }) => change.previousState,
    ({ change }) => change.serviceState,
    ({ eventId }) => eventId,
    ({ change }) => change.typeId,
  ]),
})

const changedIncidents = (changed: ReadonlySet<IncidentState>): PreparedStatement => ({
  name: 'update-incidents',
  text: sql.UPDATE_INCIDENTS,
  values: columnsOf(
    [...changed],
    [
      (incident) => incident.id,
      (incident) => incident.severity,
      (incident) => incident.status,
      (incident) => incident.occurrenceCount,
      (incident) => incident.flapping,
      (incident) => incident.firstEventAt,
      (incident) => incident.lastEventAt,
      (incident) => incident.resolvedAt,
      (incident) => incident.version,
      (incident) => incident.clearedAt,
      (incident) => arrayLiteral(incident.changes),
    ],
  ),
})

const createdIncidents = (created: readonly IncidentState[]): PreparedStatement => ({
  name: 'insert-incidents',
  text: sql.INSERT_INCIDENTS,
  values: columnsOf(created, [
    (incident) => incident.id,
    (incident) => incident.atmId,
    (incident) => incident.agentAtmId,
    (incident) => incident.institutionKey,
    (incident) => incident.kind,
    (incident) => incident.component,
    (incident) => incident.severity,
    (incident) => incident.status,
    (incident) => titleOf(incident.kind, incident.component),
    (incident) => incident.occurrenceCount,
    (incident) => incident.flapping,
    (incident) => incident.openedAt,
    (incident) => incident.firstEventAt,
    (incident) => incident.lastEventAt,
    (incident) => incident.resolvedAt,
    (incident) => incident.version,
    (incident) => incident.clearedAt,
    (incident) => arrayLiteral(incident.changes),
  ]),
})

const newEvents = (events: readonly NewEvent[]): PreparedStatement => ({
  name: 'insert-events',
  text: sql.INSERT_EVENTS,
  values: columnsOf(events, [
    ({ id }) => id,
    ({ signal }) => signal.receivedAt,
    ({ time }) => time.occurredAt,
    ({ atm }) => atm.id,
    ({ incidentId }) => incidentId,
    ({ time }) => time.eventTime,
    ({ signal }) => signal.type.id,
    ({ time }) => time.defaulted,
    institutionOf,
    ({ atm }) => atm.agentAtmId,
    ({ signal }) => signal.eventId,
    ({ signal }) => signal.component,
    ({ signal }) => signal.cassetteNo,
    ({ signal }) => signal.errorCode,
    ({ signal }) => signal.message,
    ({ signal }) => json(signal.details),
    ({ signal }) => json(signal.cassettesSent),
    ({ signal }) => signal.eventId !== null && !isReplay(signal),
  ]),
})

const newExceptions = (exceptions: readonly NewException[]): PreparedStatement => ({
  name: 'insert-exceptions',
  text: sql.INSERT_EXCEPTIONS,
  values: columnsOf(exceptions, [
    ({ id }) => id,
    ({ signal }) => signal.receivedAt,
    ({ atm }) => atm.institutionKey,
    ({ atm }) => atm.id,
    ({ atm }) => atm.agentAtmId,
    ({ signal }) => signal.eventType,
    ({ signal }) => signal.eventId,
    ({ signal }) => json(signal.body),
  ]),
})

const newKeys = (exceptions: readonly NewException[]): PreparedStatement | null => {
  const keyed = exceptions.filter(({ signal }) => signal.eventId !== null)
  if (keyed.length === 0) return null
  const values = columnsOf(keyed, [
    ({ atm }) => atm.id,
    ({ signal }) => signal.eventId,
    ({ signal }) => signal.receivedAt,
    ({ id }) => id,
  ])
  return { name: 'insert-keys', text: sql.INSERT_KEYS, values }
}

const earlierLinks = (links: Decisions['linkedEarlier']): PreparedStatement => ({
  name: 'link-earlier',
  text: sql.LINK_EARLIER,
  values: [
    ...columnsOf(links, [({ id }) => id, ({ receivedAt }) => receivedAt, ({ incidentId }) => incidentId]),
    links.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Number.MAX_SAFE_INTEGER),
  ],
})

const movedAtms = (moved: ReadonlySet<AtmState>): PreparedStatement => ({
  name: 'move-atms',
  text: sql.MOVE_ATMS,
  values: columnsOf(
    [...moved],
    [
      (atm) => atm.id,
      (atm) => atm.serviceState,
      (atm) => atm.rememberedState,
      (atm) => atm.stateAt,
      (atm) => atm.stateSequence,
      (atm) => atm.inServiceAt,
      (atm) => atm.supervisorAt,
      (atm) => atm.servicedAt,
    ],
  ),
})

type Message = { readonly incident: IncidentState; readonly change: IncidentChange }

/** One message per incident and batch; one that was opened and resolved in the same batch has both. */
const messagesOf = ({ created, changed }: Decisions): readonly Message[] => [
  ...[...changed].map(
    (incident): Message => ({ incident, change: incident.status === 'RESOLVED' ? 'resolved' : 'updated' }),
  ),
  ...created.flatMap((incident): Message[] => {
    const opened: Message = { incident, change: 'created' }
    return incident.status === 'RESOLVED' ? [opened, { incident, change: 'resolved' }] : [opened]
  }),
]

/** The data of an incident's message (contract, section 10). */
const messageData = (incident: IncidentState): IncidentChanged => ({
  incidentId: incident.id,
  agentAtmId: incident.agentAtmId,
  atmId: incident.atmId,
  kind: incident.kind,
  severity: incident.severity,
  status: incident.status,
  occurrenceCount: incident.occurrenceCount,
  openedAt: new Date(incident.openedAt).toISOString(),
  resolvedAt: isoOf(incident.resolvedAt),
  version: incident.version,
})

const outbox = (messages: readonly Message[], from: WriteOptions): PreparedStatement => ({
  name: 'insert-outbox',
  text: sql.INSERT_OUTBOX,
  values: columnsOf(messages, [
    () => from.newId(),
    ({ change }) => incidentTopic(from.platformName, change),
    ({ incident }) => incident.agentAtmId,
    ({ incident }) => incident.institutionKey,
    ({ incident }) => JSON.stringify(messageData(incident)),
  ]).toSpliced(4, 0, String(from.now().getTime())),
})

const counters = (events: readonly NewEvent[]): readonly PreparedStatement[] => {
  const counted = events.map((event) => ({
    atmId: event.atm.id,
    institutionKey: institutionOf(event),
    typeId: event.signal.type.id,
    occurredAt: event.time.occurredAt,
  }))
  const atms = columnsOf(countAtms(counted), [
    ({ atmId }) => atmId,
    ({ institutionKey }) => institutionKey ?? NO_INSTITUTION,
    ({ head }) => head,
    ({ total }) => total,
    ({ beforeHour }) => (beforeHour === NOTHING_BEFORE ? null : arrayLiteral(beforeHour)),
  ])
  const bucketCounts = countBuckets(counted)
  const maxTypeId = bucketCounts.reduce((most, { counts }) => Math.max(most, counts.length), 0)
  const buckets = columnsOf(bucketCounts, [
    ({ institutionKey }) => institutionKey ?? NO_INSTITUTION,
    ({ bucket }) => bucket,
    ({ counts }) => arrayLiteral(counts),
  ])
  // Shared between all ATMs of an institution, so its rows are locked last and in the order of their keys.
  return [
    { name: 'count-atms', text: sql.COUNT_ATMS, values: [...atms, arrayLiteral(NOTHING_BEFORE)] },
    { ...sql.countBucketsStatement(maxTypeId), values: buckets },
  ]
}

export type WriteOptions = { readonly platformName: string; now(): Date; newId(): string }

/** Sends every write of a batch, none waiting for another; the promises are in order and all have to be awaited. */
export const sendWrites = (connection: LaneConnection, rows: BatchRows, options: WriteOptions): Promise<unknown>[] => {
  const { decisions, events, exceptions } = rows
  const messages = messagesOf(decisions)
  const pending: (PreparedStatement | null)[] = [
    // Resolved incidents leave their place before new ones take it.
    decisions.changed.size === 0 ? null : changedIncidents(decisions.changed),
    decisions.created.length === 0 ? null : createdIncidents(decisions.created),
    events.length === 0 ? null : newEvents(events),
    exceptions.length === 0 ? null : newExceptions(exceptions),
    newKeys(exceptions),
    ...replayStatements(events, options.now()),
    decisions.linkedEarlier.length === 0 ? null : earlierLinks(decisions.linkedEarlier),
    decisions.moved.size === 0 ? null : movedAtms(decisions.moved),
    rows.stateChanges.length === 0 ? null : newStateChanges(rows.stateChanges),
    decisions.readings.size === 0 ? null : readings(decisions.readings),
    messages.length === 0 ? null : outbox(messages, options),
    ...(events.length === 0 ? [] : counters(events)),
  ]
  return pending.flatMap((one) => (one === null ? [] : [connection.run(one.name, one.text, one.values)]))
}

/** True where a batch has something to write beyond the heartbeats that its locks moved. */
export const hasWrites = ({ events, exceptions, decisions }: BatchRows): boolean =>
  events.length > 0 || exceptions.length > 0 || decisions.changed.size > 0 || decisions.moved.size > 0
