import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { parseText } from '../family.testing.ts'
import { createMasking } from '../masking/masking.ts'
import { withCheckDigit } from '../parse.testing.ts'
import { DEFAULT_PROFILE } from '../sessions/profile.ts'

const DATE = '2025-06-18'

/** The transactions of lines; each is matched by what a test says of it. */
const read = async (lines: string) => (await parseText(lines, DATE)).transactions
/** The attempts of lines between a start and an end mark. */
const readSession = async (lines: string) => {
  const found = await read(`10:00:00 -> TRANSACTION START\n${lines}\n10:09:00 <- TRANSACTION END\n`)
  expect(new Set(found.map(({ sessionLine }) => sessionLine))).toEqual(new Set([1]))
  return found
}
/** The only one of them. */
const readOne = async (lines: string) => {
  const [found, ...more] = await readSession(lines)
  expect(more).toEqual([])
  return found
}

describe('the verdict', () => {
  it.each([
    ['RESPONSE CODE    000', '000', 'APPROVED'],
    ['RESPONSE CODE: 00', '00', 'APPROVED'],
    ['CODE REPONSE: 54', '54', 'DECLINED'],
    ['RESPONSE CODE 0', '0', 'APPROVED'],
    ['RESPONSE CODE 1', '1', 'DECLINED'],
    ['RESPONSE CODE 51', '51', 'DECLINED'],
    ['RESPONSE CODE: 51 - INSUFFICIENT FUNDS', '51', 'DECLINED'],
    ['RESPONSE CODE 0000', '0000', 'APPROVED'],
    ['RESPONSE CODE = N7', 'N7', 'DECLINED'],
    ['AUTH. CODE: 656185 UTRNNO: 3093656185 RESP_CODE: 00', '00', 'APPROVED'],
    ['10:00:03 RESPONSE CODE 05', '05', 'DECLINED'],
  ])('is that of the printed code: %s', async (line, hostCode, verdict) => {
    expect(await readOne(line)).toMatchObject({ hostCode, verdict })
  })

  it.each(['INSUFFICIENT FUNDS', 'SORRY UNABLE TO PROCESS', 'INVALID PIN', 'TRANSACTION FAILED'])(
    'is the refusal’s where no code is printed: %s',
    async (words) => {
      const refused = { verdict: 'DECLINED', hostCode: null, decidedBy: { rule: 'HOST_WORDS', line: 3 } }
      expect(await readOne(`10:00:01 TRANSACTION REQUEST A\n${words}`)).toMatchObject(refused)
      expect(await readOne(`10:00:01 TRANSACTION REQUEST A\n${words}\nRESPONSE CODE 51`)).toMatchObject({
        verdict: 'DECLINED',
        hostCode: '51',
      })
    },
  )

  it('is the code’s, whatever became of the notes', async () => {
    const code = 'RESPONSE CODE 00\n10:00:05 CASH PRESENTED\n10:00:09'
    expect(await readOne(`${code} CASH RETRACTED`)).toMatchObject({ verdict: 'APPROVED', cashOutcome: 'RETRACTED' })
    expect(await readOne('10:00:09 CASH TAKEN\nRESPONSE CODE 91')).toMatchObject({
      verdict: 'DECLINED',
      decidedBy: { rule: 'HOST_CODE', line: 3 },
      cashOutcome: 'DISPENSED',
      conflict: ['DECLINED_WITH_CASH'],
    })
  })

  it('leaves the place and the authorisation of the receipt as they are printed', async () => {
    const head = `${DATE.split('-').toReversed().join('/')} 10:00:02 W0000042`
    const lines = ['10:00:01 TRANSACTION REQUEST A', head, 'AUTH CODE: 778899', 'RESPONSE CODE 00']
    expect(await readOne(lines.join('\n'))).toMatchObject({
      ...{ terminalId: 'W0000042', hostDate: DATE, authorisationCode: '778899' },
    })
    expect(await readOne('10:00:01 TRANSACTION REQUEST A\nAUTH. CODE:  UTRNNO: 3095239401')).toMatchObject({
      authorisationCode: null,
    })
  })

  it('is approved where no code is printed and the notes were taken', async () => {
    expect(await readOne('10:00:09 CASH TAKEN')).toMatchObject({
      verdict: 'APPROVED',
      decidedBy: { rule: 'NOTES_TAKEN', line: 2 },
      hostCode: null,
    })
  })

  it.each([
    'RESPONSE CODE',
    'RESPONSE CODE OK',
    'RESPONSE CODE 10:00:05',
    '10:00:02 BANKNOTES DETECTED\n10:00:09 CASH PRESENTED\n10:00:12 CASH TAKEN',
    'RESPONSE CODE RECEIVED',
    'RESP_CODE:',
    '10:00:02 TRANSACTION REPLY NEXT 128 FUNCTION 5025',
    '10:00:05 CASH PRESENTED',
    '10:00:05 CASH RETRACTED',
    '10:00:05 CASH REQUEST: 02000000',
    'INSUFFICIENT FUNDS? ASK FOR AN OVERDRAFT',
  ])('is never guessed: %s', async (line) => {
    expect(await readOne(line)).toMatchObject({ verdict: null, hostCode: null })
  })

  it('is that of its own request, and not carried over to the next one', async () => {
    const asked = '10:00:01 TRANSACTION REQUEST A\nRESPONSE CODE 00\n10:00:30 TRANSACTION REQUEST AADA'
    const answered = { attemptNo: 1, verdict: 'APPROVED', hostCode: '00', decidedBy: { line: 3 }, lastLine: 3 }
    expect(await readSession(asked)).toMatchObject([
      answered,
      { attemptNo: 2, verdict: null, decidedBy: null, hostCode: null, startedAt: `${DATE}T10:00:30`, firstLine: 4 },
    ])
    expect(await readSession(`${asked}\nRESPONSE CODE 61`)).toMatchObject([
      answered,
      { attemptNo: 2, verdict: 'DECLINED', hostCode: '61', decidedBy: { line: 5 } },
    ])
    // An answer before any request may be another session's.
    expect(await readSession('RESPONSE CODE 00\n10:00:01 TRANSACTION REQUEST A')).toMatchObject([
      { attemptNo: 1, verdict: null, hostCode: null, conflict: ['MIXED_LINES'] },
      { attemptNo: 2, verdict: null, hostCode: null, conflict: [] },
    ])
    const late =
      '10:00:01 TRANSACTION REQUEST A\n10:00:40 TRANSACTION REPLY NEXT 128\nRESPONSE CODE 00\n' +
      '10:00:30 TRANSACTION REQUEST AADA'
    expect(await readOne(late)).toMatchObject({ verdict: 'APPROVED', hostCode: '00' })
  })

  it('and the reference are those of one request', async () => {
    const lines = [
      '10:00:01 TRANSACTION REQUEST A',
      'UTRNNO: 111',
      '10:00:30 TRANSACTION REQUEST AADA',
      'UTRNNO: 222',
      'RESPONSE CODE 00',
    ]
    expect(await readSession(lines.join('\n'))).toMatchObject([
      { attemptNo: 1, verdict: null, reference: '111' },
      { attemptNo: 2, verdict: 'APPROVED', reference: '222' },
    ])
  })

  it('of notes that came out is not that of a later request', async () => {
    const taken =
      '10:00:02 TRANSACTION REQUEST A\nAMOUNT 50.00 EUR\n10:00:05 CASH TAKEN\n10:00:30 TRANSACTION REQUEST B'
    expect(await readSession(`${taken}\nRESPONSE CODE 51\nAMOUNT 9.00 EUR\nBALANCE INQUIRY`)).toMatchObject([
      {
        attemptNo: 1,
        kind: 'WITHDRAWAL',
        verdict: 'APPROVED',
        decidedBy: { rule: 'NOTES_TAKEN', line: 4 },
        hostCode: null,
        amountMinor: 5_000n,
        cashOutcome: 'DISPENSED',
      },
      {
        attemptNo: 2,
        kind: 'BALANCE',
        verdict: 'DECLINED',
        decidedBy: { rule: 'HOST_CODE', line: 6 },
        amountMinor: 900n,
        cashOutcome: 'NONE',
      },
    ])
  })
})

