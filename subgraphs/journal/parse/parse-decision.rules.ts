import type { ParseRequest } from '../../../schema/events/parse-request.ts'
import type { FileBefore, FileOutcome } from './parse.store.ts'
import type { ParsedFile } from './parse-result.ts'

/** What a parse means for its file and day. */
export type ParseDecision = {
  readonly before: FileBefore
  readonly outcome: FileOutcome
  /** It is the standing file of its day from now on. */
  readonly takesPlace: boolean
  /** The standing file of its day that it yields to, where it could take its place. */
  readonly yieldsTo: number | null
  /** Others than those who read the file know something new by it. */
  readonly isNews: boolean
}

/** What a decision needs to know of a parse. */
export type DecidedParse = {
  readonly fileId: number
  readonly result: Pick<ParsedFile, 'status' | 'format' | 'error' | 'counts'>
  readonly message: Pick<ParseRequest, 'reason' | 'yields'>
}

const COUNTED = ['status', 'format', 'error', 'transactions', 'successful', 'failed', 'undecided'] as const

/**
 * What is to be done. A file without transactions takes the place of none that has some: it is what a machine prints of
 * a day that it was off, or what is left of a file that was cut. And a file that has been read is not given up because
 * today's parser cannot read it.
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
  const couldStand = status !== 'FAILED' && (counts.transactions > 0 || rival === null || rival.transactions === 0)
  const yieldsTo = couldStand && message.yields ? (rival?.id ?? null) : null
  // What it brought is another file's by now: there is nothing to be done again.
  if (wasRead && yieldsTo !== null) return 'NOTHING'
  const takesPlace = couldStand && yieldsTo === null
  const isNews = (takesPlace && !stood) || COUNTED.some((field) => before[field] !== outcome[field])
  return { before, outcome, takesPlace, yieldsTo, isNews }
}
