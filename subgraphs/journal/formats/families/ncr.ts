import { type Attempt, isAnswered } from '../sessions/attempt.ts'
import { clockAt, type Moment, NO_CLOCK } from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { clockOf, startsIn, textAfterClock } from '../sessions/line-shapes.ts'
import { createRequestUnits } from '../sessions/request-units.ts'
import { createSessionBook, extendUntimed } from '../sessions/session-book.ts'
import { upperCase } from '../text/single-spaces.ts'
import { createBlockFilter } from './ncr-blocks.ts'
import { createNotes } from './ncr-notes.ts'
import {
  beforeLine,
  closeOpening,
  createOpening,
  currentSession,
  markEnd,
  markStart,
  passPower,
  readRecord,
} from './ncr-opening.ts'
import { compareCard, type Desk, interrupt, isNextCustomer, RULES, readSession } from './ncr-session.ts'

/** `*632*06/18/2025*04:48*`: sequence, date, time; the record that a start of the machine prints has no sequence. */
const DATED = /^\*(?:(\d{1,8})\*)?(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)\*(\d\d:\d\d(?::\d\d)?)\*?$/
/** How many spaces may be between a line's time and its text. */
const MAX_SPACES = 20
const START = /^\*{1,8} ?(?:CARDLESS )?TRANSACTION START ?\*{1,8}$/
const END = /^\*{0,8} ?TRANSACTION END ?\*{0,8}$/
/** What start and end marks, and the lines of `CLOSING`, begin with: most lines are neither. */
const mayBeMark = startsIn('*', 'TRANSACTION')
const mayClose = startsIn(...'*- ', 'POWER', 'ENTER', 'EXIT', 'SUPERVISOR', 'ATM', 'OUT', 'TERMINAL', 'GO')
/** Lines after which no session goes on: power, the operator's panel, out of service. */
const CLOSING =
  /^[*\- ]{0,8}(?:POWER[ -]?(?:UP|ON|OFF|DOWN|FAIL|LOSS|INTERRUPT|RESET|RESTOR)|(?:ENTER(?:ED|ING)? |EXIT(?:ED|ING)? )?SUPERVISOR\b(?! ENTRY ATTEMPTED)|(?:ATM |TERMINAL |GO(?:ING|NE)? )?OUT[ -]OF[ -]SERVICE\b)/
const POWER = /POWER/
const STAR = 0x2a
const CLOCK_LENGTH = 'HH:MM:SS'.length

/** `15:56:58*CIM-DEPOSIT ACTIVATED`: the lines of some devices have a star behind their time. */
const withoutStar = (text: string): string =>
  text.charCodeAt(8) === STAR && clockAt(text, 0) !== NO_CLOCK ? `${text.slice(0, 8)} ${text.slice(9)}` : text

/** A line as it is compared: in capitals, spaces for tabs. */
const normalized = (raw: string): string => withoutStar(upperCase(raw.includes('\t') ? raw.replaceAll('\t', ' ') : raw))

