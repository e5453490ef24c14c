import { readAmount } from './amounts.ts'
import { cardsDiffer } from './cards.ts'
import type { Moment } from './dates.ts'
import type { Notes, NotesState, TransactionKind } from './transaction.ts'

/** What the host or the card said of an attempt, and in which line. */
export type Answer = {
  /** The host's response code as printed; null where it answers in words. */
  readonly code: string | null
  /** What the words, or the card's check, say; null where the code has to be looked at. */
  readonly verdict: 'APPROVED' | 'DECLINED' | null
  readonly line: number
}

/** The numbers that an attempt is found by, as printed. */
export type Numbers = {
  rrn: string | null
  stan: string | null
  authorisationCode: string | null
  serial: string | null
  terminalId: string | null
  hostDate: string | null
  accountTail: string | null
}

/** The notes of a withdrawal. Amounts are in hundredths of `currency`. */
export type Cash = {
  /** The machine received a command to dispense. */
  requested: boolean
  /** The machine says that it could not dispense. */
  failed: boolean
  presented: boolean
  taken: boolean
  retracted: boolean
  /** Fewer notes came out than were asked for, whatever they are worth. */
  short: boolean
  /** What the notes asked for and the notes brought out are worth; null where no line gives it. */
  requestedMinor: bigint | null
  presentedMinor: bigint | null
  /** Notes of a worth that no line gives were among those brought out, so that `presentedMinor` is not all. */
  unpriced: boolean
  currency: string | null
}

/** The notes of a deposit. */
export type Deposit = {
  /** Notes were put in. */
  begun: boolean
  /** They were stored. */
  stored: boolean
  /** They were given back, or the machine took them back; or a line says that the deposit failed. */
  returned: boolean
  retracted: boolean
  failed: boolean
  /** What was counted and what was stored, where a line gives the sum. */
  countedMinor: bigint | null
  storedMinor: bigint | null
  currency: string | null
}

/**
 * What was read of one attempt: a request to the host and what came of it. A family's reader writes into it what its
 * lines say; nothing is decided before the session is closed.
 */
export type Attempt = {
  /** A request was printed; without one it is what a session holds before its first. */
  asked: boolean
  /** The request came after the customer gave up or the host did not answer: alone it is no attempt. */
  closing: boolean
  firstLine: number
  startedAt: Moment
  /** The time of its latest line that has one. */
  endedAt: Moment | null
  /** What that was before the line that is being read, which may begin the next attempt. */
  endedBefore: Moment | null
  /** The line that is being read: what is taken from it rests on this line. */
  line: number
  /** What the machine calls the operation; '' where it calls it nothing. */
  operation: string
  /** The digits of the amount that was asked for, in units that may not be known; and by what they are learnt. */
  requested: bigint | null
  requestedBy: string
  /** What was asked for, as far as a line names it; notes that came out make it a withdrawal all the same. */
  named: TransactionKind | null
  /** What other receipts of the file call the same operation, for an attempt whose receipt is missing. */
  operationKind: TransactionKind | null
  /** The request was sent, where the family prints that apart from the operation. */
  sent: boolean
  /** The host's reply was received, whatever it says. */
  replied: boolean
  readonly answers: Answer[]
  /** An answer of the host is printed in a form that is not understood. */
  unread: boolean
  /** The line of a response code that is empty: the code may be in the next one. 0 for none. */
  awaitsCodeAt: number
  /** What the card itself decided: a TC approves, an AAC declines. */
  offline: Answer | null
  /** What the receipt says, in hundredths of `currency`. */
  amountMinor: bigint | null
  currency: string | null
  /** The amount as printed, where its currency is needed to tell thousands from thousandths and is not known yet. */
  unsureAmount: string | null
  readonly numbers: Numbers
  /** `numbers.rrn` was printed as RRN, not as some reference. */
  printsRrn: boolean
  /** How good the source of `numbers.stan` is; less is better. */
  stanRank: number
  /** The card as the host's receipt prints it. */
  receiptCard: string | null
  /** The time on its receipt, and the machine's at that line; null where none is printed. */
  hostAt: Moment | null
  hostReadAt: Moment | null
  /** Its receipts print the cards of two customers. */
  mixed: boolean
  readonly cash: Cash
  readonly deposit: Deposit
  /** The lines that say so; null for none. */
  cancelledLine: number | null
  timedOutLine: number | null
  reversedLine: number | null
  /** The host's receipt says that the transaction was cancelled. */
  voidedLine: number | null
  /** Power was lost, or a device failed, before the outcome was printed. */
  interrupted: boolean
  takenLine: number
  storedLine: number
  readonly notes: Notes[]
}

