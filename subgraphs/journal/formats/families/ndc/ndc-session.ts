import { type Attempt, addNotes, addPresented, takeCash, takeCryptogram, takeNumber } from '../../sessions/attempt.ts'
import { printedCard } from '../../sessions/cards.ts'
import { ZERO_CODE } from '../../sessions/closing.ts'
import type { DateBounds } from '../../sessions/dates.ts'
import { startsIn } from '../../sessions/line-shapes.ts'
import { readReceipt, takeHostDate } from '../../sessions/receipts.ts'
import { attemptOfNotes, isFirst, type Session } from '../../sessions/session.ts'
import type { BookRules } from '../../sessions/session-book.ts'
import { type DepositOwn, newDepositOwn, readDeposit } from './ndc-deposits.ts'

/** What is kept with a session of this family. */
export type Own = DepositOwn & {
  /** How many start marks were printed, and the moment of the first. */
  starts: number
  /** The card was inserted, a PIN was entered. */
  inserted: boolean
  pin: boolean
  /** The operation of the latest request; null until it is printed. */
  opcode: string | null
  /** The card was given back or kept: what is asked for now is the next customer's. */
  cardGone: boolean
  /** The attempt whose notes are presented, how often they were, and how often a line told what they are worth. */
  notesOf: Attempt | null
  presented: number
  priced: number
  /** Counts were printed for the latest presentation. */
  hasCounts: boolean
}

/** A session of this family. */
export type NdcSession = Session<Own>

