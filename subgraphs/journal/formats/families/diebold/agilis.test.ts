import { describe, expect, it } from 'vitest'
import { parseText } from '../../family.testing.ts'

const CARD = 'Card Inserted (502265XXXXXX0092)'
const REQUEST = 'Transaction Request [ DA   AD]'
const REPLY = 'Transaction Reply [Host Seq.No.: 1640]'
const receipt = (...fields: readonly string[]) => ['*****START*****', ...fields, '*****END*****']
const TIME = 'DATE/TIME : 2025-6-8 17:25:13'

const read = async (...lines: readonly string[]) => (await parseText(lines.join('\n'), '2025-06-08')).transactions
const readOne = async (...lines: readonly string[]) => {
  const found = await read(CARD, REQUEST, REPLY, ...lines, 'Card Ejected')
  expect(found).toHaveLength(1)
  return found[0]
}

describe('an Agilis journal', () => {
  it('is known by its own words, not by a cryptogram without a time', async () => {
    expect(await parseText(`${CARD}\nGENAC 2 : TC\n`)).toMatchObject({ format: 'AGILIS' })
    expect(await parseText('GENAC 2 : TC\n')).toMatchObject({ status: 'FAILED', format: null })
  })

  it('takes times from receipts, and else the nearest one before in the file', async () => {
    const first = [CARD, REQUEST, ...receipt(TIME, 'RESP CODE : 00'), 'Card Ejected']
    expect(await read(CARD, 'Card Ejected', ...first, CARD, REQUEST, 'Card Ejected')).toMatchObject([
      { startedAt: '2025-06-08T00:00:00', endedAt: null },
      { startedAt: '2025-06-08T17:25:13', endedAt: '2025-06-08T17:25:13' },
      { startedAt: '2025-06-08T17:25:13', endedAt: null },
    ])
    expect(await readOne(...receipt('DATE/TIME : 2055-6-8 17:25:13', 'RESP CODE : 00'))).toMatchObject({
      startedAt: '2025-06-08T00:00:00',
      verdict: 'APPROVED',
    })
  })

  it('reads a receipt only as a whole', async () => {
    const whole = receipt(TIME, 'TRACE     : 024789', 'RESP CODE : 00')
    expect(await readOne(...whole)).toMatchObject({ verdict: 'APPROVED', stan: '024789' })
    const torn = [
      whole.slice(0, -1),
      whole.slice(1),
      [...whole.slice(0, 2), 'Cash Taken', ...whole.slice(2)],
      receipt(TIME, 'RESP CODE : 00', 'RESP CODE : 51'),
      receipt(TIME, 'CARD NO   : 502265****0092', 'CARD NO   : 502265****0093', 'RESP CODE : 00'),
    ]
    for (const lines of torn)
      expect(await readOne(...lines)).toMatchObject({ verdict: null, card: null, conflict: ['MIXED_LINES'] })
  })

  it('leaves a second receipt to a request whose line is lost', async () => {
    const lines = [...receipt(TIME, 'TRACE : 1', 'RESP CODE : 51'), ...receipt(TIME, 'TRACE : 2', 'RESP CODE : 00')]
    expect(await read(CARD, REQUEST, ...lines, 'Card Ejected')).toMatchObject([
      { attemptNo: 1, stan: '1', verdict: 'DECLINED' },
      { attemptNo: 2, stan: '2', verdict: 'APPROVED' },
    ])
  })

  it('reads a receipt once, whatever is printed between', async () => {
    const first = receipt(TIME, 'TRACE : 1', 'RESP CODE : 51')
    const session = [CARD, REQUEST, ...first, 'Card Ejected']
    expect(await read(...session, CARD, 'Card Ejected', ...first)).toMatchObject([
      { attemptNo: 1, verdict: 'DECLINED' },
      { attemptNo: 0, verdict: null },
    ])
  })

  it('gives a request behind the card to the next customer, unless the machine itself confirms', async () => {
    const first = [CARD, REQUEST, REPLY, ...receipt(TIME, 'RESP CODE : 51'), 'Card Ejected']
    expect(await read(...first, REQUEST, ...receipt(TIME, 'TRACE : 2', 'RESP CODE : 00'))).toMatchObject([
      { card: '502265******0092', verdict: 'DECLINED' },
      { card: null, verdict: 'APPROVED' },
    ])
    expect(await read(...first, 'Transaction Request [CCCCCCCC]', REPLY)).toMatchObject([{ verdict: 'DECLINED' }])
  })
})

describe('the verdict', () => {
  it.each([
    ['a cryptogram', ['GENAC 2 : TC']],
    ['notes presented', ['Dispense Type1 = 4 notes', 'Cash Present']],
    ['a code behind the receipt', ['RC: 00']],
  ])('is not guessed from %s', async (_what, lines) => {
    expect(await readOne(...lines)).toMatchObject({ verdict: null })
  })

  it('is that of notes taken where no receipt is printed', async () => {
    expect(await readOne('Dispense Type1 = 4 notes', 'Cash Present', 'Cash Taken')).toMatchObject({
      verdict: 'APPROVED',
      decidedBy: { rule: 'NOTES_TAKEN' },
      amountMinor: null,
      notes: [{ state: 'DISPENSED', denominationMinor: null, currency: null, count: 4 }],
    })
  })
})
