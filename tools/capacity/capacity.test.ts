import { describe, expect, test } from 'vitest'
import { RETENTION } from '../../subgraphs/kit/config/retention.ts'
import { capacityOf, type Kept, loadAt, storageOf } from './capacity.rules.ts'
import { type Costs, readCosts } from './costs.ts'
import { usualFleet } from './fleet.ts'
import { readOptions } from './options.ts'
import { capacityText } from './report.ts'

const measured = { date: '2026-11-27', machine: 'made up', command: 'none' }
const work = { ...measured, platformUs: 0, postgresUs: 0, walBytes: 0, messages: 0, messageBytes: 0 }
const TABLES = [
  ...['incident.event', 'incident.event_key', 'incident.incident', 'incident.incident_entry', 'analytics.incident'],
  ...['journal.transaction', 'journal.journal_file', 'journal.atm_day_total', 'analytics.journal_day', 'journal.gap'],
  ...['a kB of a journal', 'incident.state_history', 'incident.availability_sum', 'fleet.task', 'incident.audit_entry'],
  ...['analytics.inbox', 'topics.message', 'an ATM'],
]
/** An event costs 100 µs and 200 µs, 1 kB of log and a message of 500 bytes; every row takes 1 byte, an event's 100. */
const COSTS: Costs = {
  work: {
    event: { ...work, platformUs: 100, postgresUs: 200, walBytes: 1_000, messages: 1, messageBytes: 500 },
    batchedEvent: { ...work, platformUs: 10 },
    heartbeat: work,
    journal: work,
    dashboard: work,
  },
  idle: { ...measured, platformUs: 50_000, postgresUs: 10_000, walBytes: 0 },
  rows: { ...measured, bytes: { ...Object.fromEntries(TABLES.map((table) => [table, 1])), 'incident.event': 100 } },
  checks: { processor: [], storage: [] },
}
const KEPT: Kept = {
  ...{ events: null, incidents: null, journals: null, analytics: null },
  ...{ states: 400, tasks: 400, topics: 7, auditMonths: 84 },
}
const TOPICS = { topics: 10, partitions: 35, partitionsOfTopic: 6, partitionsOfInstitution: 3 }
/** What `npm run bench -- plans` fills an ATM and day with, three of its events with each incident. */
const FILLED = {
  ...{ eventsPerAtmDay: 30 + 3 * 0.4, incidentsPerAtmDay: 0.4, statesPerAtmDay: 0.4 },
  ...{ tasksPerAtmDay: 0.1, auditPerAtmDay: 200 / 300 },
}
const NOT_FILLED = ['keys of events', 'texts of journals', 'inbox of analytics', 'topics, where they are tables']

const FLEET = { ...usualFleet(86_400), eventsPerAtmDay: 1, peak: 10, utilisationPct: 50 }

