import type { ClosedAttempt } from './closing.ts'
import type { DateBounds, DayNamed, MidnightPassed, Moment } from './dates.ts'
import type { Profile } from './profile.ts'
import type { ContainmentReason } from './transaction.ts'

/** What a reader knows besides the lines: how dates are to be read, and where sessions go. */
export type ReadContext = DateBounds & {
  /** The day of lines before the first that names one. */
  readonly firstDay: Moment
  /** What the institution says of its journals. */
  readonly profile: Profile
  /** Takes the attempts of each session as soon as it is closed, in the order of the file. */
  readonly emit: (session: readonly ClosedAttempt[]) => void
  /** Counts a line that names a day. */
  readonly dated: (named: DayNamed) => void
  /** Told of a midnight that only a time shows, which steps back behind it. */
  readonly midnight: MidnightPassed
  /** Counts what shows that the file is not as the reader takes it to be. */
  readonly contain: (reason: ContainmentReason, count?: number) => void
  /**
   * Shows every line, without its time, to the containment, which finds starts, requests and ends by marks of its own
   * and compares them with what is emitted.
   */
  readonly see: (said: string, number: number) => void
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
  /** What marks begin with: one of these characters, in capitals or not; 0 is any digit. */
  readonly markStarts: string
  createReader(context: ReadContext): FamilyReader
  /**
   * What looks like a card number in this family and is none (camera files, application ids, branches): all that these
   * patterns match stays as it is when the file is masked. Global, without look-behind, linear.
   */
  readonly evidence: readonly RegExp[]
  /** Labels of card numbers that only this family prints; those of all families are masked without. */
  readonly cardLabels: readonly string[]
  /** The end of a line that is nothing but a card number, as receipts of this family print it; null for none. */
  readonly cardLine: RegExp | null
  /** Labels of customers' numbers and names that only this family prints. */
  readonly customerLabels: readonly CustomerLabel[]
  /** A line soon after one that matches this holds a customer's number. */
  readonly customerNumberNext: RegExp | null
  /** From a line on that matches this, no customer's number comes any more. */
  readonly customerNumberOver: RegExp | null
}
