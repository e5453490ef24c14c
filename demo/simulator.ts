import { MAX_EVENTS_OF_REQUEST } from '../subgraphs/domain/event-header.rules.ts'
import { HOUR_MS, MINUTE_MS } from '../subgraphs/kit/common/dates.ts'
import { isRecord } from '../subgraphs/kit/common/records.rules.ts'
import type { ServiceProcess } from '../subgraphs/kit/runtime/process.ts'
import { type AgentClient, bodyOf, createAgentClient, type EventBody } from './agent-client.ts'
import { type DemoEvent, eventsBetween, lastOnAir } from './events.ts'
import { DEMO_FLEET, type DemoAtm } from './fleet.ts'
import { createJournalAnswers } from './journal-answers.ts'
import { openSpool, type Spool } from './spool.ts'
import { createTaskAnswers } from './task-answers.ts'

/** `folder` is where events wait that the platform has not acknowledged. */
export type SimulatorOptions = { readonly platformTimeZone: string; readonly folder: string }

/** The demo fleet as it lives on. Each `tick` does what has fallen due since the one before. */
export type Simulation = { tick(): Promise<void> }

const TICK_MS = 5_000
/** Each agent gives a sign of life as often as this many ticks; two minutes. */
const TICKS_A_HEARTBEAT = 24
const TICKS_A_JOURNAL = 24
/** Events that fell due while the platform was away longer than this are left to the next start. */
const MOST_BEHIND_MS = HOUR_MS
/** The start takes a moment after the load; what is sent twice is known by its id. */
const OVERLAP_MS = 10 * MINUTE_MS

/** What the fleet keeps while the platform is away; the oldest go first. */
const MAX_WAITING = 20_000
/** So much longer than it was asked to a simulator waits at most, so that not all come back at once. */
const JITTER = 0.5

const isForLater = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Of the ATMs whose turn it is in this tick, one in `every`. */
const onTurn = (ticks: number, every: number): readonly DemoAtm[] =>
  DEMO_FLEET.filter((_atm, index) => index % every === ticks % every)

export type SimulationEnv = {
  now(): Date
  readonly platformTimeZone: string
  readonly spool: Spool<EventBody>
  random(): number
  isClosing(): boolean
}

/**
 * Sends what waits in the spool, and takes out what was taken or refused for good.
 * @throws Error when something is to be sent again.
 */
const createSendWaiting = (client: AgentClient, { spool, random, isClosing }: SimulationEnv) => {
  let notBeforeMs = 0
  return async (nowMs: number): Promise<void> => {
    while (nowMs >= notBeforeMs && spool.count() > 0 && !isClosing()) {
      const batch = spool.waiting(MAX_EVENTS_OF_REQUEST)
      const { statuses, retryAfterMs } = await client.sendBodies(batch.map(({ item }) => item))
      const left = batch.filter((_one, n) => isForLater(statuses[n] ?? 503))
      const kept = new Set(left)
      spool.acknowledge(batch.filter((one) => !kept.has(one)).map(({ number }) => number))
      if (left.length === 0) continue
      notBeforeMs = nowMs + retryAfterMs * (1 + JITTER * random())
      const status = statuses.find(isForLater) ?? 503
      throw new Error(`${left.length} events are to be sent again: the incident service answered ${status}`)
    }
  }
}

/** Lets events fall due from `startMs` on: each call writes those down that have happened since the one before. */
const createHappen = (client: AgentClient, { platformTimeZone, spool }: SimulationEnv, startMs: number) => {
  let happenedMs = startMs - OVERLAP_MS
  let plannedMs = startMs - OVERLAP_MS
  let planned: readonly DemoEvent[] = []
  let zones: ReadonlyMap<string, string> | null = null

  const listZones = async (): Promise<ReadonlyMap<string, string>> => {
    const known = await client.listAtms()
    return new Map([...known].flatMap(([id, { timeZone }]) => (timeZone === null ? [] : [[id, timeZone]])))
  }

  /**
   * Plans an hour ahead at a time: what will happen does not depend on when it is asked for, nor on a platform that
   * is there.
   */
  const plan = async (nowMs: number): Promise<void> => {
    const known: ReadonlyMap<string, string> | null = zones
    zones = known === null ? await listZones() : await listZones().catch(() => known)
    happenedMs = Math.max(happenedMs, nowMs - MOST_BEHIND_MS)
    plannedMs = nowMs + HOUR_MS
    planned = eventsBetween(DEMO_FLEET, happenedMs, plannedMs)
  }

  return async (nowMs: number): Promise<void> => {
    if (zones === null || nowMs >= plannedMs) await plan(nowMs)
    const due = planned.filter(({ sentAt }) => sentAt <= nowMs)
    const last = due.at(-1)
    if (last === undefined) return
    spool.append(due.map((event) => bodyOf(event, zones?.get(event.atm.agentAtmId) ?? platformTimeZone)))
    happenedMs = last.sentAt
    planned = planned.slice(due.length)
  }
}

