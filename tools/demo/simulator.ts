import { addDays } from '../../subgraphs/kit/dates.ts'
import type { ServiceProcess } from '../../subgraphs/kit/process.ts'
import { type Delivery, deliveriesUntil, deliveryOfToday, fateOf, isAskedFor } from './deliveries.ts'
import { createDoors, type Doors } from './doors.ts'
import { type DemoEvent, eventsBetween, lastOnAir } from './events.ts'
import { DEMO_FLEET, type DemoAtm } from './fleet.ts'
import { journalOfDay } from './journal.ts'
import { dateOfDay, dayNumberOf, HOUR_MS, MINUTE_MS } from './time.ts'

export type SimulatorOptions = { readonly platformTimeZone: string }

/** The demo fleet as it lives on. Each `tick` does what has fallen due since the one before. */
export type Simulation = { tick(): Promise<void> }

const TICK_MS = 5_000
/** Each agent gives a sign of life as often as this many ticks; two minutes. */
const TICKS_A_HEARTBEAT = 24
const TICKS_A_JOURNAL = 24
const MAX_BATCH = 500
/** Events that fell due while the platform was away longer than this are left to the next start. */
const MOST_BEHIND_MS = HOUR_MS
/** The start takes a moment after the load; what is sent twice is known by its id. */
const OVERLAP_MS = 10 * MINUTE_MS
const LATE_DAYS = 5

type Cursor = { eventsMs: number; plannedMs: number; journalsMs: number; ticks: number }

const deliver = async (doors: Doors, { atm, date, untilS }: Delivery): Promise<void> => {
  const { text } = untilS === null ? journalOfDay(atm, date) : journalOfDay(atm, date, untilS)
  if (text !== '') await doors.uploadJournal(atm, date, text)
}

/** The journals that arrive whole in a span of time. */
const arrivals = (fromMs: number, nowMs: number): readonly Delivery[] =>
  deliveriesUntil(DEMO_FLEET, addDays(dateOfDay(dayNumberOf(nowMs)), -LATE_DAYS), nowMs).filter(
    ({ arrivesAt }) => arrivesAt > fromMs,
  )

/** Of the ATMs whose turn it is in this tick, one in `every`. */
const onTurn = (ticks: number, every: number): readonly DemoAtm[] =>
  DEMO_FLEET.filter((_atm, index) => index % every === ticks % every)

/** Lets the fleet live on from now, through the doors that the agent proxy uses. */
export const createSimulation = (
  doors: Doors,
  env: { now(): Date; readonly platformTimeZone: string; isClosing(): boolean },
): Simulation => {
  const startMs = env.now().getTime()
  const cursor: Cursor = {
    eventsMs: startMs - OVERLAP_MS,
    plannedMs: startMs - OVERLAP_MS,
    journalsMs: startMs - OVERLAP_MS,
    ticks: 0,
  }
  let planned: readonly DemoEvent[] = []
  let zones: ReadonlyMap<string, string> | null = null
  let askedSince = new Date(startMs)
  const asked = new Set<string>()

  const zoneOf = (atm: DemoAtm) => zones?.get(atm.agentAtmId) ?? env.platformTimeZone

  /** Plans an hour ahead at a time: what will happen does not depend on when it is asked for. */
  const plan = async (nowMs: number): Promise<void> => {
    const known = await doors.listAtms()
    zones = new Map([...known].flatMap(([id, { timeZone }]) => (timeZone === null ? [] : [[id, timeZone]])))
    cursor.eventsMs = Math.max(cursor.eventsMs, nowMs - MOST_BEHIND_MS)
    cursor.plannedMs = nowMs + HOUR_MS
    planned = eventsBetween(DEMO_FLEET, cursor.eventsMs, cursor.plannedMs)
  }

  const sendDue = async (nowMs: number): Promise<void> => {
    const due = planned.filter(({ sentAt }) => sentAt <= nowMs).slice(0, MAX_BATCH)
    const last = due.at(-1)
    if (last === undefined) return
    await doors.sendEvents(due, zoneOf)
    cursor.eventsMs = last.sentAt
    planned = planned.slice(due.length)
  }

  const beat = async (nowMs: number): Promise<void> => {
    for (const atm of onTurn(cursor.ticks, TICKS_A_HEARTBEAT)) {
      if (lastOnAir(atm, nowMs) === nowMs) await doors.sendHeartbeat(atm)
    }
  }

  const deliverJournals = async (nowMs: number): Promise<void> => {
    for (const delivery of arrivals(cursor.journalsMs, nowMs)) {
      if (env.isClosing()) return
      // One that is refused must not hold up those behind it; the next start tops up what did not get through.
      cursor.journalsMs = delivery.arrivesAt
      await deliver(doors, delivery)
    }
    cursor.journalsMs = nowMs
    const [atm] = onTurn(Math.floor(cursor.ticks / TICKS_A_JOURNAL), DEMO_FLEET.length)
    const today = atm === undefined ? null : deliveryOfToday(atm, nowMs)
    if (today !== null) await deliver(doors, today)
  }

  /** Who is asked while the platform runs is asked by somebody who watches: it sends all that it is asked for, as soon as it can. */
  const answerAsked = async (nowMs: number): Promise<void> => {
    const { agentAtmIds, next } = await doors.listAsked(askedSince)
    askedSince = next
    for (const agentAtmId of agentAtmIds) asked.add(agentAtmId)
    for (const atm of DEMO_FLEET.filter(({ agentAtmId }) => asked.has(agentAtmId))) {
      if (env.isClosing()) return
      if (lastOnAir(atm, nowMs) !== nowMs) continue
      for (const date of await doors.listFetches(atm))
        await deliver(doors, { atm, date, arrivesAt: nowMs, untilS: null })
      asked.delete(atm.agentAtmId)
    }
  }

  /** An agent that was asked before sends it in its turn, unless it is one that the demo keeps waiting for. */
  const answerFetches = async (nowMs: number): Promise<void> => {
    const [atm] = onTurn(cursor.ticks, DEMO_FLEET.length)
    if (atm === undefined || lastOnAir(atm, nowMs) !== nowMs) return
    for (const date of await doors.listFetches(atm)) {
      const isKeptWaiting = fateOf(atm, date) !== 'ON_TIME' && isAskedFor(atm, date)
      if (!isKeptWaiting) await deliver(doors, { atm, date, arrivesAt: nowMs, untilS: null })
    }
  }

  return {
    async tick() {
      const nowMs = env.now().getTime()
      try {
        if (zones === null || nowMs >= cursor.plannedMs) await plan(nowMs)
        const rare = cursor.ticks % TICKS_A_JOURNAL === 0 ? [deliverJournals] : []
        for (const step of [sendDue, beat, answerAsked, answerFetches, ...rare]) if (!env.isClosing()) await step(nowMs)
      } finally {
        // One ATM that is refused must not keep the others waiting for their turn.
        cursor.ticks += 1
      }
    },
  }
}

/**
 * Keeps the demo fleet alive while the platform runs: heartbeats, events as they fall due, journals, and answers to those who ask for one.
 * Start it after `process.start()` and close it before the process. What cannot be delivered is tried again; it never throws.
 */
export const startSimulator = (
  process: Pick<ServiceProcess, 'calls' | 'log' | 'now'>,
  { platformTimeZone }: SimulatorOptions,
): { close(): Promise<void> } => {
  let closing = false
  let failing = false
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  const simulation = createSimulation(createDoors(process.calls), {
    now: process.now,
    platformTimeZone,
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
    },
  }
}
