import { printedCard } from '../sessions/cards.ts'
import { DAY_SECONDS, type Moment, NO_CLOCK } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { BY_SERIAL, mayBeReceipt, type Request, type RequestUnits, readReceipt } from '../sessions/receipts.ts'
import { forgetAnswer, isFirst, isSettled, openSession, type Session } from '../sessions/session.ts'
import type { BookRules, SessionBook } from '../sessions/session-book.ts'
import { upperCase } from '../text/single-spaces.ts'
import type { Notes, Presentation } from './ncr-notes.ts'

/** Outcomes, which may be printed when the next session has begun. */
export const LAGGING = /^(?:NOTES|CASH|CARD (?:TAKEN|RETAINED)|GENAC|RESPONSE RECEIVED)\b/

/** What only a session has, and what separates one from the next. */
export const CARD_INSERTED = /^CARD INSERTED\b/
const CARD_GONE = /^CARD (?:TAKEN|RETAINED)\b/
export const CARD = /^(?:CARD|PAN) ?:? {0,10};?([\dX*]{13,25})\b/
export const OPCODE = /^OPCODE ?[=:]/
/** What a session begins with, each once: the same again is of another session, if there is a start mark before it. */
const BEGINNINGS = [CARD_INSERTED, /^ATR\b/, CARD, /^PIN ENTERED\b/, OPCODE]
/** What those begin with. */
export const mayBegin = startsIn('CARD', 'ATR', 'PAN', 'PIN', 'OPCODE')
const REQUEST = /^REQUEST SENT(?: \[AMOUNT=(\d{1,15})\])?/
const RESPONSE = /^RESPONSE RECEIVED\b/
const SERIAL = /\bTXN SN NO ?= ?(\d{1,12})\b/
/** What the lines of the dialogue with the host and the card, and those of notes and card, begin with. */
const maySpeak = startsIn('REQUEST', 'RESPONSE', 'GENAC')
const mayBeOutcome = startsIn('CARD', 'PAN', 'NOTES', 'CASH', 'POSITION', 'COUNT')
const NOTES_LEFT = /^(?:NOTES|CASH) (?:TAKEN\b|RETRACT)/
const GENAC_2 = /^GENAC ?2 {0,9}[:=] {0,9}(TC|AAC)\b/

/**
 * What is kept with a session: how notes are presented, what was requested by which operation, whether the card was
 * gone after that; what is said of a request that was made after notes came out, which is a transaction of its own if
 * notes come out again; and the time of the latest line before that request, which is then the end.
 */
export type Own = Presentation &
  Request & {
    operation: string
    asked: boolean
    cardGone: boolean
    begun: number
    next: NcrSession | null
    until: Moment | null
  }

/** A session of this family. */
export type NcrSession = Session<Own>

/** How sessions of this family are opened and closed. */
export const RULES: BookRules<Own> = {
  evidence: ['response', 'offline', 'taken'],
  approvedCode: /^0{2,3}$/,
  printsEnd: true,
  newOwn: () => ({
    presented: '',
    positions: null,
    requested: null,
    over: false,
    operation: '',
    asked: false,
    cardGone: false,
    begun: 0,
    next: null,
    until: null,
  }),
  lagging: LAGGING,
  datedStart: true,
}

/** What one file's lines are read with. */
export type Desk = {
  readonly book: SessionBook<Own>
  readonly notes: Notes
  readonly units: RequestUnits
  /** The card of the session before the one that is open. */
  cardBefore(): string | null
}

/** The first card that is printed, unless it is that of the session before and another one follows. */
const takeCard = (desk: Desk, session: NcrSession, printed: string): void => {
  const card = printedCard(printed)
  const isOld = session.card === desk.cardBefore() && !session.own.asked
  if (card !== null && (session.card === null || isOld)) session.card = card
}

const readRequest = ({ units }: Desk, session: NcrSession, digits: string | undefined): void => {
  if (digits === undefined || isSettled(session)) return
  session.own.requested = BigInt(digits)
  session.cash.requestedMinor = units.minorOf(session.own.requested, session.own.operation)
}

/** A request: what was said before is not about it, and may be a line of the session before that is printed again. */
const beginRequest = (session: NcrSession, operation: string): void => {
  const { own, cash } = session
  forgetAnswer(session)
  session.references.length = 0
  session.offline = null
  own.operation = operation
  own.requested = null
  cash.requestedMinor = null
  own.asked = true
}

