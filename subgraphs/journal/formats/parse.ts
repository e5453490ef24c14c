import { createDatingReader } from './dating.ts'
import { createContainment } from './sessions/containment.ts'
import { type DateBounds, type DayNamed, localDate, type Moment } from './sessions/dates.ts'
import type { Family, FamilyReader } from './sessions/family.ts'
import { DEFAULT_PROFILE, type Profile } from './sessions/profile.ts'
import type { ContainmentReason, JournalTransaction } from './sessions/transaction.ts'
import { eachLine } from './text/block-lines.ts'
import { createRepeatedBlocks } from './text/repeated-blocks.ts'
import { type Block, createBlockReader } from './text/text-blocks.ts'

/** How much of a file is held back and examined to find its family: whichever comes first. */
const HEAD_LINES = 4_000
const HEAD_CHARACTERS = 1_048_576
/** How many lines with marks of one family, and none of another, leave no doubt. */
const DECISIVE_MARKS = 100
/**
 * A second family makes a file doubtful if it has one mark for this many of the first. Families share no marks, so that
 * a good file has none of a second; a single line of another program or machine must not cost a day of hundreds of
 * marks. In a file with few marks one line is enough for doubt: FAILED is seen and can be corrected, while a dialect
 * that is read by another one's rules gives one customer's answer to another.
 */
const STRAY_MARKS = 20
/**
 * Behind the head one line of this many, a power of two, is asked for marks, and stands for all of them: files of two
 * machines may be joined.
 */
const ASKED_LINES = 4

/** How much is read before what was found is handed on, in bytes: a chunk of any size costs no more memory. */
const SLICE_BYTES = 65_536

/** More transactions than a machine can do in a day many times over; what goes beyond is not kept. */
export const MAX_TRANSACTIONS = 20_000

/**
 * What came of reading a file, but for its transactions. PARTIAL: some of it could not be read; FAILED: nothing
 * could.
 */
export type ParseSummary = {
  readonly status: 'PARSED' | 'PARTIAL' | 'FAILED'
  /** The family's name; null if it is none that is known. */
  readonly format: string | null
  /** Why it is PARTIAL or FAILED; never holds text of the file. */
  readonly error: string | null
  readonly lines: number
  /** How many of them were left out because they are blocks that were printed before. */
  readonly repeated: number
  /** Why it is PARTIAL, counted; empty of a file that is PARSED. */
  readonly reasons: readonly CountedReason[]
  /** The days that lines with a date are of, in their order, and how many such lines each has. */
  readonly datedDays: readonly DayLines[]
}

/** How often something was found that a reader cannot trust. */
export type CountedReason = { readonly reason: ContainmentReason; readonly count: number }

/** The lines of a journal that print, or follow, a date. */
export type DayLines = { readonly day: string; readonly lines: number }

