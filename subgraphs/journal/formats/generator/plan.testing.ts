import { type Choices, choicesOf } from '../../../../demo/random.ts'
import type { TransactionKind } from '../sessions/transaction.ts'

/**
 * What happens to a request. TAKEN: approved by a code, notes taken; TAKEN_WITHOUT_CODE: the same, and no code is
 * printed; PARTLY: as TAKEN with fewer notes than asked for; RETRACTED, LEFT: approved by a code, notes retracted or
 * left in the slot; DECLINED: by a code; DECLINED_OFFLINE: by the card's cryptogram alone; UNANSWERED: no answer is
 * printed; TIMEOUT: the host's silence is printed, and a closing request; CANCELLED_AFTER: as TAKEN, and then the
 * customer cancels, with a closing request; POWER_LOSS: power fails while notes are counted out; REVERSED: approved,
 * and taken back; STORED, RETURNED: a deposit that is kept or given back; DONE: approved by a code, no notes.
 */
export type Outcome =
  | 'TAKEN'
  | 'TAKEN_WITHOUT_CODE'
  | 'PARTLY'
  | 'RETRACTED'
  | 'LEFT'
  | 'DECLINED'
  | 'DECLINED_OFFLINE'
  | 'UNANSWERED'
  | 'TIMEOUT'
  | 'CANCELLED_AFTER'
  | 'POWER_LOSS'
  | 'REVERSED'
  | 'STORED'
  | 'RETURNED'
  | 'DONE'

/** Notes of one denomination, in whole units. */
export type PlannedNotes = { readonly denomination: number; readonly count: number }

export type PlannedAttempt = {
  readonly kind: TransactionKind
  readonly outcome: Outcome
  /** In whole units; what the notes are worth, 0 for a balance. */
  readonly amount: number
  readonly notes: readonly PlannedNotes[]
  /** Numbers that no other attempt has: 12, 6, 6 and 4 digits. */
  readonly rrn: string
  readonly stan: string
  readonly authorisationCode: string
  readonly serial: string
  /** A code that declines. */
  readonly refusal: string
}

export type PlannedSession = {
  readonly number: number
  /** Seconds from the midnight that the journal's day begins with. */
  readonly start: number
  /** 16 digits that no other session has; null for a session without a card. */
  readonly card: string | null
  /** None: the customer leaves without a request. */
  readonly attempts: readonly PlannedAttempt[]
  /** Whether a customer who asks for nothing presses Cancel. */
  readonly isCancelled: boolean
  /** What ends it: its end mark (of families that print one), no more than the next start, or one of these lines. */
  readonly end: 'MARK' | 'NEXT_START' | 'POWER' | 'SUPERVISOR'
}

export type Plan = {
  readonly choices: Choices
  /** `YYYY-MM-DD`. */
  readonly journalDate: string
  readonly terminalId: string
  readonly sessions: readonly PlannedSession[]
}

/** What a family's page describes, and so can be asked of its printer. */
export type Abilities = {
  readonly outcomes: Readonly<Partial<Record<TransactionKind, readonly [Outcome, ...Outcome[]]>>>
  readonly denominations: readonly [number, ...number[]]
  readonly ends: readonly [PlannedSession['end'], ...PlannedSession['end'][]]
  readonly cardless: boolean
  readonly cancels: boolean
  /** The most attempts of a session. */
  readonly attempts: number
  readonly midnight: boolean
  /** Whether one file may hold several days. */
  readonly days: boolean
}

/** How many sessions a day has, and the seconds between their starts; `first` is the number of the first one. */
export type DaySize = { readonly sessions: number; readonly apart: readonly [number, number]; readonly first?: number }

/** Outcomes after which a customer can ask for something else. */
const GOES_ON: readonly Outcome[] = ['TAKEN', 'TAKEN_WITHOUT_CODE', 'PARTLY', 'DECLINED', 'STORED', 'DONE']
const DAY_SECONDS = 86_400

const BINS = ['531234', '412345', '652163', '817406', '970436', '860012', '194634'] as const

const isKind = (name: string): name is TransactionKind =>
  ['WITHDRAWAL', 'DEPOSIT', 'BALANCE', 'TRANSFER', 'OTHER'].includes(name)