/** How sessions of this family are opened and closed. */
export const RULES: BookRules<Own> = {
  evidence: ['response', 'offline', 'dispensed'],
  approvedCode: ZERO_CODE,
  printsEnd: true,
  newOwn: () => ({
    ...newDepositOwn(),
    starts: 0,
    inserted: false,
    pin: false,
    opcode: null,
    cardGone: false,
    notesOf: null,
    presented: 0,
    priced: 0,
    hasCounts: false,
  }),
  // The start mark has a time of its own, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

const PAN = /^CUSTOMER PAN ?: ?([\dX*]{13,19})$/
const RESPONSE = /^RESPONSE RECEIVED\b(?:.{0,60}?\bTXN SN NO ?= ?(\d{1,12})\b)?/
const GENAC_2 = /^GENAC ?2 ?: ?(TC|AAC)\b/
const CANCELLED = /^(?:TRANSACTION|CUSTOMER) CANCEL/
/** The host did not answer; other timeouts are the customer's. */
const TIMED_OUT = /^(?:HOST (?:TX )?TIMEOUT\b|TIMEOUT 'HOST)/
const maySpeak = startsIn('CUSTOMER', 'RESPONSE', 'GENAC', 'TRANSACTION', 'HOST', 'TIMEOUT', 'CASH F', 'NOTE ')

/** The card as the machine prints it; null where the line is none of it. */
export const panOf = (text: string): string | null => {
  const printed = text.startsWith('CUSTOMER PAN') ? PAN.exec(text)?.[1] : undefined
  return printed === undefined ? null : printedCard(printed)
}

/**
 * Notes go in once the host has allowed it, by a receipt that names the account and no code: the AAC before the notes
 * only ends the check of the card.
 */
const isAllowed = ({ answers, numbers }: Attempt): boolean => answers.length === 0 && numbers.accountTail !== null

/** What machine, host and card say of the request; true if it is evidence. */
const readDialogue = (session: NdcSession, text: string): boolean => {
  if (!maySpeak(text)) return false
  const { attempt } = session
  const response = RESPONSE.exec(text)
  const cryptogram = GENAC_2.exec(text)?.[1]
  if (text.startsWith('CUSTOMER PAN')) session.card ??= panOf(text)
  else if (response !== null) {
    attempt.replied = true
    if (response[1] !== undefined) takeNumber(attempt, 'serial', response[1])
  } else if (cryptogram !== undefined) {
    if (!attempt.deposit.begun && !(cryptogram === 'AAC' && isAllowed(attempt)))
      takeCryptogram(attempt, cryptogram === 'TC' ? 'APPROVED' : 'DECLINED')
  } else if (CANCELLED.test(text)) attempt.cancelledLine ??= attempt.line
  else if (TIMED_OUT.test(text)) attempt.timedOutLine ??= attempt.line
  else if (text.startsWith('CASH FATAL')) attempt.interrupted = attempt.cash.requested && !attempt.cash.taken
  else return false
  return true
}

const PRESENTED = /^(?:NOTES|CASH) PRESENTED\b/
const LEFT = /^(?:NOTES|CASH) (TAKEN|RETRACT)/
/** `2500 INR`: what the notes of a presentation are worth. */
const WORTH = /^(\d{1,8})(?:\.00)? ([A-Z]{3})$/
/** `1X100 2X200 4X500`. */
const BREAKDOWN = /^\d{1,4}X\d{1,6}(?: {1,3}\d{1,4}X\d{1,6}){0,7}$/
const BREAKDOWN_CELL = /(\d{1,4})X(\d{1,6})/g
/** `- 2 Bills from CART001 (INR,100)`, set aside while notes were counted out. */
const PICKED = /^- (\d{1,4}) BILLS? FROM CART\d{1,4} \(([A-Z]{3}),(\d{1,7})\)$/
const mayBeCash = startsIn('NOTES', 'CASH', 'CARD', '- ', ...'0123456789')
const CARD_GONE = /^CARD (?:EJECTED|TAKEN|RETAINED|RETRACTED|CAPTURED)\b/

/** Presentations of an attempt; one that has neither worth nor notes leaves their sum open. */
const startPresentation = (session: NdcSession): void => {
  const { own, attempt } = session
  if (own.notesOf !== attempt) Object.assign(own, { notesOf: attempt, presented: 0, priced: 0 })
  own.presented += 1
  own.hasCounts = false
  attempt.cash.requested = true
  attempt.cash.presented = true
  attempt.cash.unpriced = true
}

const readPresented = (session: NdcSession, text: string): void => {
  const { own, attempt } = session
  const isCounts = text.startsWith('NOTES')
  if (!isCounts || own.notesOf !== attempt || own.hasCounts) startPresentation(session)
  own.hasCounts = isCounts
}

/** Counts the worth of the latest presentation once, from the first line that gives it. */
const price = (session: NdcSession, minor: bigint, currency: string | null): void => {
  const { own } = session
  const attempt = own.notesOf
  if (attempt === null) return
  attempt.cash.currency ??= currency
  if (own.priced >= own.presented) return
  own.priced += 1
  addPresented(attempt, minor)
  attempt.cash.unpriced = own.priced < own.presented
}

const readBreakdown = (session: NdcSession, text: string): boolean => {
  const { own } = session
  if (!BREAKDOWN.test(text) || own.notesOf === null) return false
  if (!isFirst(session, `NOTES ${session.attempts.length} ${own.presented}`)) return true
  let sum = 0n
  for (const [, count, worth] of text.matchAll(BREAKDOWN_CELL)) {
    const minor = BigInt(worth ?? 0) * 100n
    addNotes(own.notesOf, 'DISPENSED', Number(count), minor, own.notesOf.cash.currency)
    sum += minor * BigInt(count ?? 0)
  }
  price(session, sum, null)
  return true
}

const readPicked = (session: NdcSession, text: string): boolean => {
  const [, count, currency = null, worth = ''] = PICKED.exec(text) ?? []
  if (count === undefined) return false
  const isNew = isFirst(session, `PICKED ${session.attempts.length} ${text}`)
  if (isNew) addNotes(session.attempt, 'REJECTED', Number(count), BigInt(worth) * 100n, currency)
  return true
}

/** What becomes of the notes and the card; true if it is evidence. */
const readOutcome = (session: NdcSession, text: string): boolean => {
  if (!mayBeCash(text)) return false
  const worth = WORTH.exec(text)
  const left = LEFT.exec(text)?.[1]
  if (CARD_GONE.test(text)) session.own.cardGone = true
  else if (text.startsWith('NOTES STACKED')) session.attempt.cash.requested = true
  else if (PRESENTED.test(text)) readPresented(session, text)
  else if (left !== undefined) readLeft(session, left === 'TAKEN')
  else if (worth?.[1] !== undefined) price(session, BigInt(worth[1]) * 100n, worth[2] ?? null)
  else return readBreakdown(session, text) || readPicked(session, text)
  return true
}

const readLeft = (session: NdcSession, isTaken: boolean): void => {
  const attempt = attemptOfNotes(session)
  if (isTaken) takeCash(attempt)
  else if (attempt.deposit.begun && !attempt.cash.presented) attempt.deposit.retracted = true
  else attempt.cash.retracted = true
}

/** `03/05/25   08:32      PR800001`, under `DATE       TIME       ATM ID`. */
const PLACE = /^\d\d\/\d\d\/\d\d {1,20}\d\d:\d\d {1,20}(?=[A-Z0-9]{0,19}\d)([A-Z0-9]{4,20})$/
/** What a receipt prints for a customer without a card. */
const NO_CARD = /^CARD (?:NO|NUMBER)\.? {0,20}:? {0,20}(\d)\1{5}[X*]{1,13}\1{4}$/
const BALANCE = /^BAL\.? ?(?:INQ|ENQ)/

/** A line of a receipt; true if it says something. */
const readPaper = ({ attempt }: NdcSession, text: string, bounds: DateBounds): boolean => {
  const place = text.charCodeAt(2) === SLASH ? PLACE.exec(text)?.[1] : undefined
  if (place !== undefined) {
    takeNumber(attempt, 'terminalId', place)
    takeHostDate(attempt, text, bounds)
  } else if (text.startsWith('BAL') && BALANCE.test(text)) attempt.named ??= 'BALANCE'
  else if (text.startsWith('CARD N') && NO_CARD.test(text)) return true
  else {
    const found = readReceipt(attempt, text, bounds)
    // Switches of India print rupees.
    if (found && attempt.currency === null && text.includes(' RS.') && attempt.amountMinor !== null)
      attempt.currency = 'INR'
    return found
  }
  return true
}

const SLASH = 0x2f

/** A line of a session, in capitals and without its time; true if it is evidence. */
export const readLine = (session: NdcSession, text: string, bounds: DateBounds): boolean =>
  readDialogue(session, text) ||
  readDeposit(session, text) ||
  readOutcome(session, text) ||
  readPaper(session, text, bounds)