const createReader = (context: ReadContext): FamilyReader => {
  const units = createRequestUnits(context.profile)
  const shownLater = (attempt: Attempt) => ({ requestedMinor: units.minorOf(attempt), kind: units.kindOf(attempt) })
  const book = createSessionBook(context, { ...RULES, shownLater })
  const opening = createOpening(context, book)
  const desk: Desk = {
    book,
    notes: createNotes(),
    units,
    bounds: context,
    timeAbove: NO_CLOCK,
    cardBefore: () => opening.between.cards.before?.card ?? null,
  }
  const visible = createBlockFilter((text) => DATED.test(text) || START.test(text))

  /** A line that opens or closes a session, whatever it says of it; `at` is its own time. True if it is one. */
  const readMark = (text: string, number: number, at: Moment | undefined): boolean => {
    if (mayBeMark(text) && START.test(text)) markStart(opening, number, at)
    else if (mayBeMark(text) && END.test(text)) markEnd(opening, number, at)
    else if (mayClose(text) && CLOSING.test(text)) {
      const session = book.open()
      if (session !== null && POWER.test(text)) interrupt(session)
      closeOpening(opening)
    } else return false
    return true
  }
  const readTimed = (seconds: number, text: string, number: number): void => {
    passPower(opening, seconds)
    const at = book.at(seconds, text, number)
    if (at === null) return
    context.see(text, number)
    if (readMark(text, number, at)) return
    if (isNextCustomer(book.open(), at, text)) closeOpening(opening)
    beforeLine(opening, number, at, text)
    const session = book.timed(at, text, number)
    if (session !== null) readSession(desk, session, { time: seconds, at, text, number })
  }
  const readUntimed = (text: string, number: number): void => {
    context.see(text, number)
    if (readMark(text, number, undefined)) return
    beforeLine(opening, number, undefined, text)
    const session = currentSession(opening)
    if (session === null) compareCard(book.open(), text)
    if (session === null || !readSession(desk, session, { time: NO_CLOCK, at: null, text, number })) return
    // Behind a start that may be printed again it is of the session before the mark, or of the one behind it.
    if (opening.between.doubtful !== null) session.mixed ||= isAnswered(session.attempt)
    extendUntimed(session, number)
  }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const text = visible(normalized(raw))
      if (text === null) return
      const dated = text.startsWith('*') ? DATED.exec(text) : null
      const seconds = clockOf(text, MAX_SPACES)
      // A time alone in its line is that of the notes below it.
      if (seconds !== NO_CLOCK) desk.timeAbove = NO_CLOCK
      else if (text.length === CLOCK_LENGTH) desk.timeAbove = clockAt(text, 0)
      const said = seconds === NO_CLOCK ? text : textAfterClock(text)
      if (dated !== null) readRecord(opening, dated)
      else if (desk.notes.readTable(said)) return
      else if (seconds === NO_CLOCK) readUntimed(text, number)
      else readTimed(seconds, said, number)
    },
    end: () => closeOpening(opening),
  }
}

/** Marks with a time of their own, which no other family prints so. */
const TIMED_MARKS =
  /^(?:OPCODE ?[=:]|GENAC ?[12] {0,9}[:=]|NOTES PRESENTED \d{1,4},\d|TRANSACTION END$|REQUEST SENT\b|RESPONSE RECEIVED\b)/
const mayBeTimedMark = startsIn('OPCODE', 'GENAC', 'NOTES', 'TRANSACTION', 'REQUEST', 'RESPONSE')

/** Whether a line has a mark that only this family prints. In mixed case the same words are another family's. */
const isMark = (line: string): boolean => {
  if (line.startsWith('*')) return DATED.test(line)
  if (clockOf(line, MAX_SPACES) === NO_CLOCK) return false
  const said = textAfterClock(line)
  const text = said === said.toLowerCase() ? said.toUpperCase() : said
  return mayBeTimedMark(text) && TIMED_MARKS.test(text)
}

/** NCR machines (APTRA Advance NDC), whose journal dates sessions by numbered records between stars. */
export const ncr: Family = {
  name: 'NCR',
  isMark,
  markStarts: '*0',
  createReader,
  evidence: [
    /\bAID ?[=:]? ?A[0-9A-F]{9,31}\b/g,
    /\bATR(?: RECEIVED)?(?: T=\d)?[ :=]{1,3}3[BF][0-9A-F]{8,64}\b/g,
    /\b(?:ARQC|TC|AAC|IAD|CRYPTOGRAM) ?[=:] ?(?=[0-9]{0,63}[A-F])[0-9A-F]{16,64}\b/g,
    /\bTVR(?:\/TSI)? ?[=:]? ?[0-9A-F]{10}(?: [0-9A-F]{4})?\b/g,
    /^\s{0,40}\*\d{1,6}\*\d{1,3}\*[A-Z](?:[*(,]\d{1,12}){0,8}(?:,[A-Z]-\d{1,8}){0,4}/g,
    /^\s{0,40}(?:DENOMINATION|DISPENSED|REJECTED|REMAINING)(?: {1,20}\d{1,7}){1,8}\s{0,40}$/g,
    /\b(?:TERMINAL|MACHINE)(?: (?:ID|NO|NUMBER))\.? ?[:=]? ?\d{1,15}\b/g,
    /"SESSION" ?: ?\d{1,19}\b/g,
  ],
  cardLabels: [],
  cardLine: null,
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
