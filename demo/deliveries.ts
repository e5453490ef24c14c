import { addDays, DAY_MS, HOUR_MS, MINUTE_MS } from '../subgraphs/kit/common/dates.ts'
import { lastOnAir } from './events.ts'
import type { DemoAtm } from './fleet.ts'
import { choicesOf } from './random.ts'
import { restartOf } from './rhythm.ts'
import { dateOfDay } from './time.ts'

/**
 * A journal on its way to the platform. `untilS` ends it early: the journal of a day that is not over, in seconds
 * since local midnight.
 */
export type Delivery = {
  readonly atm: DemoAtm
  readonly date: string
  readonly arrivesAt: number
  readonly untilS: number | null
}

/** What becomes of a day's journal: it comes the night after, days later, or not at all. */
export type Punctuality = 'ON_TIME' | 'LATE' | 'LOST'

/** A lost journal is found after the agent was asked for it. */
const LATE_MS = 2 * DAY_MS + 9 * HOUR_MS
const BLOCK_DAYS = 5
/** After a restart it takes a moment until there is something to hand over. */
const FIRST_LINES_S = 120

const MISSING = { CALM: 0.015, ORDINARY: 0.04, TROUBLED: 0.09 } as const
/** An ATM that is hardly on the air gets every other journal through. */
const MISSING_OF_SELDOM = 0.45
const MISSING_BLOCK = { CALM: 0.02, ORDINARY: 0.06, TROUBLED: 0.15 } as const

const isMissing = (atm: DemoAtm, date: string): boolean => {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS
  const block = choicesOf(`gap ${atm.agentAtmId} ${Math.floor(day / BLOCK_DAYS)}`)
  if (block.chance(MISSING_BLOCK[atm.temper])) return day % BLOCK_DAYS < block.between(2, 4)
  const share = atm.reachability === 'SELDOM' ? MISSING_OF_SELDOM : MISSING[atm.temper]
  return choicesOf(`gap ${atm.agentAtmId} ${date}`).chance(share)
}

/** What becomes of the journal of an ATM's local day. */
export const punctualityOf = (atm: DemoAtm, date: string): Punctuality => {
  if (!isMissing(atm, date)) return 'ON_TIME'
  return choicesOf(`fate ${atm.agentAtmId} ${date}`).chance(0.35) ? 'LATE' : 'LOST'
}

/** True for a gap whose journal is asked for. */
export const isAskedFor = (atm: DemoAtm, date: string): boolean =>
  punctualityOf(atm, date) === 'LATE' || choicesOf(`asked ${atm.agentAtmId} ${date}`).chance(0.3)

const arrivalOf = (atm: DemoAtm, date: string, punctuality: Punctuality): number => {
  const nightfall = Date.parse(`${date}T00:00:00Z`) + DAY_MS - atm.institution.utcOffsetHours * HOUR_MS
  // Past midnight by the clocks of summer time and of the platform as well.
  const sent = nightfall + 3 * HOUR_MS + choicesOf(`sent ${atm.agentAtmId} ${date}`).between(0, 120) * MINUTE_MS
  return punctuality === 'LATE' ? sent + LATE_MS : sent
}

const sendsJournals = ({ reachability, hasElectronicJournal }: DemoAtm): boolean =>
  reachability !== 'NEVER' && hasElectronicJournal

/** The journals of whole days from a date on that have arrived by `nowMs`, in the order of arrival. */
export const deliveriesUntil = (fleet: readonly DemoAtm[], fromDate: string, nowMs: number): readonly Delivery[] => {
  const today = dateOfDay(Math.floor(nowMs / DAY_MS))
  const dates: string[] = []
  for (let date = fromDate; date <= today; date = addDays(date, 1)) dates.push(date)
  return fleet
    .filter(sendsJournals)
    .flatMap((atm) =>
      dates.flatMap((date): Delivery[] => {
        const punctuality = punctualityOf(atm, date)
        return punctuality === 'LOST' ? [] : [{ atm, date, arrivesAt: arrivalOf(atm, date, punctuality), untilS: null }]
      }),
    )
    .filter(({ arrivesAt }) => arrivesAt <= nowMs)
    .sort((a, b) => a.arrivesAt - b.arrivesAt)
}

/**
 * The journal of an ATM's day that is going on, as far as it is printed; null where its agent is silent or prints
 * nothing today.
 */
export const deliveryOfToday = (atm: DemoAtm, nowMs: number): Delivery | null => {
  const local = nowMs + atm.institution.utcOffsetHours * HOUR_MS
  const date = dateOfDay(Math.floor(local / DAY_MS))
  if (!sendsJournals(atm) || punctualityOf(atm, date) !== 'ON_TIME' || lastOnAir(atm, nowMs) !== nowMs) return null
  const untilS = Math.floor((local % DAY_MS) / 1000)
  return untilS < restartOf(atm.agentAtmId, date) + FIRST_LINES_S ? null : { atm, date, arrivesAt: nowMs, untilS }
}
