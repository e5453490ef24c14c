import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { parseText } from '../family.testing.ts'
import { chunksOf, collectParse } from '../parse.testing.ts'
import { newAttempt, STAN_RANKS, storeCash, takeStan } from './attempt.ts'
import { type ClosingRules, closeSession } from './closing.ts'
import { toMoment } from './dates.ts'
import { DEFAULT_PROFILE, type Profile } from './profile.ts'
import { openSession } from './session.ts'

const START = ['*632*06/18/2025*04:48*', '*TRANSACTION START*']
const END = '04:49:59 TRANSACTION END'
/** The attempts of an NCR session with an end mark; its first own line is the third of the file. */
const readNcr = async (...lines: string[]) => (await parseText([...START, ...lines, END, ''].join('\n'))).transactions
/** The same, cut at the end of the file. */
const readCut = async (...lines: string[]) => (await parseText([...START, ...lines, ''].join('\n'))).transactions

const ASKED = ['04:48:10 OPCODE = BBC', '04:48:11 REQUEST SENT [AMOUNT=00001000]']
const REPLIED = '04:48:12 RESPONSE RECEIVED [FUNCTION ID=A, TXN SN NO=1234]'
const CANCELLED = '04:48:40 CUSTOMER CANCELLED'
const TIMED_OUT = '04:48:40 HOST TX TIMEOUT'
const CLOSING = ['04:48:41 OPCODE = F  AA', '04:48:42 REQUEST SENT']
const TAKEN = ['04:48:20 NOTES STACKED', '04:48:25 NOTES PRESENTED 1,0,0,0', '04:48:30 NOTES TAKEN']

describe('a closing request', () => {
  it.each([
    ['what the customer cancelled', CANCELLED, [...CLOSING, '04:48:43 GENAC 2 : AAC']],
    ['what the host did not answer in time', TIMED_OUT, [...CLOSING, '04:48:43 GENAC 2 : AAC']],
    ['what the host replied to', CANCELLED, [...CLOSING, '04:48:43 RESPONSE RECEIVED [FUNCTION ID=5]']],
  ])('after %s is no attempt, and changes no verdict before it', async (_what, gaveUp, closing) => {
    const approved = [...ASKED, REPLIED, 'RRN. 123456', 'RESPONSE CODE 000']
    expect(await readNcr(...approved, gaveUp, ...closing)).toMatchObject([
      {
        ...{ attemptNo: 1, verdict: 'APPROVED', decidedBy: { rule: 'HOST_CODE', line: 7 }, reference: '123456' },
        ...{ lastLine: 8 + closing.length + 1, completeness: 'COMPLETE' },
      },
    ])
    const undecided = gaveUp === TIMED_OUT ? ASKED : [...ASKED, REPLIED]
    expect(await readNcr(...undecided, gaveUp, ...closing)).toMatchObject([{ attemptNo: 1, verdict: null }])
  })

  it('leaves a session in which nothing else was asked for cancelled and without an attempt', async () => {
    expect(await readNcr('04:48:05 CARD INSERTED', CANCELLED, ...CLOSING, '04:48:43 GENAC 2 : AAC')).toMatchObject([
      { attemptNo: 0, verdict: 'CANCELLED', decidedBy: { rule: 'CANCELLATION', line: 4 } },
    ])
  })

  it('is none where the customer goes on with the PIN', async () => {
    const again = ['04:48:41 PIN ENTERED', '04:48:45 OPCODE = BBC', '04:48:46 REQUEST SENT', 'RESPONSE CODE 051']
    expect(await readNcr(...ASKED, CANCELLED, ...again)).toMatchObject([
      { attemptNo: 1, verdict: 'CANCELLED', lastLine: 6 },
      { attemptNo: 2, verdict: 'DECLINED', firstLine: 7 },
    ])
  })
})

