import type { Envelope } from '../../schema/events/envelope.ts'
import { FILE_PARSED, fileParsedSchema } from '../../schema/events/file-parsed.ts'
import { INCIDENT_CHANGES, incidentChangedSchema, incidentTopic } from '../../schema/events/incident-changed.ts'

/** What a message reports. */
export type Subject = { readonly kind: 'FILE'; readonly journalDate: string } | IncidentSubject

/** What a message says of an incident; instants in epoch milliseconds. */
type IncidentSubject = {
  readonly kind: 'INCIDENT'
  readonly incidentId: number
  readonly version: number
  readonly isOpen: boolean
  readonly openedAt: number
  readonly resolvedAt: number | null
}

/** A message as the service keeps and folds it. */
export type Consumed = {
  readonly id: string
  readonly kind: 'FILE_PARSED' | 'INCIDENT_CREATED' | 'INCIDENT_UPDATED' | 'INCIDENT_RESOLVED'
  readonly subject: Subject
  readonly atmId: number
  readonly institutionKey: string | null
  readonly occurredAt: string
  readonly data: Readonly<Record<string, unknown>>
}

export type ConsumedIncident = Consumed & { readonly subject: IncidentSubject }

export const isOfIncident = (message: Consumed): message is ConsumedIncident => message.subject.kind === 'INCIDENT'

const INCIDENT_KINDS = {
  created: 'INCIDENT_CREATED',
  updated: 'INCIDENT_UPDATED',
  resolved: 'INCIDENT_RESOLVED',
} as const

/** The topics that snapshots are built from, as they are called on this platform. */
export const consumedTopics = (platformName: string): readonly string[] => [
  FILE_PARSED,
  ...INCIDENT_CHANGES.map((change) => incidentTopic(platformName, change)),
]

/** Reads a message of one of these topics. @throws Error for what does not have the shape of its topic. */
export const readMessage = (envelope: Envelope, topic: string, platformName: string): Consumed => {
  const { id, institutionKey, occurredAt, data } = envelope
  const shared = { id, institutionKey, occurredAt, data }
  if (topic === FILE_PARSED) {
    const { atmId, journalDate } = fileParsedSchema.parse(data)
    return { ...shared, kind: 'FILE_PARSED', atmId, subject: { kind: 'FILE', journalDate } }
  }
  const change = INCIDENT_CHANGES.find((one) => topic === incidentTopic(platformName, one))
  if (change === undefined) throw new Error(`${topic} is not a topic that snapshots are built from`)
  const { atmId, incidentId, version, status, openedAt, resolvedAt } = incidentChangedSchema.parse(data)
  const subject: IncidentSubject = {
    kind: 'INCIDENT',
    incidentId,
    version,
    isOpen: status !== 'RESOLVED',
    openedAt: Date.parse(openedAt),
    resolvedAt: resolvedAt === null ? null : Date.parse(resolvedAt),
  }
  return { ...shared, kind: INCIDENT_KINDS[change], atmId, subject }
}

/** A day of an ATM that messages of parsed files report, as the database reads it. */
export type FileDay = { readonly atm_id: number; readonly day: string }

/** The days that messages report, each once. */
export const daysOf = (messages: readonly Consumed[]): readonly FileDay[] => {
  const days = new Map<string, FileDay>()
  for (const { atmId, subject } of messages)
    if (subject.kind === 'FILE')
      days.set(`${atmId} ${subject.journalDate}`, { atm_id: atmId, day: subject.journalDate })
  return [...days.values()]
}
