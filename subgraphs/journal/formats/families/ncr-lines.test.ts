import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listFixtures, parseBytes, parseText } from '../family.testing.ts'
import { ncr } from './ncr.ts'

const FIXTURES = listFixtures('ncr')

describe('lines of an NCR machine', () => {
  it('strips control sequences before anything else, and ends lines at a lone CR', async () => {
    const asSent = FIXTURES.find(({ name }) => name === 'as-sent')
    const bytes = asSent?.bytes ?? Buffer.alloc(0)
    expect(bytes.includes('\n')).toBe(false)
    expect(bytes.includes('\u001b[020t 12:00:34 NOTES TAKEN\r')).toBe(true)
    expect((await parseBytes(bytes, '2025-06-18')).transactions).toMatchObject([
      { verdict: 'APPROVED', cashOutcome: 'DISPENSED' },
      { verdict: 'DECLINED', cashOutcome: 'NONE' },
    ])
  })

  it('spares what looks like a card number and is none', () => {
    const spared = (line: string) => ncr.evidence.some((pattern) => line.match(pattern) !== null)
    const evidence = [
      'AID: A0000000031010',
      'ATR RECEIVED T=0 3B6500002063CB6800',
      '*0051*1*H*1,M-05,R-3111',
      '*53*1*E*000000000,M-00,R-10011',
      'DISPENSED        00010 00200 00300 00400',
      'TERMINAL NO. 400000123456',
      'ARQC: 40000012345678A9',
      'TVR/TSI: 4000008000 6800',
      '{{{ "SESSION": 4000001234567899, "EVENT": 1 }}}',
    ]
    expect(evidence.filter((line) => !spared(line))).toEqual([])
    const cards = [
      'CARD NO : 4000001234567899',
      'TC: 4000001234567899',
      '4000 0012 3456 7899',
      'PAN 0004000001234567899',
      'TRAN NO 4000001234567899',
    ]
    expect(cards.filter(spared)).toEqual([])
  })

  it('never throws, on any shuffling of its lines, and gives transactions in order and apart', async () => {
    const lines = FIXTURES.flatMap((one) => one.text.split(/[\r\n]/))
    const anyLine = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...lines) },
      fc.string(),
      fc.string({ unit: 'binary' }),
    )
    let found = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { maxLength: 200 }), async (shuffled) => {
        const { transactions } = await parseText(shuffled.join('\n'))
        found += transactions.length
        let before = 0
        for (const { firstLine, lastLine } of transactions) {
          expect(firstLine).toBeGreaterThan(before)
          expect(lastLine).toBeGreaterThanOrEqual(firstLine)
          before = lastLine
        }
      }),
      { numRuns: 300 },
    )
    // Else nothing would have been in order.
    expect(found).toBeGreaterThan(20)
  })
})
