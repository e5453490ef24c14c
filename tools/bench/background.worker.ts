import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createHttpClient, failureOf } from './common/callers.ts'
import { type EventMix, newEvent } from './common/events.ts'
import { agentAtmIdOf, type FleetShape, institutionOf } from './common/fleet.ts'

/** Requests a second of each kind. */
export type Rates = { readonly events: number; readonly heartbeats: number }

/** What the worker is started with. `tokens` are of agents, by ATM or by institution. */
export type BackgroundTask = {
  readonly url: string
  readonly shape: FleetShape
  readonly tokens: ReadonlyMap<string, string>
  readonly rates: Rates
  readonly mix: EventMix
  readonly connections: number
}

/** `reconnect`: each ATM posts one event within so many seconds, beside what comes in anyway. */
export type BackgroundCommand =
  | { readonly kind: 'rates'; readonly rates: Rates }
  | { readonly kind: 'reconnect'; readonly seconds: number }
  | { readonly kind: 'report' | 'stop' }

/** What came of the requests that were answered since the last report. Latencies count from when each was due. */
export type BackgroundReport = {
  readonly seconds: number
  readonly eventsMs: readonly number[]
  readonly heartbeatsMs: readonly number[]
  /** How often what failed: by status, or by the error where no answer came. */
  readonly failed: ReadonlyMap<string, number>
  /** How late the oldest request is that is due and not yet sent. */
  readonly behindMs: number
}

const TICK_MS = 5
/** Of each sender. What is due beyond waits to be sent, and counts as late all the same. */
const MAX_UNDER_WAY = 2_000

const task: BackgroundTask = workerData
/** Agents have connections of their own: here events do not wait for those of heartbeats. */
const createSender = () => ({ http: createHttpClient(task.url, task.connections), underWay: 0 })
type Sender = ReturnType<typeof createSender>
const senders = { events: createSender(), heartbeats: createSender() }

const createTally = () => ({
  from: performance.now(),
  eventsMs: [] as number[],
  heartbeatsMs: [] as number[],
  failed: new Map<string, number>(),
})
let tally = createTally()

const tokenOf = (id: number): string =>
  task.tokens.get(agentAtmIdOf(id)) ?? task.tokens.get(institutionOf(id, task.shape)) ?? ''

const post = async (sender: Sender, path: string, id: number, body: string): Promise<string> => {
  sender.underWay += 1
  try {
    return String((await sender.http.request('POST', path, tokenOf(id), body)).status)
  } catch (error) {
    return failureOf(error)
  } finally {
    sender.underWay -= 1
  }
}

const note = (outcome: string, success: string, dueAt: number, latenciesMs: number[]): void => {
  latenciesMs.push(performance.now() - dueAt)
  if (outcome !== success) tally.failed.set(outcome, (tally.failed.get(outcome) ?? 0) + 1)
}

const sendEventOf = async (id: number, dueAt: number): Promise<void> => {
  const body = JSON.stringify(newEvent(agentAtmIdOf(id), task.mix))
  note(await post(senders.events, '/agent-proxy/api/journal-events', id, body), '201', dueAt, tally.eventsMs)
}

const sendEvent = (dueAt: number) => sendEventOf(1 + Math.floor(Math.random() * task.shape.atms), dueAt)

/** One ATM after the other, but for every tenth, which stays silent. */
let beating = 0
const sendHeartbeat = async (dueAt: number): Promise<void> => {
  beating = (beating % task.shape.atms) + 1
  if (beating % 10 === 9) beating = (beating % task.shape.atms) + 1
  const body = JSON.stringify({ agentAtmId: agentAtmIdOf(beating) })
  note(await post(senders.heartbeats, '/agent-proxy/api/heartbeats', beating, body), '204', dueAt, tally.heartbeatsMs)
}

/** An agent that could not send a heartbeat for so long sends the next one only. */
const LATE_MS = 10_000

/** Requests that come independently of each other and of their answers, `left` at most. */
type Flow = {
  readonly sender: Sender
  perSecond: number
  dueAt: number
  left: number
  send(dueAt: number): Promise<void>
}

const flowOf = (sender: Sender, perSecond: number, send: Flow['send']): Flow => ({
  sender,
  perSecond,
  dueAt: performance.now(),
  left: Number.POSITIVE_INFINITY,
  send,
})

const flows: Record<'events' | 'heartbeats' | 'reconnect', Flow> = {
  events: flowOf(senders.events, task.rates.events, sendEvent),
  heartbeats: flowOf(senders.heartbeats, task.rates.heartbeats, sendHeartbeat),
  reconnect: {
    ...flowOf(senders.events, 0, (dueAt) => sendEventOf(task.shape.atms - flows.reconnect.left, dueAt)),
    left: 0,
  },
}

const setRate = (flow: Flow, perSecond: number, left = Number.POSITIVE_INFINITY): void => {
  if (flow.perSecond === 0) flow.dueAt = performance.now()
  flow.perSecond = perSecond
  flow.left = left
}

const sendDue = (flow: Flow, now: number): void => {
  if (flow === flows.heartbeats)
    for (; flow.perSecond > 0 && flow.dueAt < now - LATE_MS; flow.dueAt += 1_000 / flow.perSecond)
      tally.failed.set('never sent', (tally.failed.get('never sent') ?? 0) + 1)
  while (flow.perSecond > 0 && flow.left > 0 && flow.dueAt <= now && flow.sender.underWay < MAX_UNDER_WAY) {
    flow.left -= 1
    void flow.send(flow.dueAt)
    flow.dueAt += (-Math.log(1 - Math.random()) * 1_000) / flow.perSecond
  }
}

const timer = setInterval(() => {
  const now = performance.now()
  for (const flow of Object.values(flows)) sendDue(flow, now)
}, TICK_MS)

const report = (): void => {
  const { from, ...counted } = tally
  tally = createTally()
  const waiting = Object.values(flows).filter(({ perSecond, left }) => perSecond > 0 && left > 0)
  const behindMs = Math.max(0, ...waiting.map(({ dueAt }) => tally.from - dueAt))
  const sent: BackgroundReport = { ...counted, seconds: (tally.from - from) / 1_000, behindMs }
  parentPort?.postMessage(sent)
}

const DRAIN_MS = 5_000
const DRAIN_STEP_MS = 20

/** Waits for the answers of what was sent, but not for long: what is cut off would count as failed. */
const drain = async (): Promise<void> => {
  const isUnderWay = () => senders.events.underWay + senders.heartbeats.underWay > 0
  for (let ms = 0; ms < DRAIN_MS && isUnderWay(); ms += DRAIN_STEP_MS) await delay(DRAIN_STEP_MS)
  await Promise.all([senders.events.http.close(), senders.heartbeats.http.close()])
}

parentPort?.on('message', (command: BackgroundCommand) => {
  if (command.kind === 'rates') {
    setRate(flows.events, command.rates.events)
    setRate(flows.heartbeats, command.rates.heartbeats)
  } else if (command.kind === 'reconnect') {
    flows.reconnect.perSecond = 0
    setRate(flows.reconnect, task.shape.atms / command.seconds, task.shape.atms)
  } else if (command.kind === 'report') report()
  else {
    clearInterval(timer)
    void drain().finally(report)
  }
})
