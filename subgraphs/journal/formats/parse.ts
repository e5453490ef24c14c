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

/** A parser for one file. Never throws, whatever the bytes are. */
export const createJournalParser = (options: ParseOptions): JournalParser => {
  const { families, maxTransactions = MAX_TRANSACTIONS, ...bounds } = options
  const splitter = createLineSplitter()
  const transactions: JournalTransaction[] = []
  const counts = { lines: 0, damaged: 0, dropped: 0 }
  let head: string[] | null = []
  let family: Family | null = null
  let reader: FamilyReader | null = null
  let insideCut = false

  const emit = (transaction: JournalTransaction): void => {
    if (transactions.length < maxTransactions) transactions.push(transaction)
    else counts.dropped += 1
  }
  const decide = (): void => {
    const lines = head ?? []
    head = null
    family = familyOf(lines, families)
    reader = family?.createReader({ ...bounds, emit }) ?? null
    for (const [index, line] of lines.entries()) reader?.line(line, index + 1)
    if (reader === null) counts.damaged = lines.filter((line) => UNPRINTABLE.test(line)).length
  }
  const take = (raw: RawLine): void => {
    // Of an overlong line the first piece stands for the whole, so that line numbers stay those of the file.
    const isRest = insideCut
    insideCut = raw.cut
    if (isRest) return
    counts.lines += 1
    if (raw.cut) counts.damaged += 1
    const text = readableText(visibleText(raw.text), splitter.units())
    if (reader !== null) reader.line(text, counts.lines)
    else if (head !== null) {
      head.push(text)
      if (head.length >= HEAD_LINES) decide()
    }
  }

  const result = (reason: string): ParseResult => {
    const base = { format: family?.name ?? null, transactions, lines: counts.lines }
    if (family === null) return { ...base, status: 'FAILED', error: reason }
    const errors = [
      counts.dropped > 0 ? `More than ${maxTransactions} transactions: ${counts.dropped} were left out.` : null,
      counts.damaged > 0 ? `${counts.damaged} lines could not be read.` : null,
    ].filter((error) => error !== null)
    return errors.length === 0
      ? { ...base, status: 'PARSED', error: null }
      : { ...base, status: 'PARTIAL', error: errors.join(' ') }
  }

  return {
    push: (chunk) => {
      for (const line of splitter.push(chunk)) take(line)
    },
    end: () => {
      for (const line of splitter.end()) take(line)
      const reason = head === null ? unknownReason([]) : unknownReason(head)
      if (head !== null) decide()
      reader?.end()
      return result(reason)
    },
  }
}