describe('an attempt is CANCELLED', () => {
  it('only where the host did not reply, nothing was decided and no notes came out', async () => {
    const verdicts = async (...lines: string[]) => (await readNcr(...lines)).map(({ verdict }) => verdict)
    expect(await verdicts(...ASKED, CANCELLED)).toEqual(['CANCELLED'])
    expect(await verdicts(CANCELLED)).toEqual(['CANCELLED'])
    expect(await verdicts(...ASKED, REPLIED, CANCELLED)).toEqual([null])
    expect(await verdicts(...ASKED, TIMED_OUT, CANCELLED)).toEqual([null])
    expect(await verdicts(...ASKED, '04:48:25 NOTES PRESENTED 1,0,0,0', CANCELLED)).toEqual([null])
    expect(await verdicts(...ASKED, 'GENAC 2 : TC', CANCELLED)).toEqual(['APPROVED'])
    expect(await verdicts(...ASKED, 'GENAC 2 : AAC', CANCELLED)).toEqual(['DECLINED'])
    expect(await verdicts(...ASKED, 'RESPONSE CODE 051', CANCELLED)).toEqual(['DECLINED'])
  })

  it('where the host’s receipt says so', async () => {
    expect(await readNcr(...ASKED, REPLIED, 'TRANSACTION CANCELLED')).toMatchObject([
      { verdict: 'CANCELLED', decidedBy: { rule: 'CANCELLATION', line: 6 } },
    ])
  })
})

describe('the cash is UNKNOWN', () => {
  const outcome = async (lines: Promise<readonly { readonly cashOutcome: string }[]>) =>
    (await lines).map(({ cashOutcome }) => cashOutcome)

  it('where the journal breaks off after the request, and NONE where it goes on', async () => {
    expect(await outcome(readCut(...ASKED))).toEqual(['UNKNOWN'])
    expect(await outcome(readNcr(...ASKED))).toEqual(['NONE'])
    expect(await outcome(readCut('04:48:05 CARD INSERTED'))).toEqual(['NONE'])
    expect(await outcome(readCut(...ASKED, 'RESPONSE CODE 051'))).toEqual(['NONE'])
  })

  it('where notes were asked for and nothing more is said of them, unless the host declined', async () => {
    const stacked = '04:48:20 NOTES STACKED'
    expect(await outcome(readNcr(...ASKED, stacked))).toEqual(['UNKNOWN'])
    expect(await outcome(readNcr(...ASKED, 'RESPONSE CODE 000', stacked))).toEqual(['UNKNOWN'])
    expect(await outcome(readNcr(...ASKED, stacked, 'RESPONSE CODE 051'))).toEqual(['NONE'])
    expect(await outcome(readNcr(...ASKED, stacked, '04:48:21 UNABLE TO DISPENSE'))).toEqual(['NONE'])
  })

  it('where power is lost, or the dispenser does not know, before the notes are taken', async () => {
    const presented = [...ASKED, 'RESPONSE CODE 000', '04:48:20 NOTES STACKED', '04:48:25 NOTES PRESENTED 1,0,0,0']
    expect(await outcome(readNcr(...presented))).toEqual(['NOT_TAKEN'])
    expect(await outcome(readCut(...presented))).toEqual(['UNKNOWN'])
    expect(await outcome(readCut(...presented, '04:48:26 POWER INTERRUPTION DURING'))).toEqual(['UNKNOWN'])
    expect(await outcome(readNcr(...presented, '*0051*1*E*3,M-05'))).toEqual(['UNKNOWN'])
    expect(await outcome(readCut(...ASKED, ...TAKEN, '04:48:31 POWER INTERRUPTION DURING'))).toEqual(['DISPENSED'])
  })
})

