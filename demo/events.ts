import { DAY_MS, HOUR_MS } from '../subgraphs/kit/common/dates.ts'
import { alarmsBetween, type CassetteReport, cassettesAt, refillsBetween } from './cassettes.ts'
import { type Words, wordsOf } from './event-words.ts'
import type { DemoAtm } from './fleet.ts'
import { choicesOf, uuidOf } from './random.ts'
import { momentOfBusiness, restartOf } from './rhythm.ts'
import { type Silence, type Step, type Story, storiesOfDay, visit } from './stories.ts'
import { dateOfDay, dayNumberOf } from './time.ts'

/**
 * An event of the demo fleet, before its time is written in the ATM's own time zone. Instants are epoch milliseconds.
 */
export type DemoEvent = Words & {
  readonly eventId: string
  readonly atm: DemoAtm
  readonly eventType: string
  readonly occurredAt: number
  /** When the agent sends it: later than it occurred where the line was down. */
  readonly sentAt: number
  readonly cassetteNo: string | null
  readonly cassettes: readonly CassetteReport[] | null
}

/**
 * The ATMs that are heard of seldom are on the air for three hours of every other day. Those with even and odd numbers
 * have other hours (UTC), so that some of an institution's are silent at any time.
 */
const SELDOM_FROM_HOUR = { even: 14, odd: 2 } as const
const SELDOM_HOURS = 3

const seldomWindow = ({ agentAtmId }: DemoAtm, day: number): Silence | null => {
  if ((day + choicesOf(`air ${agentAtmId}`).between(0, 1)) % 2 !== 0) return null
  const hour = Number(agentAtmId.slice(-1)) % 2 === 0 ? SELDOM_FROM_HOUR.even : SELDOM_FROM_HOUR.odd
  const from = day * DAY_MS + hour * HOUR_MS
  return { from, to: from + SELDOM_HOURS * HOUR_MS }
}

const isIn = ({ from, to }: Silence, instantMs: number): boolean => instantMs > from && instantMs < to

/** Whether an ATM that is heard of as a rule, now and then, or never is on the air, its power and line apart. */
const isReachable = (atm: DemoAtm, instantMs: number): boolean => {
  if (atm.reachability === 'STEADY') return true
  const window = atm.reachability === 'NEVER' ? null : seldomWindow(atm, dayNumberOf(instantMs))
  return window !== null && isIn(window, instantMs)
}

const eventOf = (atm: DemoAtm, step: Step, eventId: string): DemoEvent => ({
  eventId,
  atm,
  eventType: step.eventType,
  occurredAt: step.at,
  sentAt: step.at + (step.heldMs ?? 0),
  cassetteNo: step.cassetteNo ?? null,
  cassettes: step.inventory === true ? cassettesAt(atm, step.at) : null,
  ...wordsOf(step.eventType, choicesOf(eventId)),
})

const cashSteps = (atm: DemoAtm, from: number, to: number): readonly Step[] => [
  ...alarmsBetween(atm, from, to).map(
    ({ at, eventType, cassetteNo }): Step => ({ at, eventType, cassetteNo, inventory: true }),
  ),
  ...refillsBetween(atm, from, to).flatMap((at) => visit(at, choicesOf(`visit ${atm.agentAtmId} ${at}`), true)),
]

/** What goes wrong at an ATM from a UTC day on; the last of it may be of the day after. */
const storiesOf = (atm: DemoAtm, day: number): readonly Story[] => {
  const offsetMs = atm.institution.utcOffsetHours * HOUR_MS
  const momentOf = (share: number) => {
    // Half of what goes wrong follows the customers, half does not.
    const local = share < 0.5 ? share * 2 : momentOfBusiness(share * 2 - 1)
    return day * DAY_MS + ((Math.floor(local * DAY_MS) - offsetMs + DAY_MS) % DAY_MS)
  }
  return storiesOfDay(atm, choicesOf(`day ${atm.agentAtmId} ${dateOfDay(day)}`), momentOf)
}

const silencesOf = (stories: readonly Story[]): readonly Silence[] =>
  stories.flatMap(({ silence }) => (silence === null ? [] : [silence]))

const isOutOfService = ({ steps }: Story, instantMs: number): boolean =>
  steps.some(({ at, eventType }) => eventType === 'ATM_OUT_OF_SERVICE' && at <= instantMs) &&
  steps.some(({ at, eventType }) => eventType === 'ATM_IN_SERVICE' && at > instantMs)

/** Each night an ATM restarts and reports that it is in service, unless it waits for a repair. */
const nightlySteps = (atm: DemoAtm, day: number, stories: readonly Story[]): readonly Step[] => {
  const localS = restartOf(atm.agentAtmId, dateOfDay(day))
  const at = day * DAY_MS + localS * 1000 - atm.institution.utcOffsetHours * HOUR_MS
  const waits = [...storiesOf(atm, day - 1), ...stories].some((story) => isOutOfService(story, at))
  return waits ? [] : [{ at, eventType: 'ATM_IN_SERVICE', inventory: true }]
}

