import { readIsoDate } from './dates.ts'
import type { Family, FamilyReader, ReadContext } from './family.ts'
import { BY_SERIAL, type Request, readReceipt } from './receipts.ts'
import { addPresented, isFirst, type Session } from './session.ts'
import { type BookRules, createSessionBook, type SessionBook } from './session-book.ts'
import { createMarkedSessions, type MarkedSessions, type Marks, noteRequest } from './session-marks.ts'
import { withSingleSpaces } from './single-spaces.ts'

/** `YYYY-MM-DD HH:MM:SS.mmm TEXT`, of a line without the spaces around it and with one space between its words. */
const STAMPED = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)[.,](\d{1,3})(?: (.*))?$/
const START = /^(?:-{1,8}> ?)?TRANSACTION START\b/
const END = /^(?:<-{1,8} ?)?TRANSACTION END\b/
/** What no session outlives. A line that is down is none: the machine goes on with what it has been told. */
const CLOSES =
  /^(?:(?:ATM )?POWER (?:ON|OFF|UP|DOWN|FAIL)|ENTER (?:POWERUP|OUT ?OF ?SERVICE|MAINTENANCE|SUPERVISOR) MODE|SUPERVISOR\b)/
const REQUEST = /^TRANSACTION REQUEST\b/
const SERIAL = /^TRANSACTION SERIAL NUMBER ?[:=]? ?(\d{1,12})$/

const COMMAND = /^DISPENSE COMMAND FROM HOST\b/
/** `[Type (A)], REQUESTED: 19`; the line `[Type (A)][CAS 00001] REQUESTED: 19` passes the same on to a cassette. */
const REQUESTED = /^\[TYPE ?\(([A-Z])\)\] ?, ?REQUESTED ?: ?(\d{1,4})$/
/** `[CAS 00001] OUT: 19, REJECT: 00, DENO: 1000`. */
const OUT = /^\[CAS ?\d{1,6}\] ?OUT ?: ?(\d{1,4})\b(?:.{0,40}?\bDENO ?: ?(\d{1,7})$)?/
const PRESENTED = /^(?:PRESENT SUCCESS|TAKE CASH TIMEOUT)\b/
const TAKEN = /^(?:DELIVER MONEY[. ]{0,8})?(?:MONEY|CASH|NOTES) TAKEN\b/
const RETRACTED =
  /^(?:TAKE CASH TIMEOUT ?,? ?RETRACT|(?:CDM|CIM|CASH|MONEY|NOTES|CASH DEPOSIT) ?RETRACT|DELIVER MONEY[. ]{0,8}(?:MONEY )?RETRACT)(?:ED|ING)?\b(?! ?(?:FAIL|ERROR|BIN|COUNT))/
const DEPOSIT = /^(?:CASH DEPOSIT START|START COUNT NOTES|ENCASH SUCCESS)\b/
const CARD_INSERTED = /^CARD INSERTED\b/
const CARD_GONE = /^CARD (?:TAKEN|CAPTURED|RETAINED)\b/

/**
 * The latest command to dispense, the notes it asked for and the notes that came out; since when notes or card are gone,
 * and whether the card is.
 */
type Own = Request &
  Marks & { command: string; wanted: number; given: number; overAt: string | null; cardGone: boolean }

type GrgSession = Session<Own>

/** What the lines of one file are read with. */
type Desk = { readonly book: SessionBook<Own>; readonly marks: MarkedSessions<Own> }

const RULES: BookRules<Own> = {
  evidence: ['response', 'dispensed'],
  approvedCode: /^0{1,4}$/,
  printsEnd: true,
  newOwn: () => ({
    requested: null,
    over: false,
    marked: false,
    asked: false,
    command: '',
    wanted: 0,
    given: 0,
    overAt: null,
    cardGone: false,
  }),
  // Each line of this family has its full time, so that what is earlier cannot be of the session that is open.
  lagging: /^/,
  datedStart: false,
}

/** True if a line counts notes. Printed again it counts once: after each command a type, and each line of a cassette. */
const readCounts = (session: GrgSession, text: string, at: string | null): boolean => {
  const { own, cash } = session
  const requested = REQUESTED.exec(text)
  const out = OUT.exec(text)
  if (requested !== null && isFirst(session, `${own.command} ${requested[1]}`)) own.wanted += Number(requested[2])
  if (out !== null && (at !== null || isFirst(session, `${own.command} ${text}`))) {
    own.given += Number(out[1])
    addPresented(session, out[2] === undefined ? null : BigInt(out[1] ?? 0) * BigInt(out[2]) * 100n)
  }
  cash.short = own.given > 0 && own.given < own.wanted
  return requested !== null || out !== null
}

