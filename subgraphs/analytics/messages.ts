import type { Envelope } from '../../schema/events/envelope.ts'
import { FILE_PARSED, fileParsedSchema } from '../../schema/events/file-parsed.ts'
import { INCIDENT_CHANGES, incidentChangedSchema, incidentTopic } from '../../schema/events/incident-changed.ts'
import { localDateOf } from '../kit/common/dates.ts'

/** What a message reports. */
export type Subject =
  | { readonly kind: 'FILE'; readonly journalDate: string }
  | { readonly kind: 'INCIDENT'; readonly incidentId: number }

/** A message as the service keeps and folds it. */
export type Consumed = {
  readonly id: string
  readonly kind: 'FILE_PARSED' | 'INCIDENT_CREATED' | 'INCIDENT_UPDATED' | 'INCIDENT_RESOLVED'
  readonly subject: Subject
  readonly atmId: number
  readonly institutionKey: string | null
  readonly occurredAt: string
  /** The platform's date on which it happened. */
  readonly occurredOn: string
  readonly data: Readonly<Record<string, unknown>>
}

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
export const readMessage = (
  envelope: Envelope,
  topic: string,
  platform: { readonly platformName: string; readonly platformTimeZone: string },
): Consumed => {
  const { id, institutionKey, occurredAt, data } = envelope
  const occurredOn = localDateOf(new Date(occurredAt), platform.platformTimeZone)
  const shared = { id, institutionKey, occurredAt, occurredOn, data }
  if (topic === FILE_PARSED) {
    const { atmId, journalDate } = fileParsedSchema.parse(data)
    return { ...shared, kind: 'FILE_PARSED', atmId, subject: { kind: 'FILE', journalDate } }
  }
  const change = INCIDENT_CHANGES.find((one) => topic === incidentTopic(platform.platformName, one))
  if (change === undefined) throw new Error(`${topic} is not a topic that snapshots are built from`)
  const { atmId, incidentId } = incidentChangedSchema.parse(data)
  return { ...shared, kind: INCIDENT_KINDS[change], atmId, subject: { kind: 'INCIDENT', incidentId } }
}

/** What several messages report, each once, as the database reads it. */
export type Subjects = {
  readonly files: readonly { readonly atm_id: number; readonly day: string }[]
  /** With the last day on which one of these messages was written. */
  readonly incidents: readonly { readonly incident_id: number; readonly occurred_on: string }[]
}

export const subjectsOf = (messages: readonly Consumed[]): Subjects => {
  const files = new Map<string, Subjects['files'][number]>()
  const incidents = new Map<number, Subjects['incidents'][number]>()
  for (const { atmId, subject, occurredOn } of messages) {
    if (subject.kind === 'FILE') {
      files.set(`${atmId} ${subject.journalDate}`, { atm_id: atmId, day: subject.journalDate })
      continue
    }
    const known = incidents.get(subject.incidentId)?.occurred_on ?? occurredOn
    const last = [known, occurredOn].sort().at(-1) ?? occurredOn
    incidents.set(subject.incidentId, { incident_id: subject.incidentId, occurred_on: last })
  }
  return { files: [...files.values()], incidents: [...incidents.values()] }
}
