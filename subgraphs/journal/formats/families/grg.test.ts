import { describe, expect, it } from 'vitest'
import { parseText, withoutLines } from '../family.testing.ts'

const DATE = '2025-06-18'

const read = async (lines: string) => (await parseText(lines, DATE)).transactions
/** A line of the fixture's day, at `time`. */
const at = (time: string, text: string): string => `${DATE} ${time}.000 ${text}`
/** The attempts of lines between a start and an end mark. */
const readSession = async (...lines: string[]) => {
  const all = [at('10:00:00', '----> TRANSACTION START'), ...lines, at('10:09:00', '<---- TRANSACTION END')]
  const found = await read(all.join('\n'))
  expect(new Set(found.map(({ sessionLine }) => sessionLine))).toEqual(new Set([1]))
  return found
}
/** The only one of them. */
const readOne = async (...lines: string[]) => {
  const [found, ...more] = await readSession(...lines)
  if (found === undefined) throw new Error('no attempt')
  expect(more).toEqual([])
  return found
}
const receipt = (...lines: string[]) => readOne(at('10:00:30', 'TRANSACTION RECEIPT DATA'), ...lines)

const COMMAND = at('10:00:05', 'DISPENSE COMMAND FROM HOST:')
const SUCCESS = at('10:00:09', 'DISPENSE SUCCESS')
const PRESENTED = at('10:00:12', 'PRESENT SUCCESS.')
const TAKEN = at('10:00:15', 'DELIVER MONEY...MONEY TAKEN=======')

describe('a GRG journal', () => {
  it('is distinguished from the log of another program by its marks', async () => {
    const log = await parseText(at('10:00:00', 'INFO started\n').repeat(50), DATE)
    expect(log).toMatchObject({ status: 'FAILED', format: null })
    const quiet = await parseText(`${at('06:00:00', 'ENTER INSERVICE MODE')}\n`, DATE)
    expect(quiet).toMatchObject({ status: 'PARSED', format: 'GRG', transactions: [] })
  })
})

describe('the verdict', () => {
  it.each([
    ['RESPONSE          : APPROVED', null, 'APPROVED'],
    ['RESPONSE : 000', '000', 'APPROVED'],
    ['RESPONSE CODE : 00', '00', 'APPROVED'],
    ['RESPONSE : 0', '0', 'APPROVED'],
    ['RESPONSE : DECLINED', null, 'DECLINED'],
    ['RESPONSE : ERROR.ISSUER', 'ERROR.ISSUER', 'DECLINED'],
    ['RESPONSE : 51', '51', 'DECLINED'],
    [at('10:00:31', 'RESPONSE : 51'), '51', 'DECLINED'],
  ])('is that of the receipt: %s', async (line, hostCode, verdict) => {
    expect(await receipt(line)).toMatchObject({ hostCode, verdict })
  })

  it('is the receipt’s, whatever became of the notes', async () => {
    const refused = await readOne(COMMAND, SUCCESS, PRESENTED, TAKEN, 'RESPONSE : ERROR.ISSUER')
    expect(refused).toMatchObject({
      verdict: 'DECLINED',
      decidedBy: { rule: 'HOST_CODE', line: 6 },
      cashOutcome: 'DISPENSED',
      conflict: ['DECLINED_WITH_CASH'],
    })
    const authorised = await readOne(COMMAND, SUCCESS, PRESENTED, TAKEN, 'AUTH CODE : 337309', 'RESPONSE : 51')
    expect(authorised).toMatchObject({ verdict: null, decidedBy: null, conflict: ['DECLINED_WITH_CASH'] })
    const retracted = await readOne(COMMAND, SUCCESS, PRESENTED, at('10:00:40', 'CDM RETRACT SUCCESS'), 'RESPONSE : 00')
    expect(retracted).toMatchObject({ verdict: 'APPROVED', cashOutcome: 'RETRACTED' })
  })

  it('is approved where notes were taken after a dispense that did not fail', async () => {
    const approved = { verdict: 'APPROVED', decidedBy: { rule: 'NOTES_TAKEN', line: 3 }, hostCode: null }
    expect(await readOne(COMMAND, TAKEN)).toMatchObject(approved)
    expect(await readOne(SUCCESS, TAKEN)).toMatchObject(approved)
  })

  it.each([
    ['notes taken without a dispense', [TAKEN]],
    ['notes taken after a dispense that failed', [COMMAND, at('10:00:09', 'DISPENSE FAIL'), TAKEN]],
    ['notes presented', [COMMAND, SUCCESS, PRESENTED]],
    ['a word that is no response', ['RESPONSE : PENDING']],
    ['no response', ['RESPONSE :']],
    ['an authorisation code', ['AUTH CODE : 337309']],
    ['a reply of the host', [at('10:00:04', 'TRANSACTION REPLY NEXT 133')]],
  ])('is not guessed from %s', async (_what, lines) => {
    expect(await readOne(...lines)).toMatchObject({ verdict: null, hostCode: null })
  })

  it('is that of its own request, and not carried over to the next one', async () => {
    const first = at('10:00:10', 'TRANSACTION REQUEST ADBA')
    const asked = [first, 'RESPONSE : 00', at('10:01:00', 'TRANSACTION REQUEST ADBA')]
    const answered = { attemptNo: 1, verdict: 'APPROVED', hostCode: '00', decidedBy: { line: 3 }, lastLine: 3 }
    expect(await readSession(...asked)).toMatchObject([
      answered,
      { attemptNo: 2, verdict: null, decidedBy: null, hostCode: null, firstLine: 4 },
    ])
    expect(await readSession(...asked, 'RESPONSE : 61')).toMatchObject([
      answered,
      { attemptNo: 2, verdict: 'DECLINED', hostCode: '61', decidedBy: { line: 5 } },
    ])
    const later = [at('10:01:00', 'TRANSACTION REQUEST BAL'), 'RESPONSE : 51', 'AMOUNT : 5']
    expect(await readSession(first, COMMAND, PRESENTED, TAKEN, ...later)).toMatchObject([
      { attemptNo: 1, kind: 'WITHDRAWAL', verdict: 'APPROVED', amountMinor: null, cashOutcome: 'DISPENSED' },
      { attemptNo: 2, kind: 'OTHER', verdict: 'DECLINED', amountMinor: 500n, cashOutcome: 'NONE' },
    ])
  })

  it('of notes that are taken after the next request is that of the request that brought them', async () => {
    const next = at('10:00:14', 'TRANSACTION REQUEST BAL')
    expect(
      await readSession(at('10:00:04', 'TRANSACTION REQUEST ADBA'), COMMAND, PRESENTED, next, TAKEN),
    ).toMatchObject([
      { attemptNo: 1, verdict: 'APPROVED', decidedBy: { rule: 'NOTES_TAKEN', line: 6 }, cashOutcome: 'DISPENSED' },
      { attemptNo: 2, verdict: null, cashOutcome: 'NONE' },
    ])
  })
})

