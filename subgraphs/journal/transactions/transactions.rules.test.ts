import { expect, it } from 'vitest'
import type { TransactionRow } from '../../../db/journal/transaction.ts'
import { transactionOf } from './transactions.rules.ts'

const ROW: TransactionRow = {
  ...{ id: 12, sessionId: 11, firstAttemptId: 11, attemptNo: 2, fileId: 1, institutionKey: 'ACME', atmId: 1 },
  ...{ agentAtmId: 'ATM-1', startedAt: '2026-05-01T10:00:00', endedAt: null, kind: 'WITHDRAWAL', verdict: 'APPROVED' },
  ...{ decidedRule: 'HOST_CODE', decidedLine: 44, conflict: ['MIXED_LINES'], hostCode: '00', amountMinor: 12_345n },
  ...{ currency: 'INR', card: null, cardLast4: null, reference: 'R', rrn: 'R', stan: null, authorisationCode: null },
  ...{ serial: null, terminalId: null, hostDate: null, accountTail: null, cashOutcome: 'DISPENSED' },
  notes: [
    { state: 'DISPENSED', denominationMinor: '50000', currency: 'INR', count: 10 },
    { state: 'REJECTED', denominationMinor: null, currency: null, count: 1 },
  ],
  ...{ completeness: 'COMPLETE', firstLine: 1, lastLine: 9 },
}

it('shows a stored transaction in major units, with what decided it', () => {
  expect(transactionOf(ROW)).toMatchObject({
    ...{ id: 12, sessionId: 11, attemptNo: 2, amount: '123.45', decidedBy: { rule: 'HOST_CODE', line: 44 } },
    conflict: ['MIXED_LINES'],
    notes: [
      { state: 'DISPENSED', denomination: '500.00', currency: 'INR', count: 10 },
      { state: 'REJECTED', denomination: null, currency: null, count: 1 },
    ],
  })
  expect(transactionOf({ ...ROW, amountMinor: null, decidedRule: null, decidedLine: null })).toMatchObject({
    ...{ amount: null, decidedBy: null },
  })
})
