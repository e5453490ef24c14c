import { type Moment, NO_CLOCK } from '../sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from '../sessions/family.ts'
import { clockOf, startsIn, textAfterClock } from '../sessions/line-shapes.ts'
import { createRequestUnits } from '../sessions/receipts.ts'
import { createSessionBook } from '../sessions/session-book.ts'
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
import { type Desk, isNextCustomer, OPCODE, RULES, readSession } from './ncr-session.ts'

/** `*632*06/18/2025*04:48*`: sequence, date, time; the record that a start of the machine prints has no sequence. */
const DATED = /^\*(?:(\d{1,8})\*)?(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)\*(\d\d:\d\d(?::\d\d)?)\*?$/
/** How many spaces may be between a line's time and its text. */
const MAX_SPACES = 20
const START = /^\*{1,8} ?TRANSACTION START ?\*{1,8}$/
const END = /^\*{0,8} ?TRANSACTION END ?\*{0,8}$/
/** What start and end marks, and the lines of `CLOSING`, begin with: most lines are neither. */
const mayBeMark = startsIn('*', 'TRANSACTION')
const mayClose = startsIn(...'*- ', 'POWER', 'ENTER', 'EXIT', 'SUPERVISOR', 'ATM', 'OUT', 'TERMINAL', 'GO')
/** Lines after which no session goes on: power, the operator's panel, out of service. */
const CLOSING =
  /^[*\- ]{0,8}(?:POWER[ -]?(?:UP|ON|OFF|DOWN|FAIL|LOSS|INTERRUPT|RESET|RESTOR)|(?:ENTER(?:ED|ING)? |EXIT(?:ED|ING)? )?SUPERVISOR\b|(?:ATM |TERMINAL |GO(?:ING|NE)? )?OUT[ -]OF[ -]SERVICE\b)/

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const opening = createOpening(context, book)
  const desk: Desk = {
    book,
    notes: createNotes(),
    units: createRequestUnits(),
    cardBefore: () => opening.between.cards.before?.card ?? null,
  }
  const visible = createBlockFilter((text) => DATED.test(text) || START.test(text))

  /** A line that opens or closes a session, whatever it says of it; `at` is its own time. True if it is one. */
  const readMark = (text: string, number: number, at: Moment | undefined): boolean => {
    if (mayBeMark(text) && START.test(text)) markStart(opening, number, at)
    else if (mayBeMark(text) && END.test(text)) markEnd(opening, number, at)
    else if (mayClose(text) && CLOSING.test(text)) closeOpening(opening)
    else return false
    return true
  }
  const readTimed = (seconds: number, text: string, number: number): void => {
    passPower(opening, seconds)
    const at = book.at(seconds, text, number)
    if (at === null || readMark(text, number, at)) return
    if (isNextCustomer(book.open(), at, text)) closeOpening(opening)
    beforeLine(opening, number, at, text)
    const session = book.timed(at, text, number)
    if (session !== null) readSession(desk, session, seconds, text, number)
  }
  const readUntimed = (text: string, number: number): void => {
    if (readMark(text, number, undefined)) return
    beforeLine(opening, number, undefined, text)
    const session = currentSession(opening)
    if (session !== null && readSession(desk, session, NO_CLOCK, text, number) && number > session.lastLine)
      session.lastLine = number
  }
  return {
    line: (raw, number) => {
      if (raw === '') return
      const text = visible(raw.includes('\t') ? raw.replaceAll('\t', ' ') : raw)
      if (text === null) return
      const dated = text.startsWith('*') ? DATED.exec(text) : null
      const seconds = clockOf(text, MAX_SPACES)
      const said = seconds === NO_CLOCK ? text : textAfterClock(text)
      if (dated !== null) readRecord(opening, dated)
      else if (desk.notes.readTable(said)) return
      else if (seconds === NO_CLOCK) readUntimed(text, number)
      else readTimed(seconds, said, number)
    },
    end: () => closeOpening(opening),
  }
}

const MARKS = [DATED, START, OPCODE, /^GENAC ?[12] {0,9}[:=]/, /^NOTES PRESENTED \d{1,4},\d/, /^TRANSACTION END$/]
const mayBeOwn = startsIn('*', 'OPCODE', 'GENAC', 'NOTES', 'TRANSACTION')

/** Whether a line has a mark that only this family prints, with or without a time before it. */
const isMark = (line: string): boolean => {
  const said = clockOf(line, MAX_SPACES) === NO_CLOCK ? line : textAfterClock(line)
  return mayBeOwn(said) && MARKS.some((mark) => mark.test(said))
}

/** NCR machines (APTRA Advance NDC), whose journal dates sessions by numbered records between stars. */
export const ncr: Family = {
  name: 'NCR',
  isMark,
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
  customerLabels: [],
  customerNumberNext: null,
  customerNumberOver: null,
}