describe('what became of the notes', () => {
  const asked = (notes: number) => [COMMAND, `[Type (A)], REQUESTED: ${notes}`, SUCCESS]
  const out = (cassette: number, notes: number) =>
    at(`10:00:1${cassette}`, `[CAS 0000${cassette}] OUT: ${notes}, REJECT: 00, DENO: 500`)
  it.each([
    ['UNKNOWN', 'WITHDRAWAL', [COMMAND]],
    ['NONE', 'WITHDRAWAL', [COMMAND, 'RESPONSE : 51']],
    ['UNKNOWN', 'WITHDRAWAL', [COMMAND, 'RESPONSE : 00']],
    ['NONE', 'WITHDRAWAL', [COMMAND, at('10:00:09', 'DISPENSE FAIL')]],
    ['NOT_TAKEN', 'WITHDRAWAL', [COMMAND, SUCCESS, PRESENTED]],
    ['NOT_TAKEN', 'WITHDRAWAL', [SUCCESS, at('10:00:15', 'TAKE CASH TIMEOUT AND CONTINUE WAITTING.')]],
    ['NOT_TAKEN', 'WITHDRAWAL', [PRESENTED, at('10:00:15', 'CDM RETRACT FAIL')]],
    ['RETRACTED', 'WITHDRAWAL', [PRESENTED, at('10:00:15', 'TAKE CASH TIMEOUT, RETRACTING')]],
    ['RETRACTED', 'WITHDRAWAL', [PRESENTED, TAKEN, at('10:00:18', 'CDM RETRACT SUCCESS')]],
    ['NONE', 'DEPOSIT', [at('10:00:02', 'CASH DEPOSIT START'), PRESENTED, TAKEN]],
    ['RETRACTED', 'DEPOSIT', [at('10:00:02', 'CASH DEPOSIT START'), at('10:00:15', 'CASH DEPOSIT RETRACT')]],
    ['DISPENSED', 'WITHDRAWAL', [...asked(4), out(1, 3), out(2, 1), TAKEN]],
    ['PARTIAL', 'WITHDRAWAL', [...asked(4), out(1, 2), out(2, 1), TAKEN]],
    ['PARTIAL', 'WITHDRAWAL', [COMMAND, out(1, 3), TAKEN, 'AMOUNT : 2000']],
    ['NONE', 'OTHER', []],
  ])('is %s of a %s', async (cashOutcome, kind, lines) => {
    expect(await readOne(...lines)).toMatchObject({ cashOutcome, kind })
  })

  it('is known by the last command, where a dispense that failed was tried again', async () => {
    const failed = [COMMAND, '[Type (A)], REQUESTED: 4', at('10:00:06', 'DISPENSE FAIL')]
    const again = [COMMAND.replace('10:00:05', '10:00:07'), '[Type (A)], REQUESTED: 4', SUCCESS, out(1, 4), TAKEN]
    expect(await readOne(...failed, ...again)).toMatchObject({ cashOutcome: 'DISPENSED', verdict: 'APPROVED' })
  })

  it('counts notes once, however often the lines are printed', async () => {
    const lines = [...asked(4), ...asked(4), out(1, 3), out(1, 3), out(2, 1), TAKEN, TAKEN, out(2, 1)]
    expect(await readOne(...lines)).toMatchObject({
      cashOutcome: 'DISPENSED',
      amountMinor: 200_000n,
      currency: null,
      notes: [{ state: 'DISPENSED', denominationMinor: 50_000n, currency: null, count: 4 }],
    })
  })

  it.each([
    ['one currency', '500/YER', [out(1, 3), out(2, 1)], 200_000n, 'YER'],
    ['one currency, and none of another', '500/USD', [out(1, 3), out(2, 0)], 150_000n, 'YER'],
    ['two currencies', '500/USD', [out(1, 3), out(2, 1)], null, null],
    ['two currencies, the last of them the first', '500/USD', [out(1, 3), out(2, 1), out(3, 1)], null, null],
    ['a currency and notes of a worth that no table gives', '100/YER', [out(1, 3), out(2, 1)], null, null],
  ])(
    'are of the currency that the table of cassettes names: %s',
    async (_what, second, outs, amountMinor, currency) => {
      const cassette = (number: number, notes: string) => `CAS(0000${number}):2011/0000/${notes}/NORMAL/RCYC/TYPE(A)`
      const table = [cassette(1, '500/YER'), cassette(2, second), cassette(3, '500/YER')]
      expect(await readOne(...table, COMMAND, SUCCESS, ...outs, TAKEN)).toMatchObject({ amountMinor, currency })
    },
  )
})

