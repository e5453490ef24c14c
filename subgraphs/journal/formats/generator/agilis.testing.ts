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
  outcomes: {
    WITHDRAWAL: ['DONE', 'DECLINED', 'UNANSWERED'],
    BALANCE: ['DONE', 'DECLINED'],
  },
  denominations: [100, 500],
  ends: ['MARK'],
  cardless: false,
  cancels: false,
  attempts: 2,
  midnight: false,
  days: false,
}

const receipt = (page: Page, { card }: PlannedSession, attempt: PlannedAttempt, code: string): void => {
  const { year, month, day, clock } = page.moment()
  page.plain('*****START*****')
  page.receipt(`DATE/TIME : ${year}-${Number(month)}-${Number(day)} ${clock}`)
  page.plain(`SEQ NO    : ${attempt.serial}`, `TRACE     : ${attempt.stan}`)
  page.marked(`CARD NO   : ${maskedWith(card ?? '', 'X')}`, 'CARD')
  page.plain(
    `FR ACCT   : XXXXXXXX${attempt.stan.slice(-4)}`,
    `RESP CODE : ${code}`,
    `TRN TYPE  : ${attempt.kind === 'BALANCE' ? 'ATM BALANCE' : 'ATM WITHDRAWAL'}`,
  )
  if (attempt.amount > 0) page.plain(`AMT AUTH  : ${attempt.amount}.00`)
  page.plain('*****END*****')
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, kind, amount, stan, refusal, serial } = attempt
  const found = { session: session.number, attemptNo, card: expectedCard(session.card), conflict: [] }
  page.plain('Four FDK selected [A]', 'Transaction Request [ DB   AD]')
  page.pass(10)
  if (outcome === 'UNANSWERED') return { ...found, verdict: null, hostCode: null }
  page.plain(
    `GENAC 2 : ${outcome === 'DECLINED' ? 'AAC' : 'TC'}`,
    `Transaction Reply [Host Seq.No.: ${serial}]`,
    'Next State [055] Function [SetNextStateAndPrint]',
  )
  const code = outcome === 'DECLINED' ? refusal : '00'
  receipt(page, session, attempt, code)
  return {
    ...found,
    kind,
    ...(amount > 0 ? { amountMinor: minor(amount) } : {}),
    stan: oneOf(stan, serial),
    accountTail: stan.slice(-4),
    hostCode: code,
    verdict: outcome === 'DECLINED' ? 'DECLINED' : 'APPROVED',
  }
}

const printSession = (page: Page, session: PlannedSession): readonly Expectation[] => {
  page.marked(`Card Inserted (${maskedWith(session.card ?? '', 'X')})`, 'START')
  page.plain('ATR RECEIVED T=0')
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  page.marked('Card Ejected', 'END')
  // No end mark is described, only that the card is ejected.
  return rowsOf(session, expected, { endedAt: null }).map(({ completeness: _open, ...row }) => row)
}

/** H. Diebold Agilis, which prints times on receipts only. */
export const agilisPrinter: Printer = {
  name: 'H Agilis',
  family: 'AGILIS',
  abilities,
  oddities: [],
  isTimed: false,
  print(plan) {
    const pages = createPages({ plan, stamp: (_moment, text) => text })
    const expected = plan.sessions.flatMap((session) => printSession(pages.sessionPage(session), session))
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
