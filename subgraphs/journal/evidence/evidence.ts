import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { TransactionRow } from '../../../db/journal/transaction.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { type ContentChunk, listChunksOfLines } from '../content/content.store.ts'
import { decodeChunk } from '../content/content.ts'
import { findFile } from '../files/files.store.ts'
import { createLineSplitter, readableText, type Units, visibleText } from '../formats/text/text.ts'
import { mayRead } from '../model/visibility.rules.ts'
import type { JournalEvidence, JournalLine } from '../schema.gen.ts'
import { transactionOf } from '../transactions/transactions.rules.ts'
import { findTransaction, listAttempts } from '../transactions/transactions.store.ts'
import { extentOf, type LineRange, lineRangesOf } from './evidence.rules.ts'
import { explanationOf } from './evidence-words.rules.ts'

const MAX_CONTEXT_LINES = 50
/** More than any session is expected to have. */
const MAX_ATTEMPTS = 20
/** More than any line is expected to have; a longer one ends with an ellipsis. */
const MAX_LINE_CHARACTERS = 2_000
/** How much is gone through before others have their turn. */
const SLICE_BYTES = 65_536

/** Evidence, with the time zone of its ATM. */
export type Evidence = JournalEvidence & { readonly timeZone: string | null }

type Printed = Pick<JournalLine, 'number' | 'text'>

const shownText = (text: string, units: Units): string => {
  const shown = readableText(visibleText(text), units)
  return shown.length > MAX_LINE_CHARACTERS ? `${shown.slice(0, MAX_LINE_CHARACTERS)}…` : shown
}

/** Numbers lines as the parser does: of an overlong one only the first piece counts. */
const createLineReader = (first: Pick<ContentChunk, 'encoding' | 'firstLine'>, { from, to }: LineRange) => {
  const units = first.encoding === 'utf-16le' ? 'utf-16le' : 'bytes'
  const splitter = createLineSplitter(units)
  const lines: Printed[] = []
  let number = first.firstLine - 1
  let insideCut = false
  const take = (raw: ReturnType<typeof splitter.push>): void => {
    for (const { text, cut } of raw) {
      const isRest = insideCut
      insideCut = cut
      if (isRest) continue
      number += 1
      if (number >= from && number <= to) lines.push({ number, text: shownText(text, units) })
    }
  }
  return {
    push: (slice: Uint8Array) => take(splitter.push(slice)),
    end: () => take(splitter.end()),
    lines,
    isDone: () => number > to,
  }
}

/** The lines of a range, from the chunks that hold them. */
const readLines = async (chunks: readonly ContentChunk[], range: LineRange): Promise<Printed[]> => {
  const [first] = chunks
  if (first === undefined) return []
  const reader = createLineReader(first, range)
  for (const chunk of chunks) {
    const bytes = await decodeChunk(chunk)
    for (let at = 0; at < bytes.length && !reader.isDone(); at += SLICE_BYTES) {
      reader.push(bytes.subarray(at, at + SLICE_BYTES))
      await nextTurn()
    }
  }
  reader.end()
  return reader.lines
}

type Found = {
  readonly transaction: TransactionRow
  readonly attempts: readonly TransactionRow[]
  readonly file: JournalFileRow
  readonly parts: readonly { readonly range: LineRange; readonly chunks: readonly ContentChunk[] }[]
}

const findEvidence = async (tx: TenantTx, id: number, contextLines: number): Promise<Found | null> => {
  const transaction = await findTransaction(tx, id)
  const file = transaction === null ? null : await findFile(tx, transaction.fileId)
  if (transaction === null || file === null) return null
  const attempts = await listAttempts(tx, transaction, MAX_ATTEMPTS)
  const parts: { range: LineRange; chunks: readonly ContentChunk[] }[] = []
  for (const range of lineRangesOf(extentOf(attempts, transaction), contextLines)) {
    const { contentId } = file
    const chunks = contentId === null ? [] : await listChunksOfLines(tx, contentId, range.from, range.to)
    parts.push({ range, chunks })
  }
  return { transaction, attempts, file, parts }
}

type OfSession = Pick<Found, 'transaction' | 'attempts'>

const isWithin = ({ firstLine, lastLine }: TransactionRow, number: number): boolean =>
  number >= firstLine && number <= lastLine

const lineOf = ({ number, text }: Printed, { transaction, attempts }: OfSession): JournalLine => ({
  number,
  text,
  ofTransaction: isWithin(transaction, number),
  attemptNo: attempts.find((attempt) => isWithin(attempt, number))?.attemptNo ?? null,
})

/** How many lines of the attempts are not among those shown. */
const omittedOf = ({ attempts }: OfSession, lines: readonly JournalLine[]): number => {
  const printed = attempts.reduce((sum, { firstLine, lastLine }) => sum + lastLine - firstLine + 1, 0)
  return Math.max(0, printed - lines.filter(({ attemptNo }) => attemptNo !== null).length)
}

/**
 * What the machine printed of a transaction and of the other attempts of its session; null for one that does not
 * exist or is not the caller's.
 * @throws DomainError BAD_USER_INPUT for more context than 50 lines.
 */
export const readEvidence = async (
  { id, contextLines }: { readonly id: number; readonly contextLines: number },
  { principal, read, now }: OperationContext,
): Promise<Evidence | null> => {
  const around = checkBetween('contextLines', contextLines, 0, MAX_CONTEXT_LINES)
  const found = await read((tx) => findEvidence(tx, id, around))
  if (found === null || !mayRead(principal, found.transaction)) return null
  const { transaction, file, parts } = found
  const lines: JournalLine[] = []
  for (const { range, chunks } of parts) {
    for (const line of await readLines(chunks, range)) lines.push(lineOf(line, found))
  }
  const attempts = found.attempts.map(transactionOf)
  return {
    transaction: transactionOf(transaction),
    attempts,
    explanations: attempts.map(explanationOf),
    file,
    lines,
    linesOmitted: omittedOf(found, lines),
    printedAt: now(),
    timeZone: file.timeZone,
  }
}
