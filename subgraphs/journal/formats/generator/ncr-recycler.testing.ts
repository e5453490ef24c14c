import { closingRequest, counters, datedLine, presented } from './ncr.testing.ts'
import {
  countsOf,
  createPages,
  type Expectation,
  type ExpectedCash,
  expectedCard,
  maskedWith,
  minor,
  oneOf,
  type Page,
  type Printer,
  printEnd,
  rowsOf,
} from './page.testing.ts'
import type { Abilities, Plan, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: {
    WITHDRAWAL: [
      'TAKEN',
      'RETRACTED',
      'DECLINED',
      'UNANSWERED',
      'TIMEOUT',
      'CANCELLED_AFTER',
      'POWER_LOSS',
      'REVERSED',
    ],
    DEPOSIT: ['STORED', 'DECLINED', 'RETURNED'],
    TRANSFER: ['DONE', 'DECLINED'],
    OTHER: ['DONE', 'DECLINED'],
  },
  denominations: [50, 100, 200, 500],
  ends: ['MARK', 'NEXT_START'],
  cardless: true,
  cancels: true,
  attempts: 4,
  midnight: true,
  days: true,
}

const TITLES = {
  WITHDRAWAL: 'WITHDRAWAL',
  DEPOSIT: 'ONLINE CASH DEPOSIT',
  TRANSFER: 'FUNDS TRANSFER',
  OTHER: 'PIN CHANGE',
  BALANCE: 'AUTHENTICATION',
} as const

type Told = {
  readonly page: Page
  readonly plan: Plan
  readonly session: PlannedSession
  readonly attempt: PlannedAttempt
}

const receipt = ({ page, plan, attempt }: Told, code: string, title: string = TITLES[attempt.kind]): void => {
  const { year, month, day, clock } = page.moment()
  page.plain(title, 'DATE      HOUR')
  page.receipt(`${day}/${month}/${year.slice(2)} ${clock} ${attempt.stan} ${plan.terminalId}`)
  if (attempt.amount > 0) page.plain(`TRN. AMOUNT : ETB ${attempt.amount}.00`)
  page.plain(`RESPONSE CODE  : ${code}`)
}

/** Withdrawals are asked for in whole units, deposits in hundredths. */
const requested = ({ page, attempt }: Told): void => {
  const units = attempt.kind === 'DEPOSIT' ? attempt.amount * 100 : attempt.amount
  if (attempt.kind === 'DEPOSIT') page.timed('CIM-DEPOSIT ACTIVATED')
  page.timed(
    `OPCODE = ${{ WITHDRAWAL: 'BBC', DEPOSIT: 'DBC', TRANSFER: 'TBC', OTHER: 'PBC', BALANCE: 'IAA' }[attempt.kind]}`,
  )
  page.timed(`REQUEST SENT [AMOUNT=${String(units).padStart(8, '0')}]`)
}

/** What becomes of the notes of a withdrawal that the host approved. */
const notesOut = ({ page, plan, attempt }: Told): ExpectedCash => {
  page.timed('NOTES STACKED')
  if (attempt.outcome === 'POWER_LOSS') {
    page.plain('POWER INTERRUPTION DURING', 'DISPENSE', 'PRESENT ATTEMPTED PRIOR TO POWER-FAIL TYPE 1 = 00004')
    return 'UNKNOWN'
  }
  if (plan.choices.chance(0.1)) page.plain('SUPERVISOR ENTRY ATTEMPTED DURING TRANSACTION')
  presented(page, plan, countsOf(attempt.notes, abilities.denominations))
  page.timed(attempt.outcome === 'RETRACTED' ? 'NOTES RETRACTED' : 'NOTES TAKEN')
  return attempt.outcome === 'RETRACTED' ? 'RETRACTED' : 'DISPENSED'
}