describe('what became of the notes', () => {
  it.each([
    ['10:00:01 CARD TAKEN', 'NONE', 'OTHER'],
    ['10:00:01 BANKNOTES DETECTED\n10:00:09 CASH PRESENTED\n10:00:12 CASH TAKEN', 'NONE', 'DEPOSIT'],
    ['10:00:01 BANKNOTES DETECTED\n10:00:09 CASH RETRACTED', 'RETRACTED', 'DEPOSIT'],
    ['10:00:01 CASH REQUEST: 01000000', 'UNKNOWN', 'WITHDRAWAL'],
    ['10:00:01 CASH REQUEST: 01000000\nRESPONSE CODE 51', 'NONE', 'WITHDRAWAL'],
    ['10:00:01 CASH REQUEST: 01000000\nRESPONSE CODE 00', 'UNKNOWN', 'WITHDRAWAL'],
    ['RESPONSE CODE 00\nCASH WITHDRAWAL 50.00 EUR', 'UNKNOWN', 'WITHDRAWAL'],
    ['RESPONSE CODE 51\nCASH WITHDRAWAL 50.00 EUR', 'NONE', 'WITHDRAWAL'],
    ['10:00:01 CASH PRESENTED', 'NOT_TAKEN', 'WITHDRAWAL'],
    ['10:00:01 CASH PRESENTED\n10:00:30 CASH PRESENT TIMER EXPIRED', 'NOT_TAKEN', 'WITHDRAWAL'],
    ['10:00:01 CASH PRESENTED\n10:00:30 CASH RETRACT FAILED', 'NOT_TAKEN', 'WITHDRAWAL'],
    ['10:00:01 CASH PRESENTED\n10:00:30 CASH RETRACTED', 'RETRACTED', 'WITHDRAWAL'],
    ['10:00:01 CASH PRESENTED\n10:00:30 CASH TAKEN', 'DISPENSED', 'WITHDRAWAL'],
    ['10:00:01 CASH REQUEST: 0200\n10:00:05 CASH PRESENTED: 0200\n10:00:30 CASH TAKEN', 'DISPENSED', 'WITHDRAWAL'],
    ['10:00:01 CASH REQUEST: 0203\n10:00:05 CASH PRESENTED: 0202\n10:00:30 CASH TAKEN', 'PARTIAL', 'WITHDRAWAL'],
    ['10:00:01 CASH PRESENTED\n10:00:30 CASH PARTIALLY TAKEN', 'PARTIAL', 'WITHDRAWAL'],
    ['10:00:01 CASH TAKEN\n10:00:30 CASH RETRACTED', 'RETRACTED', 'WITHDRAWAL'],
  ])('%s', async (lines, cashOutcome, kind) => {
    expect(await readOne(lines)).toMatchObject({ cashOutcome, kind })
  })
})

