import { localDateTime, type Moment } from './dates.ts'
import type { CashOutcome, JournalTransaction, TransactionKind, Verdict } from './family.ts'

/**
 * What has been read of one customer session. A family's reader writes into it what its lines say; nothing is decided
 * before it is closed. `own` is what the family keeps for itself, such as the block its next lines belong to.
 */
export type Session<Own> = {
  startedAt: Moment
  /** The time of its latest line that has one; null as long as none has. */
  endedAt: Moment | null
  readonly firstLine: number
  lastLine: number
  /** The card as the machine read it, and as the host's receipt prints it. */
  card: string | null
  receiptCard: string | null
  /** Numbers to find it by, the best first; of each the first that is not all zeros counts. */
  readonly references: (string | null)[]
  /** The host's response code, as printed. */
  hostCode: string | null
  /** The host's response in words, where the family prints them instead of a code. */
  response: Verdict | null
  /** What the card itself decided: a TC approves, an AAC declines. */
  offline: Verdict | null
  /** What the receipt says, in hundredths of `currency`. */
  amountMinor: bigint | null
  currency: string | null
  readonly cash: Cash
  /** What was asked for, as far as a line names it; notes that came out make it a withdrawal all the same. */
  named: TransactionKind | null
  /** What has been counted, so that a line that is printed again is not counted again. */
  counted: Set<string> | null
  readonly own: Own
}

/** The notes of a session. Amounts are in hundredths of `currency`. */
export type Cash = {
  /** The machine received a command to dispense. */
  requested: boolean
  presented: boolean
  taken: boolean
  retracted: boolean
  /** The machine counted fewer notes out than it was asked for, whatever they are worth. */
  short: boolean
  /** What the notes asked for and the notes brought out are worth; null where no line gives it. */
  requestedMinor: bigint | null
  presentedMinor: bigint | null
  /** Notes of a worth that no line gives were among those brought out, so that `presentedMinor` is not all. */
  unpriced: boolean
  currency: string | null
}

/**
 * Where a verdict may come from: the host's code or words, the card's own check, notes that were taken, or notes that
 * were taken after a command to dispense that did not fail.
 */
export type Evidence = 'response' | 'offline' | 'taken' | 'dispensed'

/** How a family's sessions are closed. */
export type ClosingRules = {
  /** The order of evidence: the first that says something decides, none of them is no verdict. */
  readonly evidence: readonly Evidence[]
  readonly approvedCode: RegExp
  /** The family prints an end mark, so that a session without one is TRUNCATED. */
  readonly printsEnd: boolean
}

/** More than a machine holds in any currency, in hundredths; what adds up to more is no amount. */
const MAX_AMOUNT_MINOR = 1_000_000_000_000n

/** More different lines than a session counts; what a hostile file prints beyond is not remembered. */
const MAX_COUNTED = 10_000

/** A session of which nothing is known but its start. */
export const openSession = <Own>(startedAt: Moment, line: number, own: Own): Session<Own> => ({
  startedAt,
  endedAt: null,
  firstLine: line,
  lastLine: line,
  card: null,
  receiptCard: null,
  references: [],
  hostCode: null,
  response: null,
  offline: null,
  amountMinor: null,
  currency: null,
  cash: {
    requested: false,
    presented: false,
    taken: false,
    retracted: false,
    short: false,
    requestedMinor: null,
    presentedMinor: null,
    unpriced: false,
    currency: null,
  },
  named: null,
  counted: null,
  own,
})

/** True the first time `key` is given for this session: what is printed again counts once. */
export const isFirst = (session: Session<unknown>, key: string): boolean => {
  session.counted ??= new Set()
  const { counted } = session
  if (counted.has(key)) return false
  if (counted.size < MAX_COUNTED) counted.add(key)
  return true
}

/** Adds notes that were brought out; null is "of a worth that no line gives". */
export const addPresented = ({ cash }: Session<unknown>, minor: bigint | null): void => {
  if (minor === null) cash.unpriced = true
  else cash.presentedMinor = (cash.presentedMinor ?? 0n) + minor
}