const answered = (told: Told, found: Expectation): Expectation => {
  const { page, attempt } = told
  const { outcome, kind, stan, amount, serial } = attempt
  const isDeclined = outcome === 'DECLINED'
  page.timed(`RESPONSE RECEIVED [FUNCTION ID=${isDeclined ? '5' : 'A'},  TXN SN NO=${serial}]`)
  page.timed(`GENAC 2 : ${isDeclined ? 'AAC' : 'TC'}`)
  const worth = amount > 0 ? { amountMinor: minor(amount), currency: 'ETB' } : {}
  const numbers = { ...worth, kind, serial, stan, reference: stan, terminalId: told.plan.terminalId }
  if (isDeclined) {
    const code = `1${attempt.refusal}`
    receipt(told, code)
    return { ...found, ...numbers, verdict: 'DECLINED', hostCode: code, cashOutcome: 'NONE' }
  }
  if (outcome === 'REVERSED') {
    receipt(told, '480', 'TRANSACTION CANCELED')
    return {
      ...found,
      ...worth,
      serial,
      stan,
      verdict: 'REVERSED',
      hostCode: '480',
      cashOutcome: oneOf('NONE', 'UNKNOWN'),
    }
  }
  if (outcome === 'RETURNED') {
    // The cryptogram approves, and the deposit prints that it failed: no verdict of approval, and no notes kept.
    page.timed('BILLS RETRACTED')
    return { ...found, serial, verdict: oneOf(null, 'CANCELLED', 'DECLINED', 'REVERSED'), hostCode: null }
  }
  receipt(told, '000')
  const cashOutcome = kind === 'WITHDRAWAL' ? notesOut(told) : 'NONE'
  if (outcome === 'CANCELLED_AFTER') {
    page.timed('CUSTOMER CANCELLED')
    closingRequest(page)
  }
  return { ...found, ...numbers, verdict: 'APPROVED', hostCode: '000', cashOutcome }
}

const printAttempt = (told: Told, attemptNo: number): Expectation => {
  const { page, session, attempt } = told
  const card = expectedCard(session.card)
  requested(told)
  const found = { session: session.number, attemptNo, card }
  if (attempt.outcome === 'UNANSWERED')
    return { ...found, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  if (attempt.outcome === 'TIMEOUT') {
    page.timed('HOST TX TIMEOUT')
    closingRequest(page)
    return { ...found, verdict: oneOf(null, 'CANCELLED'), hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  }
  const isClean = !['REVERSED', 'RETURNED', 'RETRACTED'].includes(attempt.outcome)
  return answered(told, isClean ? { ...found, conflict: [] } : found)
}

const printSession = (page: Page, plan: Plan, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.plain(datedLine(page, session.number))
  if (session.card === null) {
    page.marked('*CARDLESS TRANSACTION START*', 'START')
    page.plain(`Mobile Number : 0911${String(session.number).padStart(6, '0')}`)
  } else {
    page.marked('*TRANSACTION START*', 'START')
    page.timed('CARD INSERTED')
    page.marked(`CARD: ${maskedWith(session.card, '*')}`, 'CARD')
    page.timed('PIN ENTERED')
  }
  const expected = session.attempts.map((attempt, n) => printAttempt({ page, plan, session, attempt }, n + 1))
  if (session.isCancelled) page.timed('CUSTOMER CANCELLED')
  if (session.card !== null && session.end === 'MARK') page.timed('CARD TAKEN')
  const endedAt = printEnd(page, session, 'TRANSACTION END')
  return rowsOf(session, expected, {
    startedAt,
    endedAt,
    nothing: { verdict: session.isCancelled ? 'CANCELLED' : null },
  })
}

/** B. NCR as recyclers print it: several receipts a session, cash-in, reversals. */
export const ncrRecyclerPrinter: Printer = {
  name: 'B NCR recycler',
  family: 'NCR',
  abilities,
  oddities: ['LOWER_CASE', 'LOST_ESC', 'SHIFTS'],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: ({ clock }, text) => `${clock} ${text}` })
    const { between } = pages
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    between.plain(datedLine(between, 0), ...counters(abilities.denominations))
    const expected = plan.sessions.flatMap((session) => {
      const found = printSession(pages.sessionPage(session), plan, session)
      if (plan.choices.chance(0.2)) between.plain('*0051*1*H*1,M-05,R-3111')
      return found
    })
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
