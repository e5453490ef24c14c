import { DAY_MS, HOUR_MS, MINUTE_MS } from '../subgraphs/kit/common/dates.ts'
import type { DemoAtm, Temper } from './fleet.ts'
import type { Choices } from './random.ts'

/** One step of a story. `heldMs` is how long the agent could not send it. */
export type Step = {
  readonly at: number
  readonly eventType: string
  readonly heldMs?: number
  /** True where the agent sends the inventory along. */
  readonly inventory?: true
  readonly cassetteNo?: string
}

/** A span in which nothing is heard of an ATM. */
export type Silence = { readonly from: number; readonly to: number }

/** Something that happens at an ATM, from its first sign to its end. */
export type Story = { readonly steps: readonly Step[]; readonly silence: Silence | null }

type Teller = (at: number, choices: Choices, atm: DemoAtm) => Story

const minutes = (choices: Choices, from: number, to: number): number =>
  Math.round((from + choices.fraction() * (to - from)) * MINUTE_MS)

const plain = (steps: readonly Step[]): Story => ({ steps, silence: null })

/** No technician comes at night: a visit is put off to the morning. */
const inWorkingHours = (at: number, atm: DemoAtm, choices: Choices): number => {
  const offsetMs = atm.institution.utcOffsetHours * HOUR_MS
  const midnight = Math.floor((at + offsetMs) / DAY_MS) * DAY_MS - offsetMs
  const hour = (at - midnight) / HOUR_MS
  if (hour >= 7 && hour < 21) return at
  return midnight + (hour < 7 ? 0 : DAY_MS) + 7 * HOUR_MS + minutes(choices, 5, 60)
}

/** A supervisor comes, mends what is broken and puts the ATM back in service. */
export const visit = (at: number, choices: Choices, inventory: boolean): readonly Step[] => {
  const leaves = at + minutes(choices, 5, 18)
  return [
    { at, eventType: 'SUPERVISOR_ENTER' },
    { at: leaves, eventType: 'SUPERVISOR_EXIT' },
    {
      at: leaves + minutes(choices, 0.5, 2),
      eventType: 'ATM_IN_SERVICE',
      ...(inventory ? { inventory: true as const } : {}),
    },
  ]
}

/** A fault that is reported once or a few times, as a rule takes the ATM out of service, and ends with a visit. */
const fault =
  (eventType: string, outOfService: number, repeats = 1): Teller =>
  (at, choices, atm) => {
    const times = choices.between(1, repeats)
    const faults = Array.from({ length: times }, (_, n): Step => ({ at: at + n * minutes(choices, 0.3, 2), eventType }))
    const out: readonly Step[] = choices.chance(outOfService)
      ? [{ at: at + times * 2 * MINUTE_MS + minutes(choices, 0.1, 1), eventType: 'ATM_OUT_OF_SERVICE' }]
      : []
    const came = inWorkingHours(at + minutes(choices, 30, 270), atm, choices)
    return plain([...faults, ...out, ...visit(came, choices, false)])
  }

const repeated =
  (eventType: string, count: number, everyMinutes: number): Teller =>
  (at, choices) =>
    plain(
      Array.from({ length: count }, (_, n) => ({
        at: at + n * minutes(choices, everyMinutes / 2, everyMinutes),
        eventType,
      })),
    )

const selfTest: Teller = (at, choices) =>
  plain([
    { at, eventType: 'SELF_TEST_FAILED' },
    { at: at + minutes(choices, 0.2, 1), eventType: 'ATM_OUT_OF_SERVICE' },
    { at: at + minutes(choices, 8, 25), eventType: 'ATM_IN_SERVICE' },
  ])

const abnormalCassette: Teller = (at, choices, atm) => {
  const came = inWorkingHours(at + minutes(choices, 15, 90), atm, choices)
  const cassetteNo = String(choices.between(1, 3))
  return plain([{ at, eventType: 'CASSETTE_ABNORMAL', cassetteNo }, ...visit(came, choices, true)])
}

