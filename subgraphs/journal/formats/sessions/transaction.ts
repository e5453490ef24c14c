/** What was asked of the machine, as far as the journal says so. */
export type TransactionKind = 'WITHDRAWAL' | 'DEPOSIT' | 'BALANCE' | 'TRANSFER' | 'OTHER'

/**
 * How an attempt ended. APPROVED, DECLINED: the host's answer, by the family's order of evidence. CANCELLED: given up
 * before the host answered. REVERSED: approved, and taken back by the host.
 */
export type Verdict = 'APPROVED' | 'DECLINED' | 'CANCELLED' | 'REVERSED'

/**
 * What became of the notes of a withdrawal, or of those that a deposit gave back, kept apart from the verdict. NONE is
 * a claim of the journal that none came out; UNKNOWN: it breaks off before it says.
 */
export type CashOutcome = 'DISPENSED' | 'PARTIAL' | 'RETRACTED' | 'NOT_TAKEN' | 'NONE' | 'UNKNOWN'

/** TRUNCATED: the family prints end marks and this session has none. */
export type Completeness = 'COMPLETE' | 'TRUNCATED'

/**
 * Where the evidence of an attempt contradicts itself.
 * DECLINED_WITH_CASH: it was declined, and notes were taken; under an authorisation code there is no verdict.
 * AMOUNT_AND_NOTES: the receipt's amount is not what the notes are worth.
 * CARD_MISMATCH: the receipt prints another card than the session's.
 * TIMEOUT_REVERSED: the host did not answer in time, and the transaction was reversed.
 * APPROVED_AND_DECLINED: two answers of the host to one request differ, or it approves under a cancelled transaction.
 * NOTES_RETURNED: a deposit was approved, and its notes were given back or retracted.
 * MIXED_LINES: lines of another session may be among its own, so that card, verdict and reference are left out.
 */
export type Conflict =
  | 'DECLINED_WITH_CASH'
  | 'AMOUNT_AND_NOTES'
  | 'CARD_MISMATCH'
  | 'TIMEOUT_REVERSED'
  | 'APPROVED_AND_DECLINED'
  | 'NOTES_RETURNED'
  | 'MIXED_LINES'

/**
 * What decided a verdict. HOST_CODE: the printed response code; HOST_WORDS: the host's response in words; CRYPTOGRAM:
 * the card's own check (TC, AAC); NOTES_TAKEN: notes were taken; NOTES_STORED: deposited notes were stored;
 * CANCELLATION: the customer or the machine gave up before an answer; REVERSAL: a reversal is printed.
 */
export type DecisionRule =
  | 'HOST_CODE'
  | 'HOST_WORDS'
  | 'CRYPTOGRAM'
  | 'NOTES_TAKEN'
  | 'NOTES_STORED'
  | 'CANCELLATION'
  | 'REVERSAL'

/** The rule that decided a verdict, and the line of the file (from 1) that it rests on. */
export type Decision = { readonly rule: DecisionRule; readonly line: number }

/**
 * Where notes went. DISPENSED: counted out for the customer; REJECTED: set aside while counting out, or refused by a
 * deposit; COUNTED: counted by a deposit; ACCEPTED: stored by it; ESCROW: held by it; REFUNDED: given back by it;
 * RETRACTED: taken back by the machine.
 */
export type NotesState = 'DISPENSED' | 'REJECTED' | 'COUNTED' | 'ACCEPTED' | 'ESCROW' | 'REFUNDED' | 'RETRACTED'

/** Notes of one denomination. */
export type Notes = {
  readonly state: NotesState
  /** What one note is worth, in hundredths of `currency`; null where no line gives it. */
  readonly denominationMinor: bigint | null
  /** ISO 4217 letters. */
  readonly currency: string | null
  readonly count: number
}

/**
 * One attempt of a journal, the same for every family: a request to the host and what came of it. A session (card in to
 * card out) without any request is one with the number 0. Times are local date-times of the machine.
 */
export type JournalTransaction = {
  /** The first line of its session: attempts with the same are of one session. */
  readonly sessionLine: number
  /** Its number among the attempts of its session, from 1; 0 for a session without a request. */
  readonly attemptNo: number
  /** Of the first attempt its session's start, of a later one its request. */
  readonly startedAt: string
  readonly endedAt: string | null
  readonly kind: TransactionKind
  readonly verdict: Verdict | null
  /** Null without a verdict. */
  readonly decidedBy: Decision | null
  readonly conflict: readonly Conflict[]
  readonly hostCode: string | null
  /** In hundredths of `currency`. */
  readonly amountMinor: bigint | null
  /** ISO 4217 letters. */
  readonly currency: string | null
  /** First 6 and last 4 digits, stars between. */
  readonly card: string | null
  /** `rrn`, else `stan`. */
  readonly reference: string | null
  /** The retrieval reference number. */
  readonly rrn: string | null
  /** The audit number of the machine or host: STAN, trace, record or transaction number of a receipt. */
  readonly stan: string | null
  readonly authorisationCode: string | null
  /** The serial number of the host's message (`TXN SN NO`, `TRAN SEQ NR`). */
  readonly serial: string | null
  readonly terminalId: string | null
  /** The host's business date, `YYYY-MM-DD`. */
  readonly hostDate: string | null
  /** The last four characters of the account. */
  readonly accountTail: string | null
  readonly cashOutcome: CashOutcome
  readonly notes: readonly Notes[]
  readonly completeness: Completeness
  /** Numbers of its first and last line in the file, from 1. Attempts share no lines. */
  readonly firstLine: number
  readonly lastLine: number
}

/**
 * Why some of a file cannot be trusted, counted by the parser.
 * LINES_UNREADABLE: lines, or amounts, that cannot be true; TRANSACTIONS_LEFT_OUT: more than a machine can do in a day;
 * STARTS_WITHOUT_SESSION: start marks that opened no session; ENDS_WITHOUT_START: end marks of no session;
 * REQUESTS_WITHOUT_SESSION: requests to the host in no session; LONG_SESSIONS: sessions that last for hours;
 * CARD_MISMATCHES: attempts whose receipt prints another card; MIXED_SESSIONS: sessions among whose lines are those of
 * another; TIME_JUMPS: times that step back where no midnight is.
 */
export type ContainmentReason =
  | 'LINES_UNREADABLE'
  | 'TRANSACTIONS_LEFT_OUT'
  | 'STARTS_WITHOUT_SESSION'
  | 'ENDS_WITHOUT_START'
  | 'REQUESTS_WITHOUT_SESSION'
  | 'LONG_SESSIONS'
  | 'CARD_MISMATCHES'
  | 'MIXED_SESSIONS'
  | 'TIME_JUMPS'