describe('the receipt', () => {
  it('is read with and without times, and past lines that fall into it', async () => {
    const lines = ['CURRENCY : YER', 'AMOUNT : 40000', 'RRN : 516908041698', 'CARD : 9967001112223334', 'RESPONSE : 00']
    const plain = await receipt(...lines)
    expect(plain).toMatchObject({ amountMinor: 4_000_000n, currency: 'YER', reference: '516908041698', hostCode: '00' })
    expect(plain).toMatchObject({ decidedBy: { rule: 'HOST_CODE', line: 7 }, rrn: '516908041698', stan: null })
    const timed = await receipt(...lines.map((line) => at('10:00:31', line)))
    const noisy = lines.flatMap((line, n) => [line, at(`10:00:4${n}`, 'CARD READER | STATUS OK')])
    expect(withoutLines(timed)).toEqual(withoutLines(plain))
    expect(withoutLines(await receipt(...noisy))).toEqual(withoutLines(plain))
  })

  it.each([
    ['CARD : 9967001112223334', '996700******3334'],
    ['CARD : 9967 0011 1222 3334', '996700******3334'],
    ['CARD : 458300XXXXXX9694', '458300******9694'],
    ['CARD : 000458300******9694', '458300******9694'],
    ['CARD : NONE', null],
  ])('keeps of %s at most the first 6 and the last 4 digits', async (line, card) => {
    expect(await receipt(line)).toMatchObject({ card })
  })

  it.each([
    [['RRN : 516908041698', 'STAN : 041698'], { reference: '516908041698', rrn: '516908041698', stan: '041698' }],
    [['RRN : 000000000000', 'STAN : 041698'], { reference: '041698', rrn: null, stan: '041698' }],
    [[at('10:00:31', 'TRANSACTION SERIAL NUMBER:0058')], { reference: null, serial: '0058' }],
    [['RRN :'], { reference: null, rrn: null, stan: null }],
    [['TRACE : 4711', 'STAN : 041698', 'TRACE : 4712'], { reference: '041698', stan: '041698' }],
    [['AUTH CODE : 337309', 'TERMINAL ID : 00001011'], { authorisationCode: '337309', terminalId: '00001011' }],
    [['ACCOUNT NO : XXXXXX4321', 'DATE : 2025-06-17'], { accountTail: '4321', hostDate: '2025-06-17' }],
  ])('gives the numbers of %s', async (lines, numbers) => {
    expect(await receipt(...lines)).toMatchObject(numbers)
  })

  it.each([
    ['WID', 'WITHDRAWAL'],
    ['DEP', 'DEPOSIT'],
    ['BAL', 'BALANCE'],
    ['TRF', 'TRANSFER'],
    ['PIN', 'OTHER'],
  ])('calls %s a %s', async (type, kind) => {
    expect(await receipt(`Transaction Type  : ${type}`)).toMatchObject({ kind })
  })

  it.each([
    [['AMOUNT : 40000', 'CURRENCY : YER'], 4_000_000n, 'YER'],
    [['CURRENCY : 840', 'AMOUNT : 1,250.50'], 125_050n, 'USD'],
    [['AMOUNT : 12.5 EUR'], 1_250n, 'EUR'],
    [['AMOUNT : none', 'CURRENCY : ???'], null, null],
  ])('reads the money of %s', async (lines, amountMinor, currency) => {
    expect(await receipt(...lines)).toMatchObject({ amountMinor, currency })
  })
})
