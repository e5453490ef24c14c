import {
  createPages,
  type Expectation,
  expectedCard,
  maskedWith,
  minor,
  oneOf,
  type Page,
  type Printer,
  rowsOf,
} from './page.testing.ts'
import type { Abilities, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: { WITHDRAWAL: ['TAKEN', 'DECLINED', 'UNANSWERED'] },
  denominations: [500],
  ends: ['MARK'],
  cardless: false,
  cancels: false,
  attempts: 2,
  midnight: true,
  days: true,
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, kind, amount, rrn, refusal, notes } = attempt
  const found = { session: session.number, attemptNo, card: expectedCard(session.card) }
  page.timed('Transaction Request [ DB   AD]')
  if (outcome === 'UNANSWERED') return { ...found, verdict: null, hostCode: null }
  const code = outcome === 'DECLINED' ? refusal : '00'
  page.timed('CASH_WITHDRAWAL')
  page.timed(`RRN: ${rrn}`)
  page.timed(`RC: ${code}`)
  page.timed(`AMOUNT         : ${amount}`)
  const printed = { ...found, kind, rrn, reference: rrn, hostCode: code, amountMinor: minor(amount), conflict: [] }
  if (outcome === 'DECLINED') return { ...printed, verdict: 'DECLINED', cashOutcome: oneOf('NONE', 'UNKNOWN') }
  page.timed(`Dispense Type3 [${String(notes[0]?.count ?? 1).padStart(2, '0')}]`)
  page.timed('CASH TAKEN')
  return { ...printed, verdict: 'APPROVED', cashOutcome: 'DISPENSED' }
}

const printSession = (page: Page, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.timed(`Card Inserted (${maskedWith(session.card ?? '', 'X')})`, 'START')
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  page.timed('Card Ejected', 'END')
  // No end mark is described, only that the card is ejected.
  return rowsOf(session, expected, { startedAt, endedAt: null }).map(({ completeness: _open, ...row }) => row)
}

/** H. Exports of Diebold Opteva. */
export const optevaPrinter: Printer = {
  name: 'H Opteva',
  family: 'OPTEVA',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const stamp = ({ year, month, day, clock }: ReturnType<Page['moment']>, text: string) =>
      `  0001 OPTEVA  ${year}${month}${day}  ${clock} EJ: ${text}`
    const pages = createPages({ plan, stamp })
    const expected = plan.sessions.flatMap((session) => printSession(pages.sessionPage(session), session))
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
