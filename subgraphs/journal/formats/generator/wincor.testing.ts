import {
  createPages,
  type Expectation,
  expectedCard,
  maskedWith,
  minor,
  oneOf,
  type Page,
  type Printer,
  printEnd,
  rowsOf,
} from './page.testing.ts'
import type { Abilities, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: {
    WITHDRAWAL: ['TAKEN', 'TAKEN_WITHOUT_CODE', 'RETRACTED', 'LEFT', 'DECLINED', 'UNANSWERED'],
    OTHER: ['DONE', 'DECLINED'],
  },
  denominations: [100, 500],
  ends: ['MARK', 'NEXT_START'],
  cardless: false,
  cancels: false,
  attempts: 2,
  midnight: true,
  days: false,
}

const CURRENCY = 'UAH'

const receipt = (page: Page, { rrn, amount }: PlannedAttempt, code: string): void => {
  if (amount > 0) page.plain(`AMOUNT           ${amount}.00 ${CURRENCY}`)
  page.plain(`RESPONSE CODE    ${code}`, `RRN:[${rrn}]`)
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, rrn, amount, refusal, kind, notes } = attempt
  const found = { session: session.number, attemptNo, card: expectedCard(session.card), conflict: [] }
  page.timed('PIN ENTERED')
  page.timed('TRANSACTION REQUEST AADA   A')
  if (outcome === 'UNANSWERED')
    return { ...found, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  const worth = amount > 0 ? { amountMinor: minor(amount), currency: CURRENCY } : {}
  if (outcome === 'DECLINED') {
    receipt(page, attempt, refusal)
    return { ...found, ...worth, rrn, reference: rrn, verdict: 'DECLINED', hostCode: refusal, cashOutcome: 'NONE' }
  }
  const isPrinted = outcome !== 'TAKEN_WITHOUT_CODE'
  if (isPrinted) receipt(page, attempt, '000')
  const printed = isPrinted ? { ...worth, rrn, reference: rrn, hostCode: '000' } : { hostCode: null }
  const approved = { ...found, ...printed, verdict: 'APPROVED' } as const
  if (kind !== 'WITHDRAWAL') return { ...approved, cashOutcome: 'NONE' }
  const counts = abilities.denominations.map(
    (each) => notes.find(({ denomination }) => denomination === each)?.count ?? 0,
  )
  page.timed(`CASH REQUEST: ${[...counts, 0, 0].map((count) => String(count).padStart(2, '0')).join('')}`)
  page.timed('CASH PRESENTED')
  if (outcome === 'LEFT') return { ...approved, kind, cashOutcome: oneOf('NOT_TAKEN', 'UNKNOWN') }
  page.timed(outcome === 'RETRACTED' ? 'CASH RETRACTED' : 'CASH TAKEN')
  return { ...approved, kind, cashOutcome: outcome === 'RETRACTED' ? 'RETRACTED' : 'DISPENSED' }
}

const printSession = (page: Page, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.timed('-> TRANSACTION START', 'START')
  page.timed(`TRACK 2 DATA: ${maskedWith(session.card ?? '', '*')}`, 'CARD')
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  page.timed('CARD TAKEN')
  const endedAt = printEnd(page, session, '<- TRANSACTION END')
  return rowsOf(session, expected, { startedAt, endedAt, nothing: { kind: 'OTHER', cashOutcome: 'NONE' } })
}

/** C. Wincor and Diebold Nixdorf ProCash. */
export const wincorPrinter: Printer = {
  name: 'C Wincor',
  family: 'WINCOR',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: ({ clock }, text) => `${clock} ${text}` })
    const { between } = pages
    const [year, month, day] = plan.journalDate.split('-')
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    between.plain('PROCASH/NDC ELECTRONIC JOURNAL', `DATE ${day}.${month}.${year}                ATM: W0000042`)
    between.timed('POWER ON')
    between.timed('GO IN SERVICE COMMAND')
    const expected = plan.sessions.flatMap((session) => printSession(pages.sessionPage(session), session))
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
