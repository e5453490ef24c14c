import {
  createPages,
  type Expectation,
  expectedCard,
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
    WITHDRAWAL: ['TAKEN', 'TAKEN_WITHOUT_CODE', 'LEFT', 'DECLINED', 'UNANSWERED'],
    BALANCE: ['DONE', 'DECLINED'],
  },
  denominations: [1_000, 500],
  ends: ['MARK', 'NEXT_START'],
  cardless: true,
  cancels: false,
  attempts: 2,
  midnight: true,
  days: true,
}

const CASSETTES = ['A', 'B']

/** The receipt, with the card number in clear. */
const receipt = (page: Page, { card }: PlannedSession, attempt: PlannedAttempt, response: string): void => {
  page.timed('TRANSACTION RECEIPT DATA')
  page.plain(
    `Transaction Type  : ${attempt.kind === 'BALANCE' ? 'BAL' : 'WID'}`,
    'CURRENCY          : YER',
    `AMOUNT            : ${attempt.amount}.00`,
    `RRN               : ${attempt.rrn}`,
    `STAN              : ${attempt.stan}`,
    `AUTH CODE         : ${attempt.authorisationCode}`,
  )
  if (card !== null) page.marked(`CARD              : ${card}`, 'CARD')
  page.plain(`RESPONSE          : ${response}`)
}

const notesOut = (page: Page, { notes, outcome }: PlannedAttempt): void => {
  const counted = abilities.denominations.flatMap((denomination, n) => {
    const count = notes.find((each) => each.denomination === denomination)?.count
    return count === undefined ? [] : [{ denomination, count: String(count).padStart(2, '0'), n }]
  })
  page.timed('DISPENSE COMMAND FROM HOST:')
  for (const { count, n } of counted) page.plain(`[Type (${CASSETTES[n]})], REQUESTED: ${count}`)
  page.timed('DISPENSE SUCCESS')
  for (const { denomination, count, n } of counted)
    page.timed(`[CAS ${String(n + 1).padStart(5, '0')}] OUT: ${count}, REJECT: 00, DENO: ${denomination}`)
  page.timed('PRESENT SUCCESS.')
  if (outcome === 'LEFT') page.timed('TAKE CASH TIMEOUT AND CONTINUE WAITTING.')
  else page.timed('DELIVER MONEY...MONEY TAKEN=======')
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, kind, amount, rrn, stan, authorisationCode, serial, refusal } = attempt
  const found = { session: session.number, attemptNo, conflict: [] }
  page.timed('TRANSACTION REQUEST ADBA  AC')
  page.timed(`TRANSACTION SERIAL NUMBER:${serial}`)
  if (outcome === 'UNANSWERED')
    return { ...found, serial, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  const worth = { amountMinor: minor(amount), currency: 'YER' }
  const card = expectedCard(session.card)
  const printed = { ...worth, card, rrn, stan, reference: rrn, authorisationCode, serial, kind } as const
  if (outcome === 'DECLINED') {
    receipt(page, session, attempt, `0${refusal}`)
    return { ...found, ...printed, verdict: 'DECLINED', hostCode: `0${refusal}`, cashOutcome: 'NONE' }
  }
  if (kind === 'BALANCE') {
    receipt(page, session, attempt, '000')
    return { ...found, ...printed, verdict: 'APPROVED', hostCode: '000', cashOutcome: 'NONE' }
  }
  notesOut(page, attempt)
  const cashOutcome = outcome === 'LEFT' ? oneOf<'NOT_TAKEN' | 'UNKNOWN'>('NOT_TAKEN', 'UNKNOWN') : 'DISPENSED'
  const paid = { ...found, cashOutcome, dispensed: attempt.notes } as const
  if (outcome === 'TAKEN_WITHOUT_CODE')
    return { ...paid, serial, kind, amountMinor: minor(amount), verdict: 'APPROVED', hostCode: null }
  receipt(page, session, attempt, 'APPROVED')
  return { ...paid, ...printed, verdict: 'APPROVED' }
}

const printSession = (page: Page, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.timed('----> TRANSACTION START', 'START')
  if (session.card !== null) page.timed('CARD INSERTED')
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  if (session.card !== null) page.timed('CARD TAKEN')
  const endedAt = printEnd(page, session, '<---- TRANSACTION END')
  return rowsOf(session, expected, { startedAt, endedAt, nothing: { card: null, cashOutcome: 'NONE' } })
}

/** D. GRG, with a date and a time on every line. */
export const grgPrinter: Printer = {
  name: 'D GRG',
  family: 'GRG',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const stamp = ({ year, month, day, clock }: ReturnType<Page['moment']>, text: string) =>
      `${year}-${month}-${day} ${clock}.${String(plan.choices.below(1_000)).padStart(3, '0')} ${text}`
    const pages = createPages({ plan, stamp })
    const { between } = pages
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    between.timed('ATM POWER UP')
    between.timed('ENTER INSERVICE MODE')
    const expected = plan.sessions.flatMap((session) => printSession(pages.sessionPage(session), session))
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
