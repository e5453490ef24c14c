import { MAX_EVENTS_OF_REQUEST } from '../subgraphs/domain/event-header.rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../subgraphs/kit/common/dates.ts'
import type { JobDefinition } from '../subgraphs/kit/jobs/jobs.ts'
import type { Logger } from '../subgraphs/kit/observability/log.ts'
import type { AgentClient } from './agent-client.ts'
import { inParallel, type SetClock } from './clock.ts'
import type { Delivery } from './deliveries.ts'
import type { DemoEvent } from './events.ts'
import type { DemoAtm } from './fleet.ts'
import { journalOfDay } from './journal.ts'

/** What is to be lived through again. Each list is in the order of time. */
export type Past = {
  readonly events: readonly DemoEvent[]
  readonly deliveries: readonly Delivery[]
  /** Signs of life of ATMs. */
  readonly heartbeats: readonly { readonly atm: DemoAtm; readonly at: number }[]
}

export type Stage = {
  readonly clock: SetClock
  readonly client: AgentClient
  readonly jobs: readonly JobDefinition[]
  /** The services whose past is lived through; a job of another one is left out. */
  readonly services: readonly string[]
  readonly log: Logger
  zoneOf(atm: DemoAtm): string
  /** Called with the journals that were handed over and the events that were stored. */
  advance(journals: number, events: number): void
  /** Lets the parsers catch up before the clock goes on. */
  settle(mostWaiting: number): Promise<void>
}

const UPLOADS_AT_ONCE = 8
/** The incident service stores what comes together in one batch. */
const HEARTBEATS_AT_ONCE = 64
/** No longer than ATM_CONNECTED_WITHIN by default: ATMs that are heard at each stop have no silence between them. */
export const EVENT_STEP_MS = 15 * MINUTE_MS
const JOURNAL_STEP_MS = 2 * HOUR_MS
/** So many journals may wait while the clock goes on by a step, and by the better part of a day. */
const MOST_WAITING = 40
const MOST_LEFT = 5

/** Jobs that the past had at these hours (UTC); the others keep house and are left to the running platform. */
const DAILY_JOB = { name: 'journal.gap-detection', atMs: 6 * HOUR_MS }
const HOURLY_JOBS = ['incident.quiet-time', 'devices.reconcile']

/** The instants at which the clock stops: seldom while only journals come, often while events do. */
const stopsOf = ({ events, deliveries, heartbeats }: Past, nowMs: number): readonly number[] => {
  const firstEvent = Math.min(events[0]?.sentAt ?? nowMs, heartbeats[0]?.at ?? nowMs)
  const first = Math.min(firstEvent, deliveries[0]?.arrivesAt ?? nowMs)
  const stops: number[] = []
  const next = (at: number) => (at < firstEvent ? Math.min(at + JOURNAL_STEP_MS, firstEvent) : at + EVENT_STEP_MS)
  for (let at = first; at < nowMs; at = next(at)) stops.push(at)
  return [...stops, nowMs]
}

/** Takes the items that fall due by an instant from a list in the order of time, and returns when the next one does. */
const createTaker = <T>(items: readonly T[], atOf: (item: T) => number) => {
  let next = 0
  const nextAt = (): number => {
    const item = items[next]
    return item === undefined ? Number.POSITIVE_INFINITY : atOf(item)
  }
  const take = (untilMs: number): readonly T[] => {
    const from = next
    while (nextAt() <= untilMs) next += 1
    return items.slice(from, next)
  }
  return { take, nextAt }
}

const sendAll = async (stage: Stage, events: readonly DemoEvent[]): Promise<void> => {
  for (let from = 0; from < events.length; from += MAX_EVENTS_OF_REQUEST) {
    const batch = events.slice(from, from + MAX_EVENTS_OF_REQUEST)
    const refused = await stage.client.sendEvents(batch, stage.zoneOf)
    if (refused > 0) stage.log.warn({ refused }, 'events of the demo fleet were refused')
    stage.advance(0, batch.length)
  }
}

const upload = async (stage: Stage, { atm, date, untilS }: Delivery): Promise<void> => {
  const { text } = untilS === null ? journalOfDay(atm, date) : journalOfDay(atm, date, untilS)
  if (text !== '') await stage.client.uploadJournal(atm, date, text)
  stage.advance(1, 0)
}

const runJob = async (stage: Stage, name: string): Promise<void> => {
  const job = stage.jobs.find((one) => one.name === name)
  if (job === undefined && stage.services.some((service) => name.startsWith(`${service}.`)))
    throw new Error(`there is no job ${name}`)
  await job?.run({ now: stage.clock.now(), log: stage.log, progress: () => {} })
}

/**
 * Lives through the past again: moves the clock on in steps, and at each hands over what the agents sent since the
 * one before, so that everything is received, opened, resolved and found missing at its time.
 */
export const replay = async (stage: Stage, past: Past, nowMs: number): Promise<void> => {
  const dueEvents = createTaker(past.events, ({ sentAt }) => sentAt)
  const dueDeliveries = createTaker(past.deliveries, ({ arrivesAt }) => arrivesAt)
  const dueHeartbeats = createTaker(past.heartbeats, ({ at }) => at)
  let before = 0
  for (const stop of stopsOf(past, nowMs)) {
    const passed = (everyMs: number, offsetMs: number) =>
      Math.floor((stop - offsetMs) / everyMs) > Math.floor((before - offsetMs) / everyMs)
    stage.clock.set(stop)
    const [events, deliveries, heartbeats] = [dueEvents.take(stop), dueDeliveries.take(stop), dueHeartbeats.take(stop)]
    await Promise.all([
      inParallel(deliveries, UPLOADS_AT_ONCE, (delivery) => upload(stage, delivery)),
      sendAll(stage, events),
    ])
    await inParallel(heartbeats, HEARTBEATS_AT_ONCE, ({ atm }) => stage.client.sendHeartbeat(atm))
    const isLastForHours = dueDeliveries.nextAt() > stop + JOURNAL_STEP_MS
    if (deliveries.length > 0) await stage.settle(isLastForHours ? MOST_LEFT : MOST_WAITING)
    if (passed(DAY_MS, DAILY_JOB.atMs)) await runJob(stage, DAILY_JOB.name)
    if (events.length > 0 && passed(HOUR_MS, 0)) for (const name of HOURLY_JOBS) await runJob(stage, name)
    before = stop
  }
  await stage.settle(0)
  for (const name of [DAILY_JOB.name, ...HOURLY_JOBS]) await runJob(stage, name)
}
