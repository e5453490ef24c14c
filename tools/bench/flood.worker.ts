import { parentPort, workerData } from 'node:worker_threads'
import { createHttpClient } from './common/callers.ts'
import { newEvent } from './common/events.ts'

/** What the worker is started with: agents of one institution, each with its token, and how much they send together. */
export type FloodTask = {
  readonly url: string
  readonly agents: readonly { readonly agentAtmId: string; readonly token: string }[]
  /** A fixed rate: it does not wait for answers. */
  readonly requestsPerSecond: number
  /** Events a request; 1: a single post. */
  readonly batch: number
}

/** What became of the flood. */
export type FloodReport = {
  readonly seconds: number
  /** Requests by status; 0 where there was no answer. */
  readonly statuses: Readonly<Record<number, number>>
  /** Requests that could not be made at their time, as too many were without an answer. */
  readonly unsent: number
}

const TICK_MS = 5
const CONNECTIONS = 128
/** Beyond this many without an answer the rate cannot be held from here. */
const MAX_UNDER_WAY = 4_000

const task: FloodTask = workerData
const http = createHttpClient(task.url, CONNECTIONS)
const startedAt = performance.now()
const statuses: Record<number, number> = {}
let [sent, underWay, unsent] = [0, 0, 0]

const send = async (): Promise<void> => {
  const agent = task.agents[sent % task.agents.length]
  sent += 1
  if (agent === undefined) return
  if (underWay >= MAX_UNDER_WAY) {
    unsent += 1
    return
  }
  underWay += 1
  const { agentAtmId, token } = agent
  const path = `/agent-proxy/api/journal-events${task.batch === 1 ? '' : '/batch'}`
  const body = task.batch === 1 ? newEvent(agentAtmId) : Array.from({ length: task.batch }, () => newEvent(agentAtmId))
  const { status } = await http.request('POST', path, token, JSON.stringify(body)).catch(() => ({ status: 0 }))
  statuses[status] = (statuses[status] ?? 0) + 1
  underWay -= 1
}

const timer = setInterval(() => {
  const due = ((performance.now() - startedAt) / 1_000) * task.requestsPerSecond
  while (sent < due) void send()
}, TICK_MS)

parentPort?.once('message', () => {
  clearInterval(timer)
  const report: FloodReport = { seconds: (performance.now() - startedAt) / 1_000, statuses, unsent }
  void http.close().finally(() => parentPort?.postMessage(report))
})