/** What the parser is given besides the bytes: how dates are to be read, and the families it knows. */
export type ParseOptions = DateBounds & {
  readonly families: readonly Family[]
  /** What the institution says of its journals; nothing, if left out. */
  readonly profile?: Profile
  readonly maxTransactions?: number
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
const UNPRINTABLE = /[\u0000-\u0008\u000e-\u001f\u007f]/

/** Why no family is taken; `claims`: those whose marks the head has. */
const unknownReason = (head: readonly string[], claims: readonly Family[]): string => {
  const names = claims.map(({ name }) => name)
  if (names.length > 1) return `Ambiguous family: the file has marks of ${names.join(' and ')}.`
  const unprintable = head.filter((line) => UNPRINTABLE.test(line)).length
  return unprintable > head.length / 2
    ? 'Not text: the file is not a journal, or it is compressed or encrypted.'
    : 'Unknown family: none of the known journal formats recognises this file.'
}

/** More days than any export spans; what a hostile file prints beyond is not counted. */
const MAX_DAYS = 4_000

/** What is counted while a file is read. */
const createCounts = () => {
  const reasons = new Map<ContainmentReason, number>()
  const days = new Map<Moment, number>()
  return {
    contain(reason: ContainmentReason, count = 1): void {
      reasons.set(reason, (reasons.get(reason) ?? 0) + count)
    },
    dated({ day }: DayNamed): void {
      if (days.has(day) || days.size < MAX_DAYS) days.set(day, (days.get(day) ?? 0) + 1)
    },
    reasons: (): CountedReason[] => [...reasons].map(([reason, count]) => ({ reason, count })),
    days: (): DayLines[] =>
      [...days].toSorted(([a], [b]) => a - b).map(([day, lines]) => ({ day: localDate(day), lines })),
  }
}

/** What the reasons mean to somebody who looks at a file. */
const REASONS: Readonly<Record<ContainmentReason, string>> = {
  LINES_UNREADABLE: 'Lines that could not be read',
  TRANSACTIONS_LEFT_OUT: 'Transactions left out beyond the first that a file may have',
  STARTS_WITHOUT_SESSION: 'Start marks inside the session of another',
  ENDS_WITHOUT_START: 'End marks without a start',
  REQUESTS_WITHOUT_SESSION: 'Requests to the host in no session',
  LONG_SESSIONS: 'Sessions that last for hours',
  CARD_MISMATCHES: 'Receipts that print another card than the session',
  MIXED_SESSIONS: 'Sessions with lines that may be of another session',
  TIME_JUMPS: 'Times that step back where no midnight is',
}

/** The sentences that name these reasons with their counts; null for none. */
const errorOf = (reasons: readonly CountedReason[]): string | null =>
  reasons.length === 0 ? null : reasons.map(({ reason, count }) => `${REASONS[reason]}: ${count}.`).join(' ')

/** Makes the reader of a family by those that could claim the file, which only one may; `head` has their marks. */
type CreateReader = (claims: readonly Family[], head: readonly string[]) => FamilyReader | null

/** A family and its place among all. */
type Numbered = readonly [number, Family]

/** Of the code of each character the families whose marks may begin with it. */
const askedBy = (families: readonly Family[]): readonly (readonly Numbered[])[] => {
  const asked: Numbered[][] = Array.from({ length: 128 }, () => [])
  for (const [n, family] of families.entries()) {
    const starts = family.markStarts.replace('0', '0123456789')
    for (const character of new Set(starts.toUpperCase() + starts.toLowerCase()))
      asked[character.charCodeAt(0)]?.push([n, family])
  }
  return asked
}

/** Finds the family of a file by the marks of its lines. */
const createSniffer = (families: readonly Family[]) => {
  const asked = askedBy(families)
  const scores = families.map(() => 0)
  let best = 0
  let all = 0
  return {
    /** Takes a line that stands for so many; true once there is no doubt any more. */
    take(line: string, lines = 1): boolean {
      for (const [n, family] of asked[line.charCodeAt(0)] ?? []) {
        if (!family.isMark(line)) continue
        const score = (scores[n] ?? 0) + lines
        scores[n] = score
        all += lines
        if (score > best) best = score
      }
      return best >= DECISIVE_MARKS && best === all
    },
    /** The families that could claim the file: that with the most marks, and any with a fair share beside it. */
    claims: (): readonly Family[] =>
      families.filter((_, n) => (scores[n] ?? 0) > 0 && (scores[n] ?? 0) * STRAY_MARKS >= best),
  }
}

/** Holds the head of a file back until its family is known, then hands every line to the family's reader. */
const createDispatcher = (families: readonly Family[], createReader: CreateReader) => {
  const sniffer = createSniffer(families)
  let handed = 0
  let head: string[] | null = []
  const numbers: number[] = []
  let characters = 0
  let reader: FamilyReader | null = null
  const decide = (lines: readonly string[]): void => {
    head = null
    reader = createReader(sniffer.claims(), lines)
    if (reader === null) return
    for (let at = 0; at < lines.length; at += 1) reader.line(lines[at] ?? '', numbers[at] ?? 0)
  }
  return {
    line(text: string, number: number): void {
      if (head === null) {
        handed += 1
        if ((handed & (ASKED_LINES - 1)) === 0 && text !== '') sniffer.take(text, ASKED_LINES)
        reader?.line(text, number)
        return
      }
      head.push(text)
      numbers.push(number)
      characters += text.length
      const isKnown = text !== '' && sniffer.take(text)
      if (isKnown || head.length >= HEAD_LINES || characters >= HEAD_CHARACTERS) decide(head)
    },
    end(): void {
      if (head !== null) decide(head)
      reader?.end()
    },
    claims: sniffer.claims,
  }
}

/** Reads one file slice by slice. */
const createFileReader = (options: ParseOptions) => {
  const { families, maxTransactions = MAX_TRANSACTIONS, profile = DEFAULT_PROFILE, ...bounds } = options
  const reader = createBlockReader()
  const counts = createCounts()
  const { contain, dated } = counts
  let lineCount = 0
  let format: string | null = null
  let unknown = ''
  let insideCut = false

  const containment = createContainment(maxTransactions, contain)
  const context = { ...bounds, profile, contain, dated, see: containment.see, emit: containment.emit }
  const dispatcher = createDispatcher(families, (claims, head) => {
    const [family, ...others] = claims
    if (family === undefined || others.length > 0) {
      unknown = unknownReason(head, claims)
      return null
    }
    format = family.name
    return createDatingReader(family, context)
  })
  const blocks = createRepeatedBlocks(dispatcher.line)
  const take = (block: Block): void => {
    // Of an overlong line only the first piece counts, so that line numbers stay those of the file.
    const isRest = insideCut
    let isFirst = true
    eachLine(block, reader.units(), (line, print) => {
      lineCount += 1
      if (isRest && isFirst) lineCount -= 1
      else blocks.line(line, lineCount, print)
      isFirst = false
    })
    if (block.cut && !insideCut) contain('LINES_UNREADABLE')
    insideCut = block.cut
  }

  return {
    push(slice: Uint8Array): void {
      for (const block of reader.push(slice)) take(block)
    },
    end(): { readonly transactions: readonly JournalTransaction[]; readonly summary: ParseSummary } {
      for (const block of reader.end()) take(block)
      blocks.end()
      dispatcher.end()
      const transactions = containment.end()
      const read = {
        lines: lineCount,
        repeated: blocks.repeated(),
        reasons: counts.reasons(),
        datedDays: counts.days(),
      }
      const claims = dispatcher.claims()
      if (format !== null && claims.length > 1) {
        format = null
        unknown = unknownReason([], claims)
      }
      if (format === null)
        return { transactions: [], summary: { status: 'FAILED', format, error: unknown, ...read, reasons: [] } }
      const error = errorOf(read.reasons)
      return { transactions, summary: { status: error === null ? 'PARSED' : 'PARTIAL', format, error, ...read } }
    },
  }
}

function* slicesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES)
}

/**
 * Reads a journal from a stream of bytes: yields its transactions in the order of the file, and returns what came of
 * it. How the bytes are split into chunks makes no difference. Memory does not grow with the file but for the
 * transactions, of which there are at most `maxTransactions`: what is doubtful about one shows beside the others.
 * Never throws, whatever the bytes are; what `chunks` throws goes through.
 */
export async function* parseJournal(
  chunks: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncGenerator<JournalTransaction, ParseSummary> {
  const file = createFileReader(options)
  for await (const chunk of chunks) for (const slice of slicesOf(chunk)) file.push(slice)
  const { transactions, summary } = file.end()
  yield* transactions
  return summary
}
