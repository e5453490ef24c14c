import {
  createPages,
  type Expectation,
  expectedCard,
  grouped,
  maskedWith,
  minor,
  oneOf,
  type Page,
  type Printer,
  rowsOf,
} from './page.testing.ts'
import type { Abilities, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: {
    WITHDRAWAL: ['TAKEN', 'TAKEN_WITHOUT_CODE', 'LEFT', 'DECLINED', 'UNANSWERED', 'POWER_LOSS'],
    OTHER: ['DONE', 'DECLINED'],
  },
  denominations: [200, 100, 50],
  ends: ['NEXT_START', 'POWER', 'SUPERVISOR'],
  cardless: true,
  cancels: false,
  attempts: 3,
  midnight: true,
  days: true,
}

/** What receipts print without a card. */
const DUMMY = '9898********0000'

const ruled = ({ year, month, day, clock }: ReturnType<Page['moment']>): string =>
  `------------${month}/${day}/${year.slice(2)} ${clock}-------------`

const status = (page: Page, text: string): void => {
  const { year, month, day, clock } = page.moment()
  page.plain(`**${text.padEnd(25)}${month}/${day}/${year.slice(2)} ${clock.slice(0, 5)}`)
}

/** The host's receipt; the second date is the sentinel where the host has no business date. */
const receipt = (page: Page, { card }: PlannedSession, { amount, stan }: PlannedAttempt, code: string): void => {
  const { year, month, day, clock } = page.moment()
  const date = `${year.slice(2)}/${month}/${day}`
  const masked = card === null ? `000${DUMMY}` : `000${card.slice(0, 4)}********${card.slice(-4)}`
  page.receipt(`${date} ${code === '000' ? date : '99/11/30'} ${clock.slice(0, 5)} 0`)
  page.plain(`113 ${stan.slice(-4)} 011000`)
  page.marked(masked, card === null ? null : 'CARD')
  page.plain(`${`${grouped(amount, ',')}.00`.padStart(10)}  230`, 'SURCHARGE:  0.00', '', `            ${code}`)
}

const dispense = (page: Page, { notes }: PlannedAttempt): void => {
  page.timed('DISPENSE')
  for (const { denomination, count } of notes)
    page.plain(`         ${`ETB${denomination}`.padEnd(9)}-${String(count).padStart(3, '0')}`)
}

const WITH_NOTES: readonly string[] = ['TAKEN', 'TAKEN_WITHOUT_CODE', 'LEFT', 'POWER_LOSS']

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, stan, amount, refusal } = attempt
  // Whether the number that receipts print without a card is one is left open.
  const card = session.card === null ? oneOf(null, DUMMY) : expectedCard(session.card)
  const found = { session: session.number, attemptNo, card, conflict: [] }
  page.timed(`TNX REQUEST, OPCODE: ${session.card === null ? 'CCC ' : 'AAAF'}   A`)
  if (outcome === 'UNANSWERED')
    return { ...found, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  page.timed(`TNX REPLY, NEXT: 077, FUNCID: ${outcome === 'DECLINED' ? '5' : 'A'}`)
  if (outcome === 'DECLINED') {
    const code = `0${refusal}`
    receipt(page, session, attempt, code)
    return { ...found, verdict: 'DECLINED', hostCode: code, stan: stan.slice(-4), cashOutcome: 'NONE' }
  }
  const isPrinted = outcome !== 'TAKEN_WITHOUT_CODE' && outcome !== 'POWER_LOSS'
  if (isPrinted) receipt(page, session, attempt, '000')
  else page.plain(`TRACE: ${stan}`)
  const worth = { amountMinor: minor(amount), currency: 'ETB', kind: 'WITHDRAWAL' } as const
  const number = isPrinted ? stan.slice(-4) : stan
  const approved = { verdict: 'APPROVED', hostCode: isPrinted ? '000' : null, stan: number, reference: number } as const
  if (!WITH_NOTES.includes(outcome)) return { ...found, ...approved, cashOutcome: 'NONE' }
  dispense(page, attempt)
  if (outcome === 'POWER_LOSS') return { ...found, ...worth, verdict: null, stan: number, cashOutcome: 'UNKNOWN' }
  page.timed('NOTES PRESENT AT CASH SLOT')
  if (outcome === 'LEFT') return { ...found, ...worth, ...approved, cashOutcome: oneOf('NOT_TAKEN', 'UNKNOWN') }
  page.timed('NOTES TAKEN BY CUSTOMER')
  return { ...found, ...worth, ...approved, cashOutcome: 'DISPENSED', dispensed: attempt.notes }
}

const printSession = (page: Page, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.plain(ruled(page.moment()))
  page.marked('============TRANSACTION START=============', 'START')
  if (session.card === null) {
    page.timed('CARDLESS TNX STARTED')
    page.timed('CUSTOMER INFORMATION ENTERED')
    page.plain(`         1070${String(session.number).padStart(9, '0')}`)
  } else {
    page.timed(`CARD:;${maskedWith(session.card, 'X')}?`, 'CARD')
    page.timed('PIN ENTERED')
  }
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  if (session.card !== null && session.end === 'NEXT_START') page.timed('CARD TAKEN BY CUSTOMER')
  const nothing = { kind: 'OTHER', cashOutcome: 'NONE' } as const
  return rowsOf(session, expected, { startedAt, endedAt: null, printsEnd: false, nothing })
}

const STATUS = ['  CST.1(RB-INOUT ) : ETB 200      : 0398', '        OK', '='.repeat(42)]

/** A. Recyclers that rule lines to date what follows, and print no end of a session. */
export const recyclerPrinter: Printer = {
  name: 'A recycler',
  family: 'RECYCLER',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: ({ clock }, text) => `${clock} ${text}` })
    const { between } = pages
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    status(between, 'POWER ON')
    between.plain(ruled(between.moment()), 'BRANCH:0000000000000 MACHINE NO:0000000000', 'IN-SERVICE')
    const expected = plan.sessions.flatMap((session) => {
      const page = pages.sessionPage(session)
      const found = printSession(page, session)
      if (session.end === 'POWER') status(between, 'POWER OFF')
      if (session.end === 'POWER') status(between, 'POWER ON')
      if (session.end === 'SUPERVISOR') status(between, 'SUPERVISOR MODE ACTIVE')
      if (plan.choices.chance(0.3)) {
        between.plain(ruled(between.moment()), '============STATUS INFORMATION============', ...STATUS)
      }
      return found
    })
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
