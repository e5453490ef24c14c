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
import type { Abilities, Plan, PlannedAttempt, PlannedSession } from './plan.testing.ts'

const abilities: Abilities = {
  outcomes: { WITHDRAWAL: ['TAKEN', 'TAKEN_WITHOUT_CODE', 'DECLINED', 'DECLINED_OFFLINE', 'UNANSWERED'] },
  denominations: [500, 100],
  ends: ['NEXT_START'],
  cardless: false,
  cancels: false,
  attempts: 1,
  midnight: true,
  days: true,
}

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt): Expectation => {
  const { outcome, amount, stan, serial, notes } = attempt
  const found = { session: session.number, attemptNo: 1, card: expectedCard(session.card) }
  page.timed('Entered Amount is :')
  page.plain(`(Rs.${String(amount).padEnd(12)})`)
  page.timed('Transaction Req. Send : Succeeded')
  page.plain('(Operation Code : AB   C A)')
  if (outcome === 'UNANSWERED') return { ...found, verdict: null, hostCode: null }
  page.timed('Transaction Res. Received')
  const isApproved = outcome === 'TAKEN' || outcome === 'TAKEN_WITHOUT_CODE'
  page.plain(`(Host Sequence No. : ${serial},FID : ${isApproved ? 'A' : 'J'},NextState : 121)`)
  page.timed(`2ndGENAC Result : ${isApproved ? 'TC' : 'AAC'}`)
  if (outcome === 'DECLINED_OFFLINE') return { ...found, verdict: oneOf('DECLINED', null) }
  if (isApproved) {
    page.timed('Banknote separation in cassette : Succeeded')
    page.plain(...notes.map(({ denomination, count }) => `${`Rs.${denomination}`.padEnd(9)}:${count}`))
    page.timed('Shutter Open -> Take Cash')
    page.timed('Shutter Close')
  }
  page.marked(`CARD NUMBER:    ${maskedWith(session.card ?? '', '*')}`, 'CARD')
  page.plain(`TXN NO.         ${stan}`)
  const code = outcome === 'DECLINED' ? `0${attempt.refusal}` : '000'
  if (outcome !== 'TAKEN_WITHOUT_CODE') page.plain(`RESPONSE CODE   ${code}`)
  page.plain(`WITHDRAWAL          RS.${amount}.00`)
  const printed = {
    ...found,
    kind: 'WITHDRAWAL',
    amountMinor: minor(amount),
    stan,
    reference: stan,
    conflict: [],
  } as const
  if (outcome === 'TAKEN') return { ...printed, verdict: 'APPROVED', hostCode: code, dispensed: notes }
  if (outcome === 'DECLINED') return { ...printed, verdict: 'DECLINED', hostCode: code }
  // Whether a cryptogram decides, and whether closing the shutter says that the notes were taken, is left open.
  return { ...printed, verdict: oneOf('APPROVED', null) }
}

const printSession = (page: Page, plan: Plan, session: PlannedSession): readonly Expectation[] => {
  const { year, month, day, clock, local } = page.moment()
  page.marked(`==> ${day}-${month}-${year} ${clock}  Terminal ID : ${plan.terminalId}`, 'START')
  page.timed(`Card Number : ${maskedWith(session.card ?? '', '*')}`, 'CARD')
  const expected = session.attempts.map((attempt) => printAttempt(page, session, attempt))
  // What ends a session besides the next start is not described.
  return rowsOf(session, expected, { startedAt: local, endedAt: null }).map(({ completeness: _open, ...row }) => ({
    ...row,
    terminalId: plan.terminalId,
  }))
}

/** I. EuroNet recyclers. */
export const euronetPrinter: Printer = {
  name: 'I EuroNet',
  family: 'EURONET',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: ({ clock }, text) => `   ${clock} ${text}` })
    const expected = plan.sessions.flatMap((session) => printSession(pages.sessionPage(session), plan, session))
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
