import type { DecisionRule, EvidenceExplanation, JournalTransaction, TransactionConflict } from '../schema.gen.ts'

const REASONS: Readonly<Record<DecisionRule, string>> = {
  HOST_CODE: 'The host’s response code is printed',
  HOST_WORDS: 'The host’s response says so',
  CRYPTOGRAM: 'The card’s cryptogram says so',
  NOTES_TAKEN: 'The customer took the notes',
  NOTES_STORED: 'The deposited notes were stored',
  CANCELLATION: 'It was given up before the host answered',
  REVERSAL: 'A reversal is printed',
}

const CONFLICTS: Readonly<Record<TransactionConflict, string>> = {
  DECLINED_WITH_CASH: 'It was declined, yet notes were taken.',
  AMOUNT_AND_NOTES: 'The amount of the receipt is not what the notes are worth.',
  CARD_MISMATCH: 'The receipt prints another card than the session’s.',
  TIMEOUT_REVERSED: 'The host did not answer in time, and the transaction was reversed.',
  APPROVED_AND_DECLINED:
    'Two answers of the host to this request differ, or it approves what its receipt calls cancelled.',
  NOTES_RETURNED: 'The deposit was approved, yet its notes were given back or retracted.',
  MIXED_LINES: 'Lines of another session may be among these: card, verdict and numbers are left out.',
}

/** The conflicts that leave no verdict; the others are about money, and told beside it. */
const OPEN: readonly TransactionConflict[] = [
  'DECLINED_WITH_CASH',
  'CARD_MISMATCH',
  'TIMEOUT_REVERSED',
  'APPROVED_AND_DECLINED',
  'MIXED_LINES',
]

type Decided = Pick<JournalTransaction, 'verdict' | 'decidedBy' | 'hostCode' | 'conflict' | 'attemptNo'>

/** What decided the verdict of an attempt and in which line, or why it has none. */
export const reasonOf = ({ verdict, decidedBy, hostCode, conflict, attemptNo }: Decided): string => {
  if (verdict == null) {
    if (conflict.some((code) => OPEN.includes(code))) return 'The journal contradicts itself.'
    return attemptNo === 0 ? 'Nothing was asked of the host.' : 'The journal shows no verdict.'
  }
  // A transaction of an older parse.
  if (decidedBy == null) return 'What decided it is known once the file is parsed again.'
  const isCode = decidedBy.rule === 'HOST_CODE' && hostCode != null
  const reason = isCode ? `The host’s response code is ${hostCode}` : REASONS[decidedBy.rule]
  return `${reason} (line ${decidedBy.line}).`
}

/** What decided an attempt, and where its evidence contradicts itself. */
export const explanationOf = (attempt: Decided): EvidenceExplanation => ({
  attemptNo: attempt.attemptNo,
  reason: reasonOf(attempt),
  conflicts: attempt.conflict.map((code) => CONFLICTS[code]),
})
