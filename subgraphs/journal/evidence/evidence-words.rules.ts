import type { DecisionRule, EvidenceExplanation, JournalTransaction, TransactionConflict } from '../schema.gen.ts'

const VERDICTS = { APPROVED: 'Approved', DECLINED: 'Declined', CANCELLED: 'Cancelled', REVERSED: 'Reversed' } as const

const REASONS: Readonly<Record<DecisionRule, string>> = {
  HOST_CODE: 'the host’s response code is printed',
  HOST_WORDS: 'the host’s response says so',
  CRYPTOGRAM: 'the card’s cryptogram says so',
  NOTES_TAKEN: 'the customer took the notes',
  NOTES_STORED: 'the deposited notes were stored',
  CANCELLATION: 'it was given up before the host answered',
  REVERSAL: 'a reversal is printed',
}

const CONFLICTS: Readonly<Record<TransactionConflict, string>> = {
  DECLINED_WITH_CASH: 'The host declined, yet notes were taken under an authorisation code.',
  AMOUNT_AND_NOTES: 'The amount of the receipt is not what the notes are worth.',
  CARD_MISMATCH: 'The receipt prints another card than the session’s.',
  TIMEOUT_REVERSED: 'The host did not answer in time, and the transaction was reversed.',
  APPROVED_AND_DECLINED: 'Two answers of the host to this request differ.',
  NOTES_RETURNED: 'The deposit was approved, yet its notes were given back or retracted.',
  MIXED_LINES: 'Lines of another session may be among these: card, verdict and reference are left out.',
}

type Decided = Pick<JournalTransaction, 'verdict' | 'decidedBy' | 'hostCode' | 'conflict' | 'attemptNo'>

/** The verdict of an attempt, what decided it, and in which line. */
export const verdictText = ({ verdict, decidedBy, hostCode, conflict, attemptNo }: Decided): string => {
  if (verdict == null) {
    if (conflict.length > 0) return 'Undecided: the journal contradicts itself.'
    return attemptNo === 0 ? 'Undecided: nothing was asked of the host.' : 'Undecided: the journal shows no verdict.'
  }
  if (decidedBy == null) return `${VERDICTS[verdict]}.`
  const isCode = decidedBy.rule === 'HOST_CODE' && hostCode != null
  const reason = isCode ? `the host’s response code is ${hostCode}` : REASONS[decidedBy.rule]
  return `${VERDICTS[verdict]}: ${reason} (line ${decidedBy.line}).`
}

/** What decided an attempt, and where its evidence contradicts itself. */
export const explanationOf = (attempt: Decided): EvidenceExplanation => ({
  attemptNo: attempt.attemptNo,
  verdict: verdictText(attempt),
  conflicts: attempt.conflict.map((code) => CONFLICTS[code]),
})
