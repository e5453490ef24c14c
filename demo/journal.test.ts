import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../subgraphs/journal/formats/families.ts'
import { createMasking } from '../subgraphs/journal/formats/masking/masking.ts'
import { collectParse } from '../subgraphs/journal/formats/parse.testing.ts'
import { isCardNumber } from '../subgraphs/kit/cards/card-numbers.rules.ts'
import { DEMO_FLEET } from './fleet.ts'
import { type DemoJournal, journalOfDay } from './journal.ts'

const DATES = ['2026-03-29', '2026-05-13', '2026-11-20']

const cases = DEMO_FLEET.flatMap((atm) => DATES.map((date) => ({ atm, date, journal: journalOfDay(atm, date) })))

async function* bytesOf(text: string) {
  yield Buffer.from(text, 'latin1')
}

const read = ({ text }: DemoJournal, journalDate: string) =>
  collectParse(bytesOf(text), { earliest: '2021-01-01', latest: '2026-12-31', journalDate, families: FAMILIES })

const digitRuns = (text: string) => text.match(/\d{13,}/g) ?? []

describe('a made-up journal', () => {
  it('is the same each time, and another for each ATM and day', () => {
    for (const { atm, date, journal } of cases.slice(0, 20)) expect(journalOfDay(atm, date)).toEqual(journal)
    expect(new Set(cases.map(({ journal }) => journal.text)).size).toBe(cases.length)
  })

  it('is read by the parser as the verdicts that its maker counted', async () => {
    for (const { atm, date, journal } of cases) {
      const { status, format, transactions } = await read(journal, date)
      const verdicts = Object.groupBy(transactions, ({ verdict }) => verdict ?? 'NONE')
      expect({ status, format, of: atm.agentAtmId }).toEqual({
        status: 'PARSED',
        format: atm.vendor === 'NCR' ? 'NCR' : 'RECYCLER',
        of: atm.agentAtmId,
      })
      expect({
        transactions: transactions.length,
        successful: verdicts.APPROVED?.length ?? 0,
        failed: verdicts.DECLINED?.length ?? 0,
        undecided: transactions.length - (verdicts.APPROVED?.length ?? 0) - (verdicts.DECLINED?.length ?? 0),
      }).toEqual({
        transactions: journal.transactions,
        successful: journal.successful,
        failed: journal.failed,
        undecided: journal.undecided,
      })
      expect(transactions.every(({ startedAt }) => startedAt.startsWith(date))).toBe(true)
    }
  })

  it('is a believable day: some tens of sessions of every kind, lines that end with CRLF', async () => {
    for (const { journal } of cases) {
      expect(journal.transactions).toBeGreaterThanOrEqual(15)
      expect(journal.transactions).toBeLessThanOrEqual(80)
      expect(journal.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
    const days = await Promise.all(cases.map(({ journal, date }) => read(journal, date)))
    const all = days.flatMap(({ transactions }) => transactions)
    expect(new Set(all.map(({ cashOutcome }) => cashOutcome))).toEqual(
      // Of a request that no reader knows it is open what the machine did.
      new Set(['DISPENSED', 'PARTIAL', 'RETRACTED', 'NONE', 'UNKNOWN']),
    )
    expect(new Set(all.map(({ currency }) => currency))).toEqual(new Set(['ETB', 'EUR', 'KES', null]))
    expect(new Set(all.map(({ verdict }) => verdict))).toEqual(
      new Set(['APPROVED', 'DECLINED', 'CANCELLED', 'REVERSED', null]),
    )
    expect(new Set(all.map(({ attemptNo }) => attemptNo))).toEqual(new Set([0, 1, 2]))
    expect(new Set(all.flatMap(({ conflict }) => conflict))).toEqual(new Set(['AMOUNT_AND_NOTES', 'TIMEOUT_REVERSED']))
    expect(all.some(({ verdict, hostCode }) => verdict === 'APPROVED' && hostCode === null)).toBe(true)
  })

  it('shows some cards in clear, which masking hides', () => {
    const text = cases.map(({ journal }) => journal.text).join('')
    const masker = createMasking(FAMILIES)()
    const masked = Buffer.concat([masker.push(Buffer.from(text)), masker.end()]).toString()
    const clear = digitRuns(text).filter((run) => isCardNumber(run) && /^(412345|527310|445566)/.test(run))
    expect(clear.length).toBeGreaterThan(5)
    for (const card of clear) expect(masked).not.toContain(card)
  })

  it('ends early for a day that is still going on, and only grows', async () => {
    for (const { atm, date, journal } of cases.slice(0, 30)) {
      const morning = journalOfDay(atm, date, 12 * 3600)
      expect(journal.text.startsWith(morning.text)).toBe(true)
      expect(morning.transactions).toBeLessThan(journal.transactions)
      expect((await read(morning, date)).transactions).toHaveLength(morning.transactions)
    }
    expect(journalOfDay(DEMO_FLEET[0] ?? cases[0]?.atm ?? expect.fail(), '2026-05-13', 0).text).toBe('')
  })
})
