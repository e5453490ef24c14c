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
  printEnd,
  rowsOf,
} from './page.testing.ts'
import type { Abilities, Plan, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: {
    WITHDRAWAL: ['TAKEN', 'DECLINED', 'UNANSWERED'],
    DEPOSIT: ['STORED', 'RETURNED', 'DECLINED'],
  },
  denominations: [50_000, 100_000],
  ends: ['MARK', 'NEXT_START'],
  cardless: false,
  cancels: false,
  attempts: 3,
  midnight: true,
  days: true,
}

/** Receipts of banks that print a response. */
const receipt = (page: Page, { card }: PlannedSession, attempt: PlannedAttempt, response: string): void => {
  const { year, month, day, clock } = page.moment()
  const title = attempt.kind === 'DEPOSIT' ? 'DEPOSIT' : 'WITHDRAWAL'
  page.receipt(`TANGGAL ${day}/${month}/${year} ${clock}`)
  page.plain(`NO. REKORD ${attempt.stan}`)
  page.marked(`KARTU ${maskedWith(card ?? '', 'X')}`, 'CARD')
  page.plain(`${title}   RP${grouped(attempt.amount, '.')}`, `RESPON ${response}`)
}

const counted = (page: Page, { notes, amount }: PlannedAttempt): void => {
  page.timed('Notes Counted:')
  for (const { denomination, count } of notes) page.plain(`IDR${denomination}x${count}`)
  page.plain('Rejectx1', `Total Amount IDR ${amount}`)
}

const request = (page: Page, { kind, amount, serial }: PlannedAttempt): void => {
  page.timed('OP Code : BB     A')
  // The same field has hundredths for deposits.
  page.timed(`Amount : ${kind === 'DEPOSIT' ? amount * 100 : amount}`)
  page.timed(`TRAN SEQ NR [${serial}]`)
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, kind, amount, stan, refusal } = attempt
  const found = { session: session.number, attemptNo, card: expectedCard(session.card) }
  if (kind === 'DEPOSIT') counted(page, attempt)
  request(page, attempt)
  if (outcome === 'UNANSWERED')
    return { ...found, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  page.timed('TRANSACTION REPLIED')
  const worth = { amountMinor: minor(amount), currency: 'IDR' }
  if (outcome === 'RETURNED') {
    page.timed('----- Rollback Notes ----')
    page.timed('Rollback OK')
    return { ...found, verdict: oneOf(null, 'CANCELLED', 'DECLINED', 'REVERSED'), hostCode: null }
  }
  const code = outcome === 'DECLINED' ? refusal : '00'
  receipt(page, session, attempt, code)
  const printed = { ...found, ...worth, kind, stan, hostCode: code, conflict: [] }
  if (outcome === 'DECLINED') {
    if (kind === 'DEPOSIT') page.timed('----- Rollback Notes ----')
    if (kind === 'DEPOSIT') page.timed('Rollback OK')
    return { ...printed, verdict: 'DECLINED' }
  }
  if (kind === 'DEPOSIT') {
    page.timed('----- Deposit Cash & Print ----')
    return { ...printed, verdict: 'APPROVED', counted: attempt.notes }
  }
  page.timed('CASH PRESENTED')
  page.timed('CASH TAKEN')
  return { ...printed, verdict: 'APPROVED', cashOutcome: 'DISPENSED' }
}

const printSession = (page: Page, plan: Plan, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.timed('TRANSACTION START', 'START')
  page.timed(`Card Number ${maskedWith(session.card ?? '', 'X')}`, 'CARD')
  page.timed(`Terminal ID [${plan.terminalId}]`)
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  const endedAt = printEnd(page, session, 'TRANSACTION END')
  // It is printed once, before the first request.
  const terminal = { terminalId: plan.terminalId }
  return rowsOf(session, expected, { startedAt, endedAt }).map((row, n) => (n === 0 ? { ...row, ...terminal } : row))
}

const printerOf = (name: string, dateOf: (moment: ReturnType<Page['moment']>) => string): Printer => ({
  name,
  family: 'DATED',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: (moment, text) => `${dateOf(moment)} ${moment.clock} ${text}` })
    const { between } = pages
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    between.timed('***** Tran Request State *****')
    const expected = plan.sessions.flatMap((session) => {
      const found = printSession(pages.sessionPage(session), plan, session)
      if (plan.choices.chance(0.2)) between.timed('PING ERROR')
      return found
    })
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
})

/** G. Recyclers of South-East Asia with a date and a time on every line. */
export const datedPrinter = printerOf('G dated lines', ({ year, month, day }) => `${day}/${month}/${year}`)
/** G. Hitachi, which prints the month first. */
export const hitachiPrinter = printerOf('G dated lines of Hitachi', ({ year, month, day }) => `${month}/${day}/${year}`)