/** Answers and kinds of notes of an attempt that are kept; a hostile file may print more. */
const MAX_ANSWERS = 8
const MAX_NOTES = 64

const noCash = (): Cash => ({
  requested: false,
  failed: false,
  presented: false,
  taken: false,
  retracted: false,
  short: false,
  requestedMinor: null,
  presentedMinor: null,
  unpriced: false,
  currency: null,
})

const noDeposit = (): Deposit => ({
  begun: false,
  stored: false,
  returned: false,
  retracted: false,
  failed: false,
  countedMinor: null,
  storedMinor: null,
  currency: null,
})

const noNumbers = (): Numbers => ({
  rrn: null,
  stan: null,
  authorisationCode: null,
  serial: null,
  terminalId: null,
  hostDate: null,
  accountTail: null,
})

/** An attempt of which nothing is known but where it begins. */
export const newAttempt = (startedAt: Moment, line: number, asked: boolean): Attempt => ({
  asked,
  closing: false,
  firstLine: line,
  startedAt,
  endedAt: null,
  endedBefore: null,
  line,
  operation: '',
  requested: null,
  requestedBy: '',
  named: null,
  operationKind: null,
  sent: false,
  replied: false,
  answers: [],
  unread: false,
  awaitsCodeAt: 0,
  offline: null,
  amountMinor: null,
  currency: null,
  unsureAmount: null,
  numbers: noNumbers(),
  printsRrn: false,
  stanRank: Number.POSITIVE_INFINITY,
  receiptCard: null,
  hostAt: null,
  hostReadAt: null,
  mixed: false,
  cash: noCash(),
  deposit: noDeposit(),
  cancelledLine: null,
  timedOutLine: null,
  reversedLine: null,
  voidedLine: null,
  interrupted: false,
  takenLine: 0,
  storedLine: 0,
  notes: [],
})

/** True once notes came out under a printed response: what the host prints later is about another request. */
export const isSettled = ({ answers, cash }: Attempt): boolean => answers.length > 0 && cash.presented

const addAnswer = (attempt: Attempt, code: string | null, verdict: Answer['verdict']): void => {
  const { answers, line } = attempt
  if (isSettled(attempt) || answers.length >= MAX_ANSWERS) return
  if (answers.some((known) => known.code === code && known.verdict === verdict)) return
  answers.push({ code, verdict, line })
  attempt.unread = false
}

/** The host's response code, as printed. The same code again is the same answer. */
export const takeHostCode = (attempt: Attempt, code: string): void => addAnswer(attempt, code, null)

/** The host's response in words. */
export const takeHostWords = (attempt: Attempt, verdict: 'APPROVED' | 'DECLINED'): void =>
  addAnswer(attempt, null, verdict)

/** The card's own check of this request: the last one counts, until notes came out. */
export const takeCryptogram = (attempt: Attempt, verdict: 'APPROVED' | 'DECLINED'): void => {
  if (attempt.offline === null || !attempt.cash.presented) attempt.offline = { code: null, verdict, line: attempt.line }
}

const ALL_ZEROS = /^0*$/

/** A number as it is printed; the first that is not all zeros counts. */
export const takeNumber = (attempt: Attempt, name: Exclude<keyof Numbers, 'stan'>, value: string): void => {
  if (!ALL_ZEROS.test(value)) attempt.numbers[name] ??= value
}

/** The retrieval reference, under its own name: another one shows that lines of another customer are among these. */
export const takeRrn = (attempt: Attempt, value: string): void => {
  if (ALL_ZEROS.test(value)) return
  if (attempt.printsRrn && attempt.numbers.rrn !== value) attempt.mixed = true
  if (!attempt.printsRrn) attempt.numbers.rrn = value
  attempt.printsRrn = true
}

/** Where an audit number comes from, the best first. */
export const STAN_RANKS = { stan: 0, utrnno: 1, record: 2, trace: 3 } as const

/** An audit number; one of a better source replaces one of a worse. */
export const takeStan = (attempt: Attempt, source: keyof typeof STAN_RANKS, value: string): void => {
  const rank = STAN_RANKS[source]
  if (rank === 0 && attempt.stanRank === 0 && attempt.numbers.stan !== value) attempt.mixed = true
  if (ALL_ZEROS.test(value) || rank >= attempt.stanRank) return
  attempt.numbers.stan = value
  attempt.stanRank = rank
}

