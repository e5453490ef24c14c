import type { JournalTransaction } from '../formats/sessions/transaction.ts'

/** A transaction that begins at a local time, of which nothing else is known. */
export const transactionAt = (startedAt: string): JournalTransaction => ({
  ...{ startedAt, endedAt: null, kind: 'OTHER', verdict: null, hostCode: null, amountMinor: null, currency: null },
  ...{
    sessionLine: 1,
    attemptNo: 1,
    decidedBy: null,
    conflict: [],
    card: null,
    reference: null,
    rrn: null,
    stan: null,
  },
  ...{ authorisationCode: null, serial: null, terminalId: null, hostDate: null, accountTail: null, notes: [] },
  ...{ cashOutcome: 'NONE', completeness: 'COMPLETE', firstLine: 1, lastLine: 2 },
})
