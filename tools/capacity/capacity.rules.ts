import type { Costs, WorkCost } from './costs.ts'
import type { Fleet } from './fleet.ts'

/** How long each kind is kept, in days; null: for the years of the fleet. */
export type Kept = {
  readonly events: number | null
  readonly incidents: number | null
  readonly journals: number | null
  readonly analytics: number | null
  readonly states: number
  readonly tasks: number
  readonly topics: number
  readonly auditMonths: number
}

/** How many topics and partitions the platform makes. */
export type TopicCounts = {
  readonly topics: number
  readonly partitions: number
  /** Of a topic of the whole platform, and of one of an institution. */
  readonly partitionsOfTopic: number
  readonly partitionsOfInstitution: number
}

/** Processor time, write-ahead log and messages of a second. */
export type Load = {
  readonly platformCores: number
  readonly postgresCores: number
  readonly walBytes: number
  readonly messages: number
  readonly messageBytes: number
}

export type StoredKind = { readonly kind: string; readonly rows: number; readonly bytes: number }

export type Capacity = {
  /** On average, and in the busiest minutes. */
  readonly average: Load
  readonly peak: Load
  /** Cores to provide, so that the busiest minutes use the share of them that is wanted. */
  readonly cores: { readonly platform: number; readonly postgres: number }
  readonly storage: readonly StoredKind[]
  readonly postgresBytes: number
  readonly walBytesPerDay: number
  readonly kafka: {
    readonly topics: number
    readonly partitions: number
    readonly messagesPerSecondAndPartition: number
    readonly bytesPerYear: number
    readonly storedBytes: number
  }
  /** What the figures leave out, as it was not measured. */
  readonly leftOut: readonly string[]
  /** What is used of what one server can do, in percent; the first one is the limit that is met first. */
  readonly limits: readonly { readonly limit: string; readonly usedPct: number; readonly atmsAtMost: number }[]
}

const DAY_SECONDS = 86_400
const YEAR_DAYS = 365
const MONTH_DAYS = 30.4
const US = 1_000_000
/** The inbox of analytics and keys of events are kept for a fixed time. */
const INBOX_DAYS = 90
const EVENT_KEY_DAYS = 30
/** Sums of availability an ATM and day: one, and of the last 70 of 400 days three more. */
const SUMS_PER_ATM_AND_DAY = 1 + (3 * 70) / 400
/** A large server of today for PostgreSQL. */
const ONE_SERVER = { cores: 32, bytes: 8e12, walBytes: 100e6 }

const NO_LOAD: Load = { platformCores: 0, postgresCores: 0, walBytes: 0, messages: 0, messageBytes: 0 }

const plus = (one: Load, other: Load): Load => ({
  platformCores: one.platformCores + other.platformCores,
  postgresCores: one.postgresCores + other.postgresCores,
  walBytes: one.walBytes + other.walBytes,
  messages: one.messages + other.messages,
  messageBytes: one.messageBytes + other.messageBytes,
})

/** What so many pieces of work a second need; nothing where that was not measured. */
const loadOf = (perSecond: number, cost: WorkCost | null): Load =>
  cost === null
    ? NO_LOAD
    : {
        platformCores: (perSecond * cost.platformUs) / US,
        postgresCores: (perSecond * cost.postgresUs) / US,
        walBytes: perSecond * cost.walBytes,
        messages: perSecond * cost.messages,
        messageBytes: perSecond * cost.messages * cost.messageBytes,
      }

/** Pieces of work a second. */
export type Rates = {
  readonly events: number
  readonly batchedEvents: number
  readonly heartbeats: number
  readonly journals: number
  readonly pages: number
}

/** What work at these rates needs, with what an idle platform needs. */
export const loadAt = ({ work, idle }: Costs, rates: Rates): Load =>
  [
    loadOf(1, { ...idle, messages: 0, messageBytes: 0 }),
    loadOf(rates.events, work.event),
    loadOf(rates.batchedEvents, work.batchedEvent),
    loadOf(rates.heartbeats, work.heartbeat),
    loadOf(rates.journals, work.journal),
    loadOf(rates.pages, work.dashboard),
  ].reduce(plus, NO_LOAD)

const ratesOf = (fleet: Fleet, times: number, journalHours: number): Rates => {
  const events = (fleet.atms * fleet.eventsPerAtmDay * times) / DAY_SECONDS
  const batched = fleet.batchedPct / 100
  return {
    events: events * (1 - batched),
    batchedEvents: events * batched,
    heartbeats: (fleet.atms * fleet.heartbeatsPerAtmDay) / DAY_SECONDS,
    journals: fleet.atms / (journalHours * 3_600),
    pages: (fleet.dashboards * fleet.pagesPerMinute) / 60,
  }
}

type Kind = readonly [kind: string, perAtmDay: number, days: number | null, rows: Readonly<Record<string, number>>]

