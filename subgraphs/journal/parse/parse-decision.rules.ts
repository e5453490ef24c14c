import type { ParseRequest } from '../../../schema/events/parse-request.ts'
import type { FileBefore, FileOutcome } from './parse.store.ts'
import type { ParsedFile } from './parse-result.ts'

/** What a parse means for its file and day. */
export type ParseDecision = {
  readonly before: FileBefore
  /** With all transactions of the file, whether or not other files have them as well. */
  readonly outcome: FileOutcome
  /** It has been the standing file of its day. */
  readonly stood: boolean
  /** It is the standing file of its day from now on. */
  readonly takesPlace: boolean
  /** The standing file of its day that it yields to, where it could take its place. */
  readonly yieldsTo: number | null
  /** It is the standing file no longer, as nothing of it is of that day. */
  readonly leaves: boolean
}

/** What a decision needs to know of a parse. */
export type DecidedParse = {
  readonly fileId: number
  readonly result: Pick<ParsedFile, 'status' | 'format' | 'error' | 'counts'>
  readonly message: Pick<ParseRequest, 'reason' | 'yields'>
}

const COUNTED = ['status', 'format', 'error', 'transactions', 'successful', 'failed', 'undecided'] as const

/**
 * What is to be done. A file takes the place of the one that stands, as requests come in the order in which files were
 * sent; but not where it was asked for once more and the other one was sent since (`isLater`), nor where its request
 * has it yield. A file without transactions takes the place of none that has some: it is what a machine prints of a day
 * that it was off, or what is left of a file that was cut. A file of other days than its own stands for none. And a
 * file that has been read is not given up because today's parser cannot read it.
 */
export const decideParse = (
  { fileId, result, message }: DecidedParse,
  before: FileBefore,
): ParseDecision | 'NOTHING' | 'KEPT' => {
  const { status, format, error, counts } = result
  const wasRead = before.status === 'PARSED' || before.status === 'PARTIAL'
  if (before.status !== 'RECEIVED' && message.reason !== 'REPARSE') return 'NOTHING'
  if (wasRead && status === 'FAILED') return 'KEPT'
  const outcome = { status, format, error, ...counts }
  const stood = wasRead && before.standing?.id === fileId
  const rival = stood ? null : before.standing
  const isJournal = status === 'PARSED' || status === 'PARTIAL'
  const couldStand = isJournal && (counts.transactions > 0 || rival === null || rival.transactions === 0)
  // A later one without transactions would not have taken the place of this one with some.
  const isOvertaken = rival?.isLater === true && (rival.transactions > 0 || counts.transactions === 0)
  const yieldsTo = couldStand && (message.yields || isOvertaken) ? (rival?.id ?? null) : null
  // What it brought is another file's by now: there is nothing to be done again.
  if (wasRead && yieldsTo !== null) return 'NOTHING'
  const takesPlace = couldStand && yieldsTo === null
  return { before, outcome, stood, takesPlace, yieldsTo, leaves: stood && !isJournal }
}

/** Whether others than those who read the file know something new by what is stored of it. */
export const isNews = ({ before, stood, takesPlace }: ParseDecision, stored: FileOutcome): boolean =>
  (takesPlace && !stood) || COUNTED.some((field) => before[field] !== stored[field])