/** A number of `length` digits that differs for each `unique`, and that no rounding or zero can hide. */
const numberOf = (lead: string, unique: number, length: number): string =>
  lead + String(unique).padStart(length - lead.length, '0')

const notesOf = (choices: Choices, { denominations }: Abilities): readonly PlannedNotes[] => {
  const chosen = denominations.filter(() => choices.chance(0.5))
  return (chosen.length === 0 ? [denominations[0]] : chosen).map((denomination) => ({
    denomination,
    count: choices.between(2, 9),
  }))
}

const attemptOf = (choices: Choices, abilities: Abilities, unique: number): PlannedAttempt => {
  const kinds = Object.keys(abilities.outcomes).filter(isKind)
  const kind = choices.chance(0.5) ? 'WITHDRAWAL' : (kinds[choices.below(kinds.length)] ?? 'WITHDRAWAL')
  const notes = kind === 'WITHDRAWAL' || kind === 'DEPOSIT' ? notesOf(choices, abilities) : []
  const worth = notes.reduce((sum, { denomination, count }) => sum + denomination * count, 0)
  return {
    kind,
    outcome: choices.pick(abilities.outcomes[kind] ?? ['UNANSWERED']),
    amount: kind === 'TRANSFER' ? choices.between(11, 999) : worth,
    notes,
    rrn: numberOf('5169', 10_000 + unique * 7, 12),
    stan: numberOf('4', unique * 7 + 1_000, 6),
    authorisationCode: numberOf('7', unique * 7 + 2_000, 6),
    serial: numberOf('', 2_000 + (unique % 1_000) * 7, 4),
    refusal: choices.pick(['51', '55', '61', '91']),
  }
}

const attemptsOf = (choices: Choices, abilities: Abilities, unique: number): readonly PlannedAttempt[] => {
  const wanted = choices.chance(0.12) ? 0 : choices.chance(0.3) ? choices.between(1, abilities.attempts) : 1
  const attempts: PlannedAttempt[] = []
  while (attempts.length < wanted) {
    attempts.push(attemptOf(choices, abilities, unique * 4 + attempts.length))
    if (!GOES_ON.includes(attempts.at(-1)?.outcome ?? 'TIMEOUT')) break
  }
  return attempts
}

/** The card of a session: its number is at both ends, so that no masked form is another session's. */
const cardOf = (choices: Choices, number: number): string =>
  `${choices.pick(BINS)}${choices.digits(6)}${String(1_000 + ((number * 37) % 9_000)).padStart(4, '0')}`

const startsOf = (choices: Choices, abilities: Abilities, { sessions, apart }: DaySize): readonly number[] => {
  const starts: number[] = []
  let at = choices.between(300, 30_000)
  const days = abilities.days && choices.chance(0.15) ? 8 : 1
  for (let n = 0; n < sessions; n += 1) {
    starts.push(at)
    at += choices.between(...apart) * days
  }
  const last = starts.at(-1) ?? 0
  // The last session begins a minute or so before midnight, or all of them lie within the day.
  if (abilities.midnight && choices.chance(0.2)) {
    const shift = DAY_SECONDS - choices.between(5, 90) - last
    return starts.map((start) => start + shift).filter((start) => start >= 0)
  }
  return abilities.days ? starts : starts.filter((start) => start < DAY_SECONDS - 900)
}

/** A day of sessions, made up from a seed for what a family can print. */
export const planOf = (seed: string, abilities: Abilities, size: DaySize): Plan => {
  const choices = choicesOf(seed)
  const first = size.first ?? 1
  const sessions = startsOf(choices, abilities, size).map((start, n): PlannedSession => {
    const number = first + n
    const attempts = attemptsOf(choices, abilities, number)
    const isLost = attempts.at(-1)?.outcome === 'POWER_LOSS'
    return {
      number,
      start,
      card: abilities.cardless && choices.chance(0.1) ? null : cardOf(choices, number),
      attempts,
      isCancelled: abilities.cancels && attempts.length === 0 && choices.chance(0.5),
      end: isLost ? 'POWER' : choices.chance(0.8) ? abilities.ends[0] : choices.pick(abilities.ends),
    }
  })
  const day = choices.between(1, 28)
  return {
    choices,
    journalDate: `2025-${String(choices.between(1, 12)).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    terminalId: `S1AB${numberOf('', choices.between(1, 9_999), 4)}`,
    sessions,
  }
}
