import { addDays } from '../subgraphs/kit/common/dates.ts'
import type { AgentClient } from './agent-client.ts'
import { type Delivery, deliveriesUntil, deliveryOfToday, isAskedFor, punctualityOf } from './deliveries.ts'
import { lastOnAir } from './events.ts'
import { DEMO_FLEET, type DemoAtm } from './fleet.ts'
import { journalOfDay } from './journal.ts'
import { dateOfDay, dayNumberOf } from './time.ts'

/** The agents of the demo fleet at their journals. */
export type JournalAnswers = {
  /** Hands over the journals that fell due since the call before, and what one ATM has printed of today's. */
  deliverDue(nowMs: number, ofToday: DemoAtm | undefined): Promise<void>
  /**
   * Who is asked while the platform runs is asked by a user who watches: it sends all that it is asked for, as soon
   * as it can.
   */
  answerAsked(nowMs: number): Promise<void>
  /** An agent that was asked before sends it in its turn, unless it is one that the demo keeps waiting for. */
  answerInTurn(atm: DemoAtm, nowMs: number): Promise<void>
}

const LATE_DAYS = 5

const deliver = async (client: AgentClient, { atm, date, untilS }: Delivery): Promise<void> => {
  const { text } = untilS === null ? journalOfDay(atm, date) : journalOfDay(atm, date, untilS)
  if (text !== '') await client.uploadJournal(atm, date, text)
}

/** The journals that arrive whole in a span of time. */
const arrivals = (fromMs: number, nowMs: number): readonly Delivery[] =>
  deliveriesUntil(DEMO_FLEET, addDays(dateOfDay(dayNumberOf(nowMs)), -LATE_DAYS), nowMs).filter(
    ({ arrivesAt }) => arrivesAt > fromMs,
  )

/** Lets the demo fleet's agents hand over their journals, from `overlapMs` before `startMs` on. */
export const createJournalAnswers = (
  client: AgentClient,
  { startMs, overlapMs, isClosing }: { startMs: number; overlapMs: number; isClosing(): boolean },
): JournalAnswers => {
  let deliveredMs = startMs - overlapMs
  let askedSince = new Date(startMs)
  const asked = new Set<string>()
  return {
    async deliverDue(nowMs, ofToday) {
      for (const delivery of arrivals(deliveredMs, nowMs)) {
        if (isClosing()) return
        // One that is refused must not hold up those behind it; the next start tops up what did not get through.
        deliveredMs = delivery.arrivesAt
        await deliver(client, delivery)
      }
      deliveredMs = nowMs
      const today = ofToday === undefined ? null : deliveryOfToday(ofToday, nowMs)
      if (today !== null) await deliver(client, today)
    },
    async answerAsked(nowMs) {
      const { agentAtmIds, next } = await client.listAsked(askedSince)
      askedSince = next
      for (const agentAtmId of agentAtmIds) asked.add(agentAtmId)
      for (const atm of DEMO_FLEET.filter(({ agentAtmId }) => asked.has(agentAtmId))) {
        if (isClosing()) return
        if (lastOnAir(atm, nowMs) !== nowMs) continue
        for (const date of await client.listFetches(atm))
          await deliver(client, { atm, date, arrivesAt: nowMs, untilS: null })
        asked.delete(atm.agentAtmId)
      }
    },
    async answerInTurn(atm, nowMs) {
      if (lastOnAir(atm, nowMs) !== nowMs) return
      for (const date of await client.listFetches(atm)) {
        const isKeptWaiting = punctualityOf(atm, date) !== 'ON_TIME' && isAskedFor(atm, date)
        if (!isKeptWaiting) await deliver(client, { atm, date, arrivesAt: nowMs, untilS: null })
      }
    },
  }
}
