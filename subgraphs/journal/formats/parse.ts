import type { DateBounds } from './dates.ts'
import type { Family, FamilyReader, JournalTransaction } from './family.ts'
import { createLineSplitter, type RawLine, readableText, visibleText } from './text.ts'

/** How much of a file is looked at to tell its family, in lines. */
const HEAD_LINES = 4_000

/** More transactions than a machine can do in a day many times over; what goes beyond is not kept. */
export const MAX_TRANSACTIONS = 20_000

/** What came of reading a file. PARTIAL: some of it could not be read; FAILED: nothing could. */
export type ParseResult = {
  readonly status: 'PARSED' | 'PARTIAL' | 'FAILED'
  /** The family's name; null if it is none that is known. */
  readonly format: string | null
  /** Why it is PARTIAL or FAILED; never holds text of the file. */
  readonly error: string | null
  readonly transactions: readonly JournalTransaction[]
  readonly lines: number
}

/** What the parser is told besides the bytes: how dates are to be read, and the families it knows. */
export type ParseOptions = DateBounds & {
  readonly families: readonly Family[]
  readonly maxTransactions?: number
}

/** Reads a journal from a stream of bytes; memory does not grow with the file but with its transactions. */
export type JournalParser = {
  push(chunk: Uint8Array): void
  end(): ParseResult
}

const familyOf = (head: readonly string[], families: readonly Family[]): Family | null => {
  const scores = families.map((family) => ({ family, score: family.sniff(head) })).filter(({ score }) => score > 0)
  return scores.toSorted((a, b) => b.score - a.score)[0]?.family ?? null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
const UNPRINTABLE = /[\u0000-\u0008\u000e-\u001f\u007f]/

const unknownReason = (head: readonly string[]): string => {
  const unprintable = head.filter((line) => UNPRINTABLE.test(line)).length
  return unprintable > head.length / 2
    ? 'Not text: the file is not a journal, or it is compressed or encrypted.'
    : 'Unknown family: none of the known journal formats recognises this file.'
}

/** What is counted while a file is read. */
type Counts = { lines: number; damaged: number; dropped: number }

const faultsOf = ({ damaged, dropped }: Counts, maxTransactions: number): string | null => {
  const faults = [
    dropped > 0 ? `Transactions left out beyond the first ${maxTransactions}: ${dropped}.` : null,
    damaged > 0 ? `Lines that could not be read: ${damaged}.` : null,
  ].filter((fault) => fault !== null)
  return faults.length === 0 ? null : faults.join(' ')
}

/** Holds the head of a file back until its family is known, then hands every line to the family's reader. */
const createDispatcher = (createReader: (head: readonly string[]) => FamilyReader | null) => {
  let head: string[] | null = []
  let reader: FamilyReader | null = null
  const decide = (lines: readonly string[]): void => {
    head = null
    reader = createReader(lines)
    for (const [index, line] of lines.entries()) reader?.line(line, index + 1)
  }
  return {
    line(text: string, number: number): void {
      if (head === null) {
        reader?.line(text, number)
        return
      }
      head.push(text)
      if (head.length >= HEAD_LINES) decide(head)
    },
    end(): void {
      if (head !== null) decide(head)
      reader?.end()
    },
  }
}

/** A parser for one file. Never throws, whatever the bytes are. */
export const createJournalParser = (options: ParseOptions): JournalParser => {
  const { families, maxTransactions = MAX_TRANSACTIONS, ...bounds } = options
  const splitter = createLineSplitter()
  const transactions: JournalTransaction[] = []
  const counts: Counts = { lines: 0, damaged: 0, dropped: 0 }
  let format: string | null = null
  let unknown: string = unknownReason([])
  let insideCut = false

  const emit = (transaction: JournalTransaction): void => {
    if (transactions.length < maxTransactions) transactions.push(transaction)
    else counts.dropped += 1
  }
  const dispatcher = createDispatcher((head) => {
    const family = familyOf(head, families)
    format = family?.name ?? null
    unknown = unknownReason(head)
    const damaged = (): void => {
      counts.damaged += 1
    }
    return family?.createReader({ ...bounds, emit, damaged }) ?? null
  })
  const take = (raw: RawLine): void => {
    // Of an overlong line the first piece stands for the whole, so that line numbers stay those of the file.
    const isRest = insideCut
    insideCut = raw.cut
    if (isRest) return
    counts.lines += 1
    if (raw.cut) counts.damaged += 1
    dispatcher.line(readableText(visibleText(raw.text), splitter.units()), counts.lines)
  }

  return {
    push: (chunk) => {
      for (const line of splitter.push(chunk)) take(line)
    },
    end: () => {
      for (const line of splitter.end()) take(line)
      dispatcher.end()
      const found = { format, transactions, lines: counts.lines }
      if (format === null) return { ...found, status: 'FAILED', error: unknown }
      const error = faultsOf(counts, maxTransactions)
      return { ...found, status: error === null ? 'PARSED' : 'PARTIAL', error }
    },
  }
}
