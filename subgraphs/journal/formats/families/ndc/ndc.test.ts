import { describe, expect, it } from 'vitest'
import { parseText } from '../../family.testing.ts'

const START = [
  '083105 Card inserted',
  '083105 *05/03/2025*08:31:05*',
  '*TRANSACTION START*',
  '083106 *05/03/2025*08:31:06*',
  '*TRANSACTION START*',
  '083112 Customer PAN: 498759***3344',
  '083131 PIN code entered',
]
const REQUEST = ['083141  REQUEST SENT', ' OPCODE = GB     A', '083142  RESPONSE RECEIVED']
const STACKED = '083153  NOTES STACKED'
const presented = (time: string, counts: string, worth: string, notes: string) => [
  `${time} Cash presented`,
  `${time}  NOTES PRESENTED ${counts}`,
  `${time} ${worth}`,
  notes,
]
const TAKEN = '083210 Cash taken'
const END = '083250 **TRANSACTION END**'

const read = (...lines: readonly string[]) => parseText(lines.join('\n'), '2025-05-03')
/** The one attempt of a session with a request. */
const readOne = async (...lines: readonly string[]) => {
  const { transactions } = await read(...START, ...REQUEST, ...lines, END)
  expect(transactions).toHaveLength(1)
  return transactions[0]
}

describe('an NDC journal', () => {
  it('is no NCR journal, whose lines it resembles', async () => {
    expect(await read(...START, ...REQUEST, END)).toMatchObject({ status: 'PARSED', format: 'NDC' })
    const ncr = ['*632*05/03/2025*08:31*', '*TRANSACTION START*', '08:31:41 OPCODE = GB', '08:31:50 TRANSACTION END']
    expect(await read(...ncr)).toMatchObject({ format: 'NCR' })
  })

  it('begins a session once, however its start marks and its card are ordered', async () => {
    const [card = '', ...marks] = START
    for (const start of [
      START,
      [...marks.slice(0, 4), card, ...marks.slice(4)],
      START.slice(1),
      [card, ...START.slice(5)],
    ])
      expect((await read(...start, ...REQUEST, END)).transactions).toMatchObject([
        { attemptNo: 1, firstLine: 1, card: '498759***3344', completeness: 'COMPLETE' },
      ])
  })

  it('takes a session’s day from its start mark, where the card was inserted before it', async () => {
    const start = START.map((line) => line.replace('05/03/2025', '05/02/2025'))
    expect((await read(...start, ...REQUEST, END)).transactions).toMatchObject([
      { startedAt: '2025-05-02T08:31:05', endedAt: '2025-05-02T08:32:50' },
    ])
  })

  it('keeps sessions apart where a request is printed between a start mark and its date', async () => {
    const [, date = '', mark = ''] = START
    const { transactions } = await read(date, ' OPCODE = GB     A', date, mark, '083112 Customer PAN: 498759***3344')
    expect(transactions).toMatchObject([
      { firstLine: 2, attemptNo: 1, card: null },
      { firstLine: 5, attemptNo: 0, card: '498759***3344' },
    ])
  })

  it('never gives a customer’s answer to another, though marks are lost', async () => {
    const answer = ['    TXN NO.     4101', '    RESPONSE CODE              000']
    const first = [...START, ...REQUEST, '083200 Card ejected']
    const next = [...REQUEST, ...answer, END].map((line) => line.replace(/^083(?=\d{3} )/, '084'))
    expect((await read(...first, ...next)).transactions).toMatchObject([
      { card: '498759***3344', verdict: null, stan: null },
      { card: null, verdict: 'APPROVED', stan: '4101' },
    ])
    const other = ['084112 Customer PAN: 401138***7781', ...next]
    expect((await read(...START, ...REQUEST, ...other)).transactions).toMatchObject([
      { card: '498759***3344', verdict: null },
      { card: '401138***7781', verdict: 'APPROVED' },
    ])
    expect((await read(...START, ...REQUEST, '020405  GENAC 2 : TC', ...answer, END)).transactions).toMatchObject([
      { verdict: null, stan: null },
    ])
    expect((await read(...START, ...REQUEST, END, ...answer)).transactions).toMatchObject([{ verdict: null }])
  })
})