/** True once notes came out under a printed response: what the host prints later is about another request. */
export const isSettled = ({ hostCode, response, cash }: Session<unknown>): boolean =>
  (hostCode !== null || response !== null) && cash.presented

/** True if a line of the session was printed after one of a later time: what it begins has begun before. */
export const isLate = ({ endedAt }: Session<unknown>, at: Moment): boolean => endedAt !== null && at < endedAt

/**
 * Forgets what the host answered, because another request was made before any notes came out: it is not about that
 * one.
 */
export const forgetAnswer = (session: Session<unknown>): void => {
  const isAnswered = session.hostCode !== null || session.response !== null || session.references.some((known) => known)
  if (!isAnswered) return
  session.hostCode = null
  session.response = null
  session.amountMinor = null
  session.currency = null
  session.named = null
  session.references.length = 0
}

const presentedWorth = ({ presentedMinor, unpriced }: Cash): bigint | null =>
  unpriced || presentedMinor === 0n ? null : presentedMinor

const cashOutcome = ({ amountMinor, cash }: Session<unknown>): CashOutcome => {
  if (cash.retracted) return 'RETRACTED'
  if (!cash.taken) return cash.presented ? 'NOT_TAKEN' : 'NONE'
  const wanted = amountMinor ?? cash.requestedMinor
  const given = presentedWorth(cash)
  const isLess = wanted !== null && given !== null && given < wanted
  return cash.short || isLess ? 'PARTIAL' : 'DISPENSED'
}

const verdictBy: Readonly<Record<Evidence, (session: Session<unknown>, approved: RegExp) => Verdict | null>> = {
  response: ({ hostCode, response }, approved) =>
    hostCode === null ? response : approved.test(hostCode) ? 'APPROVED' : 'DECLINED',
  offline: ({ offline }) => offline,
  taken: ({ cash }) => (cash.taken ? 'APPROVED' : null),
  dispensed: ({ cash }) => (cash.requested && cash.taken ? 'APPROVED' : null),
}

const verdictOf = (session: Session<unknown>, { evidence, approvedCode }: ClosingRules): Verdict | null => {
  for (const source of evidence) {
    const verdict = verdictBy[source](session, approvedCode)
    if (verdict !== null) return verdict
  }
  return null
}

const kindOf = ({ cash, named }: Session<unknown>): TransactionKind =>
  cash.requested || cash.presented || cash.taken ? 'WITHDRAWAL' : (named ?? 'OTHER')

const amountOf = ({ amountMinor, currency, cash }: Session<unknown>) => {
  if (amountMinor !== null) return { amountMinor, currency: currency ?? cash.currency }
  return { amountMinor: cash.requestedMinor ?? presentedWorth(cash), currency: cash.currency ?? currency }
}

/** True if what a line says about money cannot be true. */
export const isBeyondBelief = ({ amountMinor, cash }: Session<unknown>): boolean =>
  (amountMinor ?? 0n) > MAX_AMOUNT_MINOR ||
  (cash.requestedMinor ?? 0n) > MAX_AMOUNT_MINOR ||
  (cash.presentedMinor ?? 0n) > MAX_AMOUNT_MINOR

/** The transaction that a session comes to. An amount beyond belief is left out. */
export const closeSession = (session: Session<unknown>, rules: ClosingRules, ended: boolean): JournalTransaction => {
  const { amountMinor, currency } = amountOf(session)
  const isAmount = amountMinor !== null && amountMinor <= MAX_AMOUNT_MINOR
  return {
    startedAt: localDateTime(session.startedAt),
    endedAt: session.endedAt === null ? null : localDateTime(session.endedAt),
    kind: kindOf(session),
    verdict: verdictOf(session, rules),
    hostCode: session.hostCode,
    amountMinor: isAmount ? amountMinor : null,
    currency: isAmount ? currency : null,
    card: session.card ?? session.receiptCard,
    reference: session.references.find((value) => value !== null && !/^0*$/.test(value ?? '')) ?? null,
    cashOutcome: cashOutcome(session),
    completeness: ended || !rules.printsEnd ? 'COMPLETE' : 'TRUNCATED',
    firstLine: session.firstLine,
    lastLine: session.lastLine,
  }
}
