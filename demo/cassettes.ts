import { DAY_MS, HOUR_MS } from '../subgraphs/kit/common/dates.ts'
import type { DemoAtm } from './fleet.ts'
import { type Choices, choicesOf } from './random.ts'
import { businessDoneBy, momentOfBusiness } from './rhythm.ts'

/** A cassette as an agent reports it. Counts are notes, the denomination is in major units. */
export type CassetteReport = {
  readonly cassetteNo: string
  readonly type: string
  readonly currency: string
  readonly denomination: number | null
  readonly initialCount: number
  readonly currentCount: number
  readonly rejectedCount: number
  readonly capacity: number
  readonly status: 'OK' | 'LOW' | 'EMPTY'
}

export type CassetteAlarm = {
  readonly at: number
  readonly cassetteNo: string
  readonly eventType: 'CASSETTE_LOW' | 'CASSETTE_EMPTY'
}

const CAPACITY = 2_500
const LOW_SHARE = 0.2

const offsetMs = (atm: DemoAtm) => atm.institution.utcOffsetHours * HOUR_MS

/** How much business was done until an instant, in days: it runs fast at noon and slowly at night. */
const businessAt = (atm: DemoAtm, instantMs: number): number => {
  const local = (instantMs + offsetMs(atm)) / DAY_MS
  return Math.floor(local) + businessDoneBy(local - Math.floor(local))
}

const instantOfBusiness = (atm: DemoAtm, business: number): number =>
  (Math.floor(business) + momentOfBusiness(business - Math.floor(business))) * DAY_MS - offsetMs(atm)

/** The time between two refills: the cassettes are full at its beginning. */
type Cycle = { readonly number: number; readonly from: number; readonly to: number; readonly choices: Choices }

const habitOf = (atm: DemoAtm) => {
  const choices = choicesOf(`refills ${atm.agentAtmId}`)
  return { everyDays: choices.between(2, 3), phase: choices.between(0, 2) }
}

const refillAt = (atm: DemoAtm, cycle: number): number => {
  const { everyDays, phase } = habitOf(atm)
  const minuteOfDay = choicesOf(`refill ${atm.agentAtmId} ${cycle}`).between(8 * 60, 11 * 60)
  return (cycle * everyDays + phase) * DAY_MS + minuteOfDay * 60_000 - offsetMs(atm)
}

const cycleOf = (atm: DemoAtm, number: number): Cycle => ({
  number,
  from: refillAt(atm, number),
  to: refillAt(atm, number + 1),
  choices: choicesOf(`cycle ${atm.agentAtmId} ${number}`),
})

const cycleAt = (atm: DemoAtm, instantMs: number): Cycle => {
  const { everyDays, phase } = habitOf(atm)
  const near = Math.floor(((instantMs + offsetMs(atm)) / DAY_MS - phase) / everyDays)
  return refillAt(atm, near) <= instantMs ? cycleOf(atm, near) : cycleOf(atm, near - 1)
}

type Filled = {
  readonly cassetteNo: string
  readonly denomination: number
  readonly initial: number
  readonly use: number
}

/**
 * What the cassettes of a cycle begin with, and which share of it is used until its end: more than all of it where
 * one runs dry.
 */
const filledOf = (atm: DemoAtm, { choices }: Cycle): readonly Filled[] =>
  atm.institution.currency.notes.map((denomination, n) => ({
    cassetteNo: String(n + 1),
    denomination,
    initial: choices.between(14, 22) * 100,
    use: 0.4 + choices.fraction() * (atm.temper === 'CALM' ? 0.55 : 0.75),
  }))

/** The instants within a span at which the cassettes are filled up. */
export const refillsBetween = (atm: DemoAtm, fromMs: number, toMs: number): readonly number[] => {
  const first = cycleAt(atm, fromMs).number
  const last = cycleAt(atm, toMs).number
  return Array.from({ length: last - first + 1 }, (_, n) => refillAt(atm, first + n)).filter(
    (at) => at >= fromMs && at < toMs,
  )
}

/** When, within a span, a cassette runs low or empty. */
export const alarmsBetween = (atm: DemoAtm, fromMs: number, toMs: number): readonly CassetteAlarm[] => {
  const first = cycleAt(atm, fromMs).number
  const last = cycleAt(atm, toMs).number
  const alarms = Array.from({ length: last - first + 1 }, (_, n) => cycleOf(atm, first + n)).flatMap((cycle) => {
    const begin = businessAt(atm, cycle.from)
    const span = businessAt(atm, cycle.to) - begin
    return filledOf(atm, cycle).flatMap(({ cassetteNo, use }) => {
      const reached = (share: number, eventType: CassetteAlarm['eventType']): CassetteAlarm[] =>
        share / use >= 1
          ? []
          : [{ at: Math.floor(instantOfBusiness(atm, begin + (span * share) / use)), cassetteNo, eventType }]
      return [...reached(1 - LOW_SHARE, 'CASSETTE_LOW'), ...reached(1, 'CASSETTE_EMPTY')]
    })
  })
  return alarms.filter(({ at }) => at >= fromMs && at < toMs).sort((a, b) => a.at - b.at)
}

const statusOf = (left: number): CassetteReport['status'] => (left <= 0 ? 'EMPTY' : left <= LOW_SHARE ? 'LOW' : 'OK')

/** The inventory of an ATM at an instant. */
export const cassettesAt = (atm: DemoAtm, instantMs: number): readonly CassetteReport[] => {
  const cycle = cycleAt(atm, instantMs)
  const begin = businessAt(atm, cycle.from)
  const done = (businessAt(atm, instantMs) - begin) / (businessAt(atm, cycle.to) - begin)
  return filledOf(atm, cycle).map(({ cassetteNo, denomination, initial, use }) => {
    // Rounded, as the alarms' instants are whole milliseconds.
    const left = Math.round(Math.max(0, 1 - use * done) * 100_000) / 100_000
    return {
      cassetteNo,
      type: 'RECYCLING',
      currency: atm.institution.currency.code,
      denomination,
      initialCount: initial,
      currentCount: Math.round(initial * left),
      rejectedCount: Math.round(initial * use * done * 0.004),
      capacity: CAPACITY,
      status: statusOf(left),
    }
  })
}