/** What becomes of the notes; true if the line says so. */
const readCash = (session: GrgSession, text: string): boolean => {
  const { cash } = session
  if (text.startsWith('DISPENSE SUCCESS')) cash.requested = true
  else if (text.startsWith('DISPENSE FAIL')) {
    // Notes taken after a command that failed are no evidence that it was approved.
    cash.requested = false
    session.named ??= 'WITHDRAWAL'
  } else if (RETRACTED.test(text)) cash.retracted = true
  else if (session.named === 'DEPOSIT' && !cash.requested) {
    // Notes that a deposit gives back are no withdrawal.
    return PRESENTED.test(text) || TAKEN.test(text)
  } else if (PRESENTED.test(text)) cash.presented = true
  else if (TAKEN.test(text)) cash.taken = true
  else if (DEPOSIT.test(text)) session.named ??= 'DEPOSIT'
  else return false
  return true
}

/** A line of a session; true if it is part of its evidence. `at` is null for a line without a time. */
const readEvidence = (session: GrgSession, text: string, at: string | null): boolean => {
  const { own, cash } = session
  if (readCash(session, text)) {
    if (cash.taken || cash.retracted) own.overAt ??= at
    return true
  }
  const serial = SERIAL.exec(text)?.[1]
  if (serial !== undefined) session.references[BY_SERIAL] ??= serial
  else if (COMMAND.test(text)) {
    // Tried again after it failed, it is the last command that tells how many notes should come.
    if (at !== null && at !== own.command) own.wanted = own.given = 0
    own.command = at ?? own.command
    cash.requested = true
  } else if (CARD_GONE.test(text)) {
    own.cardGone = true
    own.overAt ??= at
  } else return readCounts(session, text, at) || readReceipt(session, text)
  return true
}

/**
 * A request opens a session where none is open. In one whose own start mark is missing, a request after its notes or its
 * card are gone is the next customer's.
 */
const readRequest = ({ book, marks }: Desk, at: string, text: string, number: number): void => {
  const open = book.open()
  const isNext = open !== null && !open.own.marked && open.own.overAt !== null && at > open.own.overAt
  if (isNext) book.start(number, at)
  let session = book.timed(at, text, number)
  if (session === null && !marks.isPast(at)) {
    book.start(number, at)
    session = book.timed(at, text, number)
  }
  if (session !== null) noteRequest(session, at)
}

const readTimed = (desk: Desk, at: string, text: string, number: number): void => {
  const { book, marks } = desk
  const open = book.open()
  if (START.test(text)) marks.start(at, number)
  else if (END.test(text)) marks.end(at, number)
  else if (CLOSES.test(text)) marks.close(at)
  else if (open !== null && marks.isPast(at)) return
  else if (REQUEST.test(text)) readRequest(desk, at, text, number)
  else {
    // A card after one that is gone is the next customer's, though neither end nor start was printed.
    if (open?.own.cardGone === true && CARD_INSERTED.test(text) && at > (open.endedAt ?? '')) book.start(number, at)
    const session = book.timed(at, text, number)
    if (session !== null) readEvidence(session, text, at)
  }
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const desk: Desk = { book, marks: createMarkedSessions(book) }
  let printed = ''
  let day: string | undefined
  /** The day of a printed date; the same for thousands of lines. Undefined for one that cannot be true. */
  const dayOf = (date: string): string | undefined => {
    if (date !== printed) {
      printed = date
      day = readIsoDate(date, context) ?? undefined
    }
    return day
  }
  return {
    line: (raw, number) => {
      const text = withSingleSpaces(raw).toUpperCase()
      const stamped = STAMPED.exec(text)
      if (stamped?.[1] === undefined || stamped[2] === undefined) {
        const session = book.current()
        if (session !== null && text !== '' && readEvidence(session, text, null)) session.lastLine = number
        return
      }
      const rest = stamped[4] ?? ''
      const at = book.at(stamped[2], `.${stamped[3]} ${rest}`, number, dayOf(stamped[1]))
      if (at !== null) readTimed(desk, at, rest, number)
    },
    end: book.close,
  }
}

/** Lines that only this family prints: a log of another program may have the same stamp. */
const OWN_MARK =
  /^\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d{1,3}\s{1,8}(?:-{1,8}> ?TRANSACTION START|<-{1,8} ?TRANSACTION END|TRANSACTION (?:REQUEST|REPLY|SERIAL NUMBER|RECEIPT DATA)\b|DISPENSE (?:COMMAND|SUCCESS|FAIL)|PRESENT SUCCESS|\[CAS ?\d|TAKE CASH TIMEOUT|DELIVER MONEY|(?:ENTER|EXIT) [A-Z ]{4,20} MODE|ATM POWER UP|LINE (?:UP|DOWN)$|CASSETTE STATUS|CASH UNIT CHANGED)/

/** GRG machines: each line with its full time. */
export const grg: Family = {
  name: 'GRG',
  sniff: (head) => head.filter((line) => OWN_MARK.test(line.trimEnd())).length,
  createReader,
  evidence: [
    /\bNOTE SERIAL (?:NO|NUMBER)\.? ?[:=]? ?[0-9A-Z]{6,20}\b/g,
    /\bTRANSACTION SERIAL NUMBER ?[:=]? ?\d{1,20}\b/g,
  ],
  customerNumberNext: null,
  customerNumberOver: null,
}