/** A card on a receipt: the first counts, another one shows that a receipt of another customer is among the lines. */
export const takeReceiptCard = (attempt: Attempt, card: string | null): void => {
  if (card === null) return
  if (attempt.receiptCard !== null && cardsDiffer(attempt.receiptCard, card)) attempt.mixed = true
  attempt.receiptCard ??= card
}

/**
 * How far the clocks of two receipts of one attempt, or of all attempts of a file, may be apart from the machine's, in
 * seconds: hosts may be in another zone, but not in two.
 */
export const MAX_APART_SECONDS = 15 * 60

/** The time that a receipt prints. Two receipts of one attempt that are of different times are not of one customer. */
export const takeHostTime = (attempt: Attempt, at: Moment): void => {
  const { hostAt, hostReadAt, endedAt } = attempt
  if (hostAt === null) {
    attempt.hostAt = at
    attempt.hostReadAt = endedAt
    return
  }
  const passed = endedAt === null || hostReadAt === null ? 0 : endedAt - hostReadAt
  if (Math.abs(at - hostAt - passed) > MAX_APART_SECONDS) attempt.mixed = true
}

/** The currency of what an attempt prints, as far as its lines name one. */
export const currencyOf = ({ currency, cash, deposit }: Attempt): string | null =>
  currency ?? cash.currency ?? deposit.currency

/**
 * The amount of the receipt, in hundredths; `preset`: the currency of amounts that are printed without one. Null where
 * there is none, or where nothing says whether three digits behind its point are thousandths.
 */
export const sureAmount = (attempt: Attempt, preset: string | null): bigint | null => {
  if (attempt.unsureAmount === null) return attempt.amountMinor
  const currency = currencyOf(attempt) ?? preset
  return currency === null ? null : readAmount(attempt.unsureAmount, currency)
}

/** The notes were taken. */
export const takeCash = (attempt: Attempt): void => {
  attempt.cash.taken = true
  if (attempt.takenLine === 0) attempt.takenLine = attempt.line
}

/** Deposited notes were stored. */
export const storeCash = (attempt: Attempt): void => {
  attempt.deposit.begun = true
  attempt.deposit.stored = true
  if (attempt.storedLine === 0) attempt.storedLine = attempt.line
}

/** Adds what notes that were brought out are worth; null is "of a worth that no line gives". */
export const addPresented = ({ cash }: Attempt, minor: bigint | null): void => {
  if (minor === null) cash.unpriced = true
  else cash.presentedMinor = (cash.presentedMinor ?? 0n) + minor
}

/** Adds notes of one denomination (`denominationMinor`: hundredths, null where no line gives it). */
export const addNotes = (
  { notes }: Attempt,
  state: NotesState,
  count: number,
  denominationMinor: bigint | null,
  currency: string | null,
): void => {
  if (count <= 0) return
  const at = notes.findIndex(
    (known) => known.state === state && known.denominationMinor === denominationMinor && known.currency === currency,
  )
  const known = notes[at]
  if (known !== undefined) notes[at] = { ...known, count: known.count + count }
  else if (notes.length < MAX_NOTES) notes.push({ state, denominationMinor, currency, count })
}

/** Replaces the notes of a state, where a machine counts again from the start. */
export const clearNotes = ({ notes }: Attempt, state: NotesState): void => {
  for (let at = notes.length - 1; at >= 0; at -= 1) if (notes[at]?.state === state) notes.splice(at, 1)
}

/** Whether anything shows that the host or the card answered, that it was not in time, or that money moved. */
export const isAnswered = (attempt: Attempt): boolean => {
  const { answers, offline, replied, timedOutLine, numbers, amountMinor, cash, deposit } = attempt
  return (
    replied ||
    answers.length > 0 ||
    [offline, timedOutLine, numbers.rrn, numbers.stan, amountMinor].some((known) => known !== null) ||
    [cash.requested, cash.presented, cash.taken, deposit.stored, deposit.returned, deposit.retracted].includes(true)
  )
}

/** Whether the host answered in words that are kept, or money was put in or came out: what makes an attempt. */
export const hasOutcome = ({ answers, numbers, amountMinor, cash, deposit, notes }: Attempt): boolean =>
  answers.length > 0 ||
  [numbers.rrn, numbers.stan, amountMinor].some((known) => known !== null) ||
  [cash.requested, cash.presented, cash.taken, deposit.stored, deposit.retracted].includes(true) ||
  notes.length > 0
