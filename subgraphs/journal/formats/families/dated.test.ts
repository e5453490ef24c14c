import { describe, expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'

const DATE = '2025-06-18'
const at = (time: string, text: string): string => `18/06/2025 ${time} ${text}`
const read = async (...lines: string[]) => (await parseText(lines.join('\n'), DATE)).transactions
const START = at('10:00:00', 'TRANSACTION START')
const CARD = at('10:00:02', 'Card Number 519811XXXXXX7766')
const END = at('10:09:00', 'TRANSACTION END')
const OPERATION = at('10:00:40', 'OP Code : BB     A')
const REPLY = at('10:00:44', 'TRANSACTION REPLIED')
const COUNTED = [at('10:00:30', 'Notes Counted:'), 'IDR50000x4', 'IDR100000x2', 'Rejectx1', 'Total Amount IDR 400000']
const STORED = at('10:01:00', '----- Deposit Cash & Print ----')
const RETURNED = [at('10:01:10', '----- Rollback Notes ----'), at('10:01:20', '  Rollback OK')]
/** The one attempt of a session that asked the host. */
const readOne = async (...lines: string[]) => {
  const found = await read(START, CARD, ...lines, END)
  expect(found).toHaveLength(1)
  return found[0]
}
const answered = (...lines: string[]) => readOne(OPERATION, REPLY, ...lines)

describe('the verdict', () => {
  it.each([
    ['RESPON : 00   SUKSES', '00', 'APPROVED'],
    ['RESPON 000', '000', 'APPROVED'],
    ['RESPON : 51   SALDO TIDAK CUKUP', '51', 'DECLINED'],
    ['TRANSAKSI ANDA DITOLAK', null, 'DECLINED'],
    ['TRANSAKSI BERHASIL', null, 'APPROVED'],
  ])('is that of the receipt: %s', async (line, hostCode, verdict) => {
    expect(await answered(line)).toMatchObject({ hostCode, verdict })
  })

  it.each([
    ['a reply', []],
    ['the name of a step of the dialogue', ['RESPON : W0   INQUIRY']],
    ['a title with its amount', ['DEPOSIT                 RP400.000']],
    ['notes that were taken, of which none came out', [at('10:01:00', 'Notes TAKEN')]],
    ['the shutter', [at('10:01:00', 'Shutter Opened for notes removal')]],
  ])('is not guessed from %s', async (_what, lines) => {
    expect(await answered(...lines)).toMatchObject({ verdict: null, hostCode: null })
  })

  it('is approved where the machine stored the notes, and open where it gave them back', async () => {
    const deposit = [...COUNTED, OPERATION, REPLY]
    expect(await readOne(...deposit, STORED)).toMatchObject({
      ...{ kind: 'DEPOSIT', verdict: 'APPROVED', decidedBy: { rule: 'NOTES_STORED' }, amountMinor: 40_000_000n },
    })
    expect(await readOne(...deposit, ...RETURNED)).toMatchObject({ kind: 'DEPOSIT', verdict: null })
    expect(await readOne(...deposit, STORED, at('10:01:10', '----- Rollback Notes ----'))).toMatchObject({
      verdict: 'APPROVED',
    })
  })

  it('is open where the machine stored the notes after the host did not answer', async () => {
    const timeout = at('10:00:50', 'HOST TIMEOUT')
    const found = await readOne(...COUNTED, OPERATION, timeout, STORED, at('10:01:05', 'Deposit OK'))
    expect(found).toMatchObject({ kind: 'DEPOSIT', verdict: null, decidedBy: null, amountMinor: 40_000_000n })
  })

  it('stays with its request where the next one does not reach the host', async () => {
    const again = [at('10:02:00', 'PIN ENTERED'), at('10:02:30', 'Notes Counted:'), 'IDR50000x1']
    const unreached = [at('10:02:50', 'PING ERROR'), at('10:03:00', 'Rollback OK')]
    const found = await read(START, CARD, ...COUNTED, OPERATION, REPLY, STORED, ...again, ...unreached, END)
    expect(found).toMatchObject([
      { attemptNo: 1, verdict: 'APPROVED', amountMinor: 40_000_000n },
      { attemptNo: 2, verdict: 'CANCELLED', kind: 'DEPOSIT', amountMinor: 5_000_000n },
    ])
  })

  it('is not touched by notes that go back without another request', async () => {
    const again = [at('10:02:00', 'PIN ENTERED'), at('10:02:30', 'Notes Counted:'), 'IDR50000x1']
    const back = [at('10:03:00', 'Rollback OK')]
    const found = await read(START, CARD, ...COUNTED, OPERATION, REPLY, STORED, ...again, ...back, END)
    expect(found).toMatchObject([{ verdict: 'APPROVED', amountMinor: 40_000_000n, conflict: [] }])
  })

  it('is not touched by a line of the machine behind the end mark', async () => {
    const found = await read(START, CARD, ...COUNTED, OPERATION, REPLY, STORED, END, at('10:09:10', 'Rollback OK'))
    expect(found).toMatchObject([{ verdict: 'APPROVED', conflict: [] }])
  })
})

describe('a receipt', () => {
  it('has the reference beside the terminal, and the account that the money comes from', async () => {
    const lines = ['TERMINAL ID : S1EXMP055  NO.REF : 519007000694', 'DARI REK : 0000XXXX1234', 'KE REK : 0000XXXX5678']
    const found = { terminalId: 'S1EXMP055', rrn: '519007000694', accountTail: '1234' }
    expect(await answered(...lines)).toMatchObject(found)
    expect(await answered(...lines.map((line) => at('10:00:50', line)))).toMatchObject(found)
  })
})

describe('the amount of a request', () => {
  const amount = (digits: string) => at('10:00:41', `Amount : ${digits}`)

  it.each([
    ['40000000', 'hundredths'],
    ['400000', 'whole units'],
    ['000040000000', 'hundredths, padded'],
  ])('%s has the unit that the counted notes show: %s', async (digits) => {
    expect(await readOne(...COUNTED, OPERATION, amount(digits), REPLY)).toMatchObject({
      ...{ amountMinor: 40_000_000n, currency: 'IDR' },
    })
  })

  it('has no unit where no line shows it', async () => {
    expect(await readOne(OPERATION, amount('40000000'), REPLY)).toMatchObject({ amountMinor: null })
  })

  it('is in hundredths for deposits and in whole units for withdrawals of one operation', async () => {
    const later = (line: string): string => line.replace(' 10:', ' 11:')
    const deposit = [START, CARD, ...COUNTED, OPERATION, amount('40000000'), REPLY, END]
    const withdrawal = [START, CARD, OPERATION, amount('150000'), REPLY, 'PENARIKAN   RP150.000', END].map(later)
    const last = [START, OPERATION, amount('200000'), END].map((line) => line.replace(' 10:', ' 12:'))
    expect(await read(...deposit, ...withdrawal, ...last)).toMatchObject([
      { kind: 'DEPOSIT', amountMinor: 40_000_000n },
      { kind: 'WITHDRAWAL', amountMinor: 15_000_000n },
      { amountMinor: 20_000_000n },
    ])
  })

  it('is not measured by notes that came out', async () => {
    const out = [at('10:00:30', 'NOTES DISPENSED:'), 'IDR50000*1']
    expect(await readOne(...out, OPERATION, amount('5000000'), REPLY)).toMatchObject({ amountMinor: 5_000_000n })
    const found = await read(START, CARD, ...out, OPERATION, amount('5000000'), REPLY, END)
    const next = await read(at('11:00:00', 'TRANSACTION START'), at('11:00:09', 'OP Code : BB     A'))
    expect([found[0]?.kind, next[0]?.amountMinor]).toEqual(['WITHDRAWAL', null])
  })
})

describe('a session', () => {
  it('is one where the start mark is printed for the card and for what is asked', async () => {
    const again = [at('10:00:01', 'Card Inserted'), at('10:00:01', 'TRANSACTION START')]
    expect(await read(START, ...again, CARD, OPERATION, REPLY, END)).toHaveLength(1)
    expect(await read(START, CARD, OPERATION, at('10:01:00', 'TRANSACTION START'), END)).toHaveLength(2)
  })

  it('has the card in the form that shows most of it', async () => {
    const hidden = at('10:00:02', 'Card Number : **********695126')
    const shown = at('10:00:50', 'Card Number    [5198111234695126]')
    expect(await read(START, hidden, OPERATION, END)).toMatchObject([{ card: '************5126' }])
    expect(await read(START, hidden, OPERATION, shown, END)).toMatchObject([{ card: '519811******5126' }])
  })

  it('reads the month first where the day of the journal says so', async () => {
    const lines = (date: string) => `${date} 09:00:00 TRANSACTION START\n${date} 09:00:09 TRANSACTION END`
    for (const day of ['2025-03-04', '2025-04-03'])
      expect((await parseText(lines('04/03/2025'), day)).transactions).toMatchObject([{ startedAt: `${day}T09:00:00` }])
    expect((await parseText(lines('06/18/2025'), DATE)).transactions).toMatchObject([
      { startedAt: '2025-06-18T09:00:00' },
    ])
  })

  it('is not found in the log of another program with the same stamp', async () => {
    const log = await parseText(`${at('10:00:00', 'INFO started')}\n`.repeat(50), DATE)
    expect(log).toMatchObject({ status: 'FAILED', format: null })
  })
})

describe('dates that can be two dates', () => {
  const days = (...dates: string[]) =>
    dates.map((date) => `${date} 09:00:00 TRANSACTION START\n${date} 09:00:09 TRANSACTION END`).join('\n')
  const startsOf = async (text: string, day: string) =>
    (await parseText(text, day)).transactions.map(({ startedAt }) => startedAt.slice(0, 10))

  it('are in the order that another date of the file shows', async () => {
    const shown = ['2025-01-31', '2025-02-01', '2025-02-02']
    expect(await startsOf(days('31/01/2025', '01/02/2025', '02/02/2025'), '2025-01-02')).toEqual(shown)
    expect(await startsOf(days('01/31/2025', '02/01/2025', '02/02/2025'), '2025-01-02')).toEqual(shown)
  })

  it('are near the date before, where no date shows the order yet', async () => {
    const dates = days('01/01/2025', '02/01/2025', '03/01/2025', '13/01/2025')
    expect(await startsOf(dates, '2025-01-31')).toEqual(['2025-01-01', '2025-01-02', '2025-01-03', '2025-01-13'])
  })
})

describe('the next customer, where the end and the start mark are missing', () => {
  const approved = [at('10:05:10', 'TRANSACTION REPLIED'), 'RESPON : 00   SUKSES']
  const card = '519811******7766'

  it.each(['CARD(519811******7766) TAKEN', 'Card Taken'])('has no card of the one before: %s', async (gone) => {
    const first = [START, CARD, OPERATION, REPLY, at('10:01:00', gone)]
    for (const lines of [[at('10:05:00', 'PIN ENTERED')], []]) {
      const found = await read(...first, ...lines, at('10:05:02', 'OP Code : BB     A'), ...approved)
      expect(found).toMatchObject([
        { card, attemptNo: 1, verdict: null, completeness: 'TRUNCATED', lastLine: 5 },
        { card: null, attemptNo: 1, verdict: 'APPROVED', sessionLine: 6 },
      ])
    }
  })

  it('is none where the notes come after the card', async () => {
    const taken = [at('10:01:10', 'Notes Dispensed'), at('10:01:15', 'Notes Presented'), at('10:01:20', 'Notes TAKEN')]
    expect(await answered(at('10:01:00', 'CARD(519811******7766) TAKEN'), ...taken)).toMatchObject({
      ...{ card, verdict: 'APPROVED', cashOutcome: 'DISPENSED' },
    })
  })
})

describe('a journal of another maker with the same stamp', () => {
  it('is partial, as none of its requests was read', async () => {
    const dialogue = [at('10:00:10', 'OPCODE = BBC'), at('10:00:11', 'REQUEST SENT [AMOUNT=00001000]')]
    const answer = [at('10:00:20', 'RESPONSE CODE   000'), at('10:00:30', 'NOTES TAKEN')]
    const file = await parseText([START, ...dialogue, ...answer, END].join('\n'), DATE)
    expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'REQUESTS_WITHOUT_SESSION', count: 2 }] })
    expect(file.transactions).toMatchObject([{ attemptNo: 0, verdict: null }])
  })
})
