import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores } from '../db/tenancy.ts'
import { devicesService } from '../subgraphs/devices/service.ts'
import { updateAtmDescriptions } from '../subgraphs/incident/atms/atm-descriptions.store.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { journalService } from '../subgraphs/journal/service.ts'
import { HOUR_MS } from '../subgraphs/kit/common/dates.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { createLog } from '../subgraphs/kit/observability/log.ts'
import { openProcess } from '../subgraphs/kit/runtime/process.ts'
import { cloneDatabase, type TestDatabase } from '../tests/support/database.ts'
import { eventsBetween, firstReports } from './events.ts'
import { DEMO_FLEET } from './fleet.ts'
import { journalOfDay } from './journal.ts'
import { type DemoHost, loadDemo } from './load.ts'

/** A Friday afternoon; nothing of the demo depends on the day on which it is tested. */
const NOW = Date.parse('2026-11-20T14:40:00Z')
const SPAN = { journalDays: 2, eventHours: 6 }
/** The full hour in which the events begin. */
const SINCE = Date.parse('2026-11-20T08:00:00Z')
const REPORTS = firstReports(DEMO_FLEET, SINCE).length

const ADMIN = {
  userId: '1',
  email: null,
  role: 'ADMIN' as const,
  institutions: [],
  unrestricted: true,
  agentAtmId: null,
}

let database: TestDatabase
let host: DemoHost

const load = async (nowMs: number) => {
  const reported: string[] = []
  const counts = await loadDemo(host, { now: () => new Date(nowMs), progress: (text) => reported.push(text), ...SPAN })
  return { counts, reported }
}

/** Asks the services what they show at an instant. */
const look = async <T>(
  nowMs: number,
  paths: Readonly<Record<string, readonly ['incident' | 'journal' | 'devices', string]>>,
) => {
  const process = await openProcess({ ...host, now: () => new Date(nowMs), background: false })
  try {
    const answers = Object.entries(paths).map(async ([name, [service, url]]) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const request = {
        method: 'GET' as const,
        path: pathname,
        query: Object.fromEntries(searchParams),
        timeoutMs: 20_000,
      }
      const answer = await process.calls.request(service, {
        ...request,
        as: { kind: 'caller', principal: ADMIN, token: null },
      })
      return [name, answer.body] as const
    })
    return Object(Object.fromEntries(await Promise.all(answers))) as T
  } finally {
    await process.close()
  }
}

/** Jobs of a platform that was just started, in the order in which most is left for the last. */
const FIRST_JOBS = ['incident.availability', 'devices.reconcile', 'incident.outages']

const runFirstJobs = async (nowMs: number): Promise<void> => {
  const process = await openProcess({ ...host, now: () => new Date(nowMs), background: false })
  for (const name of FIRST_JOBS) {
    const job = process.jobs.find((found) => found.name === name)
    await job?.run({ now: new Date(nowMs), lastDoneAt: null, log: process.log, progress: () => {} })
  }
  await process.close()
}

/** What an operator may have done meanwhile. */
const rename = async (agentAtmId: string, name: string): Promise<void> => {
  const stores = await openStores(host.database, { name: 'test', max: 1 })
  const nothing = {
    vendor: null,
    model: null,
    siteName: null,
    latitude: null,
    longitude: null,
    timeZone: 'Africa/Nairobi',
  }
  await stores.asPlatform((tx) => updateAtmDescriptions(tx, [{ agentAtmId, name, ...nothing }], new Date(NOW)))
  await stores.close()
}

const retire = async (id: number, nowMs: number): Promise<void> => {
  const process = await openProcess({ ...host, now: () => new Date(nowMs), background: false })
  const { status } = await process.calls.request('incident', {
    ...{ method: 'POST', path: `/api/atms/${id}/retire`, timeoutMs: 20_000 },
    as: { kind: 'caller', principal: ADMIN, token: null },
  })
  expect(status).toBe(200)
  await process.close()
}

beforeAll(async () => {
  database = await cloneDatabase()
  host = {
    config: readConfig({ INTERNAL_URL: 'http://127.0.0.1:9', ATM_REGISTRATION: 'known' }),
    definitions: [incidentService, journalService, devicesService],
    database: database.urls,
    secrets: {
      tokenKeys: [{ kind: 'secret', secret: randomUUID() }],
      internal: [randomUUID()],
      kafkaPassword: null,
    },
    log: createLog({ level: 'silent', name: 'test' }),
  }
})
afterAll(() => database.drop())

