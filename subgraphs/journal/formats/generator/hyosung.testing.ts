import {
  countsOf,
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
import type { Abilities, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: {
    WITHDRAWAL: ['TAKEN', 'TAKEN_WITHOUT_CODE', 'DECLINED', 'UNANSWERED'],
    OTHER: ['DONE', 'DECLINED'],
  },
  denominations: [50, 100, 500],
  ends: ['MARK', 'NEXT_START'],
  cardless: false,
  cancels: false,
  attempts: 2,
  midnight: true,
  days: true,
}

const receipt = (page: Page, { card }: PlannedSession, attempt: PlannedAttempt, code: string): void => {
  page.timed('JOURNAL DATA')
  page.marked(`CARD NUMBER     ${maskedWith(card ?? '', 'X')}`, 'CARD')
  page.plain(`TXN NO          ${attempt.stan}`, `REFERENCE NO    ${attempt.rrn}`, `RESPONSE CODE   ${code}`)
  if (attempt.kind === 'WITHDRAWAL') page.plain(`WITHDRAWAL    RS. ${grouped(attempt.amount, ',')}.00`)
  page.plain(`FROM  A/C       XXXXXXXX${attempt.stan.slice(-4)}`, 'AVAIL BAL       RS. 12,345.67')
}

const notesOut = (page: Page, { notes }: PlannedAttempt): void => {
  page.timed('DISPENSE COMPLETE')
  page.plain('Notes Dispensed:')
  for (const [n, denomination] of abilities.denominations.entries()) {
    const count = notes.find((each) => each.denomination === denomination)?.count ?? 0
    if (count > 0) page.plain(`${`Type${'ABC'[n]}(INR${denomination})`.padEnd(17)}= ${count}`)
  }
  page.timed('CASH PRESENTED')
  page.timed('CASH TAKEN')
}

const record = (page: Page, attempt: PlannedAttempt): void => {
  page.timed('TRANSACTION DATA (COMPLETED)')
  page.plain(
    '[TRANSACTION RECORD]',
    'OPCode          [AB     A]',
    `Amount          [${attempt.amount}]`,
    `Denomination    [${abilities.denominations.join(',')}]`,
    `Dispense Count  [${countsOf(attempt.notes, abilities.denominations).join(',')}]`,
    `Trans SEQ Number [${attempt.serial}]`,
  )
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, kind, amount, rrn, stan, serial, refusal } = attempt
  const found = { session: session.number, attemptNo, card: expectedCard(session.card), conflict: [] }
  page.timed('PIN ENTERED')
  if (kind === 'WITHDRAWAL') page.timed(`ENTERED AMOUNT : [${amount}]`)
  page.timed('TRANSACTION REQUESTING: OPcode[AB     A]')
  page.timed(`LTSERNO [${serial}]`)
  if (outcome === 'UNANSWERED')
    return { ...found, verdict: null, hostCode: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  page.timed(`TRANSACTION REPLIED: FID[${outcome === 'DECLINED' ? 'J' : 'B'}] NEXT[558]`)
  page.timed(`EMV 2ND GENAC: ${outcome === 'DECLINED' ? 'AAC' : 'TC'}`)
  // RS. names no currency: INR is printed with the notes.
  const worth = kind === 'WITHDRAWAL' ? { amountMinor: minor(amount) } : {}
  const printed = { ...worth, rrn, stan, reference: rrn, accountTail: stan.slice(-4) }
  if (outcome === 'DECLINED') {
    const code = `0${refusal}`
    receipt(page, session, attempt, code)
    return { ...found, ...printed, verdict: 'DECLINED', hostCode: code, cashOutcome: 'NONE' }
  }
  const isPrinted = outcome !== 'TAKEN_WITHOUT_CODE'
  if (isPrinted) receipt(page, session, attempt, '000')
  const approved = { ...found, ...(isPrinted ? { ...printed, hostCode: '000' } : worth), verdict: 'APPROVED' } as const
  if (kind !== 'WITHDRAWAL') return { ...approved, cashOutcome: 'NONE' }
  notesOut(page, attempt)
  record(page, attempt)
  return { ...approved, kind, currency: 'INR', cashOutcome: 'DISPENSED', dispensed: attempt.notes }
}

const printSession = (page: Page, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  page.timed('TRANSACTION START', 'START')
  page.timed(`CARD NUMBER ${maskedWith(session.card ?? '', 'X')}`, 'CARD')
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  page.timed('CARD TAKEN')
  return rowsOf(session, expected, { startedAt, endedAt: printEnd(page, session, 'TRANSACTION END') })
}

/** E. Hyosung MoniPlus. */
export const hyosungPrinter: Printer = {
  name: 'E Hyosung',
  family: 'HYOSUNG',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    let counter = 0
    const stamp = ({ year, month, day, clock }: ReturnType<Page['moment']>, text: string) => {
      counter += 1
      return `[${String(counter).padStart(6, '0')}][${month}/${day}/${year} ${clock}]${text}`
    }
    const pages = createPages({ plan, stamp })
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    pages.between.timed('POWER UP')
    const expected = plan.sessions.flatMap((session) => printSession(pages.sessionPage(session), session))
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
