import { counters } from './ncr.testing.ts'
import {
  countsOf,
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
  outcomes: { WITHDRAWAL: ['TAKEN', 'LEFT', 'DECLINED_OFFLINE', 'UNANSWERED'] },
  denominations: [100, 200, 500, 2_000],
  ends: ['MARK', 'NEXT_START'],
  cardless: false,
  cancels: false,
  attempts: 2,
  midnight: true,
  days: true,
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

const printAttempt = (page: Page, session: PlannedSession, attempt: PlannedAttempt, attemptNo: number): Expectation => {
  const { outcome, amount, notes } = attempt
  const found = { session: session.number, attemptNo, card: expectedCard(session.card), hostCode: null, conflict: [] }
  page.timed('REQUEST SENT')
  page.plain(' OPCODE = GB     A')
  if (outcome === 'UNANSWERED') return { ...found, verdict: null, cashOutcome: oneOf('NONE', 'UNKNOWN') }
  page.timed('RESPONSE RECEIVED')
  page.timed(`GENAC 2 : ${outcome === 'DECLINED_OFFLINE' ? 'AAC' : 'TC'}`)
  if (outcome === 'DECLINED_OFFLINE') return { ...found, verdict: oneOf('DECLINED', null), cashOutcome: 'NONE' }
  page.timed('NOTES STACKED')
  page.timed('Cash presented')
  page.plain(
    `NOTES PRESENTED ${countsOf(notes, abilities.denominations).join(',')}`,
    `${amount} INR`,
    notes.map(({ denomination, count }) => `${count}X${denomination}`).join(' '),
  )
  const worth = { kind: 'WITHDRAWAL', amountMinor: minor(amount), currency: 'INR' } as const
  if (outcome === 'LEFT')
    return { ...found, ...worth, verdict: oneOf('APPROVED', null), cashOutcome: oneOf('NOT_TAKEN', 'UNKNOWN') }
  page.timed('Cash taken')
  return { ...found, ...worth, verdict: 'APPROVED', cashOutcome: 'DISPENSED', dispensed: notes }
}

/** The start is printed twice. */
const printStart = (page: Page): void => {
  const { year, month, day, clock } = page.moment()
  for (const _time of [1, 2]) {
    page.plain(`${clock.replaceAll(':', '')} *${month}/${day}/${year}*${clock}*`)
    page.marked('*TRANSACTION START*', 'START')
  }
}

const printSession = (page: Page, plan: Plan, session: PlannedSession): readonly Expectation[] => {
  const startedAt = page.moment().local
  printStart(page)
  page.timed('Card inserted')
  page.timed(`Customer PAN: ${maskedWith(session.card ?? '', '*', 3)}`, 'CARD')
  page.timed('PIN code entered')
  const expected = session.attempts.map((attempt, n) => printAttempt(page, session, attempt, n + 1))
  const { local } = page.moment()
  if (session.end === 'MARK') {
    const isStarred = plan.choices.chance(0.5)
    page.timed(isStarred ? '**TRANSACTION END**' : '*Transaction End*', 'END')
  }
  return rowsOf(session, expected, { startedAt, endedAt: session.end === 'MARK' ? local : null })
}

/** F. NDC journals of Indian switches. */
export const ndcPrinter: Printer = {
  name: 'F NDC of Indian switches',
  family: 'NDC',
  abilities,
  oddities: [],
  isTimed: true,
  print(plan) {
    const pages = createPages({ plan, stamp: ({ clock }, text) => `${clock.replaceAll(':', '')} ${text}` })
    const { between } = pages
    pages.until((plan.sessions[0]?.start ?? 60) - 60)
    let headed = ''
    const expected = plan.sessions.flatMap((session) => {
      const page = pages.sessionPage(session)
      const { year, month, day } = page.moment()
      if (headed !== day) {
        between.plain(`== ${MONTHS[Number(month) - 1]} ${day}, ${year} PR803920 ==`)
        if (headed === '') between.plain(...counters(abilities.denominations))
        headed = day
      }
      return printSession(page, plan, session)
    })
    return { journalDate: plan.journalDate, lines: pages.lines, expected }
  },
}
