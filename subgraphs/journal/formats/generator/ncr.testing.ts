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
      'TAKEN_WITHOUT_CODE',
      'RETRACTED',
      'LEFT',
      'DECLINED',
      'DECLINED_OFFLINE',
      'UNANSWERED',
      'TIMEOUT',
      'CANCELLED_AFTER',
      'POWER_LOSS',
    ],
    BALANCE: ['DONE', 'DECLINED'],
  },
  denominations: [100, 200, 500, 1_000],
  ends: ['MARK', 'NEXT_START'],
  cardless: false,
  cancels: true,
  attempts: 1,
  midnight: true,
  days: true,
}

/** The line with a sequence number, that dates what follows. */
export const datedLine = (page: Page, number: number): string => {
  const { year, month, day, clock } = page.moment()
  return `*${600 + number}*${month}/${day}/${year}*${clock}*`
}

/** A request that only ends a session after a cancellation or a timeout, and decides nothing. */
export const closingRequest = (page: Page): void => {
  page.timed('OPCODE = F  AA')
  page.timed('REQUEST SENT')
  page.timed('RESPONSE RECEIVED [FUNCTION ID=5,  TXN SN NO=0000]')
  page.timed('GENAC 2 : AAC')
}

/** Notes at the slot, on one line or on three. */
export const presented = (page: Page, plan: Plan, counts: readonly number[]): void => {
  if (plan.choices.chance(0.5)) page.timed(`NOTES PRESENTED ${counts.join(',')}`)
  else {
    page.timed('NOTES PRESENTED')
    page.plain(`POSITION ${counts.map((_, n) => n + 1).join(',')}`, `COUNT    ${counts.join(',')}`)
  }
}

/** The counters that say what the notes of each cassette are worth. */
export const counters = (denominations: readonly number[]): readonly string[] => {
  const row = (title: string, values: readonly (number | string)[]) =>
    `${title.padEnd(17)}${values.map((value) => String(value).padStart(5, '0')).join(' ')}`
  return [
    `CASH TOTAL       ${denominations.map((_, n) => `TYPE${n + 1}`).join(' ')}`,
    row('DENOMINATION', denominations),
    row(
      'DISPENSED',
      denominations.map(() => 0),
    ),
    row(
      'REJECTED',
      denominations.map(() => 0),
    ),
    row(
      'REMAINING',
      denominations.map(() => 2_000),
    ),
  ]
}

type Told = {
  readonly page: Page
  readonly plan: Plan
  readonly session: PlannedSession
  readonly attempt: PlannedAttempt
}

const receipt = ({ page, session, attempt }: Told, code: string): void => {
  const { stan, rrn, amount, kind } = attempt
  page.marked(`CARD NO       ${maskedWith(session.card ?? '', '*')}`, 'CARD')
  page.plain(`TRAN NO       ${stan}`, `RRN.          ${rrn}`)
  page.plain(kind === 'BALANCE' ? 'BALANCE INQUIRY' : `WITHDRAWAL    ${amount}.00`, `RESPONSE CODE   ${code}`)
}

/** What becomes of the notes that the host approved. */
const notesOut = ({ page, plan, attempt }: Told): ExpectedCash => {
  page.timed('NOTES STACKED')
  if (attempt.outcome === 'POWER_LOSS') {
    page.plain('POWER INTERRUPTION DURING', 'DISPENSE')
    return 'UNKNOWN'
  }
  page.timed('CARD TAKEN')
  presented(page, plan, countsOf(attempt.notes, abilities.denominations))
  if (attempt.outcome === 'LEFT') return oneOf('NOT_TAKEN', 'UNKNOWN')
  page.timed(attempt.outcome === 'RETRACTED' ? 'NOTES RETRACTED' : 'NOTES TAKEN')
  return attempt.outcome === 'RETRACTED' ? 'RETRACTED' : 'DISPENSED'
}

