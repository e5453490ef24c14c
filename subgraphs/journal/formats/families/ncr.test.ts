import { describe, expect, it } from 'vitest'
import { listFixtures, parseBytes, parseText } from '../family.testing.ts'

const FIXTURES = listFixtures('ncr')
const fixture = (name: string) => {
  const found = FIXTURES.find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`no fixture ${name}`)
  return found
}
const read = async (name: string) => {
  const { bytes, journalDate } = fixture(name)
  return (await parseBytes(bytes, journalDate)).transactions
}

/** The lines of one session, with a code that approves by default. */
const session = (...lines: string[]): string =>
  ['*632*06/18/2025*04:48*', '*TRANSACTION START*', ...lines, '04:49:59 TRANSACTION END', ''].join('\n')
const readSession = async (...lines: string[]) => (await parseText(session(...lines))).transactions

describe('a day of an NCR machine', () => {
  it('reads money, card, reference, times and place of a withdrawal', async () => {
    expect((await read('day'))[0]).toEqual({
      sessionLine: 10,
      attemptNo: 1,
      startedAt: '2025-06-18T04:48:00',
      endedAt: '2025-06-18T04:48:35',
      kind: 'WITHDRAWAL',
      verdict: 'APPROVED',
      decidedBy: { rule: 'HOST_CODE', line: 33 },
      conflict: [],
      hostCode: '000',
      amountMinor: 100_000n,
      currency: null,
      card: '817406******1234',
      reference: '516904000701',
      rrn: '516904000701',
      stan: '7001',
      authorisationCode: null,
      serial: '1234',
      terminalId: null,
      hostDate: null,
      accountTail: null,
      cashOutcome: 'DISPENSED',
      notes: [{ state: 'DISPENSED', denominationMinor: 100_000n, currency: null, count: 1 }],
      completeness: 'COMPLETE',
      firstLine: 10,
      lastLine: 34,
    })
    const lines = fixture('day').text.split('\n')
    expect([lines[9], lines[32], lines[33]]).toEqual([
      '*TRANSACTION START*',
      'RESPONSE CODE   000',
      '04:48:35 TRANSACTION END',
    ])
  })

  it('takes the response code first, then the second cryptogram, then notes taken, and guesses nothing', async () => {
    const day = await read('day')
    expect(day.map(({ verdict, hostCode, cashOutcome }) => [verdict, hostCode, cashOutcome])).toEqual([
      ['APPROVED', '000', 'DISPENSED'],
      ['DECLINED', '051', 'NONE'],
      ['APPROVED', null, 'RETRACTED'],
      ['DECLINED', null, 'NONE'],
      ['APPROVED', null, 'DISPENSED'],
      [null, null, 'NONE'],
      ['APPROVED', '000', 'NONE'],
      ['APPROVED', '000', 'PARTIAL'],
      ['APPROVED', '000', 'NOT_TAKEN'],
    ])
    expect(day.map(({ decidedBy }) => decidedBy?.rule ?? null)).toEqual([
      ...['HOST_CODE', 'HOST_CODE', 'CRYPTOGRAM', 'CRYPTOGRAM', 'NOTES_TAKEN', null],
      ...['HOST_CODE', 'HOST_CODE', 'HOST_CODE'],
    ])
    expect(await readSession('GENAC 2 : TC', 'RESPONSE CODE   116')).toMatchObject([
      { verdict: 'DECLINED', decidedBy: { rule: 'HOST_CODE', line: 4 } },
    ])
    expect(await readSession('GENAC 2 : AAC', 'NOTES TAKEN')).toMatchObject([
      { verdict: 'DECLINED', decidedBy: { rule: 'CRYPTOGRAM', line: 3 } },
    ])
    expect(await readSession('GENAC 1 : TC', 'RESPONSE RECEIVED [FUNCTION ID=A]')).toMatchObject([{ verdict: null }])
    expect(await readSession('RESPONSE : PENDING')).toMatchObject([{ verdict: null, hostCode: null }])
  })

  it('leaves a machine’s start on the evening before, and begins the day after it', async () => {
    expect(fixture('day').text.startsWith('*06/17/2025*23:58:13*')).toBe(true)
    expect((await read('day'))[0]?.startedAt).toBe('2025-06-18T04:48:00')
    expect((await read('midnight'))[0]?.startedAt).toBe('2025-06-18T00:10:02')
    const evening = `*06/17/2025*21:00:00*\n*TRANSACTION START*\n${'02:00:05 CARD INSERTED\n02:00:40 TRANSACTION END'}`
    expect((await parseText(evening)).transactions).toMatchObject([
      { startedAt: '2025-06-18T02:00:05', endedAt: '2025-06-18T02:00:40' },
    ])
  })

  it('hides all of a card but what may be shown, with zeros before it or in groups', async () => {
    expect((await read('day'))[1]?.card).toBe('4263********2113')
    expect((await read('tables'))[0]?.card).toBe('400000******7899')
  })
})

