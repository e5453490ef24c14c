import { describe, expect, it } from 'vitest'
import type { DecisionRule, TransactionConflict, TransactionVerdict } from '../schema.gen.ts'
import { explanationOf } from './evidence-words.rules.ts'

const explain = (
  verdict: TransactionVerdict | null,
  rule: DecisionRule | null,
  more: { hostCode?: string; conflict?: TransactionConflict[]; attemptNo?: number } = {},
) => {
  const decidedBy = rule === null ? null : { rule, line: 44 }
  return explanationOf({ ...{ verdict, decidedBy, hostCode: null, conflict: [], attemptNo: 1 }, ...more })
}

describe('the explanation of an attempt', () => {
  it.each([
    ['APPROVED', 'HOST_CODE', 'The host’s response code is printed (line 44).'],
    ['DECLINED', 'HOST_WORDS', 'The host’s response says so (line 44).'],
    ['APPROVED', 'CRYPTOGRAM', 'The card’s cryptogram says so (line 44).'],
    ['APPROVED', 'NOTES_TAKEN', 'The customer took the notes (line 44).'],
    ['APPROVED', 'NOTES_STORED', 'The deposited notes were stored (line 44).'],
    ['CANCELLED', 'CANCELLATION', 'It was given up before the host answered (line 44).'],
    ['REVERSED', 'REVERSAL', 'A reversal is printed (line 44).'],
    ['REVERSED', null, 'What decided it is known once the file is parsed again.'],
    [null, null, 'The journal shows no verdict.'],
  ] as const)('says of %s by %s what decided it', (verdict, rule, text) => {
    expect(explain(verdict, rule)).toEqual({ attemptNo: 1, reason: text, conflicts: [] })
  })

  it('names the host’s code where that decided, and only there', () => {
    expect(explain('DECLINED', 'HOST_CODE', { hostCode: '51' }).reason).toBe(
      'The host’s response code is 51 (line 44).',
    )
    expect(explain('APPROVED', 'NOTES_TAKEN', { hostCode: '00' }).reason).toContain('took the notes')
  })

  it('says why there is no verdict', () => {
    expect(explain(null, null, { conflict: ['MIXED_LINES'], attemptNo: 0 }).reason).toBe(
      'The journal contradicts itself.',
    )
    expect(explain(null, null, { attemptNo: 0 })).toEqual({
      ...{ attemptNo: 0, reason: 'Nothing was asked of the host.', conflicts: [] },
    })
  })

  it('has a sentence for each conflict', () => {
    const conflict: TransactionConflict[] = [
      ...(['DECLINED_WITH_CASH', 'AMOUNT_AND_NOTES', 'CARD_MISMATCH', 'TIMEOUT_REVERSED'] as const),
      ...(['APPROVED_AND_DECLINED', 'NOTES_RETURNED', 'MIXED_LINES'] as const),
    ]
    const { conflicts } = explain('APPROVED', 'HOST_CODE', { conflict })
    expect(new Set(conflicts).size).toBe(7)
    for (const sentence of conflicts) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
  })
})
