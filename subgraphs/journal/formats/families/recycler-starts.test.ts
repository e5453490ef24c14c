import { describe, expect, it } from 'vitest'
import { parseText as parseOf } from '../family.testing.ts'

const parseText = (text: string) => parseOf(text, '2026-05-13')

describe('a session whose start mark is missing', () => {
  const start = '------------05/13/26 08:24:00-------------\n============TRANSACTION START=============\n'
  const card = '412345******1111'
  const read = '08:24:02 CARD:;412345XXXXXX1111?\n'
  const asked = (time: string) => `${time}:20 TNX REQUEST, OPCODE: AB\n${time}:25 TNX REPLY, NEXT: 123, FUNCID: A\n`
  const given = (time: string) =>
    `${asked(time)}${time}:30 DISPENSE\nETB100 -001\n${time}:40 NOTES TAKEN BY CUSTOMER\nTRACE: 18002\n`
  const approved = { verdict: 'APPROVED', attemptNo: 1, cashOutcome: 'DISPENSED' }

  it('begins without a card behind one that has a card, and with a card behind one that has none', async () => {
    const cardless = `------------05/13/26 08:26:00-------------\n08:26:02 CARDLESS TNX STARTED\n${given('08:26')}`
    expect((await parseText(`${start}${read}${asked('08:24')}${cardless}`)).transactions).toMatchObject([
      { card, attemptNo: 1, verdict: null, sessionLine: 2, lastLine: 5 },
      { card: null, ...approved, sessionLine: 7 },
    ])
    const other = `08:26:02 CARD:;412345XXXXXX1111?\n${given('08:26')}`
    const first = `${start}08:24:02 CARDLESS TNX STARTED\n${asked('08:24')}`
    expect((await parseText(`${first}${other}`)).transactions).toMatchObject([
      { card: null, attemptNo: 1, verdict: null },
      { card, ...approved, sessionLine: 6 },
    ])
  })

  it('begins with its request, without a card, where no session is open', async () => {
    for (const before of ['', '**POWER OFF                05/13/26 08:30\n'])
      expect(
        (await parseText(`${start}${read}${asked('08:24')}${before}${given('08:46')}`)).transactions,
      ).toMatchObject([
        { card, attemptNo: 1, verdict: null, lastLine: 5 },
        { card: null, ...approved },
      ])
  })
})
