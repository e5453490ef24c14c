import { parentPort, workerData } from 'node:worker_threads'
import { createHttpClient } from './common/callers.ts'
import { newEvent } from './common/events.ts'
import { percentile } from './common/figures.ts'
import { agentAtmIdOf, type FleetShape, institutionOf } from './common/fleet.ts'

/** What the worker is started with. Rates are per second; `tokens` are of agents, by institution. */
export type BackgroundTask = {
  readonly url: string
  readonly shape: FleetShape
  readonly tokens: ReadonlyMap<string, string>
  readonly eventsPerSecond: number
  readonly heartbeatsPerSecond: number
}

/** What it reports at the end, and what it was asked to do in the meantime. */
export type BackgroundReport = {
  readonly seconds: number
  readonly events: number
  readonly heartbeats: number
  readonly failed: number
  readonly eventP50Ms: number
  readonly eventP95Ms: number
}

const TICK_MS = 10
const CONNECTIONS = 32
/** A platform that falls behind is not buried. */
const MAX_UNDER_WAY = 2_000

const task: BackgroundTask = workerData
const http = createHttpClient(task.url, CONNECTIONS)
const startedAt = performance.now()
const sent = { events: 0, heartbeats: 0 }
const done = { events: 0, heartbeats: 0, failed: 0 }
const eventsMs: number[] = []
let underWay = 0

const post = async (path: string, id: number, body: string): Promise<number> => {
  underWay += 1
  try {
    const { status } = await http.request('POST', path, task.tokens.get(institutionOf(id, task.shape)) ?? '', body)
    return status
  } catch {
    return 0
  } finally {
    underWay -= 1
  }
}

const sendEvent = async (): Promise<void> => {
  const id = 1 + Math.floor(Math.random() * task.shape.atms)
  const from = performance.now()
  const status = await post('/agent-proxy/api/journal-events', id, JSON.stringify(newEvent(agentAtmIdOf(id))))
  eventsMs.push(performance.now() - from)
  if (status === 201) done.events += 1
  else done.failed += 1
}

/** One ATM after the other, but for every tenth, which stays silent. */
let beating = 0
const sendHeartbeat = async (): Promise<void> => {
  beating = (beating % task.shape.atms) + 1
  if (beating % 10 === 9) beating = (beating % task.shape.atms) + 1
  const status = await post(
    '/agent-proxy/api/heartbeats',
    beating,
    JSON.stringify({ agentAtmId: agentAtmIdOf(beating) }),
  )
  if (status === 204) done.heartbeats += 1
  else done.failed += 1
}

const timer = setInterval(() => {
  const seconds = (performance.now() - startedAt) / 1_000
  for (; sent.events < seconds * task.eventsPerSecond && underWay < MAX_UNDER_WAY; sent.events += 1) void sendEvent()
  for (; sent.heartbeats < seconds * task.heartbeatsPerSecond && underWay < MAX_UNDER_WAY; sent.heartbeats += 1)
    void sendHeartbeat()
}, TICK_MS)

parentPort?.once('message', () => {
  clearInterval(timer)
  const report: BackgroundReport = {
    seconds: (performance.now() - startedAt) / 1_000,
    ...done,
    eventP50Ms: percentile(eventsMs, 0.5),
    eventP95Ms: percentile(eventsMs, 0.95),
  }
  void http.close().finally(() => parentPort?.postMessage(report))
})
