import { describe, expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'
import { maskChunks } from '../parse.testing.ts'

const DATE = '2025-06-18'
const read = async (...lines: string[]) => (await parseText(lines.join('\n'), DATE)).transactions
const START = '==> 18-06-2025 10:00:00  Terminal ID : ER801190'
const CARD = '    10:00:02 Card Number : 8174********6633'
const REQUEST = ['    10:00:20 Transaction Req. Send : Succeeded', '    (Operation Code : AB   C A)']
const REPLY = ['    10:00:24 Transaction Res. Received', '    (Host Sequence No. : 7712,FID : A,NextState : 121)']
const OUT = [
  ...['    10:00:40 Banknote separation', '                        in cassette : Succeeded'],
  ...['    Rs.100   :0    Rs.500   :8', '    Reject   :1'],
]
const OPENED = '    10:00:47 Shutter Open -> Take Cash'
const CLOSED = '    10:00:55 Shutter Close'
const RETRACTED = '    10:01:25 Notes retracted'
const INSERTED = '    10:00:30 Shutter Open -> Insert Cash'
const COUNTED = ['    10:00:40 Counted banknote :', '     Rs.100x2       Rs.500x10', '    Total Amount Rs.5200']
const STORED = ['    10:01:30 Stored banknote :', '    Rs.100   :2    Rs.500   :10']
const END = '    10:09:00 Transaction End'
/** The one attempt of a session that asked the host. */
const readOne = async (...lines: string[]) => {
  const found = await read(START, CARD, ...REQUEST, ...REPLY, ...lines, END)
  expect(found).toHaveLength(1)
  return found[0]
}

describe('the verdict', () => {
  it.each([
    ['RESPONSE CODE              000', '000', 'APPROVED'],
    ['RESPONSE CODE              100', '100', 'DECLINED'],
    ['YOUR TXN IS SUCCESSFUL', null, 'APPROVED'],
    ['SORRY UNABLE TO PROCESS', null, 'DECLINED'],
  ])('is that of the receipt: %s', async (line, hostCode, verdict) => {
    expect(await readOne(`    ${line}`)).toMatchObject({ hostCode, verdict })
  })

  it('is the code’s where the receipt prints words before or behind it', async () => {
    const lines = ['    SORRY UNABLE TO PROCESS', '    RESPONSE CODE   075', '    PIN TRIES EXCEEDED']
    expect(await readOne(...lines)).toMatchObject({ hostCode: '075', verdict: 'DECLINED', conflict: [] })
  })

  it.each([
    ['a cryptogram', ['    10:00:25 2ndGENAC Result : TC']],
    ['a cryptogram that declines', ['    10:00:25 2ndGENAC Result : AAC']],
    ['notes that were counted out', OUT],
    ['a shutter that opened', [...OUT, OPENED]],
    ['notes that the machine took back', [...OUT, OPENED, CLOSED, RETRACTED]],
    ['notes that were not taken', [...OUT, OPENED, '    10:00:53 Cash Not Taken', CLOSED]],
  ])('is not guessed from %s', async (_what, lines) => {
    expect(await readOne(...lines)).toMatchObject({ verdict: null, decidedBy: null })
  })

  it('is approved where the shutter closed behind notes that were not taken back', async () => {
    const found = await readOne(...OUT, OPENED, CLOSED)
    expect(found).toMatchObject({ verdict: 'APPROVED', decidedBy: { rule: 'NOTES_TAKEN' }, cashOutcome: 'DISPENSED' })
    const lines = [START, CARD, ...REQUEST, ...REPLY, ...OUT, OPENED, CLOSED]
    const later = '==> 18-06-2025 14:00:00  Terminal ID : ER801190'
    expect((await read(...lines, later))[0]).toMatchObject({ verdict: 'APPROVED', completeness: 'TRUNCATED' })
  })
})

describe('notes behind a shutter that closed', () => {
  it.each([
    ['Banknote retract : Succeeded', 'RETRACTED'],
    ['Banknotes retracted', 'RETRACTED'],
    ['Banknote retract : Failed', 'UNKNOWN'],
  ])('are not taken where the machine took them back: %s', async (line, cashOutcome) => {
    const found = await readOne(...OUT, OPENED, CLOSED, `    10:01:25 ${line}`)
    expect(found).toMatchObject({ kind: 'WITHDRAWAL', verdict: null, decidedBy: null, cashOutcome })
  })

  it('have no known outcome where power was lost', async () => {
    const lines = [START, CARD, ...REQUEST, ...REPLY, ...OUT, OPENED, '    10:00:49 Shutter Close']
    expect(await read(...lines, '    10:00:55 Power Fail')).toMatchObject([{ verdict: null, cashOutcome: 'UNKNOWN' }])
    const removed = [...lines.slice(0, -1), '    NotesRemoved', ...lines.slice(-1), '    10:00:55 Power Fail']
    expect(await read(...removed)).toMatchObject([{ verdict: 'APPROVED', cashOutcome: 'DISPENSED' }])
  })
})

describe('a deposit', () => {
  it('counts notes for the request that has them stored', async () => {
    const again = REQUEST.map((line) => line.replace('10:00:20', '10:01:20'))
    const found = await read(START, CARD, ...REQUEST, ...REPLY, INSERTED, ...COUNTED, ...again, ...STORED, END)
    expect(found).toMatchObject([
      { kind: 'DEPOSIT', verdict: null, amountMinor: null, notes: [] },
      { kind: 'DEPOSIT', verdict: 'APPROVED', decidedBy: { rule: 'NOTES_STORED' }, amountMinor: 520_000n },
    ])
  })

  it('has the notes itself where no other request follows', async () => {
    const back = '    10:01:05 Deposit Retracted'
    expect(await readOne(INSERTED, ...COUNTED, back)).toMatchObject({
      ...{ kind: 'DEPOSIT', verdict: null, amountMinor: 520_000n, cashOutcome: 'RETRACTED' },
    })
    expect(await readOne(INSERTED, '    10:01:05 Note Jam Detected')).toMatchObject({ cashOutcome: 'UNKNOWN' })
  })

  it('leaves retracted notes of a withdrawal before it as they are', async () => {
    const refused = [INSERTED, ...COUNTED, OPENED, '             NotesRemoved']
    expect(await readOne(...OUT, OPENED, CLOSED, RETRACTED, ...refused)).toMatchObject({
      ...{ kind: 'WITHDRAWAL', verdict: null, cashOutcome: 'RETRACTED' },
    })
  })

  it('is no withdrawal where the customer takes refused notes back', async () => {
    const refused = [OPENED, '             NotesRemoved', CLOSED]
    expect(await readOne(INSERTED, ...COUNTED, ...refused)).toMatchObject({ kind: 'DEPOSIT', verdict: null })
  })
})

describe('a session', () => {
  it('has the card of its receipt where that shows more of it, and none of a placeholder', async () => {
    expect(await readOne('    CARD NUMBER:  817406******6633')).toMatchObject({ card: '817406******6633' })
    const cardless = [
      START,
      '    10:00:02 Non Card Transaction',
      ...REQUEST,
      ...REPLY,
      '    CARD NUMBER:  888888******8888',
    ]
    expect(await read(...cardless, END)).toMatchObject([{ card: null }])
  })

  it('takes the amount as it was shown to the customer', async () => {
    const entered = ['    10:00:10 Entered Amount is :', '    (Rs.4000        )']
    expect(await read(START, CARD, ...entered, ...REQUEST, END)).toMatchObject([
      { amountMinor: 400_000n, kind: 'OTHER' },
    ])
  })

  it.each([
    ['KWD 20.000', 2_000n, 'KWD'],
    ['OMR1,250.500', 125_050n, 'OMR'],
    ['KWD 20.00', 2_000n, 'KWD'],
    ['ETB 400', 40_000n, 'ETB'],
    // A tenth of a fils is none, and three digits behind a sign of several currencies may be a group.
    ['KWD 20.005', null, null],
    ['Rs.20.000', null, null],
  ])('takes the amount with the decimals of its currency: %s', async (shown, amountMinor, currency) => {
    const entered = ['    10:00:10 Entered Amount is :', `    (${shown}        )`]
    expect(await read(START, CARD, ...entered, ...REQUEST, END)).toMatchObject([{ amountMinor, currency }])
  })

  it('keeps what a customer without a card keyed in from those who read the journal', () => {
    const lines = '    09:00:08 Entered Data\n    (0000001010107432)\n    09:00:20 Transaction Req. Send : Succeeded'
    expect(maskChunks([Buffer.from(lines)]).toString()).not.toMatch(/7432|1010/)
  })
})

describe('the next customer, where the end and the start mark are missing', () => {
  const gone = '    10:00:58 Card ejection : Succeeded'
  const next = [
    ...['    10:04:20 Entered Amount is :', '    (Rs.4000        )'],
    ...REQUEST.map((line) => line.replace('10:00:20', '10:04:25')),
    '    RESPONSE CODE              000',
  ]

  it.each([0, 2])('has no card of the one before, whose card is gone', async (from) => {
    expect(await read(START, CARD, ...REQUEST, ...REPLY, gone, ...next.slice(from))).toMatchObject([
      { sessionLine: 1, attemptNo: 1, card: '8174********6633', verdict: null, completeness: 'TRUNCATED', lastLine: 7 },
      { sessionLine: 8, attemptNo: 1, card: null, verdict: 'APPROVED', completeness: 'TRUNCATED' },
    ])
  })

  it('is none where the notes come after the card', async () => {
    expect(await readOne('    10:00:30 Card ejection : Succeeded', ...OUT, OPENED, '    NotesRemoved')).toMatchObject({
      ...{ card: '8174********6633', verdict: 'APPROVED' },
    })
  })
})