/** Lets the fleet live on from now, through the endpoints that the agent proxy uses. */
export const createSimulation = (client: AgentClient, env: SimulationEnv): Simulation => {
  const startMs = env.now().getTime()
  let ticks = 0
  const happen = createHappen(client, env, startMs)
  const sendWaiting = createSendWaiting(client, env)
  const answerTasks = createTaskAnswers(client, startMs)
  const doTasks = (nowMs: number) => answerTasks((atm) => lastOnAir(atm, nowMs) === nowMs)
  const journals = createJournalAnswers(client, { startMs, overlapMs: OVERLAP_MS, isClosing: env.isClosing })

  const beat = async (nowMs: number): Promise<void> => {
    for (const atm of onTurn(ticks, TICKS_A_HEARTBEAT)) {
      if (lastOnAir(atm, nowMs) === nowMs) await client.sendHeartbeat(atm)
    }
  }
  const answerInTurn = async (nowMs: number): Promise<void> => {
    const [atm] = onTurn(ticks, DEMO_FLEET.length)
    if (atm !== undefined) await journals.answerInTurn(atm, nowMs)
  }
  const deliverJournals = async (nowMs: number): Promise<void> => {
    const [atm] = onTurn(Math.floor(ticks / TICKS_A_JOURNAL), DEMO_FLEET.length)
    await journals.deliverDue(nowMs, atm)
  }

  return {
    async tick() {
      const nowMs = env.now().getTime()
      try {
        await happen(nowMs)
        const rare = ticks % TICKS_A_JOURNAL === 0 ? [deliverJournals] : []
        for (const step of [sendWaiting, beat, doTasks, journals.answerAsked, answerInTurn, ...rare])
          if (!env.isClosing()) await step(nowMs)
      } finally {
        // One ATM that is refused must not keep the others waiting for their turn.
        ticks += 1
      }
    },
  }
}

/** Whether a value of the spool is an event; it was written by this process or an earlier one. */
const isEventBody = (value: unknown): value is EventBody => isRecord(value) && typeof value.agentAtmId === 'string'

/** The events that wait on disk; the last process may have been killed in the middle of anything. */
const openEvents = (folder: string, log: ServiceProcess['log']): Spool<EventBody> =>
  openSpool({
    folder,
    maxItems: MAX_WAITING,
    read: (value) => (isEventBody(value) ? value : null),
    onDropped: (count) => log.warn({ count }, 'the demo fleet keeps no more events: the oldest are lost'),
  })

/**
 * Keeps the demo fleet alive while the platform runs: heartbeats, events as they fall due, journals, and answers to
 * those who ask for one.
 * Start it after `process.start()` and close it before the process. What cannot be delivered is tried again; it never
 * throws.
 */
export const startSimulator = (
  process: Pick<ServiceProcess, 'calls' | 'log' | 'now'>,
  { platformTimeZone, folder }: SimulatorOptions,
): { close(): Promise<void> } => {
  let closing = false
  let failing = false
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  const spool = openEvents(folder, process.log)
  const simulation = createSimulation(createAgentClient(process.calls), {
    now: process.now,
    platformTimeZone,
    spool,
    random: Math.random,
    isClosing: () => closing,
  })

  const tick = async (): Promise<void> => {
    try {
      await simulation.tick()
      failing = false
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!failing && !closing) process.log.warn({ reason }, 'the demo fleet cannot report; it keeps trying')
      failing = true
    }
    spool.sync()
    schedule()
  }
  const schedule = (): void => {
    if (closing) return
    timer = setTimeout(() => {
      running = tick()
    }, TICK_MS)
    timer.unref()
  }

  schedule()
  return {
    async close() {
      closing = true
      if (timer !== null) clearTimeout(timer)
      await running
      spool.close()
    },
  }
}
