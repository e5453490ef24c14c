import { describe, expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'
import { readCurrency } from './amounts.ts'
import { DEFAULT_PROFILE } from './profile.ts'

const NDC = [
  '083105 Card inserted',
  '083105 *05/03/2025*08:31:05*',
  '*TRANSACTION START*',
  '083112 Customer PAN: 498759***3344',
  '083141  REQUEST SENT',
  ' OPCODE = GB     A',
  '083142  RESPONSE RECEIVED',
  '083143  GENAC 2 : TC',
]
const NCR = [
  '*632*05/03/2025*08:31*',
  '*TRANSACTION START*',
  '08:31:41 OPCODE = GB',
  '08:31:42 RESPONSE RECEIVED [FUNCTION ID=A,  TXN SN NO=1234]',
  '08:31:43 GENAC 2 : TC',
]
const readAfter = async (head: readonly string[], ...lines: readonly string[]) => {
  const end = head === NDC ? '083250 **TRANSACTION END**' : '08:32:50 TRANSACTION END'
  const { transactions } = await parseText([...head, ...lines, end].join('\n'), '2025-05-03')
  expect(transactions).toHaveLength(1)
  return transactions[0]
}

describe('a refusal in words', () => {
  it.each([
    'SORRY UNABLE TO PROCESS',
    'UNABLE TO PROCESS.',
    'INVALID ACCOUNT',
    'YOUR TXN IS UNSUCCESSFUL',
    'TRANSACTION UNSUCCESSFUL',
    'TXN FAILED',
    'TRANSACTION FAILED',
    'INSUFFICIENT FUNDS IN YOUR ACCOUNT',
    'RESPONSE : NOT APPROVED',
    'RESPONSE : UNSUCCESSFUL',
  ])('decides before the card’s check: %s', async (words) => {
    for (const head of [NDC, NCR])
      expect(await readAfter(head, '    TXN NO. 4103', '    WITHDRAWAL', `    ${words}`)).toMatchObject({
        verdict: 'DECLINED',
        hostCode: null,
        decidedBy: { rule: 'HOST_WORDS', line: head.length + 3 },
      })
  })

  it('explains a code that is printed too', async () => {
    for (const head of [NDC, NCR])
      expect(await readAfter(head, '    UNABLE TO PROCESS', '    RESPONSE CODE    091')).toMatchObject({
        verdict: 'DECLINED',
        hostCode: '091',
        decidedBy: { rule: 'HOST_CODE' },
      })
  })

  it.each([
    'TRANSACTION FAILED? CALL 1800 000 000',
    'INVALID PIN ENTERED THREE TIMES BLOCKS YOUR CARD',
    'IF UNABLE TO PROCESS, VISIT YOUR BRANCH',
    'YOUR TXN IS SUCCESSFUL',
    'INSUFFICIENT FUNDS IS NO PROBLEM WITH OUR LOANS',
  ])('is none in a sentence about something else: %s', async (words) => {
    expect(await readAfter(NDC, `    ${words}`)).toMatchObject({ verdict: 'APPROVED' })
  })
})

describe('a reversal', () => {
  it('takes back what the card, a code or nothing decided', async () => {
    const reversed = { verdict: 'REVERSED', decidedBy: { rule: 'REVERSAL' } }
    for (const head of [NDC, NCR]) {
      expect(await readAfter(head, 'TRANSACTION REVERSED')).toMatchObject(reversed)
      expect(await readAfter(head, 'RESPONSE CODE  000', 'TRANSACTION REVERSED')).toMatchObject(reversed)
    }
  })
})

describe('a retrieval reference', () => {
  it.each([
    ['RRN. : 5169 0800 0777', '516908000777'],
    ['RRN : 516908 000777', '516908000777'],
    ['RRN : 516908000777 0012', '516908000777'],
  ])('may be printed in groups: %s', async (line, rrn) => {
    for (const head of [NDC, NCR]) expect(await readAfter(head, line)).toMatchObject({ rrn })
  })
})

describe('an amount', () => {
  it.each([
    ['KWD', '12.500', 1250n],
    ['OMR', '0.500', 50n],
    ['TND', '1250.000', 125_000n],
    ['IDR', '12.500', 1_250_000n],
  ])('above its currency has the parts of that: %s %s', async (currency, printed, amountMinor) => {
    const lines = [`AMOUNT : ${printed}`, `CURRENCY : ${currency}`, 'RESPONSE : APPROVED']
    expect(await readAfter(NCR, ...lines)).toMatchObject({ amountMinor, currency })
  })

  it.each(['048', '400', '414', '434', '512', '788'])(
    'of a dinar has thousandths, its number beside it or on the next line: %s',
    async (number) => {
      for (const lines of [[`AMOUNT : 20.000 ${number}`], ['AMOUNT : 20.000', `CURRENCY : ${number}`]]) {
        const read = await readAfter(NCR, ...lines, 'RESPONSE : APPROVED')
        expect(read).toMatchObject({ amountMinor: 2000n, currency: readCurrency(number) })
      }
    },
  )

  it('without a currency has the parts of the one that the institution set', async () => {
    const readIn = async (currency: string, ...lines: readonly string[]) => {
      const text = [...NCR, ...lines, 'RESPONSE CODE   000', '08:32:50 TRANSACTION END'].join('\n')
      const { transactions } = await parseText(text, '2025-05-03', { ...DEFAULT_PROFILE, currency })
      return transactions.map((transaction) => [transaction.amountMinor, transaction.currency])
    }
    expect(await readIn('KWD', 'WITHDRAWAL  20.000')).toEqual([[2000n, 'KWD']])
    expect(await readIn('IDR', 'WITHDRAWAL  20.000')).toEqual([[2_000_000n, 'IDR']])
    expect(await readIn('KWD', 'AMOUNT : 20.000', 'CURRENCY : IDR')).toEqual([[2_000_000n, 'IDR']])
    expect(await readIn('KWD', 'WITHDRAWAL  20.00')).toEqual([[2000n, 'KWD']])
    expect(await readIn('KWD', 'WITHDRAWAL  20.005')).toEqual([[null, null]])
  })

  it('teaches the units of requests by the currency that the institution set', async () => {
    const session = (minute: string, asked: string, ...receipt: readonly string[]) => [
      ...['*TRANSACTION START*', `08:${minute}:41 OPCODE = GB`, `08:${minute}:41 REQUEST SENT [AMOUNT=${asked}]`],
      ...[`08:${minute}:42 RESPONSE RECEIVED`, ...receipt, 'RESPONSE : APPROVED', `08:${minute}:50 TRANSACTION END`],
    ]
    const lines = [...NCR.slice(0, 1), ...session('31', '00000020', 'AMOUNT : 20.000'), ...session('41', '00000050')]
    const read = await parseText(lines.join('\n'), '2025-05-03', { ...DEFAULT_PROFILE, currency: 'KWD' })
    expect(read.transactions).toMatchObject([{ amountMinor: 2000n }, { amountMinor: 5000n }])
  })

  it('with less than a hundredth of its currency is not known', async () => {
    const lines = ['AMOUNT : 12.505', 'CURRENCY : KWD', 'RESPONSE : APPROVED']
    expect(await readAfter(NCR, ...lines)).toMatchObject({ amountMinor: null })
  })

  it('without a currency has points between thousands', async () => {
    expect(await readAfter(NCR, 'AMOUNT : 12.500', 'RESPONSE : APPROVED')).toMatchObject({ amountMinor: 1_250_000n })
  })

  it('teaches no units as long as its own are not sure', async () => {
    const lines = [
      ...NCR.slice(0, 3),
      '08:31:41 REQUEST SENT [AMOUNT=00012500]',
      ...NCR.slice(3),
      ...['AMOUNT : 12.500', 'CURRENCY : KWD', 'RESPONSE : APPROVED', '08:32:50 TRANSACTION END'],
      ...['*TRANSACTION START*', '08:41:41 OPCODE = GB', '08:41:41 REQUEST SENT [AMOUNT=00005000]'],
      ...['08:41:42 RESPONSE RECEIVED', 'RESPONSE : APPROVED', '08:42:50 TRANSACTION END'],
    ]
    const { transactions } = await parseText(lines.join('\n'), '2025-05-03')
    expect(transactions).toMatchObject([{ amountMinor: 1250n }, { amountMinor: null }])
  })

  it.each([
    ['RS. 1,50,000.00', 15_000_000n],
    ['RS.1,50,000', 15_000_000n],
    ['INR 12,34,567.50', 123_456_750n],
    ['INR 1,2,345.00', null],
    ['INR 1,50,00.00', null],
  ])('may have groups of two after the first three: %s', async (printed, amountMinor) => {
    for (const head of [NDC, NCR])
      expect(await readAfter(head, `WITHDRAWAL  ${printed}`, 'RESPONSE CODE   000')).toMatchObject({ amountMinor })
  })
})
