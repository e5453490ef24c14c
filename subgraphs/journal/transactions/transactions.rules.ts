import type { TransactionRow } from '../../../db/journal/transaction.ts'
import { amountText } from '../model/amounts.rules.ts'
import type { JournalTransaction } from '../schema.gen.ts'

/** A stored transaction as the API shows it. */
export const transactionOf = (row: TransactionRow): JournalTransaction => {
  const { amountMinor, decidedRule, decidedLine, notes, ...same } = row
  return {
    ...same,
    amount: amountMinor === null ? null : amountText(amountMinor),
    decidedBy: decidedRule === null || decidedLine === null ? null : { rule: decidedRule, line: decidedLine },
    notes: notes.map(({ denominationMinor, ...note }) => ({
      ...note,
      denomination: denominationMinor === null ? null : amountText(BigInt(denominationMinor)),
    })),
  }
}
