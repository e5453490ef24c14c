import type { CashOutcome, JournalTransaction } from '../sessions/transaction.ts'
import type { Abilities, Plan, PlannedNotes, PlannedSession } from './plan.testing.ts'

/** Where a format's page leaves open which of some values is right. */
export type OneOf<T> = { readonly oneOf: readonly T[] }

/** The fields of an attempt that are compared. */
type Compared = Omit<JournalTransaction, 'sessionLine' | 'decidedBy' | 'notes' | 'attemptNo'>

/** A cash outcome, or some of which the page does not tell one. */
export type ExpectedCash = CashOutcome | OneOf<CashOutcome>

/** What must be found of an attempt: only the fields that the format's page makes certain. */
export type Expectation = {
  readonly session: number
  readonly attemptNo: number
  /** The notes that came out, and those that a deposit counted, by denomination. */
  readonly dispensed?: readonly PlannedNotes[]
  readonly counted?: readonly PlannedNotes[]
} & {
  readonly [Field in keyof Compared]?: Compared[Field] | OneOf<Compared[Field]>
}

/** A line of a journal, the session whose it is, and what a reader can tell the session by. */
export type Line = {
  readonly text: string
  /** Null: of no session. */
  readonly session: number | null
  /** `CARD`: it names the session's card. */
  readonly mark: 'START' | 'END' | 'CARD' | null
  /** The time that the line prints, in seconds from the midnight that the journal's day begins with. */
  readonly at: number | null
}

/** A printed day, and the attempts that a reader must find in it, in the order of the file. */
export type PrintedDay = {
  readonly journalDate: string
  readonly lines: readonly Line[]
  readonly expected: readonly Expectation[]
}

export type Printer = {
  /** What it prints, for the names of tests. */
  readonly name: string
  /** The name of the family in FAMILIES. */
  readonly family: string
  readonly abilities: Abilities
  /** Forms of damage that only this family's journals are known for. */
  readonly oddities: readonly Oddity[]
  /** Whether its lines print times; else only receipts do. */
  readonly isTimed: boolean
  print(plan: Plan): PrintedDay
}

export type Oddity = 'LOWER_CASE' | 'LOST_ESC' | 'SHIFTS'

/** Says nothing of which of these it is. */
export const oneOf = <T>(...values: readonly T[]): OneOf<T> => ({ oneOf: values })

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment of a journal in the forms that printers need. */
export type Moment = {
  readonly year: string
  readonly month: string
  readonly day: string
  /** `HH:MM:SS`. */
  readonly clock: string
  /** A local date-time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly local: string
}

/** Seconds from the midnight of a day, as a date and a time. */
export const momentOf = (journalDate: string, at: number): Moment => {
  const local = new Date(Date.parse(`${journalDate}T00:00:00Z`) + at * 1_000).toISOString().slice(0, 19)
  return {
    year: local.slice(0, 4),
    month: local.slice(5, 7),
    day: local.slice(8, 10),
    clock: local.slice(11),
    local,
  }
}

export const clockOf = (at: number): string =>
  [Math.floor(at / 3_600) % 24, Math.floor(at / 60) % 60, at % 60].map(two).join(':')

export type Page = {
  /** The time of the next line; `pass` moves it on by some seconds. */
  now(): number
  moment(): Moment
  pass(seconds: number): void
  /** Prints lines without a time. */
  plain(...texts: readonly string[]): void
  /** Prints a line of a receipt that holds the time. */
  receipt(text: string): void
  /** Prints a line with a time, in the family's form, a few seconds after the one before. */
  timed(text: string, mark?: Line['mark']): void
  /** Prints a line that is a mark and holds no time. */
  marked(text: string, mark: Line['mark']): void
}

/** How a family prints a time before a line. */
export type Stamp = (moment: Moment, text: string) => string

export type PageOptions = { readonly plan: Plan; readonly stamp: Stamp }

/** Prints lines for sessions, or between them. */
export const createPages = ({ plan, stamp }: PageOptions) => {
  const lines: Line[] = []
  let at = 0
  const pageOf = (session: number | null): Page => {
    const add = (text: string, mark: Line['mark'], time: number | null): void => {
      lines.push({ text, session, mark, at: time })
    }
    return {
      now: () => at,
      moment: () => momentOf(plan.journalDate, at),
      pass: (seconds) => {
        at += seconds
      },
      plain: (...texts) => {
        for (const text of texts) add(text, null, null)
      },
      receipt: (text) => add(text, null, at),
      marked: (text, mark) => add(text, mark, null),
      timed: (text, mark = null) => {
        add(stamp(momentOf(plan.journalDate, at), text), mark, at)
        at += plan.choices.between(1, 4)
      },
    }
  }
  return {
    lines,
    between: pageOf(null),
    /** The page of a session; time goes on to its start. */
    sessionPage(session: PlannedSession): Page {
      at = Math.max(at, session.start)
      return pageOf(session.number)
    },
    /** Time goes on to a moment, for lines of no session. */
    until(time: number): void {
      at = Math.max(at, time)
    },
  }
}

/** First six and last four digits. */
export const maskedWith = (card: string, sign: string, count = 6): string =>
  `${card.slice(0, 6)}${sign.repeat(count)}${card.slice(-4)}`

/** The card as readers give it. */
export const expectedCard = (card: string | null): string | null => (card === null ? null : maskedWith(card, '*'))

/** Whole units as hundredths. */
export const minor = (amount: number): bigint => BigInt(amount) * 100n

/** Digits in groups of three. */
export const grouped = (amount: number, separator: string): string =>
  String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, separator)

/** How many notes of each denomination, in the order of the cassettes. */
export const countsOf = (notes: readonly PlannedNotes[], denominations: readonly number[]): readonly number[] =>
  denominations.map((denomination) => notes.find((each) => each.denomination === denomination)?.count ?? 0)

type Ends = {
  readonly startedAt?: string
  /** When its end mark is printed; null without one. */
  readonly endedAt: string | null
  /** What a session without a request shows besides. */
  readonly nothing?: Partial<Expectation>
  /** Families without end marks have no truncated sessions. */
  readonly printsEnd?: boolean
}

/** The rows of a session: its attempts, or one row for a session without a request. */
export const rowsOf = (
  session: PlannedSession,
  attempts: readonly Expectation[],
  { startedAt, endedAt, nothing, printsEnd = true }: Ends,
): readonly Expectation[] => {
  const card = expectedCard(session.card)
  const empty: Expectation = { session: session.number, attemptNo: 0, card, verdict: null, ...nothing }
  const rows = attempts.length === 0 ? [empty] : attempts
  const completeness = endedAt === null && printsEnd ? 'TRUNCATED' : 'COMPLETE'
  return rows.map((row, n) => ({
    ...(n === 0 && startedAt !== undefined ? { startedAt } : {}),
    ...(n === rows.length - 1 ? { completeness, ...(endedAt === null ? {} : { endedAt }) } : {}),
    ...row,
  }))
}

/** Prints the end mark of a session that has one; the time of it, else null. */
export const printEnd = (page: Page, session: PlannedSession, text: string): string | null => {
  if (session.end !== 'MARK') return null
  const { local } = page.moment()
  page.timed(text, 'END')
  return local
}
