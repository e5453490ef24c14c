import { describe, expect, it } from 'vitest'
import type { FileBefore } from './parse.store.ts'
import { type DecidedParse, decideParse, isNews } from './parse-decision.rules.ts'

const COUNTS = { transactions: 3, successful: 2, failed: 1, undecided: 0 }
const NONE = { transactions: 0, successful: 0, failed: 0, undecided: 0 }
const PARSED = { status: 'PARSED', format: 'ncr', error: null } as const
const FAILED = { status: 'FAILED', format: null, error: 'unknown' } as const

/** File 7 as it was received and not read yet; its day has no standing file. */
const received: FileBefore = { status: 'RECEIVED', format: null, error: null, ...NONE, standing: null }
/** File 7 as it was read, standing for its day. */
const read: FileBefore = { ...PARSED, ...COUNTS, standing: { id: 7, transactions: 3, isLater: false } }
const rival = (transactions: number, isLater = false) => ({ id: 5, transactions, isLater })

const parse = (
  given: Partial<DecidedParse['result']> = {},
  message: DecidedParse['message'] = { reason: 'UPLOAD', yields: false },
): DecidedParse => ({ fileId: 7, result: { ...PARSED, counts: COUNTS, ...given }, message })
const again = (given: Partial<DecidedParse['result']> = {}, yields = false) =>
  parse(given, { reason: 'REPARSE', yields })

const decided = (of: DecidedParse, before: FileBefore) => {
  const decision = decideParse(of, before)
  if (typeof decision === 'string') return decision
  const { takesPlace, yieldsTo, outcome } = decision
  return { takesPlace, yieldsTo, isNews: isNews(decision, outcome) }
}

describe('a file that is parsed for the first time', () => {
  it('is the standing file of its day, whatever transactions it has', () => {
    const standing = { takesPlace: true, yieldsTo: null, isNews: true }
    expect(decided(parse(), received)).toEqual(standing)
    expect(decided(parse({ counts: NONE }), received)).toEqual(standing)
    expect(decideParse(parse(), received)).toMatchObject({ before: received, outcome: { ...PARSED, ...COUNTS } })
  })

  it('takes the place of another one, but without transactions only of one that has none either', () => {
    const before = (transactions: number) => ({ ...received, standing: rival(transactions) })
    expect(decided(parse(), before(9))).toEqual({ takesPlace: true, yieldsTo: null, isNews: true })
    expect(decided(parse({ counts: NONE }), before(0))).toEqual({ takesPlace: true, yieldsTo: null, isNews: true })
    expect(decided(parse({ counts: NONE }), before(1))).toEqual({ takesPlace: false, yieldsTo: null, isNews: true })
    const one = { ...NONE, transactions: 1 }
    expect(decided(parse({ counts: one }), before(9))).toMatchObject({ takesPlace: true })
  })

  it('yields to one that was sent after it, but with transactions to none that has none', () => {
    const before = (transactions: number) => ({ ...received, standing: rival(transactions, true) })
    const yielding = { takesPlace: false, yieldsTo: 5, isNews: true }
    expect(decided(parse(), before(1))).toEqual(yielding)
    expect(decided(parse({ counts: NONE }), before(0))).toEqual(yielding)
    expect(decided(parse(), before(0))).toEqual({ takesPlace: true, yieldsTo: null, isNews: true })
    expect(decided(parse({ counts: NONE }), before(1))).toEqual({ takesPlace: false, yieldsTo: null, isNews: true })
  })

  it('is not the standing file when it cannot be read', () => {
    const failed = parse({ ...FAILED, counts: NONE })
    expect(decided(failed, received)).toEqual({ takesPlace: false, yieldsTo: null, isNews: true })
  })

  it('is not the standing file when nothing of it is of its day', () => {
    const misdated = parse({ status: 'MISDATED', error: 'another day', counts: NONE })
    expect(decided(misdated, received)).toEqual({ takesPlace: false, yieldsTo: null, isNews: true })
  })

  it('is dealt with once: the same message changes nothing of one that was read or has failed', () => {
    expect(decided(parse(), read)).toBe('NOTHING')
    expect(decided(parse(), { ...received, ...FAILED })).toBe('NOTHING')
  })
})

describe('a file that is parsed again', () => {
  it('is kept as it was read when it cannot be read any more', () => {
    expect(decided(again({ ...FAILED, counts: NONE }), read)).toBe('KEPT')
    expect(decided(again({ ...FAILED, counts: NONE }), { ...read, status: 'PARTIAL' })).toBe('KEPT')
  })

  it('leaves its day where nothing of it is of that day, unless another one is the standing file', () => {
    const misdated = again({ status: 'MISDATED', error: 'another day', counts: NONE })
    expect(decideParse(misdated, read)).toMatchObject({ takesPlace: false, leaves: true })
    expect(decideParse(misdated, { ...read, standing: rival(9) })).toMatchObject({ takesPlace: false, leaves: false })
    expect(decideParse(again(), read)).toMatchObject({ takesPlace: true, leaves: false })
  })

  it('is no news where every count, status, format and error is the same', () => {
    expect(decided(again(), read)).toEqual({ takesPlace: true, yieldsTo: null, isNews: false })
    const changes: readonly Partial<DecidedParse['result']>[] = [
      { status: 'PARTIAL' },
      { format: 'grg' },
      { error: 'line 3' },
      { counts: { ...COUNTS, transactions: 4 } },
      { counts: { ...COUNTS, successful: 3 } },
      { counts: { ...COUNTS, failed: 2 } },
      { counts: { ...COUNTS, undecided: 1 } },
    ]
    for (const change of changes) expect(decided(again(change), read)).toMatchObject({ isNews: true })
    expect(decided(again({ counts: NONE }), read)).toEqual({ takesPlace: true, yieldsTo: null, isNews: true })
  })

  it('takes its day back from another one, or where there is no standing file, which is published', () => {
    expect(decided(again(), { ...read, standing: null })).toEqual({ takesPlace: true, yieldsTo: null, isNews: true })
    expect(decided(again(), { ...read, standing: rival(9) })).toEqual({
      takesPlace: true,
      yieldsTo: null,
      isNews: true,
    })
  })

  it('yields to another one where it is asked to, and changes nothing if it had been read', () => {
    const standing = rival(9)
    expect(decided(again({}, true), { ...read, standing })).toBe('NOTHING')
    expect(decided(again({}, true), { ...received, ...FAILED, standing })).toEqual({
      takesPlace: false,
      yieldsTo: 5,
      isNews: true,
    })
    expect(decided(again(), { ...read, standing: rival(9, true) })).toBe('NOTHING')
    expect(decided(again({}, true), read)).toEqual({ takesPlace: true, yieldsTo: null, isNews: false })
    expect(decided(again({ counts: NONE }, true), { ...received, ...FAILED, standing })).toEqual({
      takesPlace: false,
      yieldsTo: null,
      isNews: true,
    })
  })
})