describe('what decided a verdict is the rule and the line', () => {
  it.each([
    ['HOST_CODE', 'DECLINED', ['RESPONSE CODE 051', ...TAKEN, 'GENAC 2 : TC'], 5],
    ['HOST_WORDS', 'APPROVED', ['RESPONSE : APPROVED', 'GENAC 2 : AAC'], 5],
    ['HOST_WORDS', 'DECLINED', ['GENAC 2 : TC', 'INSUFFICIENT FUNDS'], 6],
    ['CRYPTOGRAM', 'APPROVED', [...TAKEN.slice(0, 1), 'GENAC 2 : TC'], 6],
    ['CRYPTOGRAM', 'DECLINED', ['GENAC 1 : ARQC', 'GENAC 2 : AAC'], 6],
    ['NOTES_TAKEN', 'APPROVED', TAKEN, 7],
    ['CANCELLATION', 'CANCELLED', [CANCELLED], 5],
    ['REVERSAL', 'REVERSED', ['RESPONSE CODE 000', 'TRANSACTION CANCELED', 'RESPONSE CODE  : 480'], 7],
  ])('%s: %s', async (rule, verdict, lines, line) => {
    expect(await readNcr(...ASKED, ...lines)).toMatchObject([{ verdict, decidedBy: { rule, line } }])
  })

  it('NOTES_STORED: of the deposit alone, unless its notes were given back, retracted or refused', () => {
    const rules: ClosingRules = { evidence: ['response', 'stored'], approvedCode: /^00$/, printsEnd: true }
    const verdict = (change: Parameters<typeof storeCash>[0]['deposit'] | object) => {
      const session = openSession(toMoment('2025-06-18'), 1, null)
      session.attempt.line = 7
      storeCash(session.attempt)
      Object.assign(session.attempt.deposit, change)
      const [closed] = closeSession(session, rules, DEFAULT_PROFILE, true)
      return [closed?.transaction.kind, closed?.transaction.verdict, closed?.transaction.decidedBy]
    }
    expect(verdict({})).toEqual(['DEPOSIT', 'APPROVED', { rule: 'NOTES_STORED', line: 7 }])
    for (const undone of [{ returned: true }, { retracted: true }, { failed: true }])
      expect(verdict(undone)).toEqual(['DEPOSIT', null, null])
  })

  it('is null, as the line is, where nothing decides', async () => {
    expect(await readNcr(...ASKED, REPLIED)).toMatchObject([{ verdict: null, decidedBy: null, conflict: [] }])
  })
})

describe('a cryptogram alone approves nothing', () => {
  it.each(['BILLS RETRACTED', 'UNSUCCESSFUL TRANSACTION', 'CIM-DEPOSIT COMPLETED - ITEMS REFUND', TIMED_OUT])(
    'of a deposit with %s',
    async (line) => {
      const deposit = ['04:48:05*CIM-DEPOSIT ACTIVATED', 'ESC: 002', 'JMD1000-002', ...ASKED, 'GENAC 2 : TC']
      expect(await readNcr(...deposit)).toMatchObject([{ kind: 'DEPOSIT', verdict: 'APPROVED' }])
      expect(await readNcr(...deposit, line)).toMatchObject([{ kind: 'DEPOSIT', verdict: null, decidedBy: null }])
    },
  )
})