/** A request after notes came out: what is said from here on is not about them, and is read aside. */
const openNext = (session: NcrSession, number: number): NcrSession => {
  const next = openSession(session.endedAt ?? session.startedAt, number, RULES.newOwn())
  next.card = session.card
  next.endedAt = session.endedAt
  return next
}

/** What the machine and the card say of the request, with or without a time; true if it is evidence. */
const readDialogue = (desk: Desk, session: NcrSession, text: string): boolean => {
  if (!maySpeak(text)) return false
  const { cash } = session
  const request = REQUEST.exec(text)
  const cryptogram = GENAC_2.exec(text)?.[1]
  if (request !== null) readRequest(desk, session, request[1])
  else if (RESPONSE.test(text)) session.references[BY_SERIAL] ??= SERIAL.exec(text)?.[1] ?? null
  else if (cryptogram !== undefined) {
    if (session.offline === null || !cash.presented) session.offline = cryptogram === 'TC' ? 'APPROVED' : 'DECLINED'
  } else return false
  return true
}

/** What becomes of the card and the notes; true if it is evidence. */
const readOutcome = (desk: Desk, session: NcrSession, time: number, text: string): boolean => {
  if (!mayBeOutcome(text)) return false
  const { own, cash } = session
  const card = CARD.exec(text)?.[1]
  if (card !== undefined) takeCard(desk, session, card)
  else if (CARD_GONE.test(text)) own.cardGone = own.asked
  else if (/^NOTES STACKED\b/.test(text)) cash.requested = true
  else if (NOTES_LEFT.test(text)) {
    if (text.includes('TAKEN')) cash.taken = true
    else cash.retracted = true
  } else return desk.notes.readPresented(session, time, text)
  return true
}

const readEvidence = (desk: Desk, session: NcrSession, time: number, text: string): boolean => {
  const isEvidence = readDialogue(desk, session, text) || readOutcome(desk, session, time, text)
  if (isEvidence || !mayBeReceipt(text) || !readReceipt(session, upperCase(text))) return isEvidence
  desk.units.learn(session, session.own.operation)
  return true
}

const readOpcode = (session: NcrSession, time: number, text: string, number: number): void => {
  const { own, cash } = session
  const isLate = time !== NO_CLOCK && session.endedAt !== null && time < session.endedAt % DAY_SECONDS
  if (isLate || !isFirst(session, `REQUEST ${time} ${text}`)) return
  if (cash.presented || cash.taken) own.next ??= openNext(session, number)
  beginRequest(own.next ?? session, text.replace(OPCODE, '').trim())
}

/** The session that a line is about: the one that is open, or what follows it under the same card. */
const aboutOf = (session: NcrSession, time: number, text: string): NcrSession => {
  const { next } = session.own
  return next === null || NOTES_LEFT.test(text) || session.counted?.has(`${time} ${text}`) === true ? session : next
}

/** A line of the session that is open; true if it is evidence. */
export const readSession = (desk: Desk, session: NcrSession, time: number, text: string, number: number): boolean => {
  if (text.startsWith('OPCODE') && OPCODE.test(text)) {
    readOpcode(session, time, text, number)
    return true
  }
  const about = aboutOf(session, time, text)
  const isEvidence = readEvidence(desk, about, time, text)
  if (session.own.next === null) session.own.until = session.endedAt
  if (about === session) return isEvidence
  about.endedAt = session.endedAt
  about.lastLine = number
  session.own.cardGone ||= about.own.cardGone
  if (about.cash.requested || about.cash.presented) {
    session.own.next = null
    session.endedAt = session.own.until
    desk.book.adopt(about)
  }
  return isEvidence
}

/** Whether a line begins something in the session: for the first time, again, or (null) nothing. */
export const beginningOf = ({ own }: NcrSession, text: string): 'first' | 'again' | null => {
  if (!mayBegin(text)) return null
  const which = BEGINNINGS.findIndex((pattern) => pattern.test(text))
  if (which < 0) return null
  const isAgain = (own.begun & (1 << which)) !== 0
  own.begun |= 1 << which
  return isAgain ? 'again' : 'first'
}

/**
 * True for a card or a request that comes after the session's card is gone, though neither end nor start was printed.
 * A card that is gone before the first request was only dipped.
 */
export const isNextCustomer = (session: NcrSession | null, at: Moment, text: string): boolean =>
  session?.own.cardGone === true &&
  at > (session.endedAt ?? 0) &&
  mayBegin(text) &&
  (CARD_INSERTED.test(text) || OPCODE.test(text))
