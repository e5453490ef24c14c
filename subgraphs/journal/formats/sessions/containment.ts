import { asMixed } from './closing.ts'
import { toMoment } from './dates.ts'
import { startsIn } from './line-shapes.ts'
import type { ContainmentReason, JournalTransaction } from './transaction.ts'

/**
 * Marks of any family, loosely: what a reader does not know, this may. Both are compared, so that a dialect that merges
 * customers is noticed.
 */
const START = /^[*=<>\- ]{0,24}(?:CARDLESS )?TRANSACTION START\b/i
const END = /^[*=<>\- ]{0,24}TRANSACTION END\b/i
const REQUEST = /^(?:(?:TRANSACTION|TNX) REQUEST|REQUEST SENT|OP ?CODE|TRANSACTION REQ\.)/i
const BEGINNINGS = ['*', '=', '<', '>', '-', 'TR', 'Tr', 'tr', 'TN', 'Tn', 'tn', 'RE', 'Re', 're']
const mayBeMark = startsIn(...BEGINNINGS, 'OP', 'Op', 'op', 'CA', 'Ca', 'ca')

/** No customer stands at a machine for longer: the lines of a longer session may be of several. */
const MAX_SESSION_SECONDS = 2 * 3600
/** Start marks that are remembered until a session is closed over them. */
const MAX_STARTS = 1_000

const secondsOf = (dateTime: string): number =>
  toMoment(dateTime.slice(0, 10)) + Date.parse(`1970-01-01T${dateTime.slice(11)}Z`) / 1_000

const isLong = (session: readonly JournalTransaction[]): boolean => {
  const [from, to] = [session[0]?.startedAt, session.at(-1)?.endedAt]
  return from !== undefined && to !== undefined && to !== null && secondsOf(to) - secondsOf(from) > MAX_SESSION_SECONDS
}

/** What stands between a reader and those who take its sessions: the safety net of every family. */
export type Containment = {
  /** A line without its time. */
  see(said: string, number: number): void
  /** A session that is closed. Where lines of another may be in it, its attempts lose what may be another customer's. */
  emit(session: readonly JournalTransaction[]): void
  /** The end of the file. */
  end(): void
}

/** Hands sessions on to `emit` and counts reasons by `contain`. */
export const createContainment = (
  emit: (transaction: JournalTransaction) => void,
  contain: (reason: ContainmentReason, count?: number) => void,
): Containment => {
  /** Start marks that a request followed before the next one; the latest mark that none has followed yet. */
  let starts: number[] = []
  let pending: number | null = null
  /** Whether a start or a request was seen since the last end mark. */
  let begun = false
  let requests = 0
  let sessions = 0

  /** How many sessions begin within these lines, by the marks; forgets those before. */
  const startsWithin = (first: number, last: number): number => {
    const within = starts.filter((line) => line >= first && line <= last).length
    starts = starts.filter((line) => line > last)
    return within
  }
  return {
    see(said, number) {
      if (!mayBeMark(said)) return
      if (REQUEST.test(said)) {
        requests += 1
        begun = true
        if (pending !== null && starts.length < MAX_STARTS) starts.push(pending)
        pending = null
      } else if (START.test(said)) {
        pending = number
        begun = true
      } else if (END.test(said)) {
        if (!begun && sessions > 0) contain('ENDS_WITHOUT_START')
        begun = false
      }
    },
    emit(session) {
      const [first, last] = [session[0], session.at(-1)]
      if (first === undefined || last === undefined) return
      sessions += 1
      const merged = startsWithin(first.sessionLine, last.lastLine) - 1
      if (merged > 0) contain('STARTS_WITHOUT_SESSION', merged)
      const isTooLong = isLong(session)
      if (isTooLong) contain('LONG_SESSIONS')
      for (const transaction of session) {
        if (transaction.conflict.includes('CARD_MISMATCH')) contain('CARD_MISMATCHES')
        emit(merged > 0 || isTooLong ? asMixed(transaction) : transaction)
      }
    },
    end() {
      if (sessions === 0 && requests > 0) contain('REQUESTS_WITHOUT_SESSION', requests)
    },
  }
}