describe('money, kind, card and reference', () => {
  it.each([
    ['AMOUNT 1,650.00 UAH', 165_000n, 'UAH'],
    ['AMOUNT : 1.650,00 UAH', 165_000n, 'UAH'],
    ['AMOUNT UAH 1650', 165_000n, 'UAH'],
    ['AMOUNT 500.000 VND', 50_000_000n, 'VND'],
    ['AMOUNT 12.500 KWD', 1_250n, 'KWD'],
    ['AMOUNT 75.5', 7_550n, null],
    ['CASH WITHDRAWAL  1,200.00  UAH', 120_000n, 'UAH'],
    ['AMOUNT 99.00 XYZ', 9_900n, null],
    ['AMOUNT 1,23,4', null, null],
    ['AMOUNT 20600 24060 44660', null, null],
    ['FEE AMOUNT 2.00 EUR', null, null],
    ['AVAILABLE BALANCE 1234.56', null, null],
    ['AMOUNT 999999999999999.00 EUR', null, null],
  ])('reads %s', async (line, amountMinor, currency) => {
    expect(await readOne(line)).toMatchObject({ amountMinor, currency })
  })

  it.each([
    ['AMOUNT 20.000', 'KWD', 2000n],
    ['CASH WITHDRAWAL 20.000', 'KWD', 2000n],
    ['AMOUNT 20.000 ENTERED', 'KWD', 2000n],
    ['AMOUNT 20.000', 'VND', 2_000_000n],
    ['AMOUNT 20.000', null, 2_000_000n],
    ['AMOUNT 20.000 048', 'VND', null],
  ])('reads %s in the currency that the institution set: %s', async (line, currency, amountMinor) => {
    const text = `10:00:00 -> TRANSACTION START\n10:00:01 ${line}\n10:09:00 <- TRANSACTION END\n`
    const { transactions } = await parseText(text, DATE, { ...DEFAULT_PROFILE, currency })
    expect(transactions.map((found) => found.amountMinor)).toEqual([amountMinor])
  })

  it('reads what was keyed in by what receipts of the same file say of it, and else not at all', async () => {
    const keyed = (time: string, ...lines: string[]) => [
      `${time}:00 -> TRANSACTION START`,
      `${time}:01 AMOUNT 50000 ENTERED`,
      ...lines,
      `${time}:09 <- TRANSACTION END`,
    ]
    const amounts = async (receipt: string) => {
      const lines = [...keyed('10:00'), ...keyed('10:01', receipt), ...keyed('10:02', 'CASH WITHDRAWAL 0.00')]
      return (await read(lines.join('\n'))).map(({ amountMinor }) => amountMinor)
    }
    expect(await amounts('AMOUNT 500.00 UAH')).toEqual([50_000n, 50_000n, 50_000n])
    expect(await amounts('AMOUNT 50,000 UAH')).toEqual([5_000_000n, 5_000_000n, 5_000_000n])
    expect(await amounts('AMOUNT 20.00 UAH')).toEqual([null, 2_000n, null])
    expect(await readOne('10:00:01 AMOUNT 500.00 ENTERED')).toMatchObject({ amountMinor: 50_000n })
  })

  it.each([
    ['CASH WITHDRAWAL', 'WITHDRAWAL'],
    ['CASH DEPOSIT 10.00 EUR', 'DEPOSIT'],
    ['10:00:09 BANKNOTES DETECTED', 'DEPOSIT'],
    ['BALANCE INQUIRY', 'BALANCE'],
    ['TRAN.: FUNDS TRANSFER', 'TRANSFER'],
    ['PIN CHANGE', 'OTHER'],
    ['10:00:09 CARD TAKEN', 'OTHER'],
  ])('takes %s for a %s', async (line, kind) => {
    expect(await readOne(line)).toMatchObject({ kind })
  })

  it.each([
    ['TRACK 2 DATA: 531234******5678', '531234******5678'],
    ['TRACK 2 DATA: ;531234XXXXXX5678=2512***?', '531234******5678'],
    ['TRACK 2 DATA: 80603048********', '806030**********'],
    ['TRACK 2 DATA: 80603048********\n806030XXXXXX6451 0', '806030******6451'],
    ['TRACK 2 DATA: 9967001112223334', '996700******3334'],
    ['CARD(70606431********) TAKEN', '706064**********'],
    ['TRACK 2 DATA: UNREADABLE', null],
  ])('keeps of %s at most the first 6 and the last 4 digits', async (line, card) => {
    expect(await readOne(`10:00:01 ${line}`)).toMatchObject({ card })
  })

  it.each([
    ['RRN:[123456789012]', '123456789012', { rrn: '123456789012', stan: null }],
    ['RRN : 123456789012\nSTAN: 004711', '123456789012', { rrn: '123456789012', stan: '004711' }],
    ['STAN: 004711\nRRN:[000000000000]', '004711', { rrn: null, stan: '004711' }],
    ['UTRNNO: 3093656185 RESP_CODE:', '3093656185', { rrn: null, stan: '3093656185' }],
    ['UTRNNO: 3093656185\nSTAN: 004711\nUTRNNO: 3093656186', '004711', { stan: '004711' }],
    ['TRACE NO: 4711', '4711', { stan: '4711' }],
    ['RRN:[5169AB000123]', '5169AB000123', { rrn: '5169AB000123' }],
    ['RRN:[]', null, { rrn: null }],
    ['RRN: NONE', null, { rrn: null }],
  ])('takes the reference of %s', async (lines, reference, numbers) => {
    expect(await readOne(lines)).toMatchObject({ reference, ...numbers })
  })
})