const requested = ({ page, attempt }: Told): void => {
  page.timed(attempt.kind === 'BALANCE' ? 'OPCODE = IAA' : 'OPCODE = BBC')
  page.timed(`REQUEST SENT [AMOUNT=${String(attempt.amount).padStart(8, '0')}]`)
}

const printAttempt = (told: Told): Expectation => {
  const { page, session, attempt } = told
  const { outcome, kind, stan, rrn, amount, serial } = attempt
  const found = { session: session.number, attemptNo: 1, card: expectedCard(session.card), conflict: [] }
  requested(told)
  if (outcome === 'UNANSWERED')
    return { ...found, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  if (outcome === 'TIMEOUT') {
    page.timed('HOST TX TIMEOUT')
    closingRequest(page)
    return { ...found, verdict: oneOf(null, 'CANCELLED'), hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  }
  const isDeclined = outcome === 'DECLINED' || outcome === 'DECLINED_OFFLINE'
  page.timed(`RESPONSE RECEIVED [FUNCTION ID=${isDeclined ? '5' : 'A'},  TXN SN NO=${serial}]`)
  page.timed('GENAC 1 : ARQC')
  page.timed(`GENAC 2 : ${isDeclined ? 'AAC' : 'TC'}`)
  const numbers = { stan, rrn, reference: rrn, serial }
  if (outcome === 'DECLINED_OFFLINE')
    return { ...found, serial, verdict: 'DECLINED', hostCode: null, cashOutcome: 'NONE' }
  if (outcome === 'DECLINED') {
    const code = `0${attempt.refusal}`
    receipt(told, code)
    return { ...found, ...numbers, kind, verdict: 'DECLINED', hostCode: code, cashOutcome: 'NONE' }
  }
  if (kind === 'BALANCE') {
    receipt(told, '000')
    return { ...found, ...numbers, kind, verdict: 'APPROVED', hostCode: '000', cashOutcome: 'NONE' }
  }
  const isPrinted = outcome !== 'TAKEN_WITHOUT_CODE'
  if (isPrinted) receipt(told, '000')
  const cashOutcome = notesOut(told)
  if (outcome === 'CANCELLED_AFTER') {
    page.timed('CUSTOMER CANCELLED')
    closingRequest(page)
  }
  const out = cashOutcome === 'DISPENSED' ? { dispensed: attempt.notes } : {}
  const approved = { kind, verdict: 'APPROVED', amountMinor: minor(amount), cashOutcome, ...out } as const
  return { ...found, ...(isPrinted ? { ...numbers, hostCode: '000' } : { serial, hostCode: null }), ...approved }
}

const printSession = (page: Page, plan: Plan, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.plain(datedLine(page, session.number))
  page.marked('*TRANSACTION START*', 'START')
  page.timed('CARD INSERTED')
  page.marked(`CARD: ${maskedWith(session.card ?? '', '*')}`, 'CARD')
  page.timed('PIN ENTERED')
  const expected = session.attempts.map((attempt) => printAttempt({ page, plan, session, attempt }))
  if (session.isCancelled) page.timed('CUSTOMER CANCELLED')
  const endedAt = printEnd(page, session, 'TRANSACTION END')
  const verdict = session.isCancelled ? 'CANCELLED' : null
  return rowsOf(session, expected, { startedAt, endedAt, nothing: { verdict, cashOutcome: 'NONE' } })
}

/** B. NCR with one receipt a session. */
export const ncrPrinter: Printer = {
  name: 'B NCR',
  family: 'NCR',
  abilities,
  oddities: ['LOWER_CASE', 'LOST_ESC', 'SHIFTS'],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: ({ clock }, text) => `${clock} ${text}` })
    const { between } = pages
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    between.plain(datedLine(between, 0), '*0051*1*H*1,M-05,R-3111', ...counters(abilities.denominations))
    const expected = plan.sessions.flatMap((session) => {
      const found = printSession(pages.sessionPage(session), plan, session)
      if (session.end === 'POWER') between.plain('POWER-UP/RESET')
      if (plan.choices.chance(0.2)) between.plain('*0051*1*H*1,M-05,R-3111')
      return found
    })
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
