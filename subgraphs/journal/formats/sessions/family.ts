import type { DateBounds } from './dates.ts'

/** What was asked of the machine, as far as the journal says so. */
export type TransactionKind = 'WITHDRAWAL' | 'DEPOSIT' | 'BALANCE' | 'TRANSFER' | 'OTHER'
/** The host's verdict; null where the family's evidence does not decide. */
export type Verdict = 'APPROVED' | 'DECLINED'
/** What became of the notes, kept apart from the verdict. */
export type CashOutcome = 'DISPENSED' | 'PARTIAL' | 'RETRACTED' | 'NOT_TAKEN' | 'NONE'
/** TRUNCATED: the family prints end marks and this transaction has none. */
export type Completeness = 'COMPLETE' | 'TRUNCATED'

/** One customer session of a journal, the same for every family. Times are local date-times of the machine. */
export type JournalTransaction = {
  readonly startedAt: string
  readonly endedAt: string | null
  readonly kind: TransactionKind
  readonly verdict: Verdict | null
  readonly hostCode: string | null
  /** In hundredths of `currency`. */
  readonly amountMinor: bigint | null
  /** ISO 4217 letters. */
  readonly currency: string | null
  /** First 6 and last 4 digits, stars between. */
  readonly card: string | null
  readonly reference: string | null
  readonly cashOutcome: CashOutcome
  readonly completeness: Completeness
  /** Numbers of its first and last line in the file, from 1. */
  readonly firstLine: number
  readonly lastLine: number
}

/** What a reader knows besides the lines: how dates are to be read, and where transactions go. */
export type ReadContext = DateBounds & {
  /** Takes each transaction as soon as it is closed, in the order of the file. */
  readonly emit: (transaction: JournalTransaction) => void
  /** Called with each line, or amount of a transaction, that cannot be true and was left out. */
  readonly damaged: () => void
}

/** The line state machine of one family over one file. Never throws, whatever the lines hold. */
export type FamilyReader = {
  /** `text` is the visible line without its end and the spaces around it, perhaps ''; `number` counts from 1. */
  line(text: string, number: number): void
  /** The end of the file: closes what is open. */
  end(): void
}

/** Words that name something of a customer, and what of the value behind them is hidden. */
export type CustomerLabel = {
  /** A space matches up to three separators; capitals or not makes no difference. */
  readonly words: string
  /**
   * IDENTIFIER: the whole number is hidden (customer, telephone, identity); ACCOUNT: all but its last four characters;
   * NAME: the words up to the next column.
   */
  readonly kind: 'IDENTIFIER' | 'ACCOUNT' | 'NAME'
}

/** One maker's way to print a journal. A further family is one more file with such a value. */
export type Family = {
  /** The name kept with the file, in capitals. */
  readonly name: string
  /** Whether a line, seen as a reader sees it, has a mark that only this family prints. */
  isMark(line: string): boolean
  createReader(context: ReadContext): FamilyReader
  /**
   * What looks like a card number in this family and is none (camera files, application ids, branches): all that these
   * patterns match stays as it is when the file is masked. Global, without look-behind, linear.
   */
  readonly evidence: readonly RegExp[]
  /** Labels of card numbers that only this family prints; those of all families are masked without. */
  readonly cardLabels: readonly string[]
  /** Labels of customers' numbers and names that only this family prints. */
  readonly customerLabels: readonly CustomerLabel[]
  /** A line soon after one that matches this holds a customer's number. */
  readonly customerNumberNext: RegExp | null
  /** From a line on that matches this, no customer's number comes any more. */
  readonly customerNumberOver: RegExp | null
}