describe('what a receipt says', () => {
  it('reads tables like blocks: response in words, currency by letters or number, the best reference', async () => {
    const tables = await read('tables')
    expect(tables.map(({ attemptNo, kind, verdict, hostCode }) => [attemptNo, kind, verdict, hostCode])).toEqual([
      [1, 'WITHDRAWAL', 'APPROVED', null],
      [1, 'WITHDRAWAL', 'DECLINED', 'ERROR.ISSUER'],
      [1, 'DEPOSIT', 'APPROVED', '00'],
      [1, 'TRANSFER', 'DECLINED', null],
      // By what other receipts call the same operation.
      [1, 'WITHDRAWAL', null, null],
      [1, 'WITHDRAWAL', 'APPROVED', null],
      [2, 'BALANCE', 'DECLINED', 'ERROR.ISSUER'],
      [1, 'WITHDRAWAL', 'APPROVED', '000'],
      [2, 'WITHDRAWAL', 'APPROVED', '000'],
    ])
    expect(tables[0]).toMatchObject({ decidedBy: { rule: 'HOST_WORDS' }, authorisationCode: '337309' })
    expect(tables[2]).toMatchObject({
      ...{ amountMinor: 125_000n, currency: 'USD', reference: '000803', rrn: null, stan: '000803' },
      decidedBy: { rule: 'HOST_CODE' },
    })
  })

  it('reads fields that are side by side, or under slightly other names', async () => {
    const lines = ['Tran No  7001   RRN. 516904000701', 'WITHDRAWAL AMOUNT  1000.00  ETB   RESP CODE : 000']
    const found = { reference: '516904000701', kind: 'WITHDRAWAL', amountMinor: 100_000n, hostCode: '000' }
    expect(await readSession(...lines)).toMatchObject([found])
    expect(await readSession('BALANCE INQUIRY', 'AVAILABLE BALANCE  99.00')).toMatchObject([
      { kind: 'BALANCE', amountMinor: null },
    ])
  })

  it('keeps cash that was taken, though the receipt names an error', async () => {
    expect((await read('tables'))[1]).toMatchObject({
      verdict: 'DECLINED',
      cashOutcome: 'DISPENSED',
      conflict: ['DECLINED_WITH_CASH'],
    })
  })

  it('makes two attempts of two requests under one card that both brought notes', async () => {
    const [, , , , , , , first, second] = await read('tables')
    expect(first).toMatchObject({
      ...{ sessionLine: 88, attemptNo: 1, amountMinor: 300_000n, reference: '516910000808' },
      ...{ cashOutcome: 'DISPENSED', endedAt: '2025-06-18T10:00:24', lastLine: 99 },
    })
    expect(second).toMatchObject({
      ...{ sessionLine: 88, attemptNo: 2, amountMinor: 400_000n, reference: '516910000809' },
      ...{ cashOutcome: 'RETRACTED', startedAt: '2025-06-18T10:00:30', firstLine: 100 },
    })
    expect([first?.card, second?.card]).toEqual(['817406******6666', '817406******6666'])
    // The end mark is the session's.
    expect([first?.completeness, second?.completeness]).toEqual(['COMPLETE', 'COMPLETE'])
  })

  it('takes digits padded with zeros for no amount: they may be hundredths or whole units', async () => {
    expect((await read('tables'))[4]?.amountMinor).toBe(null)
  })

  it('is that of its own request, whether or not notes came before the next one', async () => {
    const first = ['04:48:10 OPCODE = A', 'RESPONSE CODE 000', 'GENAC 2 : TC', 'RRN. 123456']
    const answered = { attemptNo: 1, verdict: 'APPROVED', hostCode: '000', reference: '123456', lastLine: 6 }
    expect(await readSession(...first, '04:48:20 OPCODE = B')).toMatchObject([
      answered,
      { attemptNo: 2, verdict: null, decidedBy: null, hostCode: null, reference: null, firstLine: 7 },
    ])
    expect(await readSession(...first, '04:48:20 OPCODE = B', 'RESPONSE CODE 051')).toMatchObject([
      answered,
      { attemptNo: 2, verdict: 'DECLINED', hostCode: '051', decidedBy: { rule: 'HOST_CODE', line: 8 } },
    ])
    for (const again of ['04:48:10 OPCODE = A', '04:48:09 OPCODE = A']) {
      expect(await readSession('04:48:08 PIN ENTERED', ...first, again)).toMatchObject([{ hostCode: '000' }])
    }
  })

  it('about notes is kept apart from that of another request in the same session', async () => {
    const [withdrawal, balance] = (await read('tables')).slice(5, 7)
    expect(withdrawal).toMatchObject({
      ...{ attemptNo: 1, verdict: 'APPROVED', amountMinor: 200_000n, reference: '516909000806', lastLine: 79 },
      notes: [{ state: 'DISPENSED', count: 2 }],
    })
    expect(balance).toMatchObject({
      ...{ sessionLine: withdrawal?.sessionLine, attemptNo: 2, card: withdrawal?.card, firstLine: 80 },
      ...{ verdict: 'DECLINED', reference: '516909000807', cashOutcome: 'NONE', notes: [] },
    })
    const after = ['GENAC 2 : TC', 'NOTES PRESENTED 1,0', 'NOTES TAKEN', 'OPCODE = IAA', 'RESPONSE CODE   051']
    expect(await readSession('OPCODE = BBC', ...after)).toMatchObject([
      { verdict: 'APPROVED', decidedBy: { rule: 'CRYPTOGRAM', line: 4 }, hostCode: null, cashOutcome: 'DISPENSED' },
      { verdict: 'DECLINED', decidedBy: { rule: 'HOST_CODE', line: 8 }, hostCode: '051', cashOutcome: 'NONE' },
    ])
  })
})