type View = {
  readonly summary: { total: number; connected: number; disconnected: number; neverConnected: number }
  readonly activity: { total: number; topAtms: { agentAtmId: string }[] }
  readonly incidents: {
    content: { kind: string; status: string; openedAt: string; firstEventAt: string; resolvedAt: string | null }[]
  }
  readonly files: {
    totalElements: number
    content: { status: string; agentAtmId: string; journalDate: string; transactions: number }[]
  }
  readonly gaps: { status: string; agentAtmId: string; gapDate: string }[]
  readonly transactions: { totalElements: number }
  readonly atms: {
    content: { agentAtmId: string; name: string; siteName: string; serialNumber: string; timeZone: string | null }[]
  }
  readonly availability: { content: { agentAtmId: string; availabilityPct: number | null }[] }
  readonly devices: {
    totalElements: number
    content: {
      id: number
      agentAtmId: string
      name: string
      serviceState: string
      serviceStateChangedAt: string | null
      connectivity: string
    }[]
  }
}

const view = (nowMs: number) =>
  look<View>(nowMs, {
    summary: ['incident', '/api/atms/summary'],
    activity: ['incident', '/api/journal-events/activity?view=counts&hoursBack=72'],
    incidents: ['incident', '/api/incidents?size=200'],
    files: ['journal', '/api/journal/files?size=200'],
    gaps: ['journal', '/api/journal/gaps'],
    transactions: ['journal', '/api/journal/transactions?dateFrom=2026-11-01&dateTo=2026-11-30'],
    atms: ['incident', '/api/atms?size=200'],
    availability: ['incident', '/api/availability?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z&size=100'],
    devices: ['devices', '/api/atms?size=200'],
  })

