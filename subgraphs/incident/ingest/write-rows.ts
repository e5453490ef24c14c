import { type IncidentChange, type IncidentChanged, incidentTopic } from '../../../schema/events/incident-changed.ts'
import { auditMessage } from '../../kit/audit/audit.ts'
import type { NewMessage } from '../../kit/messaging/outbox.ts'
import type { BatchTraces } from '../model/batch-traces.rules.ts'
import { countAtms, countBuckets } from '../model/event-counters.rules.ts'
import { incidentChangedOf } from '../model/incident-topics.ts'
import type { Decisions, IncidentState, NewEvent, NewException } from '../model/ingest.types.ts'
import type { Silence } from '../model/silences.rules.ts'
import { replayStatements } from './batch-replays.ts'
import type { LaneConnection, PreparedStatement } from './connection.ts'
import { institutionOf } from './replay.rules.ts'
import * as sql from './statements.ts'

/** Everything that a batch writes. */
export type BatchRows = {
  readonly events: readonly NewEvent[]
  readonly stateChanges: readonly sql.NewStateChange[]
  readonly exceptions: readonly NewException[]
  readonly decisions: Decisions
  /** Times in which nothing was heard of an ATM, which this batch ends. */
  readonly silences: readonly Silence[]
  readonly traces: BatchTraces
}

type Announced = IncidentState & { readonly status: Exclude<IncidentState['status'], 'SUPPRESSED'> }
type Message = { readonly incident: Announced; readonly change: IncidentChange }

const isAnnounced = (incident: IncidentState): incident is Announced =>
  !incident.suppressed && incident.status !== 'SUPPRESSED'

/**
 * One message per incident and batch; one that was opened and resolved in the same batch has both, and one that a
 * maintenance window suppresses has none.
 */
const messagesOf = ({ created, changed }: Decisions): readonly Message[] => [
  ...[...changed].flatMap((incident): Message[] =>
    isAnnounced(incident) ? [{ incident, change: incident.status === 'RESOLVED' ? 'resolved' : 'updated' }] : [],
  ),
  ...created.flatMap((incident): Message[] => {
    if (!isAnnounced(incident)) return []
    const opened: Message = { incident, change: 'created' }
    return incident.status === 'RESOLVED' ? [opened, { incident, change: 'resolved' }] : [opened]
  }),
]

const messageData = (incident: Announced): IncidentChanged =>
  incidentChangedOf({
    ...incident,
    openedAt: new Date(incident.openedAt),
    resolvedAt: incident.resolvedAt === null ? null : new Date(incident.resolvedAt),
  })

const outboxRows = (messages: readonly Message[], traces: BatchTraces, from: WriteOptions): readonly NewMessage[] => {
  const occurredAt = from.now().getTime()
  return messages.map(({ incident, change }) => ({
    id: from.newId(),
    topic: incidentTopic(from.platformName, change),
    key: incident.agentAtmId,
    institutionKey: incident.institutionKey,
    occurredAt,
    traceparent: traces.ofIncident(incident),
    data: JSON.stringify(messageData(incident)),
  }))
}

/** What people reported, for the audit. */
const auditRows = ({ events, exceptions, traces }: BatchRows, from: WriteOptions): readonly NewMessage[] => {
  const reported = [...events, ...exceptions].filter(({ signal }) => signal.author !== undefined)
  return reported.flatMap(({ id, atm: { agentAtmId, institutionKey }, signal }) => {
    const { author } = signal
    if (author === undefined) return []
    const eventType = signal.kind === 'event' ? signal.type.eventType : signal.eventType
    const subjectType = signal.kind === 'event' ? 'JournalEvent' : 'EventException'
    const about = { action: 'ingestJournalEvent', subjectType, subjectId: id, institutionKey } as const
    const message = auditMessage(author, { ...about, before: null, after: { agentAtmId, eventType } })
    const traceparent = traces.ofSignal(signal)
    const data = JSON.stringify(message.data)
    return [{ ...message, id: from.newId(), occurredAt: from.now().getTime(), traceparent, data }]
  })
}

const counters = (events: readonly NewEvent[]): readonly PreparedStatement[] => {
  const counted = events.map((event) => ({
    atmId: event.atm.id,
    institutionKey: institutionOf(event),
    typeId: event.signal.type.id,
    occurredAt: event.time.occurredAt,
  }))
  // Shared between all ATMs of an institution, so its rows are locked last and in the order of their keys.
  return [sql.countAtmsStatement(countAtms(counted)), sql.countBucketsStatement(countBuckets(counted))]
}

export type WriteOptions = { readonly platformName: string; now(): Date; newId(): string }

const unlessEmpty = <Row>(
  rows: readonly Row[],
  statement: (rows: readonly Row[]) => PreparedStatement,
): readonly PreparedStatement[] => (rows.length === 0 ? [] : [statement(rows)])

/** Sends every write of a batch, none waiting for another; the promises are in order and all have to be awaited. */
export const sendWrites = (connection: LaneConnection, rows: BatchRows, options: WriteOptions): Promise<unknown>[] => {
  const { decisions, events, exceptions } = rows
  const keyed = exceptions.filter(({ signal }) => signal.eventId !== null)
  const pending: readonly PreparedStatement[] = [
    // Resolved incidents leave their place before new ones take it.
    ...unlessEmpty([...decisions.changed], sql.updateIncidents),
    ...unlessEmpty(decisions.created, sql.insertIncidents),
    ...unlessEmpty(events, sql.insertEvents),
    ...unlessEmpty(exceptions, sql.insertExceptions),
    ...unlessEmpty(keyed, sql.insertKeys),
    ...replayStatements(events, options.now()),
    ...unlessEmpty(decisions.linkedEarlier, sql.linkEarlier),
    ...unlessEmpty([...decisions.changedAtms], sql.moveAtms),
    ...unlessEmpty(rows.stateChanges, sql.insertStateChanges),
    ...unlessEmpty(decisions.lateStates, sql.insertLateStates),
    ...unlessEmpty(rows.silences, sql.insertSilences),
    ...unlessEmpty([...decisions.readings.values()], sql.upsertCassettes),
    ...unlessEmpty(
      [...outboxRows(messagesOf(decisions), rows.traces, options), ...auditRows(rows, options)],
      sql.insertOutbox,
    ),
    ...(events.length === 0 ? [] : counters(events)),
  ]
  return pending.map(({ name, text, values }) => connection.run(name, text, values))
}

/** True where a batch has something to write beyond the heartbeats that its locks moved. */
export const hasWrites = ({ events, exceptions, decisions, silences }: BatchRows): boolean =>
  events.length > 0 ||
  exceptions.length > 0 ||
  silences.length > 0 ||
  decisions.changed.size > 0 ||
  decisions.changedAtms.size > 0