describe('notes', () => {
  it('are worth what the counter table before them says, in one line and in three', async () => {
    const notes = await read('notes')
    expect(notes[0]).toMatchObject({ amountMinor: 100_000n, currency: 'ETB', cashOutcome: 'DISPENSED' })
    expect(notes[4]).toMatchObject({ amountMinor: 60_000n, cashOutcome: 'DISPENSED' })
  })

  it('are worth nothing known where positions are not types, or a type has no denomination', async () => {
    const notes = await read('notes')
    expect([notes[2]?.amountMinor, notes[3]?.amountMinor]).toEqual([null, null])
  })

  it('came out where the line says so, whatever else is in it', async () => {
    expect(await readSession('04:48:20 NOTES PRESENTED TO CUSTOMER')).toMatchObject([{ cashOutcome: 'NOT_TAKEN' }])
    expect(await readSession('NOTES PRESENTED  1, 0, 0, 0', 'CASH TAKEN')).toMatchObject([{ cashOutcome: 'DISPENSED' }])
  })

  it('did not come out where all counts are zero', async () => {
    expect((await read('notes'))[5]).toMatchObject({ verdict: 'APPROVED', cashOutcome: 'NONE' })
  })
})

describe('sessions', () => {
  it('open at the first OPCODE where the start mark is missing, with the card that was inserted before', async () => {
    expect((await read('marks'))[0]).toMatchObject({ firstLine: 6, card: '817406******0101', completeness: 'COMPLETE' })
  })

  it('are truncated by the next start, power, supervisor, out of service, another card and end of file', async () => {
    const marks = await read('marks')
    expect(marks.map(({ completeness }) => completeness)).toEqual([
      'COMPLETE',
      ...Array.from({ length: 5 }, () => 'TRUNCATED'),
      'COMPLETE',
      'TRUNCATED',
    ])
    expect(marks[6]).toMatchObject({ card: '817406******0707', verdict: 'DECLINED' })
  })

  it('end where the next customer’s request comes after the card is gone, without end or start', async () => {
    const lines = [
      '04:48:10 OPCODE = A',
      'RESPONSE CODE 000',
      '04:48:12 CARD TAKEN',
      '04:48:40 OPCODE = B',
      'RESPONSE CODE 051',
    ]
    expect(await readSession(...lines)).toMatchObject([
      { verdict: 'APPROVED', completeness: 'TRUNCATED', lastLine: 5 },
      { verdict: 'DECLINED', completeness: 'COMPLETE', firstLine: 6 },
    ])
  })

  it('go on when the card was dipped and taken before the request', async () => {
    const dipped = ['04:48:05 CARD INSERTED', '04:48:07 CARD TAKEN', '04:48:20 OPCODE = A', 'RESPONSE CODE 000']
    expect(await readSession(...dipped)).toMatchObject([{ verdict: 'APPROVED', completeness: 'COMPLETE' }])
  })

  it('do not reach to the lines of a card that was inserted after them', async () => {
    const next = ['CARD INSERTED', 'CARD: 817406******2222', '04:51:10 OPCODE = A', 'RESPONSE CODE 051', '']
    expect((await parseText(session('RESPONSE CODE 000') + next.join('\n'))).transactions).toMatchObject([
      { lastLine: 4, verdict: 'APPROVED', card: null },
      { firstLine: 7, verdict: 'DECLINED', card: '817406******2222' },
    ])
  })

  it('are not made, nor their notes counted, by lines that are printed again', async () => {
    const doubled = await read('doubled')
    expect(doubled).toHaveLength(5)
    expect(doubled[0]?.notes).toMatchObject([
      { denominationMinor: 10_000n, count: 1 },
      { denominationMinor: 50_000n, count: 1 },
    ])
    expect(doubled[0]).toMatchObject({ amountMinor: 60_000n, cashOutcome: 'DISPENSED', completeness: 'COMPLETE' })
    expect(doubled[1]).toMatchObject({ verdict: 'DECLINED', cashOutcome: 'NONE', completeness: 'COMPLETE' })
  })

  it('get the outcomes that are printed after their end, or after the next start', async () => {
    const doubled = await read('doubled')
    expect(doubled[2]).toMatchObject({ cashOutcome: 'DISPENSED', completeness: 'COMPLETE' })
    expect(doubled[3]).toMatchObject({ cashOutcome: 'RETRACTED', completeness: 'COMPLETE' })
    expect(doubled[4]).toMatchObject({ cashOutcome: 'NONE', completeness: 'COMPLETE' })
  })

  it('are one though the start is printed again later, unless the start of a session follows it again', async () => {
    const start = '*TRANSACTION START*'
    const begun = ['04:48:02 CARD INSERTED', 'CARD: 817406******1111', '04:48:08 PIN ENTERED', '04:48:20 OPCODE = A']
    for (const at of [1, 2, 3, 4])
      expect(await readSession(...begun.slice(0, at), start, ...begun.slice(at))).toHaveLength(1)
    for (const line of ['04:48:30 CARD INSERTED', 'CARD: 817406******2222', '04:48:30 OPCODE = B'])
      expect(await readSession(...begun, start, line)).toMatchObject([
        { completeness: 'TRUNCATED', lastLine: 6 },
        { completeness: 'COMPLETE', firstLine: 7 },
      ])
  })

  it('are two if a record of another number is between the starts, though no line has a time', async () => {
    const text = (number: number, last4: string) =>
      `*${number}*06/18/2025*04:48*\n*TRANSACTION START*\nCARD INSERTED\nCARD: 817406******${last4}\n`
    expect((await parseText(text(1, '1111') + text(2, '2222'))).transactions).toMatchObject([
      { card: '817406******1111', completeness: 'TRUNCATED' },
      { card: '817406******2222', completeness: 'TRUNCATED' },
    ])
  })

  it('are two if records of one number and minute each bring new lines', async () => {
    const twice = (second: number) => session(`04:48:${second} PIN ENTERED`).replace('04:49:59', `04:48:${second + 1}`)
    expect((await parseText(twice(10) + twice(40))).transactions).toHaveLength(2)
  })
})