describe('the verdict', () => {
  it.each([
    [['083144  GENAC 2 : TC'], 'APPROVED', 'CRYPTOGRAM'],
    [['083144  GENAC 2 : AAC'], 'DECLINED', 'CRYPTOGRAM'],
    [['083144  GENAC 2 : TC', '    RESPONSE CODE              051'], 'DECLINED', 'HOST_CODE'],
    [['083144  GENAC 2 : AAC', '    RESPONSE CODE              000'], 'APPROVED', 'HOST_CODE'],
    [['    RESPONSE CODE              055', '    INVALID PIN'], 'DECLINED', 'HOST_CODE'],
    [[STACKED, ...presented('083200', '0,0,1,0', '500 INR', '1X500 '), TAKEN], 'APPROVED', 'NOTES_TAKEN'],
  ])('of %j is %s by %s', async (lines, verdict, rule) => {
    expect(await readOne(...lines)).toMatchObject({ verdict, decidedBy: { rule } })
  })

  it.each([
    ['nothing', []],
    ['notes that were stacked', [STACKED]],
    ['notes taken that none had stacked', [TAKEN]],
    ['a timeout of the host', ['083200  HOST TX TIMEOUT', '083201 Transaction Cancelled', '083202  GENAC 2 : AAC']],
    ['an AAC before a deposit', ['083144  GENAC 2 : AAC', '083150 Cat4 Serial Number(s):', '  (INR 500) 3BD884457']],
  ])('is not guessed from %s', async (_what, lines) => {
    expect(await readOne(...lines)).toMatchObject({ verdict: null, decidedBy: null })
  })

  it('is CANCELLED only of what the host did not answer', async () => {
    const cancelled = '083200 Transaction Cancelled'
    expect(await readOne(cancelled)).toMatchObject({ verdict: null })
    expect((await read(...START, cancelled, END)).transactions).toMatchObject([{ attemptNo: 0, verdict: 'CANCELLED' }])
  })
})

describe('the notes', () => {
  it('are those of all presentations of a request, of equal ones too', async () => {
    const twice = [
      ...presented('083200', '0,0,2,0', '1000 INR', '2X500 '),
      ...presented('083205', '0,0,2,0', '1000 INR', '2X500 '),
    ]
    expect(await readOne(STACKED, ...twice, TAKEN)).toMatchObject({
      amountMinor: 200_000n,
      currency: 'INR',
      notes: [{ state: 'DISPENSED', denominationMinor: 50_000n, count: 4 }],
      cashOutcome: 'DISPENSED',
    })
  })

  it('come to no amount where a presentation does not tell its worth', async () => {
    const [cash = '', counts = ''] = presented('083205', '0,0,2,0', '', '')
    const lines = [STACKED, ...presented('083200', '0,0,2,0', '1000 INR', '2X500 '), cash, counts, TAKEN]
    expect(await readOne(...lines)).toMatchObject({ amountMinor: null, cashOutcome: 'DISPENSED' })
  })

  it('conflict with a receipt of another amount', async () => {
    const lines = [
      STACKED,
      ...presented('083200', '0,0,2,0', '1000 INR', '2X500 '),
      TAKEN,
      '    WITHDRAWAL          RS.1500.00',
    ]
    expect(await readOne(...lines)).toMatchObject({
      amountMinor: 150_000n,
      conflict: ['AMOUNT_AND_NOTES'],
      cashOutcome: 'PARTIAL',
    })
  })

  it('are told apart from those that were set aside while they were counted out', async () => {
    const picked = ['083150 Suspected Pick Failure', ' - 2 Bills from CART001 (INR,100)']
    const lines = [...picked, STACKED, ...presented('083200', '0,0,2,0', '1000 INR', '2X500 '), TAKEN]
    expect(await readOne(...lines)).toMatchObject({
      amountMinor: 100_000n,
      notes: [
        { state: 'REJECTED', denominationMinor: 10_000n, currency: 'INR', count: 2 },
        { state: 'DISPENSED', denominationMinor: 50_000n, currency: 'INR', count: 2 },
      ],
    })
  })

  it('of a deposit are nowhere known to be once they jammed', async () => {
    const jammed = ['083150 Cat4 Serial Number(s):', '  (INR 500) 3BD884457', '083155 CASH JAM DETECTED']
    expect(await readOne(...jammed)).toMatchObject({ kind: 'DEPOSIT', verdict: null, cashOutcome: 'UNKNOWN' })
  })

  it.each([
    [['083205 Notes retracted'], 'RETRACTED'],
    [[], 'NOT_TAKEN'],
    [['083205 CASH Fatal [90/-1/-1/-1]'], 'UNKNOWN'],
  ])('after being presented and %j are %s', async (lines, cashOutcome) => {
    const notes = presented('083200', '0,0,1,0', '500 INR', '1X500 ')
    expect(await readOne(STACKED, ...notes, ...lines)).toMatchObject({ cashOutcome })
  })
})