describe('what is no card number', () => {
  const masked = (line: string): string => {
    const masker = createMasking(FAMILIES)()
    return Buffer.concat([masker.push(Buffer.from(line)), masker.end()]).toString()
  }
  const card = withCheckDigit('453201511283036')

  it.each([
    `10:00:01 EMV AID D${withCheckDigit('2760000254741010')}`,
    `10:00:01 ARQC AB${withCheckDigit('4123456789012')}`,
    `10:00:01 AAC: ${withCheckDigit('512345678901')}0F1`,
    '10:00:01 SERIAL NO: 53HG400123456789',
    `10:00:01 CAMERA 1 IMG_${withCheckDigit('2025061810000112')}.JPG`,
    '10:00:01 NOTE SERIAL NO: AB12345678',
    'CAS(00001):2011/0000/1000/YER/NORMAL/RCYC/TYPE(A)',
  ])('stays as it is: %s', (line) => {
    expect(masked(line)).toBe(line)
  })

  it.each([`TRACK 2 DATA: ;${card}=2512`, `${card} 0`, `CARD(${card}) TAKEN`, `CARD : ${card}`, `ATM: ${card}`])(
    'is hidden where it is one: %s',
    (line) => {
      expect(masked(line)).not.toContain(card)
    },
  )

  // Of plain digits nothing shows what they are: a cryptogram seldom has no letter, and a serial number of a card's
  // length none.
  it.each([
    'ARQC ',
    'AAC: ',
    'TC: ',
    'CRYPTOGRAM=',
    'S/N: ',
    'SERIAL NO: ',
    'NOTE SERIAL NUMBER: ',
    'TRANSACTION SERIAL NUMBER:',
  ])('is hidden where digits alone follow %s', (name) => {
    expect(masked(`10:00:01 ${name}${card}`)).not.toContain(card)
  })
})
