import { describe, expect, it } from 'vitest'
import type { JournalTransaction } from '../formats/sessions/transaction.ts'
import { createCollector, SLICE_TRANSACTIONS } from './parse-result.ts'

const attempt = (sessionLine: number, attemptNo: number, firstLine: number): JournalTransaction => ({
  ...{ sessionLine, attemptNo, firstLine, lastLine: firstLine, startedAt: '2026-05-01T10:00:00', endedAt: null },
  ...{ kind: 'WITHDRAWAL', verdict: null, decidedBy: null, conflict: [], hostCode: null, amountMinor: null },
  ...{ currency: null, card: null, reference: null, rrn: null, stan: null, authorisationCode: null, serial: null },
  ...{ terminalId: null, hostDate: null, accountTail: null, cashOutcome: 'NONE', notes: [], completeness: 'COMPLETE' },
})

const SUMMARY = {
  status: 'PARSED',
  format: 'NCR',
  error: null,
  lines: 9,
  reasons: [],
  datedDays: [],
  repeated: 0,
} as const

/** Collects transactions; the records of each slice, and what is known of the file. */
const collect = (transactions: readonly JournalTransaction[]) => {
  const slices: Record<string, unknown>[][] = []
  const collector = createCollector((slice) => slices.push(JSON.parse(slice)))
  for (const transaction of transactions) collector.add(transaction)
  return { head: collector.end(SUMMARY), slices }
}

describe('the collected transactions of a file', () => {
  it('name the place of the first attempt of their session, in whichever slice that is', () => {
    const before = Array.from({ length: SLICE_TRANSACTIONS - 1 }, (_, n) => attempt(n + 1, 1, n + 1))
    const { slices } = collect([
      ...before,
      ...[attempt(2_000, 1, 2_000), attempt(2_000, 2, 2_005), attempt(5, 2, 2_007), attempt(2_000, 3, 2_009)],
    ])
    expect(slices.map((slice) => slice.length)).toEqual([SLICE_TRANSACTIONS, 3])
    expect(new Set(slices[0]?.map(({ session_line }) => session_line))).toEqual(new Set([null]))
    expect(slices[1]?.map((record) => [record.first_line, record.session_line, record.session_nth])).toEqual([
      ...[
        [2_005, 2_000, 1],
        [2_007, 5, 1],
        [2_009, 2_000, 1],
      ],
    ])
  })

  it('belong to the later one of two sessions that begin in one line, and to a session of their own without a first', () => {
    const { slices } = collect([
      ...[attempt(1, 1, 1), attempt(1, 1, 1), attempt(1, 2, 3), attempt(7, 0, 7), attempt(9, 2, 9), attempt(9, 3, 11)],
    ])
    expect(slices[0]?.map(({ nth, session_line, session_nth }) => [nth, session_line, session_nth])).toEqual([
      ...[
        [1, null, null],
        [2, null, null],
        [1, 1, 2],
        [1, null, null],
        [1, null, null],
        [1, 9, 1],
      ],
    ])
  })

  it('are counted as undecided unless they were approved or declined', () => {
    const verdicts = ['APPROVED', 'DECLINED', 'CANCELLED', 'REVERSED', null] as const
    const { head } = collect(verdicts.map((verdict, at) => ({ ...attempt(at + 1, 1, at + 1), verdict })))
    expect(head.counts).toEqual({ transactions: 5, successful: 1, failed: 1, undecided: 3 })
    expect(head.days).toEqual([{ day: '2026-05-01', transactions: 5, successful: 1, failed: 1 }])
  })

  it('keep their notes, up to what a request can have, with exact amounts', () => {
    const note = { state: 'DISPENSED', denominationMinor: 9_007_199_254_740_993n, currency: 'INR', count: 3 } as const
    const unpriced = { ...note, denominationMinor: null }
    const { slices } = collect([
      { ...attempt(1, 1, 1), notes: [note, unpriced] },
      { ...attempt(2, 1, 2), notes: Array.from({ length: 61 }, () => note) },
    ])
    expect(slices[0]?.[0]?.notes).toEqual([{ ...note, denominationMinor: '9007199254740993' }, unpriced])
    expect(slices[0]?.[1]?.notes).toHaveLength(60)
  })
})