describe('the demo fleet', () => {
  let first: View
  /** The newest change of each ATM's state, by the numeric id of the ATM. */
  let newestStates: Record<string, { at: string }[]>
  let loaded: Awaited<ReturnType<typeof load>>

  beforeAll(async () => {
    loaded = await load(NOW)
    await runFirstJobs(NOW)
    first = await view(NOW)
    newestStates = await look(
      NOW,
      Object.fromEntries(
        first.devices.content.map(({ id }) => [id, ['incident', `/api/atms/${id}/state-history?first=1`] as const]),
      ),
    )
  })

  it('is there after the first start: events, incidents, journals, gaps and states', () => {
    const { counts, reported } = loaded
    const events = REPORTS + eventsBetween(DEMO_FLEET, SINCE, NOW).length
    expect(counts).toMatchObject({ atms: 60, events })
    expect(first.activity.total).toBe(events)
    expect(reported.at(-1)).toContain('100 %')
    expect(first.files.totalElements).toBe(counts?.journals)
    expect(new Set(first.files.content.map(({ status }) => status))).toEqual(new Set(['PARSED']))
    expect(first.devices.totalElements).toBe(60)
    expect(first.devices.content.every(({ name }) => name !== null)).toBe(true)
    expect(first.atms.content.find(({ agentAtmId }) => agentAtmId === 'BOREAL-001')).toMatchObject({
      siteName: 'Central Station, Hall, Helsinki',
      serialNumber: expect.stringMatching(/^\d{8}$/),
      timeZone: 'Europe/Helsinki',
      ...{ region: 'Uusimaa', criticality: 'HIGH', tags: ['24h', 'travel'] },
    })
  })

  it('is partly connected, with incidents that opened when their first event came', () => {
    const { total, connected, disconnected, neverConnected } = first.summary
    expect({ total, neverConnected }).toEqual({ total: 60, neverConnected: 3 })
    expect(connected).toBeGreaterThan(40)
    expect(disconnected).toBeGreaterThan(0)
    expect(first.incidents.content.length).toBeGreaterThan(10)
    const silent = first.incidents.content.filter(({ kind }) => kind === 'UNREACHABLE')
    expect(silent).toHaveLength(disconnected)
    for (const { openedAt, firstEventAt, kind } of first.incidents.content) {
      // An ATM is found to be silent long after it was last heard.
      if (kind === 'UNREACHABLE') continue
      expect(Date.parse(openedAt)).toBeGreaterThanOrEqual(Date.parse(firstEventAt))
      expect(Date.parse(openedAt) - Date.parse(firstEventAt)).toBeLessThan(2 * HOUR_MS)
    }
    const resolved = first.incidents.content.filter(({ status }) => status === 'RESOLVED')
    expect(resolved.length).toBeGreaterThan(0)
    expect(resolved.some(({ resolvedAt }) => Date.parse(resolvedAt ?? '') < NOW - HOUR_MS)).toBe(true)
  })

  it('was in service nearly all the time, apart from ATMs that are often out of order or off the air', () => {
    const shares = first.availability.content.map(({ availabilityPct }) => availabilityPct ?? 0)
    expect(shares).toHaveLength(60)
    expect(shares.filter((share) => share >= 85).length).toBeGreaterThan(35)
    expect(shares.filter((share) => share < 50).length).toBeLessThan(15)
    const connected = first.devices.content.filter(({ connectivity }) => connectivity === 'CONNECTED')
    expect(connected.length).toBeGreaterThan(40)
  })

  it('has ATMs that are in their state since the instant that their history has', () => {
    for (const { id, agentAtmId, serviceStateChangedAt } of first.devices.content)
      expect([agentAtmId, serviceStateChangedAt]).toEqual([agentAtmId, newestStates[id]?.[0]?.at ?? null])
  })

  it('has exactly the transactions that its journals were made with, and gaps for those that never came', () => {
    const today = '2026-11-20'
    const whole = first.files.content.filter(({ journalDate }) => journalDate < today)
    expect(whole).toHaveLength(89)
    const atms = new Map(DEMO_FLEET.map((atm) => [atm.agentAtmId, atm]))
    for (const { agentAtmId, journalDate, transactions } of whole) {
      const atm = atms.get(agentAtmId)
      expect(atm && journalOfDay(atm, journalDate).transactions).toBe(transactions)
    }
    expect(first.transactions.totalElements).toBe(
      first.files.content.reduce((sum, { transactions }) => sum + transactions, 0),
    )
    const filed = new Set(whole.map(({ agentAtmId, journalDate }) => `${agentAtmId} ${journalDate}`))
    expect(first.gaps.map(({ status }) => status).sort()).toEqual(['FETCH_REQUESTED', 'OPEN', 'OPEN', 'OPEN'])
    for (const { agentAtmId, gapDate, status } of first.gaps) {
      expect(filed.has(`${agentAtmId} ${gapDate}`)).toBe(status === 'CLOSED')
    }
  })

  it('is not loaded again by a start soon after, and later ones add only what is missing', async () => {
    await rename('ACME-002', 'The one at the corner')
    const { counts } = await load(NOW + 60_000)
    const events = REPORTS + eventsBetween(DEMO_FLEET, SINCE, NOW + 60_000).length
    expect(counts).toMatchObject({ atms: 0, journals: 0 })
    const again = await view(NOW + 60_000)
    expect(again.activity.total).toBe(events)
    expect(again.files.totalElements).toBe(first.files.totalElements)
    expect(again.transactions).toEqual(first.transactions)
    expect(again.atms.content.find(({ agentAtmId }) => agentAtmId === 'ACME-002')?.name).toBe('The one at the corner')

    const tomorrow = NOW + 24 * HOUR_MS
    const { counts: more } = await load(tomorrow)
    const later = await view(tomorrow)
    expect(more?.journals).toBeGreaterThan(40)
    // At most the journal of the day that has ended and that of the new day for each ATM, and what was found at last.
    expect(more?.journals).toBeLessThan(130)
    const missed = eventsBetween(DEMO_FLEET, NOW + 60_000, SINCE + 24 * HOUR_MS).length
    const all = REPORTS + eventsBetween(DEMO_FLEET, SINCE, tomorrow).length
    expect(later.activity.total).toBe(all - missed)
    expect(later.summary.connected).toBeGreaterThan(40)

    // The agent of an ATM that was retired meanwhile is refused.
    const { id } = first.devices.content.find(({ agentAtmId }) => agentAtmId === 'ACME-003') ?? expect.fail()
    await retire(id, NOW + 25 * HOUR_MS)
    expect((await load(NOW + 48 * HOUR_MS)).counts?.journals).toBeGreaterThan(40)
    const last = await view(NOW + 48 * HOUR_MS)
    expect(last.devices.content.filter(({ connectivity }) => connectivity === 'CONNECTED').length).toBeGreaterThan(40)
  }, 60_000)
})
