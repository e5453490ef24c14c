import { MAX_APART_SECONDS } from './attempt.ts'
import { canShareCard, cardsDiffer } from './cards.ts'
import type { ClosedAttempt } from './closing.ts'
import { startsIn } from './line-shapes.ts'
import type { Conflict, ContainmentReason, JournalTransaction } from './transaction.ts'

/**
 * Marks of any family, loosely: what a reader does not know, this may. Both are compared, so that a dialect that merges
 * customers is noticed.
 */
const MARK =
  /^(?:\d{6} )?[*=<>\- ]{0,24}(?:(?:CARDLESS )?TRANSACTION (?:(START)|(END)|(REQ))|TNX (REQUEST)|(REQUEST) SENT|(OP ?CODE))/i
const STARTED = 1
const ENDED = 2
/** How many characters of signs there may be before the words. */
const MAX_SIGNS = 24
const SPACE = 0x20
const ZERO = 0x30
const NINE = 0x39
const CLOCK_DIGITS = 6
const mayBeWords = startsIn('TR', 'Tr', 'tr', 'TN', 'Tn', 'tn', 'RE', 'Re', 're', 'OP', 'Op', 'op', 'CA', 'Ca', 'ca')

const isSign = (code: number): boolean =>
  code === SPACE || code === 0x2a || code === 0x2d || (code >= 0x3c && code <= 0x3e)

/** Whether a line may be a mark, by the letters behind its signs: nearly all are none. */
const mayBeMark = (said: string): boolean => {
  const first = said.charCodeAt(0)
  if (first > NINE && !isSign(first)) return mayBeWords(said)
  if (first >= ZERO && first <= NINE) return said.charCodeAt(CLOCK_DIGITS) === SPACE
  let at = 0
  while (at < MAX_SIGNS && isSign(said.charCodeAt(at))) at += 1
  return at > 0 && (said.charCodeAt(at) | SPACE) >= 0x61 && mayBeWords(said.slice(at, at + 2))
}

/** No customer stands at a machine for longer: the lines of a longer session may be of several. */
const MAX_SESSION_SECONDS = 2 * 3600
/** As many cards must each have a number of their own on receipts, for it to be no accident. */
const MIN_TOKENS = 3
/** Zones of the earth are at most 26 hours apart. */
const MAX_ZONE_SECONDS = 26 * 3600
/** Start marks that are remembered until a session is closed over them. */
const MAX_STARTS = 1_000

/** An attempt with the amount and the kind that only later lines of the file show. */
const completed = ({ transaction, shownLater }: ClosedAttempt): JournalTransaction => {
  const shown = shownLater?.()
  if (shown === undefined) return transaction
  const { amountMinor, currency, kind } = transaction
  return {
    ...transaction,
    amountMinor: amountMinor ?? shown.requestedMinor,
    currency: amountMinor === null && shown.requestedMinor !== null ? shown.currency : currency,
    kind: kind === 'OTHER' ? (shown.kind ?? kind) : kind,
  }
}

/** An attempt without what may be another customer's: card, verdict and numbers. */
const without = (transaction: JournalTransaction, conflict: Conflict): JournalTransaction => ({
  ...transaction,
  verdict: null,
  decidedBy: null,
  hostCode: null,
  hostDate: null,
  conflict: [...transaction.conflict, conflict],
  card: null,
  reference: null,
  rrn: null,
  stan: null,
  authorisationCode: null,
  serial: null,
  accountTail: null,
})

/**
 * Whether the receipts of a file print another number than the card's on purpose, such as a token: never the card, and
 * of each card always the same number.
 */
const printsTokens = (attempts: readonly ClosedAttempt[]): boolean => {
  const receiptOf = new Map<string, string>()
  const cardOf = new Map<string, string>()
  for (const { sessionCard, receiptCard } of attempts) {
    if (sessionCard === null || receiptCard === null) continue
    if (!cardsDiffer(sessionCard, receiptCard)) return false
    const receipt = receiptOf.get(sessionCard) ?? receiptCard
    const card = cardOf.get(receiptCard) ?? sessionCard
    if (receipt !== receiptCard || card !== sessionCard) return false
    receiptOf.set(sessionCard, receiptCard)
    cardOf.set(receiptCard, sessionCard)
  }
  return cardOf.size >= MIN_TOKENS && !canShareCard(cardOf.keys(), receiptOf.keys())
}

const isMismatch = ({ sessionCard, receiptCard }: ClosedAttempt): boolean =>
  sessionCard !== null && receiptCard !== null && cardsDiffer(sessionCard, receiptCard)

/** What is shorter, or all zeros, may be of more than one transaction. */
const REFERENCE_DIGITS = /^(?=0{0,19}[1-9])\d{6,20}$/

/**
 * The sessions, by their lines, whose retrieval reference is another card's too: one of the receipts was printed again
 * under the next customer, and which is not known. What three sessions and more print is no reference: a constant of
 * the host, or of the machine.
 */
