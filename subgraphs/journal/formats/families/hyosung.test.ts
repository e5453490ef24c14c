import { describe, expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'
import { maskChunks } from '../parse.testing.ts'

const DATE = '2025-06-18'
let counter = 0
/** A line with a time, in the order of the calls. */
const at = (time: string, text: string): string => {
  counter += 1
  return `[${String(counter).padStart(6, '0')}][06/18/2025 ${time}]${text}`
}
const read = async (...lines: string[]) => (await parseText(lines.join('\n'), DATE)).transactions
const START = at('10:00:00', 'TRANSACTION START')
const CARD = at('10:00:02', 'CARD NUMBER 608112XXXXXX3845')
const END = at('10:09:00', 'TRANSACTION END')
const REQUEST = at('10:00:10', 'TRANSACTION REQUESTING: OPcode[AB     A]')
const REPLY = at('10:00:14', 'TRANSACTION REPLIED: FID[B] NEXT[558]')
const TC = at('10:00:15', 'EMV 2ND GENAC: TC')
const receipt = (...lines: string[]): string[] => [at('10:00:20', 'JOURNAL DATA'), ...lines]
/** The one attempt of a session that asked the host. */
const readOne = async (...lines: string[]) => {
  const found = await read(START, CARD, REQUEST, REPLY, ...lines, END)
  expect(found).toHaveLength(1)
  return found[0]
}

describe('the verdict', () => {
  it.each([
    ['RESPONSE CODE   000', '000', 'APPROVED'],
    ['RESPONSE CODE 00', '00', 'APPROVED'],
    ['RESPONSE CODE 051', '051', 'DECLINED'],
    ['DEPOSIT TRANSACTION IS SUCCESSFUL', null, 'APPROVED'],
    ['SUCCESSFUL', null, 'APPROVED'],
    ['DEPOSIT TRANSACTION IS UNSUCCESSFUL', null, 'DECLINED'],
    ['UNABLE TO PROCESS', null, 'DECLINED'],
  ])('is that of the receipt: %s', async (line, hostCode, verdict) => {
    expect(await readOne(...receipt(line))).toMatchObject({ hostCode, verdict })
  })

  it('is the code’s where the receipt prints words too', async () => {
    const found = await readOne(...receipt('RESPONSE CODE   091', 'UNABLE TO PROCESS'))
    expect(found).toMatchObject({ verdict: 'DECLINED', hostCode: '091', decidedBy: { rule: 'HOST_CODE' } })
  })

  it('is approved where notes were taken, or stored, and no receipt says more', async () => {
    const taken = [at('10:00:30', 'CASH PRESENTED'), at('10:00:35', 'CASH TAKEN')]
    expect(await readOne(...taken)).toMatchObject({ verdict: 'APPROVED', decidedBy: { rule: 'NOTES_TAKEN' } })
    expect(await readOne(at('10:00:30', 'Host Store: Stored'))).toMatchObject({
      ...{ kind: 'DEPOSIT', verdict: 'APPROVED', decidedBy: { rule: 'NOTES_STORED' } },
    })
  })

  it.each([
    ['a cryptogram', [TC]],
    ['the function of a reply', []],
    ['notes that were presented', [at('10:00:30', 'CASH PRESENTED')]],
    ['a receipt before a request', []],
  ])('is not guessed from %s', async (_what, lines) => {
    expect(await readOne(...lines)).toMatchObject({ verdict: null, decidedBy: null })
  })

  it('is null where a cryptogram approved a deposit whose notes the machine took back', async () => {
    const escrow = [at('10:00:30', ''), 'Escrow Count', '500 x 4', 'Amount   2000']
    expect(await readOne(TC, ...escrow, at('10:01:00', 'RETRACT START'))).toMatchObject({
      ...{ kind: 'DEPOSIT', verdict: null, amountMinor: 200_000n, cashOutcome: 'RETRACTED' },
      notes: [
        { state: 'ESCROW', denominationMinor: 50_000n, currency: null, count: 4 },
        { state: 'RETRACTED', denominationMinor: 50_000n, currency: null, count: 4 },
      ],
    })
  })

  it('is cancelled where the host did not answer, and null where it did not answer in time', async () => {
    const cancelled = await read(START, CARD, REQUEST, at('10:00:30', 'TRANSACTION CANCELLED'), END)
    expect(cancelled).toMatchObject([{ verdict: 'CANCELLED', attemptNo: 1 }])
    const late = [at('10:00:30', 'HOST TIMEOUT'), at('10:00:31', 'TRANSACTION CANCELLED')]
    expect(await read(START, CARD, REQUEST, ...late, END)).toMatchObject([{ verdict: null }])
  })
})

describe('a deposit that was stored after the host did not answer', () => {
  it('has no verdict, unless the receipt says more', async () => {
    const stored = [at('10:00:50', 'HOST TIMEOUT'), at('10:00:55', 'HOST STORE: STORED')]
    expect(await readOne(...stored)).toMatchObject({ kind: 'DEPOSIT', verdict: null, decidedBy: null })
    expect(await readOne(...stored, ...receipt('RESPONSE CODE 000'))).toMatchObject({ verdict: 'APPROVED' })
  })
})

describe('a reversal', () => {
  it('after the host did not answer in time leaves the verdict open, and else takes back', async () => {
    const reversed = at('10:00:40', 'TRANSACTION REVERSED')
    expect(await readOne(at('10:00:30', 'HOST TIMEOUT'), reversed)).toMatchObject({
      verdict: null,
      conflict: ['TIMEOUT_REVERSED'],
    })
    expect(await readOne(reversed)).toMatchObject({ verdict: 'REVERSED', decidedBy: { rule: 'REVERSAL' } })
  })
})

describe('the amount that was entered', () => {
  const asked = [START, CARD, at('10:00:05', 'ENTERED AMOUNT : [2000]'), REQUEST, REPLY]

  it('has no unit as long as no receipt shows it', async () => {
    expect(await read(...asked, END)).toMatchObject([{ kind: 'OTHER', amountMinor: null }])
  })

  it('has the unit, and the kind, that receipts of the same operation show', async () => {
    const before = [...asked, ...receipt('RESPONSE CODE 000', 'WITHDRAWAL    RS.  2,000.00'), END]
    const next = [
      at('11:00:00', 'TRANSACTION START'),
      at('11:00:05', 'ENTERED AMOUNT : [300]'),
      at('11:00:10', 'TRANSACTION REQUESTING: OPcode[AB     A]'),
      at('11:00:40', 'TRANSACTION END'),
    ]
    expect((await read(...before, ...next))[1]).toMatchObject({ kind: 'WITHDRAWAL', amountMinor: 30_000n })
  })

  it('is that of the next request, not of the one before it', async () => {
    const declined = receipt('RESPONSE CODE 055', 'WITHDRAWAL    RS.  100.00')
    const again = [
      ...[at('10:01:00', 'ENTERED AMOUNT : [700]'), at('10:01:05', 'TRANSACTION REQUESTING: OPcode[AB     A]')],
      ...[at('10:01:10', 'JOURNAL DATA'), 'RESPONSE CODE 000', 'WITHDRAWAL    RS.  700.00'],
    ]
    expect(await read(START, CARD, REQUEST, REPLY, ...declined, ...again, END)).toMatchObject([
      { attemptNo: 1, verdict: 'DECLINED', amountMinor: 10_000n },
      { attemptNo: 2, verdict: 'APPROVED', amountMinor: 70_000n },
    ])
  })
})

describe('notes', () => {
  it('are counted once, whether the block or the record counts them', async () => {
    const block = [at('10:00:30', 'Notes Dispensed:'), 'TypeC(INR500)    = 4', 'TypeD(INR2000)   = 0']
    const record = [at('10:00:50', 'TRANSACTION DATA (COMPLETED)'), 'Denomination     [100,500]']
    const counts = ['Dispense Count   [0,4]', 'Reject Count     [1,0]']
    const dispensed = { state: 'DISPENSED', denominationMinor: 50_000n, currency: 'INR', count: 4 }
    const rejected = { state: 'REJECTED', denominationMinor: 10_000n, currency: 'INR', count: 1 }
    expect((await readOne(...block, ...record, ...counts))?.notes).toEqual([dispensed, rejected])
    expect((await readOne(...record, ...counts))?.notes).toEqual([
      { ...dispensed, currency: null },
      { ...rejected, currency: null },
    ])
  })

  it('of a session without a card belong to no card, whatever the receipt prints', async () => {
    const start = at('12:00:00', 'CARDLESS TRANSACTION START')
    const lines = receipt('CARD NUMBER   608112XXXXXX0009', 'RESPONSE CODE 000')
    expect(
      await read(start, REQUEST.replace('10:', '12:'), ...lines.map((line) => line.replace('10:', '12:'))),
    ).toMatchObject([{ card: null, verdict: 'APPROVED' }])
  })
})

describe('the next customer, where the end and the start mark are missing', () => {
  const gone = at('10:00:58', 'CARD TAKEN')
  const next = [
    at('10:04:22', 'PIN ENTERED'),
    at('10:04:25', 'TRANSACTION REQUESTING: OPcode[AB     A]'),
    at('10:04:27', 'TRANSACTION REPLIED: FID[B] NEXT[558]'),
    ...[at('10:04:30', 'JOURNAL DATA'), 'RESPONSE CODE   000', at('10:04:40', 'CASH TAKEN')],
  ]

  it.each([0, 1])('has no card of the one before, whose card is gone', async (from) => {
    expect(await read(START, CARD, REQUEST, REPLY, gone, ...next.slice(from))).toMatchObject([
      { sessionLine: 1, attemptNo: 1, card: '608112******3845', verdict: null, completeness: 'TRUNCATED', lastLine: 5 },
      { sessionLine: 6, attemptNo: 1, card: null, verdict: 'APPROVED', completeness: 'TRUNCATED' },
    ])
  })

  it('is none where the notes come after the card, or the host did not answer and the machine says so', async () => {
    const taken = [gone, at('10:01:10', 'CASH PRESENTED'), at('10:01:20', 'CASH TAKEN')]
    expect(await readOne(...taken)).toMatchObject({ card: '608112******3845', verdict: 'APPROVED' })
    const closing = at('10:01:05', 'TRANSACTION REQUESTING: OPcode[F  AA]')
    expect(await readOne(at('10:00:50', 'HOST TIMEOUT'), gone, closing)).toMatchObject({ verdict: null, attemptNo: 1 })
  })

  it('is none where the card was only dipped', async () => {
    expect(await read(START, CARD, at('10:00:05', 'CARD TAKEN'), REQUEST, REPLY, END)).toMatchObject([
      { card: '608112******3845', attemptNo: 1, completeness: 'COMPLETE' },
    ])
  })
})

describe('a Hyosung journal', () => {
  it('reads the month first or the day first, as the day of the journal says', async () => {
    const lines = ['[000001][04/03/2025 09:00:00]TRANSACTION START', '[000002][04/03/2025 09:00:09]TRANSACTION END']
    for (const day of ['2025-03-04', '2025-04-03'])
      expect((await parseText(lines.join('\n'), day)).transactions).toMatchObject([{ startedAt: `${day}T09:00:00` }])
  })

  it('hides telephone numbers and beneficiaries, and leaves serial numbers of notes', () => {
    const lines = 'MOBILE NO. 9000012345\nBENF A/C :00000020221108\n[3TA286290,4BB120011,5CC998877]'
    expect(maskChunks([Buffer.from(lines)]).toString()).toBe(
      'MOBILE NO. **********\nBENF A/C :**********1108\n[3TA286290,4BB120011,5CC998877]',
    )
  })
})