describe('the arithmetic', () => {
  test('load is rate times cost, and what an idle platform takes', () => {
    const { average, peak, cores } = capacityOf(COSTS, FLEET, KEPT, TOPICS)
    expect(average).toMatchObject({ walBytes: 1_000, messages: 1, messageBytes: 500 })
    expect([average.platformCores, average.postgresCores].map((at) => at.toFixed(4))).toEqual(['0.0501', '0.0102'])
    expect([peak.platformCores, peak.postgresCores].map((at) => at.toFixed(4))).toEqual(['0.0510', '0.0120'])
    expect(peak.walBytes).toBe(10_000)
    expect(cores.platform).toBeCloseTo(0.102)
  })

  test('batches cost what batched events cost', () => {
    const { average } = capacityOf(COSTS, { ...FLEET, batchedPct: 100 }, KEPT, TOPICS)
    expect(average.platformCores).toBeCloseTo(0.05001)
  })

  test('a kind is stored for as many days as it is kept', () => {
    const bytesOf = (fleet: typeof FLEET, kept = KEPT) =>
      storageOf(COSTS, fleet, kept, 0).find(({ kind }) => kind === 'events')?.bytes
    expect(bytesOf(FLEET)).toBe(86_400 * 365 * 100)
    expect(bytesOf({ ...FLEET, years: 2 })).toBe(2 * 86_400 * 365 * 100)
    expect(bytesOf({ ...FLEET, years: 2 }, { ...KEPT, events: 70 })).toBe(86_400 * 70 * 100)
  })

  test('Kafka keeps each message for its days, on each of its replicas', () => {
    const { kafka } = capacityOf(COSTS, { ...FLEET, institutions: 20 }, KEPT, TOPICS)
    expect(kafka).toMatchObject({ topics: 30, partitions: 95, storedBytes: 86_400 * 500 * 3 * 7 })
  })

  test('the limit that is met first is named first, with the size of fleet at which it is met', () => {
    const { limits } = capacityOf(COSTS, FLEET, KEPT, TOPICS)
    expect(limits[0]?.limit).toBe('8 TB of PostgreSQL')
    expect(limits.map(({ usedPct }) => usedPct)).toEqual(limits.map(({ usedPct }) => usedPct).toSorted((a, b) => b - a))
    expect((limits[0]?.atmsAtMost ?? 0) * ((limits[0]?.usedPct ?? 0) / 100)).toBeCloseTo(86_400, -1)
  })
})

describe('the measured costs', () => {
  const costs = readCosts()

  test('are held against two amounts of data at least', () => {
    expect(costs.checks.storage.length).toBeGreaterThan(1)
  })

  test.each(costs.checks.processor)('are those of $eventsPerSecond events a second', (check) => {
    const { eventsPerSecond: events, heartbeatsPerSecond: heartbeats } = check
    const load = loadAt(costs, { events, heartbeats, batchedEvents: 0, journals: 0, pages: 0 })
    expect(load.platformCores / check.platformCores).toBeGreaterThan(0.6)
    expect(load.platformCores / check.platformCores).toBeLessThan(1.6)
    expect(load.postgresCores / check.postgresCores).toBeGreaterThan(0.6)
    expect(load.postgresCores / check.postgresCores).toBeLessThan(1.6)
  })

  test.each(costs.checks.storage)('fill a database of $days days of $atms ATMs', (check) => {
    const { atms, days, megabytes, transactionsPerAtmDay, gapsPerAtmDay } = check
    const fleet = { ...usualFleet(atms), ...FILLED, transactionsPerAtmDay, gapsPerAtmDay, years: days / 365 }
    const kinds = storageOf(costs, fleet, KEPT, 0).filter(({ kind }) => !NOT_FILLED.includes(kind))
    const sum = kinds.reduce((bytes, kind) => bytes + kind.bytes, 0)
    expect(sum / 1e6 / megabytes).toBeGreaterThan(0.8)
    expect(sum / 1e6 / megabytes).toBeLessThan(1.2)
  })
})

describe('the command', () => {
  const keptByDefault = { ...KEPT, states: RETENTION.stateDays, topics: RETENTION.topicDays }

  test('prints tables, and what runs out first', () => {
    const { fleet } = readOptions(['--atms', '100000', '--events-per-atm-day', '50'])
    expect(fleet).toMatchObject({ atms: 100_000, eventsPerAtmDay: 50, institutions: 200 })
    const text = capacityText(fleet, capacityOf(readCosts(), fleet, keptByDefault, TOPICS))
    expect(text).toContain('100,000 ATMs of 200 institutions')
    expect(text).toMatch(/First to run out: \d+/)
  })

  test.each([
    [[], 'How many ATMs? --atms must be 1 or more.'],
    [['--atms', 'many'], '--atms must be a number from 0 to 1000000000.'],
    [['--atms', '10', '--peak', '0'], '--peak must be more than 0.'],
    [['--atms', '10', '--batched-pct', '101'], '--batched-pct must be from 0 to 100.'],
    [['--atms', '10', '--colour', 'red'], "Unknown option '--colour'"],
  ])('%j is refused', (args, fault) => {
    expect(() => readOptions(args)).toThrow(fault)
  })
})