const withSharedReference = (attempts: readonly ClosedAttempt[]): ReadonlySet<number> => {
  const cardsOf = new Map<string, Map<number, string>>()
  for (const { rrn, card, sessionLine } of attempts.map(({ transaction }) => transaction)) {
    if (rrn === null || card === null || !REFERENCE_DIGITS.test(rrn)) continue
    const cards = cardsOf.get(rrn) ?? new Map<number, string>()
    cardsOf.set(rrn, cards.set(sessionLine, card))
  }
  const shared = [...cardsOf.values()].filter((cards) => {
    const [first, second, ...others] = [...cards.values()]
    return first !== undefined && second !== undefined && others.length === 0 && cardsDiffer(first, second)
  })
  return new Set(shared.flatMap((cards) => [...cards.keys()]))
}

/**
 * How far the host's clock is ahead of the machine's in this file, in seconds: the median of its receipts, if most of
 * two and more agree with it and it can be a zone's. Else no zone between the two clocks is assumed.
 */
const hostAheadOf = (attempts: readonly ClosedAttempt[]): number => {
  const all = attempts.flatMap(({ hostAhead }) => (hostAhead === null ? [] : [hostAhead])).toSorted((a, b) => a - b)
  const median = all[Math.floor((all.length - 1) / 2)] ?? 0
  const agreeing = all.filter((ahead) => Math.abs(ahead - median) <= MAX_APART_SECONDS).length
  return all.length >= 2 && agreeing * 2 > all.length && Math.abs(median) <= MAX_ZONE_SECONDS ? median : 0
}

/** What is between a reader and those who take its transactions: the safety net of every family. */
export type Containment = {
  /** A line without its time. */
  see(said: string, number: number): void
  /** A session that is closed. */
  emit(session: readonly ClosedAttempt[]): void
  /**
   * The end of the file: the transactions, in their order. Where lines of another session may be among those of an
   * attempt, it has lost what may be another customer's.
   */
  end(): readonly JournalTransaction[]
}

/**
 * Holds the sessions of one file, at most `maxTransactions`, until its end: whether a receipt is another customer's
 * shows only beside the others. Counts reasons by `contain`.
 */
export const createContainment = (
  maxTransactions: number,
  contain: (reason: ContainmentReason, count?: number) => void,
): Containment => {
  const held: ClosedAttempt[] = []
  /** Start marks that a request followed before the next one; the latest mark that none has followed yet. */
  let starts: number[] = []
  let pending: number | null = null
  let requests = 0
  /** End marks, but for one of a session that began before the file. */
  let ends = 0
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
      const found = MARK.exec(said)
      if (found === null) return
      if (found[STARTED] !== undefined) pending = number
      else if (found[ENDED] === undefined) {
        requests += 1
        if (pending !== null && starts.length < MAX_STARTS) starts.push(pending)
        pending = null
      } else if (ends > 0 || requests > 0 || pending !== null) ends += 1
    },
    emit(session) {
      const [first, last] = [session[0]?.transaction, session.at(-1)?.transaction]
      if (first === undefined || last === undefined) return
      sessions += 1
      const merged = startsWithin(first.sessionLine, last.lastLine) - 1
      if (merged > 0) contain('STARTS_WITHOUT_SESSION', merged)
      const isTooLong = session.some(({ sessionSeconds }) => sessionSeconds > MAX_SESSION_SECONDS)
      if (isTooLong) contain('LONG_SESSIONS')
      if (session.some(({ mixed }) => mixed)) contain('MIXED_SESSIONS')
      for (const attempt of session) {
        if (held.length >= maxTransactions) contain('TRANSACTIONS_LEFT_OUT')
        else held.push({ ...attempt, mixed: attempt.mixed || merged > 0 || isTooLong })
      }
    },
    end() {
      // Not one was read: the file is of a dialect whose requests, and answers, are unknown.
      const isRead = held.some(({ transaction }) => transaction.attemptNo > 0)
      if (requests > 0 && !isRead) contain('REQUESTS_WITHOUT_SESSION', requests)
      if (ends > sessions) contain('ENDS_WITHOUT_START', ends - sessions)
      const areTokens = printsTokens(held)
      const ahead = hostAheadOf(held)
      const isOfOtherTime = ({ hostAhead }: ClosedAttempt): boolean =>
        hostAhead !== null && Math.abs(hostAhead - ahead) > MAX_APART_SECONDS
      // Where one receipt of a session is another customer's, what is printed around it may be too.
      const mismatched = new Set(
        areTokens ? [] : held.filter(isMismatch).map(({ transaction }) => transaction.sessionLine),
      )
      const shared = withSharedReference(held)
      if (shared.size > 0) contain('MIXED_SESSIONS', shared.size)
      return held.map((attempt) => {
        const transaction = completed(attempt)
        if (attempt.mixed || shared.has(transaction.sessionLine)) return without(transaction, 'MIXED_LINES')
        if (isOfOtherTime(attempt)) {
          contain('MIXED_SESSIONS')
          return without(transaction, 'MIXED_LINES')
        }
        if (!mismatched.has(transaction.sessionLine)) return transaction
        if (!isMismatch(attempt)) return without(transaction, 'MIXED_LINES')
        contain('CARD_MISMATCHES')
        return without(transaction, 'CARD_MISMATCH')
      })
    },
  }
}