const eventsOfDay = (atm: DemoAtm, day: number): readonly DemoEvent[] => {
  if (atm.reachability === 'NEVER') return []
  const stories = storiesOf(atm, day)
  const silences = silencesOf(stories)
  const steps = [
    ...stories.flatMap((story) => story.steps),
    ...cashSteps(atm, day * DAY_MS, (day + 1) * DAY_MS),
    ...nightlySteps(atm, day, stories),
  ]
  return steps
    .map((step, n) => ({ step, eventId: `${atm.agentAtmId} ${dateOfDay(day)} ${n}` }))
    .filter(({ step: { at } }) => isReachable(atm, at) && !silences.some((silence) => isIn(silence, at)))
    .map(({ step, eventId }) => eventOf(atm, step, uuidOf(eventId)))
}

const daysBefore = (fromMs: number, toMs: number): readonly number[] => {
  const first = dayNumberOf(fromMs) - 1
  return Array.from({ length: dayNumberOf(toMs) - first + 1 }, (_, n) => first + n)
}

/**
 * The events that the agents of a fleet send after `fromMs` and until `toMs`, in the order of sending. The same ones
 * at every call.
 */
export const eventsBetween = (fleet: readonly DemoAtm[], fromMs: number, toMs: number): readonly DemoEvent[] =>
  fleet
    .flatMap((atm) => daysBefore(fromMs, toMs).flatMap((day) => eventsOfDay(atm, day)))
    .filter(({ sentAt }) => sentAt > fromMs && sentAt <= toMs)
    .sort((a, b) => a.sentAt - b.sentAt || a.occurredAt - b.occurredAt || (a.eventId < b.eventId ? -1 : 1))

/** Events that say what an ATM does from then on. */
const STATE_EVENTS: ReadonlySet<string> = new Set(['ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER'])

/**
 * What the agents of a fleet report when they are started at an instant: what their ATMs do since the last event that
 * says so. ATMs that are off the air then, or of which no event of the last day says it, report nothing.
 */
export const firstReports = (fleet: readonly DemoAtm[], instantMs: number): readonly DemoEvent[] => {
  const states = new Map(
    eventsBetween(fleet, instantMs - 2 * DAY_MS, instantMs)
      .filter(({ eventType }) => STATE_EVENTS.has(eventType))
      .map(({ atm, eventType }) => [atm, eventType] as const),
  )
  return [...states].flatMap(([atm, eventType]) =>
    lastOnAir(atm, instantMs) === instantMs
      ? [eventOf(atm, { at: instantMs, eventType }, uuidOf(`${atm.agentAtmId} started ${instantMs}`))]
      : [],
  )
}

/** When each ATM of a fleet gives a sign of life after `fromMs` and until `toMs`, in the order of time. */
export const heartbeatsBetween = (
  fleet: readonly DemoAtm[],
  fromMs: number,
  toMs: number,
  everyMs: number,
): readonly { readonly atm: DemoAtm; readonly at: number }[] => {
  const instants = Array.from({ length: Math.floor((toMs - fromMs) / everyMs) }, (_, n) => fromMs + (n + 1) * everyMs)
  const silences = new Map(
    fleet.map((atm) => [atm, silencesOf(daysBefore(fromMs, toMs).flatMap((day) => storiesOf(atm, day)))]),
  )
  const isHeard = (atm: DemoAtm, at: number) =>
    isReachable(atm, at) && !silences.get(atm)?.some((silence) => isIn(silence, at))
  return instants.flatMap((at) => fleet.filter((atm) => isHeard(atm, at)).map((atm) => ({ atm, at })))
}

/** When an ATM was last on the air: `instantMs` itself where it is; null for one that never was. */
export const lastOnAir = (atm: DemoAtm, instantMs: number): number | null => {
  if (atm.reachability === 'NEVER') return null
  const ends =
    atm.reachability === 'STEADY' || isReachable(atm, instantMs) ? instantMs : endOfLastWindow(atm, instantMs)
  const silence = daysBefore(ends, ends)
    .flatMap((day) => silencesOf(storiesOf(atm, day)))
    .find((one) => isIn(one, ends))
  return silence === undefined ? ends : silence.from
}

const endOfLastWindow = (atm: DemoAtm, instantMs: number): number => {
  const day = dayNumberOf(instantMs)
  const ends = [day, day - 1, day - 2].flatMap((one) => seldomWindow(atm, one)?.to ?? [])
  return ends.find((end) => end <= instantMs) ?? instantMs - 2 * DAY_MS
}
