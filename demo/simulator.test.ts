import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fleetService } from '../subgraphs/fleet/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { type Inspector, openInspector } from '../subgraphs/incident/testing/ingest.testing.ts'
import { journalService } from '../subgraphs/journal/service.ts'
import type { Calls } from '../subgraphs/kit/calls/calls.ts'
import { MINUTE_MS } from '../subgraphs/kit/common/dates.ts'
import { openTestPlatform, type TestPlatform } from '../tests/support/platform.ts'
import { createAgentClient } from './agent-client.ts'
import { isAskedFor, punctualityOf } from './deliveries.ts'
import { eventsBetween, lastOnAir } from './events.ts'
import { DEMO_FLEET, type DemoAtm } from './fleet.ts'
import { createSimulation, startSimulator } from './simulator.ts'
import { openSpool } from './spool.ts'
import { outcomeOf } from './tasks.ts'

const START = Date.parse('2026-11-20T13:00:00Z')
const TODAY = '2026-11-20'
const LOST_DAY = '2026-11-12'

let platform: TestPlatform
let admin: string
let inspector: Inspector

const ask = async (path: string) => Object((await platform.ask('GET', path, { as: admin })).body)

const root = mkdtempSync(join(tmpdir(), 'fleetops-simulator-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A spool in a folder of its own, or in that of one that was killed. */
const spoolIn = (folder: string) =>
  openSpool({ folder, maxItems: 10_000, read: (value) => ({ ...Object(value) }), onDropped: () => {} })
const rest = (folder = mkdtempSync(join(root, 'spool-'))) => ({
  platformTimeZone: 'UTC',
  spool: spoolIn(folder),
  random: () => 0,
  isClosing: () => false,
})

type Sent = { path: string; query: Record<string, unknown>; body: { eventId: string }[] }

/** A simulation before a client that answers as the test says, and what it sent through them. */
const simulationOver = (
  answer: (path: string, body: Sent['body'], query: Sent['query']) => unknown,
  asked: () => readonly string[] = () => [],
  now = () => START,
) => {
  const sent: Sent[] = []
  const calls: Calls = {
    async request(_service, request) {
      const body = Array.isArray(request.body) ? request.body : []
      const query = { ...request.query }
      sent.push({ path: request.path, query, body })
      if (request.path === '/api/internal/fetches/changes')
        return { status: 200, headers: {}, body: { agentAtmIds: asked(), next: new Date(now()).toISOString() } }
      if (request.path === '/api/internal/tasks/changes')
        return { status: 200, headers: {}, body: { agentAtmIds: [], next: new Date(now()).toISOString() } }
      return { status: 200, headers: {}, body: answer(request.path, body, query) }
    },
  }
  const env = { ...rest(), now: () => new Date(now()) }
  return { simulation: createSimulation(createAgentClient(calls), env), sent, spool: env.spool }
}

beforeAll(async () => {
  platform = await openTestPlatform([incidentService, journalService, fleetService], {
    now: new Date(START).toISOString(),
    env: { INTERNAL_URL: 'http://127.0.0.1:9' },
  })
  admin = await platform.token({ role: 'ADMIN' })
  inspector = await openInspector(platform.database.urls.superuser)
})
afterAll(async () => {
  await inspector.close()
  await platform.close()
})

describe('the simulator', () => {
  it('reports what falls due, once, with heartbeats of those on the air and journals of the day', async () => {
    const simulation = createSimulation(createAgentClient(platform.process.calls), {
      ...rest(),
      now: platform.clock.now,
    })
    // 90 minutes in steps of 3: each ATM has its turn of a heartbeat, and a few hand over their journals.
    for (let step = 0; step <= 30; step += 1) {
      platform.clock.set(new Date(START + step * 3 * MINUTE_MS))
      await simulation.tick()
    }
    const nowMs = START + 90 * MINUTE_MS
    const events = eventsBetween(DEMO_FLEET, START - 10 * MINUTE_MS, nowMs)
    const { total } = await ask('/incident/api/journal-events/activity?view=counts&hoursBack=24')
    expect(events.length).toBeGreaterThan(40)
    // The clock goes on by itself: an event of the last second may have come as well.
    expect(total - events.length).toBeOneOf([0, 1])
    const heard = DEMO_FLEET.filter((atm) => lastOnAir(atm, nowMs) !== null)
    const { content } = await ask('/incident/api/atms?size=200')
    expect(content.length).toBeLessThanOrEqual(heard.length)
    expect(content.length).toBeGreaterThan(45)
    const files = await ask('/journal/api/journal/files')
    expect(files.totalElements).toBeGreaterThan(0)
    expect(new Set(files.content.map(({ journalDate }: { journalDate: string }) => journalDate))).toEqual(
      new Set([TODAY]),
    )
  })

  it('sends again, with the same ids, what the store could not take', async () => {
    let status = 503
    let nowMs = START
    const { simulation, sent } = simulationOver(
      (path, body) => (path === '/api/internal/journal-events/batch' ? body.map(() => ({ status })) : []),
      () => [],
      () => nowMs,
    )
    const ids = () =>
      sent.filter(({ path }) => path.endsWith('/batch')).map(({ body }) => body.map(({ eventId }) => eventId))
    await expect(simulation.tick()).rejects.toThrow('answered 503')
    // Its answer was to wait for a second.
    await simulation.tick()
    nowMs += 1_000
    await expect(simulation.tick()).rejects.toThrow('answered 503')
    status = 201
    nowMs += 1_000
    await simulation.tick()
    await simulation.tick()
    expect(ids()).toHaveLength(3)
    expect(ids()[0]?.length).toBeGreaterThan(0)
    expect(ids()[0]).toEqual(ids()[1])
    expect(ids()[2]?.slice(0, ids()[0]?.length)).toEqual(ids()[0])
  })

  it('sends after a kill what it had written down, while the platform was away, and each of it once', async () => {
    const folder = mkdtempSync(join(root, 'killed-'))
    const away = { request: () => Promise.reject(new Error('no one there')) } satisfies Calls
    const known = { ...createAgentClient(away), listAtms: async () => new Map() }
    const killed = createSimulation(known, { ...rest(folder), now: () => new Date(START) })
    await expect(killed.tick()).rejects.toThrow('answered 503')
    const waiting = spoolIn(folder)
      .waiting()
      .map(({ item }) => item.eventId)
    expect(waiting.length).toBeGreaterThan(0)
    platform.clock.set(new Date(START))
    const again = createSimulation(createAgentClient(platform.process.calls), {
      ...rest(folder),
      now: platform.clock.now,
    })
    await again.tick()
    expect(spoolIn(folder).count()).toBe(0)
    const rows = await inspector.rows<{ event_id: string; times: number }>(
      'select event_id, count(*)::int as times from incident.event group by event_id',
    )
    expect(rows.filter(({ event_id }) => waiting.includes(event_id))).toHaveLength(waiting.length)
    expect(rows.every(({ times }) => times === 1)).toBe(true)
  })

  it('does the tasks that its ATMs are given: takes them up, and ends them with the next tick', async () => {
    const atm = DEMO_FLEET.find((one) => lastOnAir(one, START) === START)
    const agentAtmId = atm?.agentAtmId ?? ''
    const client = createAgentClient(platform.process.calls)
    platform.clock.set(new Date(START))
    const body = { agentAtmIds: [agentAtmId], institutionKey: atm?.institution.key, register: true }
    await platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
    const task = { agentAtmId, kind: 'REBOOT', reason: 'a test' }
    const created = await platform.ask('POST', '/fleet/api/fleet/tasks', { as: admin, body: task })
    expect(created.status).toBe(201)
    const { id } = Object(created.body)
    const read = () => ask(`/fleet/api/fleet/tasks/${id}`)
    const simulation = createSimulation(client, { ...rest(), now: platform.clock.now })
    await simulation.tick()
    expect(await read()).toMatchObject({ status: 'ACKED' })
    await simulation.tick()
    expect(await read()).toMatchObject(outcomeOf({ id, kind: 'REBOOT', params: null }))
  })

  it('sends a journal that an agent is asked for', async () => {
    const atm = DEMO_FLEET.find((one) => lastOnAir(one, START) === START && punctualityOf(one, LOST_DAY) === 'ON_TIME')
    const { simulation, sent } = simulationOver((path, body, query) => {
      if (path === '/api/internal/fetches') return query.agentAtmId === atm?.agentAtmId ? [{ gapDate: LOST_DAY }] : []
      return path === '/api/internal/journal-events/batch' ? body.map(() => ({ status: 201 })) : []
    })
    for (let turn = 0; turn < DEMO_FLEET.length; turn += 1) await simulation.tick()
    const uploads = sent.filter(({ path }) => path === '/api/internal/files').map(({ query }) => query)
    expect(uploads).toContainEqual({ agentAtmId: atm?.agentAtmId, journalDate: LOST_DAY })
    expect(uploads.filter(({ journalDate }) => journalDate === LOST_DAY)).toHaveLength(1)
  })

  it('sends at once what is asked for while it runs, also what the demo holds back otherwise', async () => {
    const isLost = (one: DemoAtm) => punctualityOf(one, LOST_DAY) !== 'ON_TIME' && isAskedFor(one, LOST_DAY)
    // Found among all days, as one that is lost and asked for is rare on a single one.
    const here = DEMO_FLEET.filter((one) => one.hasElectronicJournal && lastOnAir(one, START) === START)
    const kept = here.find(isLost) ?? here.at(-1)
    const silent = DEMO_FLEET.find((one) => one.reachability === 'SELDOM' && lastOnAir(one, START) !== START)
    const wanted = new Set([kept?.agentAtmId, silent?.agentAtmId])
    let nowMs = START
    const { simulation, sent } = simulationOver(
      (path, body, query) => {
        if (path === '/api/internal/fetches') return wanted.has(String(query.agentAtmId)) ? [{ gapDate: LOST_DAY }] : []
        return path === '/api/internal/journal-events/batch' ? body.map(() => ({ status: 201 })) : []
      },
      () => (nowMs === START ? [...wanted].filter((id) => id !== undefined) : []),
      () => nowMs,
    )
    const uploads = () =>
      sent
        .filter(({ path, query }) => path === '/api/internal/files' && query.journalDate === LOST_DAY)
        .map(({ query }) => query.agentAtmId)
    await simulation.tick()
    expect(uploads()).toEqual([kept?.agentAtmId])
    // The one that is silent sends it when it is heard of again.
    for (let step = 1; step < 1_500 && !uploads().includes(silent?.agentAtmId); step += 1) {
      nowMs = START + step * 20 * MINUTE_MS
      await simulation.tick()
    }
    expect(uploads()).toContain(silent?.agentAtmId)
  })

  it('ends when it is closed', async () => {
    const simulator = startSimulator(platform.process, { platformTimeZone: 'UTC', folder: join(root, 'own') })
    await simulator.close()
  })
})
