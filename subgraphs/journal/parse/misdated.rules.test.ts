import { describe, expect, it } from 'vitest'
import { datedFile, daysFoundOf, mainDayOf } from './misdated.rules.ts'
import type { ParsedFile } from './parse-result.ts'

const day = (date: string, lines: number, transactions: number) => ({ date, lines, transactions })

const file = (daysFound: ParsedFile['daysFound'], status: ParsedFile['status'] = 'PARSED'): ParsedFile => ({
  ...{
    status,
    format: 'NCR',
    error: null,
    lines: 9,
    repeated: 0,
    reasons: [{ reason: 'TIME_JUMPS', count: 1 }],
    daysFound,
  },
  counts: { transactions: 2, successful: 1, failed: 1, undecided: 0 },
  days: [{ day: '2026-05-02', transactions: 2, successful: 1, failed: 1 }],
  slices: ['[]'],
})

describe('the days of a file', () => {
  it('are those of its lines and of its transactions, in their order', () => {
    const lines = [
      { day: '2026-05-03', lines: 7 },
      { day: '2026-05-02', lines: 4 },
    ]
    const transactions = [
      { day: '2026-05-01', transactions: 1 },
      { day: '2026-05-03', transactions: 2 },
    ]
    expect(daysFoundOf(lines, transactions)).toEqual([
      day('2026-05-01', 0, 1),
      day('2026-05-02', 4, 0),
      day('2026-05-03', 7, 2),
    ])
  })

  it('are 400 at most, the newest', () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ day: `${3000 + n}-01-01`, lines: 1 }))
    expect(daysFoundOf(many, []).map(({ date }) => date)).toEqual(many.slice(-400).map((each) => each.day))
  })

  it('have as main one that with the most lines, then transactions, then the first', () => {
    expect(mainDayOf([])).toBeNull()
    expect(mainDayOf([day('2026-05-01', 1, 9), day('2026-05-02', 2, 0)])).toBe('2026-05-02')
    expect(mainDayOf([day('2026-05-01', 0, 1), day('2026-05-02', 0, 2)])).toBe('2026-05-02')
    expect(mainDayOf([day('2026-05-02', 0, 2), day('2026-05-01', 0, 2)])).toBe('2026-05-01')
  })
})

describe('a file', () => {
  it('is of its day by a transaction, five lines or a tenth of them, or where it names the day or none at all', () => {
    for (const days of [
      [],
      [day('2026-05-02', 0, 1)],
      [day('2026-05-02', 1, 0)],
      [day('2026-05-01', 50, 9), day('2026-05-02', 1, 1)],
      [day('2026-05-01', 500, 9), day('2026-05-02', 5, 0)],
      [day('2026-05-01', 36, 9), day('2026-05-02', 4, 0)],
      [day('2026-05-01', 50, 0), day('2026-05-02', 1, 0)],
    ])
      expect(datedFile(file(days), '2026-05-02')).toEqual(file(days))
  })

  it('is not of the evening before that its first lines are of', () => {
    for (const days of [
      [day('2026-05-02', 1, 0), day('2026-05-03', 50, 9)],
      [day('2026-05-02', 4, 0), day('2026-05-03', 37, 1)],
    ])
      expect(datedFile(file(days), '2026-05-02')).toMatchObject({
        status: 'MISDATED',
        error: expect.stringContaining(
          'No transaction and few lines of this file are of 2026-05-02: it is of 2026-05-03',
        ),
      })
  })

  it('of other days alone is misdated, brings nothing, and says what to do', () => {
    const found = datedFile(file([day('2026-05-01', 9, 2), day('2026-05-03', 1, 0)], 'PARTIAL'), '2026-05-02')
    expect(found).toMatchObject({
      ...{
        status: 'MISDATED',
        format: 'NCR',
        days: [],
        slices: [],
        reasons: [{ reason: 'TIME_JUMPS', count: 1 }],
      },
      counts: { transactions: 0, successful: 0, failed: 0, undecided: 0 },
      error:
        'Nothing in this file is of 2026-05-02: it is of 2026-05-01 (transactions: 2), 2026-05-03 (transactions: 0). ' +
        'File it under its own day, and send the journal of the day that it came for.',
    })
  })

  it('names five of its days', () => {
    const days = [1, 2, 3, 4, 5, 6, 7].map((n) => day(`2026-04-0${n}`, 1, 0))
    expect(datedFile(file(days), '2026-05-02').error).toContain('2026-04-05 (transactions: 0) and 2 more. File it')
    expect(datedFile(file(days.slice(0, 5)), '2026-05-02').error).toContain('2026-04-05 (transactions: 0). File it')
  })

  it('that cannot be read is not misdated', () => {
    expect(datedFile(file([day('2026-05-01', 9, 2)], 'FAILED'), '2026-05-02').status).toBe('FAILED')
  })
})