/** Kinds of rows: how many of each an ATM has a day, for how many days, and which rows of tables each of them has. */
const kindsOf = (fleet: Fleet, kept: Kept, messagesPerAtmDay: number): readonly Kind[] => [
  ['events', fleet.eventsPerAtmDay, kept.events, { 'incident.event': 1 }],
  ['keys of events', fleet.eventsPerAtmDay, EVENT_KEY_DAYS, { 'incident.event_key': 1 }],
  [
    'incidents',
    fleet.incidentsPerAtmDay,
    kept.incidents,
    { 'incident.incident': 1, 'incident.incident_entry': 3, 'analytics.incident': 1 },
  ],
  ['transactions', fleet.transactionsPerAtmDay, kept.journals, { 'journal.transaction': 1 }],
  [
    'journal files and days',
    1,
    kept.journals,
    { 'journal.journal_file': 1, 'journal.atm_day_total': 1, 'analytics.journal_day': 1 },
  ],
  ['texts of journals', fleet.journalKb, kept.journals, { 'a kB of a journal': 1 }],
  ['gaps', fleet.gapsPerAtmDay, kept.journals, { 'journal.gap': 1 }],
  ['states', fleet.statesPerAtmDay, kept.states, { 'incident.state_history': 1 }],
  ['availability', SUMS_PER_ATM_AND_DAY, kept.states, { 'incident.availability_sum': 1 }],
  ['tasks', fleet.tasksPerAtmDay, kept.tasks, { 'fleet.task': 1 }],
  ['audit', fleet.auditPerAtmDay, kept.auditMonths * MONTH_DAYS, { 'incident.audit_entry': 1 }],
  ['inbox of analytics', messagesPerAtmDay, INBOX_DAYS, { 'analytics.inbox': 1 }],
  ['topics, where they are tables', messagesPerAtmDay, kept.topics, { 'topics.message': 1 }],
  ['ATMs', 1, 1, { 'an ATM': 1 }],
]

/** What is stored in the end: of each kind as many days as are kept. Kinds that were not measured are left out. */
export const storageOf = ({ rows }: Costs, fleet: Fleet, kept: Kept, messagesPerDay: number): readonly StoredKind[] => {
  const all = fleet.years * YEAR_DAYS
  return kindsOf(fleet, kept, messagesPerDay / fleet.atms).flatMap(([kind, perAtmDay, days, parts]) => {
    const bytes = Object.entries(parts).map(([table, times]) => times * (rows.bytes[table] ?? Number.NaN))
    const each = bytes.reduce((sum, part) => sum + part, 0)
    const count = fleet.atms * perAtmDay * Math.min(all, days ?? all)
    return Number.isNaN(each) ? [] : [{ kind, rows: count, bytes: count * each }]
  })
}

/** What is not part of the figures, as it was not measured. */
export const notMeasured = (costs: Costs, fleet: Fleet, kept: Kept): readonly string[] => {
  const stored = new Set(storageOf(costs, fleet, kept, 0).map(({ kind }) => kind))
  const work = Object.entries(costs.work).flatMap(([name, cost]) => (cost === null ? [`processor time: ${name}`] : []))
  const kinds = kindsOf(fleet, kept, 0).map(([kind]) => kind)
  return [...work, ...kinds.filter((kind) => !stored.has(kind)).map((kind) => `storage: ${kind}`)]
}

/** What a fleet needs. */
export const capacityOf = (costs: Costs, fleet: Fleet, kept: Kept, topics: TopicCounts): Capacity => {
  const average = loadAt(costs, ratesOf(fleet, 1, 24))
  const peak = loadAt(costs, ratesOf(fleet, fleet.peak, fleet.journalHours))
  const share = fleet.utilisationPct / 100
  const storage = storageOf(costs, fleet, kept, average.messages * DAY_SECONDS)
  const postgresBytes = storage.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytesPerDay = average.messageBytes * DAY_SECONDS * fleet.replicationFactor
  const used = (limit: string, part: number) => ({
    limit,
    usedPct: part * 100,
    atmsAtMost: Math.floor(fleet.atms / Math.max(part, Number.EPSILON)),
  })
  return {
    average,
    peak,
    cores: { platform: peak.platformCores / share, postgres: peak.postgresCores / share },
    storage,
    postgresBytes,
    walBytesPerDay: average.walBytes * DAY_SECONDS,
    leftOut: notMeasured(costs, fleet, kept),
    kafka: {
      topics: topics.topics + fleet.institutions,
      partitions: topics.partitions + fleet.institutions * topics.partitionsOfInstitution,
      messagesPerSecondAndPartition: peak.messages / topics.partitionsOfTopic,
      bytesPerYear: bytesPerDay * YEAR_DAYS,
      storedBytes: bytesPerDay * kept.topics,
    },
    limits: [
      used(`${ONE_SERVER.cores} cores of PostgreSQL`, peak.postgresCores / share / ONE_SERVER.cores),
      used(`${ONE_SERVER.bytes / 1e12} TB of PostgreSQL`, postgresBytes / ONE_SERVER.bytes),
      used(`${ONE_SERVER.walBytes / 1e6} MB/s of write-ahead log`, peak.walBytes / ONE_SERVER.walBytes),
    ].toSorted((a, b) => b.usedPct - a.usedPct),
  }
}