describe('a conflict', () => {
  it('DECLINED_WITH_CASH leaves the verdict open under an authorisation code, and the refusal without', async () => {
    const declined = [...ASKED, 'RESPONSE CODE 051', ...TAKEN]
    const conflict = ['DECLINED_WITH_CASH']
    expect(await readNcr(...declined)).toMatchObject([{ verdict: 'DECLINED', cashOutcome: 'DISPENSED', conflict }])
    expect(await readNcr(...declined, 'AUTH CODE : 337309')).toMatchObject([
      { verdict: null, decidedBy: null, hostCode: '051', authorisationCode: '337309', conflict },
    ])
  })

  it('AMOUNT_AND_NOTES compares the receipt with the notes of a withdrawal, and with those a deposit stored', async () => {
    const table = 'CASH TOTAL       TYPE1 TYPE2\nDENOMINATION     00500 01000'
    const withdrawal = (amount: string) =>
      readNcr(table, ...ASKED, 'RESPONSE CODE 000', `WITHDRAWAL ${amount}`, ...TAKEN)
    expect(await withdrawal('500.00')).toMatchObject([{ cashOutcome: 'DISPENSED', conflict: [] }])
    expect(await withdrawal('400.00')).toMatchObject([
      { amountMinor: 40_000n, verdict: 'APPROVED', cashOutcome: 'DISPENSED', conflict: ['AMOUNT_AND_NOTES'] },
    ])
    expect(await withdrawal('600.00')).toMatchObject([{ cashOutcome: 'PARTIAL', conflict: ['AMOUNT_AND_NOTES'] }])
    const deposit = (amount: string) =>
      readNcr(
        ...['04:48:05*CIM-DEPOSIT ACTIVATED', ...ASKED, '04:48:20*CIM-DEPOSIT COMPLETED', 'VAL: 002', 'JMD1000-002'],
        ...['CASH DEPOSIT', `AMOUNT : ${amount} JMD`, 'RESPONSE CODE 000'],
      )
    expect(await deposit('2000.00')).toMatchObject([{ kind: 'DEPOSIT', amountMinor: 200_000n, conflict: [] }])
    expect(await deposit('3000.00')).toMatchObject([{ amountMinor: 300_000n, conflict: ['AMOUNT_AND_NOTES'] }])
  })

  it('TIMEOUT_REVERSED leaves the verdict open', async () => {
    expect(await readNcr(...ASKED, TIMED_OUT, 'TRANSACTION CANCELED', 'RESPONSE CODE  : 480')).toMatchObject([
      { verdict: null, decidedBy: null, conflict: ['TIMEOUT_REVERSED'] },
    ])
  })

  it('APPROVED_AND_DECLINED leaves the verdict open; the same answer again is none', async () => {
    expect(await readNcr(...ASKED, 'RESPONSE CODE 000', 'RESPONSE CODE 051')).toMatchObject([
      { verdict: null, decidedBy: null, hostCode: '051', conflict: ['APPROVED_AND_DECLINED'] },
    ])
    expect(await readNcr(...ASKED, 'RESPONSE CODE 000', 'RESPONSE CODE 000')).toMatchObject([
      { verdict: 'APPROVED', decidedBy: { rule: 'HOST_CODE', line: 5 }, conflict: [] },
    ])
  })

  it('NOTES_RETURNED is an approved deposit that kept no notes', async () => {
    const deposit = ['04:48:05*CIM-DEPOSIT ACTIVATED', 'ESC: 002', 'JMD1000-002', ...ASKED, 'RESPONSE CODE 000']
    expect(await readNcr(...deposit, 'BILLS RETRACTED')).toMatchObject([
      { kind: 'DEPOSIT', cashOutcome: 'RETRACTED', conflict: ['NOTES_RETURNED'] },
    ])
    expect(await readNcr(...deposit, '04:48:20*CIM-DEPOSIT COMPLETED')).toMatchObject([
      { kind: 'DEPOSIT', cashOutcome: 'NONE', conflict: [] },
    ])
  })
})

describe('what an institution says of its journals', () => {
  const verdicts = async (profile: Profile, code: string) => {
    const text = [...START, ...ASKED, `RESPONSE CODE ${code}`, 'AMOUNT : 5.00', END, ''].join('\n')
    async function* bytes() {
      yield* chunksOf(Buffer.from(text), [64])
    }
    const dates = { journalDate: '2025-06-18', earliest: '2021-01-01', latest: '2026-06-30' }
    const { transactions } = await collectParse(bytes(), { ...dates, families: FAMILIES, profile })
    return transactions.map(({ verdict, currency }) => [verdict, currency])
  }

  it('approves its codes and no other, and names the currency that no line prints', async () => {
    const profile = { ...DEFAULT_PROFILE, approvedCodes: ['001', '900'], currency: 'BDT' }
    expect(await verdicts(DEFAULT_PROFILE, '000')).toEqual([['APPROVED', null]])
    expect(await verdicts(DEFAULT_PROFILE, '001')).toEqual([['DECLINED', null]])
    expect(await verdicts(profile, '001')).toEqual([['APPROVED', 'BDT']])
    expect(await verdicts(profile, '000')).toEqual([['DECLINED', 'BDT']])
  })
})

describe('an audit number', () => {
  it('is the one of the best source, the first of several of the same, and never all zeros', () => {
    const sources = ['stan', 'utrnno', 'record', 'trace'] as const
    expect(Object.keys(STAN_RANKS)).toEqual(sources)
    for (const [rank, better] of sources.entries()) {
      for (const worse of sources.slice(rank + 1)) {
        for (const order of [
          [better, worse],
          [worse, better],
        ] as const) {
          const attempt = newAttempt(0, 1, true)
          for (const source of order) takeStan(attempt, source, `${source === better ? 1 : 2}00`)
          expect(attempt.numbers.stan).toBe('100')
        }
      }
      const attempt = newAttempt(0, 1, true)
      for (const value of ['000000', '', '11', '12']) takeStan(attempt, better, value)
      expect(attempt.numbers.stan).toBe('11')
    }
  })
})