const FAULTS = {
  jam: fault('DISPENSER_JAM', 0.9, 2),
  dispenser: fault('APPLICATION_ERROR_DISPENSER', 0.5, 3),
  mixedMedia: fault('MIXED_MEDIA_ERROR', 0.3, 2),
  cardReader: fault('CARD_READER_FAIL', 0.7, 3),
  acceptor: fault('CASH_ACCEPTOR_ERROR', 0.2, 2),
  pinpad: fault('APPLICATION_ERROR_PINPAD', 0.8),
  encryptor: fault('ENCRYPTOR_PINPAD_ERROR', 1),
  selfTest,
  abnormalCassette,
  printer: repeated('APPLICATION_ERROR_PRINTER', 3, 8),
  journal: repeated('EJOURNAL_DB_WARNING', 2, 20),
  intruder: repeated('AUTHENTICATION_FAILURE', 4, 3),
} satisfies Record<string, Teller>

const FAULT_WEIGHTS: Readonly<Record<keyof typeof FAULTS, number>> = {
  jam: 6,
  dispenser: 3,
  mixedMedia: 2,
  cardReader: 5,
  acceptor: 3,
  pinpad: 1,
  encryptor: 0.3,
  selfTest: 3,
  abnormalCassette: 2,
  printer: 2,
  journal: 1,
  intruder: 0.3,
}

/** Small faults without a visit. */
const NOISE_WEIGHTS = {
  AGENT_LOG_ERROR: 12,
  APPLICATION_ERROR: 8,
  APPLICATION_ERROR_NETWORK: 6,
  AUTHENTICATION_FAILURE: 2,
  APPLICATION_ERROR_PRINTER: 0.5,
  EJOURNAL_DB_WARNING: 0.3,
  APPLICATION_ERROR_JOURNAL: 0.2,
  APPLICATION_ERROR_CARD: 0.4,
}

const powerCut: Teller = (at, choices) => {
  const back = at + minutes(choices, 10, 75)
  const steps: readonly Step[] = [
    { at, eventType: 'POWER_OFF' },
    { at: back, eventType: 'AGENT_LOG_ERROR' },
    { at: back + minutes(choices, 1, 3), eventType: 'ATM_IN_SERVICE' },
  ]
  return { steps, silence: { from: at, to: back } }
}

/** The agent keeps what it cannot send and delivers it when the line is back. */
const blip: Teller = (at, choices) => {
  const heldMs = minutes(choices, 1, choices.chance(0.1) ? 40 : 9)
  return { steps: [{ at, eventType: 'NETWORK_DISCONNECTED', heldMs }], silence: { from: at, to: at + heldMs } }
}

const restart: Teller = (at, choices) =>
  plain([
    { at, eventType: 'ATM_OUT_OF_SERVICE' },
    { at: at + minutes(choices, 2, 7), eventType: 'ATM_IN_SERVICE' },
  ])

const anyFault: Teller = (at, choices, atm) => FAULTS[choices.weighted(FAULT_WEIGHTS)](at, choices, atm)
const anyNoise: Teller = (at, choices) => plain([{ at, eventType: choices.weighted(NOISE_WEIGHTS) }])

const TELLERS = { noise: anyNoise, fault: anyFault, restart, blip, powerCut } satisfies Record<string, Teller>
type Kind = keyof typeof TELLERS

/** How many of each an ATM has a day. */
const RATES: Readonly<Record<Temper, Readonly<Record<Kind, number>>>> = {
  CALM: { noise: 9, fault: 0.3, restart: 0.4, blip: 0.5, powerCut: 0.05 },
  ORDINARY: { noise: 20, fault: 1.7, restart: 1.5, blip: 2, powerCut: 0.2 },
  TROUBLED: { noise: 55, fault: 5, restart: 3, blip: 6, powerCut: 0.6 },
}

const KINDS: readonly Kind[] = ['noise', 'fault', 'restart', 'blip', 'powerCut']

/** What happens at an ATM on one day. `momentOf` turns a number from 0 to 1 into an instant of that day. */
export const storiesOfDay = (atm: DemoAtm, choices: Choices, momentOf: (share: number) => number): readonly Story[] =>
  KINDS.flatMap((kind) => {
    const rate = RATES[atm.temper][kind]
    const count = Math.floor(rate * (0.6 + choices.fraction() * 0.8) + choices.fraction())
    return Array.from({ length: count }, () => TELLERS[kind](momentOf(choices.fraction()), choices, atm))
  })
