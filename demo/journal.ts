import type { DemoAtm, Temper } from './fleet.ts'
import { ncrOpening, printNcrSession } from './journal-ncr.ts'
import { type Counted, datedLine, printedDate, printSession, SESSION_S, timeText } from './journal-sessions.ts'
import { type Choices, choicesOf } from './random.ts'
import { momentOfBusiness, restartOf } from './rhythm.ts'

/** A printed journal, and what a reader must find in it. */
export type DemoJournal = {
  readonly text: string
  readonly transactions: number
  readonly successful: number
  readonly failed: number
  readonly undecided: number
}

type Part = {
  readonly at: number
  readonly lines: readonly string[]
  /** What its attempts count as; none of what is between customers. */
  readonly verdicts: readonly Counted[]
}

const NCR = 'NCR'
const DAY_S = 86_400
const OPENING_S = 6 * 3600
const LAST_START_S = DAY_S - 15 * 60

const statusLine = (text: string, date: string, seconds: number): string =>
  `**${text.padEnd(24)} ${printedDate(date)} ${timeText(seconds).slice(0, 5)}`

const heading = (atm: DemoAtm, date: string, seconds: number): readonly string[] => [
  datedLine(date, seconds),
  `DATE:${printedDate(date)}        TIME:${timeText(seconds)}`,
  `BRANCH:0000000000000 MACHINE NO:${atm.machineNo}`,
]

const count = (value: number, length: number): string => String(value).padStart(length, '0')

const counters = (atm: DemoAtm, choices: Choices): readonly string[] => {
  const { code, notes } = atm.institution.currency
  const used = notes.map((note) => [note, choices.between(20, 400)] as const)
  const amount = used.reduce((sum, [note, pieces]) => sum + note * pieces, 0)
  return [
    'DAILY COUNTERS',
    '',
    `${code}        TXN CNT-AMOUNT`,
    `CWD        ${count(choices.between(20, 90), 4)}-${count(amount, 12)}`,
    `DEP        ${count(choices.between(0, 9), 4)}-000000000000`,
    '',
    `${code}        DENOM NOTE CNT-AMOUNT`,
    ...used.map(([note, pieces]) => `CWD ${String(note).padEnd(6)} ${count(pieces, 6)}-${count(note * pieces, 12)}`),
    'CARD CAPTURED 0000',
    '',
  ]
}

const status = (atm: DemoAtm, choices: Choices): readonly string[] => {
  const { code, notes } = atm.institution.currency
  return [
    '============STATUS INFORMATION============',
    '  CASH-IN ACTIVE   : CASH-OUT ACTIVE',
    ...notes.flatMap((note, n) => [
      `  CST.${n + 1}(RB-INOUT ) : ${code} ${String(note).padEnd(5)}: ${count(choices.between(150, 1900), 4)}`,
      '        OK',
    ]),
    '  CARD(MOTOR) : ENABLED  : OK',
    '==========================================',
  ]
}

/** The night's restart, after which the ATM goes into service. */
const opening = (atm: DemoAtm, date: string, choices: Choices): Part => {
  const at = restartOf(atm.agentAtmId, date) - 90
  if (atm.vendor === NCR) return { at, lines: ncrOpening({ atm, date }, at), verdicts: [] }
  const lines = [
    statusLine('POWER OFF', date, at - 120),
    statusLine('POWER ON', date, at),
    `  ${atm.model.toUpperCase()} APP 001-080215`,
    ...heading(atm, date, at + 40),
    ...counters(atm, choices),
    ...heading(atm, date, at + 70),
    'IN-SERVICE',
    '',
    '   IN-SERVICE OK',
    ...status(atm, choices),
  ]
  return { at, lines, verdicts: [] }
}

const UNREST: Readonly<Record<Temper, number>> = { CALM: 0.2, ORDINARY: 0.7, TROUBLED: 0.95 }

/** What happens between customers: a host that is away for a moment, a supervisor, a while out of service. */
const interludes = (atm: DemoAtm, date: string, choices: Choices): readonly Part[] => {
  if (atm.vendor === NCR) return []
  const parts: Part[] = []
  const at = () => choices.between(OPENING_S, LAST_START_S)
  if (choices.chance(UNREST[atm.temper])) {
    const offline = at()
    const lines = [datedLine(date, offline), statusLine('ERROR DESC 88870200', date, offline), '  HOST OFFLINE']
    parts.push({ at: offline, lines, verdicts: [] })
  }
  if (choices.chance(UNREST[atm.temper] / 2)) {
    const visit = at()
    const lines = [
      statusLine('SUPERVISOR MODE ACTIVE', date, visit),
      ...heading(atm, date, visit + 30),
      'OUT-OF-SERVICE',
      '',
      statusLine('SUPERVISOR MODE INACTIVE', date, visit + 60),
      ...heading(atm, date, visit + 75),
      'IN-SERVICE',
      '',
      '   IN-SERVICE OK',
    ]
    parts.push({ at: visit, lines, verdicts: [] })
  }
  return parts
}

const sessions = (atm: DemoAtm, date: string, choices: Choices): readonly Part[] => {
  const base = choicesOf(`business ${atm.agentAtmId}`).between(20, 38)
  const isWeekend = [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
  const wanted = Math.max(20, Math.round(base * (isWeekend ? 0.75 : 1) * (0.85 + choices.fraction() * 0.5)))
  const trace = choices.between(1000, 90_000)
  const print = atm.vendor === NCR ? printNcrSession : printSession
  return Array.from({ length: wanted }, () => {
    const moment = Math.floor(momentOfBusiness(choices.fraction()) * DAY_S)
    return Math.min(LAST_START_S, Math.max(OPENING_S, moment))
  })
    .sort((a, b) => a - b)
    .map((at, n) => ({ at, ...print({ atm, date, choices, trace: trace + n }, at) }))
}

/** Lets nothing begin before what came before it is over; what would not fit into the day any more is left out. */
const inTurn = (parts: readonly Part[]): readonly Part[] => {
  const kept: Part[] = []
  for (const part of parts.toSorted((a, b) => a.at - b.at)) {
    const previous = kept.at(-1)
    if (previous === undefined || part.at >= previous.at + SESSION_S) kept.push(part)
  }
  return kept
}

/**
 * The journal of an ATM and local day, as recyclers (family A) or NCR machines print it: the same bytes on every
 * machine. `untilS`, seconds since local midnight, ends it early: the journal of a day that is still going on.
 */
export const journalOfDay = (atm: DemoAtm, date: string, untilS = DAY_S): DemoJournal => {
  const choices = choicesOf(`journal ${atm.agentAtmId} ${date}`)
  const parts = inTurn([
    opening(atm, date, choices),
    ...interludes(atm, date, choices),
    ...sessions(atm, date, choices),
  ])
  const printed = parts.filter(({ at }) => at + SESSION_S <= untilS)
  const verdicts = printed.flatMap((part) => part.verdicts)
  const counted = (verdict: string) => verdicts.filter((one) => one === verdict).length
  return {
    text: printed.flatMap(({ lines }) => lines.map((line) => `${line}\r\n`)).join(''),
    transactions: verdicts.length,
    successful: counted('successful'),
    failed: counted('failed'),
    undecided: counted('undecided'),
  }
}
