import type { DateBounds } from './sessions/dates.ts'
import type { Family, FamilyReader, JournalTransaction } from './sessions/family.ts'
import { eachLine } from './text/block-lines.ts'
import { type Block, createBlockReader } from './text/text-blocks.ts'

/** How much of a file is held back and examined to find its family: whichever comes first. */
const HEAD_LINES = 4_000
const HEAD_CHARACTERS = 1_048_576
/** How many lines with marks of one family, and none of another, leave no doubt. */
const DECISIVE_MARKS = 100

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
}

/** What the parser is given besides the bytes: how dates are to be read, and the families it knows. */
export type ParseOptions = DateBounds & {
  readonly families: readonly Family[]
  readonly maxTransactions?: number
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

/** Makes the reader of the family that was found; `head` is what it was found by. */
type CreateReader = (family: Family | null, head: readonly string[]) => FamilyReader | null

/** Finds the family of a file by the marks of its lines. */
const createSniffer = (families: readonly Family[]) => {
  const scores = families.map(() => 0)
  let best = 0
  let all = 0
  return {
    /** Takes a line; true once there is no doubt any more. */
    take(line: string): boolean {
      for (let n = 0; n < families.length; n += 1) {
        if (families[n]?.isMark(line) !== true) continue
        const score = (scores[n] ?? 0) + 1
        scores[n] = score
        all += 1
        if (score > best) best = score
      }
      return best >= DECISIVE_MARKS && best === all
    },
    /** The family with the most marks, null if there is none at all. */
    family: (): Family | null => (best === 0 ? null : (families[scores.indexOf(best)] ?? null)),
  }
}

/** Holds the head of a file back until its family is known, then hands every line to the family's reader. */
const createDispatcher = (families: readonly Family[], createReader: CreateReader) => {
  const sniffer = createSniffer(families)
  let head: string[] | null = []
  let characters = 0
  let reader: FamilyReader | null = null
  const decide = (lines: readonly string[]): void => {
    head = null
    reader = createReader(sniffer.family(), lines)
    if (reader === null) return
    for (let at = 0; at < lines.length; at += 1) reader.line(lines[at] ?? '', at + 1)
  }
  return {
    line(text: string, number: number): void {
      if (head === null) {
        reader?.line(text, number)
        return
      }
      head.push(text)
      characters += text.length
      const isKnown = text !== '' && sniffer.take(text)
      if (isKnown || head.length >= HEAD_LINES || characters >= HEAD_CHARACTERS) decide(head)
    },
    end(): void {
      if (head !== null) decide(head)
      reader?.end()
    },
  }
}

/** Reads one file slice by slice; `emit` takes the transactions as they are closed. */
const createFileReader = (options: ParseOptions, emit: (transaction: JournalTransaction) => void) => {
  const { families, maxTransactions = MAX_TRANSACTIONS, ...bounds } = options
  const reader = createBlockReader()
  const counts: Counts = { lines: 0, damaged: 0, dropped: 0 }
  let kept = 0
  let format: string | null = null
  let unknown = ''
  let insideCut = false

  const keep = (transaction: JournalTransaction): void => {
    if (kept >= maxTransactions) {
      counts.dropped += 1
      return
    }
    kept += 1
    emit(transaction)
  }
  const damaged = (): void => {
    counts.damaged += 1
  }
  const dispatcher = createDispatcher(families, (family, head) => {
    format = family?.name ?? null
    if (family === null) unknown = unknownReason(head)
    return family?.createReader({ ...bounds, emit: keep, damaged }) ?? null
  })
  const take = (block: Block): void => {
    // Of an overlong line only the first piece counts, so that line numbers stay those of the file.
    const isRest = insideCut
    let isFirst = true
    eachLine(block, reader.units(), (line) => {
      counts.lines += 1
      if (isRest && isFirst) counts.lines -= 1
      else dispatcher.line(line, counts.lines)
      isFirst = false
    })
    if (block.cut && !insideCut) counts.damaged += 1
    insideCut = block.cut
  }

  return {
    push(slice: Uint8Array): void {
      for (const block of reader.push(slice)) take(block)
    },
    end(): ParseSummary {
      for (const block of reader.end()) take(block)
      dispatcher.end()
      if (format === null) return { status: 'FAILED', format, error: unknown, lines: counts.lines }
      const error = faultsOf(counts, maxTransactions)
      return { status: error === null ? 'PARSED' : 'PARTIAL', format, error, lines: counts.lines }
    },
  }
}

function* slicesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES)
}

/**
 * Reads a journal from a stream of bytes: yields each transaction once it is closed, in the order of the file, and
 * returns what came of the file. How the bytes are split into chunks makes no difference, and memory does not grow
 * with the file.
 * Never throws, whatever the bytes are; what `chunks` throws goes through.
 */
export async function* parseJournal(
  chunks: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncGenerator<JournalTransaction, ParseSummary> {
  let found: JournalTransaction[] = []
  const file = createFileReader(options, (transaction) => found.push(transaction))
  const taken = (): readonly JournalTransaction[] => {
    const transactions = found
    found = []
    return transactions
  }
  for await (const chunk of chunks) {
    for (const slice of slicesOf(chunk)) {
      file.push(slice)
      for (const transaction of taken()) yield transaction
    }
  }
  const summary = file.end()
  for (const transaction of taken()) yield transaction
  return summary
}