describe('dates and times', () => {
  it('are read as month and day or day and month, whatever is nearer to the day of the journal', async () => {
    const { bytes } = fixture('ambiguous')
    const days = async (journalDate: string) =>
      (await parseBytes(bytes, journalDate)).transactions.map(({ startedAt }) => startedAt.slice(0, 10))
    expect(await days('2025-06-07')).toEqual(['2025-06-07', '2025-06-07', '2025-06-08'])
    expect((await days('2025-07-06'))[0]).toBe('2025-07-06')
  })

  it('go over midnight, back for a line printed late, and on with the next dated line', async () => {
    const midnight = await read('midnight')
    expect(midnight[1]).toMatchObject({ startedAt: '2025-06-18T23:58:40', endedAt: '2025-06-19T00:00:14' })
    expect(midnight[2]?.startedAt).toBe('2025-06-19T00:03:00')
  })

  it('are not moved, nor is anything else, by records in braces, which are in UTC', async () => {
    const utc = await read('utc')
    expect(utc.map(({ endedAt }) => endedAt)).toEqual(['2025-06-18T23:30:20', '2025-06-18T23:45:20'])
    expect(utc[0]).toMatchObject({ verdict: 'DECLINED', cashOutcome: 'NONE', completeness: 'COMPLETE' })
  })
})
