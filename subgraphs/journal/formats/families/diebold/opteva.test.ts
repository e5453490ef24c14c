import { describe, expect, it } from 'vitest'
import { parseText } from '../../family.testing.ts'

const at = (time: string, text: string, day = '20250608') => `  0001 OPTEVA  ${day}  ${time} EJ: ${text}`
const CARD = at('08:15:02', 'Card Inserted (970436XXXXXX6633)')
const REQUEST = at('08:15:31', 'Transaction Request [DA   AD ]')
const EJECTED = at('08:16:30', 'Card Ejected')

const read = async (...lines: readonly string[]) => (await parseText(lines.join('\n'), '2025-06-08')).transactions
const readOne = async (...texts: readonly string[]) => {
  const lines = texts.map((text, n) => at(`08:15:${40 + n}`, text))
  const found = await read(CARD, REQUEST, ...lines, EJECTED)
  expect(found).toHaveLength(1)
  return found[0]
}

describe('an Opteva export', () => {
  it('keeps what is printed soon after the card was gone, and nothing later', async () => {
    const taken = (time: string) => at(time, 'CASH TAKEN')
    expect(await read(CARD, REQUEST, EJECTED, taken('08:16:40'))).toMatchObject([
      { verdict: 'APPROVED', completeness: 'COMPLETE' },
    ])
    expect(await read(CARD, REQUEST, EJECTED, taken('08:19:40'))).toMatchObject([
      { verdict: null, completeness: 'COMPLETE' },
    ])
  })

  it('is known in small letters too', async () => {
    const lines = [CARD, REQUEST, at('08:15:40', 'RC: 00'), EJECTED].join('\n').toLowerCase()
    expect(await parseText(lines)).toMatchObject({ format: 'OPTEVA', transactions: [{ verdict: 'APPROVED' }] })
  })

  it('reads no line of another time or day into a session', async () => {
    for (const stray of [at('05:04:03', 'RC: 00'), at('08:15:40', 'RC: 00', '20250322')])
      expect(await read(CARD, REQUEST, stray, EJECTED)).toMatchObject([{ verdict: null, hostCode: null }])
  })

  it('is silent for minutes at most: what follows is another customer’s', async () => {
    expect(await read(CARD, REQUEST, at('08:35:00', 'RC: 00'))).toMatchObject([
      { verdict: null, card: '970436******6633', completeness: 'TRUNCATED' },
    ])
  })

  it('gives a request behind the card to the next customer', async () => {
    const next = [at('08:16:50', 'Transaction Request [DA   AD ]'), at('08:16:55', 'RC: 00')]
    expect(await read(CARD, REQUEST, EJECTED, ...next)).toMatchObject([
      { card: '970436******6633', verdict: null },
      { card: null, verdict: 'APPROVED' },
    ])
  })
})

describe('what is asked for', () => {
  it.each([
    ['*******CASH_WITHDRAWAL*******', 'WITHDRAWAL'],
    ['CASH_WITHDRAWAL', 'WITHDRAWAL'],
    ['*******BALANCE_INQ*******', 'BALANCE'],
    ['*******MINI STATEMENTS*******', 'BALANCE'],
    ['*******FUND_TRANSFER*******', 'TRANSFER'],
    ['CASH IN OK', 'DEPOSIT'],
    ['*******PIN_CHANGE*******', 'OTHER'],
  ])('is by %s a %s', async (text, kind) => {
    expect(await readOne(text)).toMatchObject({ kind })
  })

  it.each([
    ['AMOUNT         : 2,000,000 VND', 200_000_000n, 'VND'],
    ['AMOUNT         : 500000', 50_000_000n, null],
    ['AMOUNT         : 000000500000', null, null],
  ])('comes by %s to %s', async (text, amountMinor, currency) => {
    expect(await readOne(text)).toMatchObject({ amountMinor, currency })
  })
})

describe('the verdict', () => {
  it.each([
    [['RC: 00'], 'APPROVED', 'HOST_CODE'],
    [['RC: 51', 'Dispense Type1 [02]', 'CASH TAKEN'], 'DECLINED', 'HOST_CODE'],
    [['Dispense Type1 [02]', 'CASH TAKEN'], 'APPROVED', 'NOTES_TAKEN'],
  ])('of %j is %s by %s', async (lines, verdict, rule) => {
    expect(await readOne(...lines)).toMatchObject({ verdict, decidedBy: { rule } })
  })

  it.each([
    [['GENAC 2 : TC']],
    [['Dispense Type1 [02]', 'CASH PRESENTED']],
    [['HOST TIMEOUT', 'Transaction Cancelled']],
  ])('is not guessed from %j', async (lines) => {
    expect(await readOne(...lines)).toMatchObject({ verdict: null })
  })
})
