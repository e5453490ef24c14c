import type { Family, FamilyReader, ReadContext } from './family.ts'
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
import { createRequestUnits } from './receipts.ts'
import { createSessionBook } from './session-book.ts'

/** `*632*06/18/2025*04:48*`: sequence, date, time; the record that a start of the machine prints has no sequence. */
const DATED = /^\*(?:(\d{1,8})\*)?(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)\*(\d\d:\d\d(?::\d\d)?)\*?$/
const TIMED = /^(\d\d:\d\d:\d\d) {1,20}(\S.*)$/
const START = /^\*{1,8} ?TRANSACTION START ?\*{1,8}$/
const END = /^\*{0,8} ?TRANSACTION END ?\*{0,8}$/
/** What a dated line, and a line with a time, begin with: told by a character or two, as most lines are neither. */
const isStarred = (text: string): boolean => text.startsWith('*')
const isClocked = (text: string): boolean => text.charAt(2) === ':' && text.charAt(5) === ':'
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

  const readTimed = (time: string, text: string, number: number): void => {
    passPower(opening, time)
    const at = book.at(time, text, number)
    if (at === null) return
    if (START.test(text)) markStart(opening, number, at)
    else if (END.test(text)) markEnd(opening, number, at)
    else if (CLOSING.test(text)) closeOpening(opening)
    else {
      if (isNextCustomer(book.open(), at, text)) closeOpening(opening)
      beforeLine(opening, number, at, text)
      const session = book.timed(at, text, number)
      if (session !== null) readSession(desk, session, time, text, number)
    }
  }
  const readUntimed = (text: string, number: number): void => {
    if (START.test(text)) markStart(opening, number, undefined)
    else if (END.test(text)) markEnd(opening, number, undefined)
    else if (CLOSING.test(text)) closeOpening(opening)
    else {
      beforeLine(opening, number, undefined, text)
      const session = currentSession(opening)
      if (session !== null && readSession(desk, session, '', text, number))
        session.lastLine = Math.max(session.lastLine, number)
    }
  }
  return {
    line: (raw, number) => {
      const text = visible(raw.includes('\t') ? raw.replaceAll('\t', ' ').trim() : raw.trim())
      if (text === null || text === '') return
      const dated = isStarred(text) ? DATED.exec(text) : null
      const clocked = isClocked(text) ? TIMED.exec(text) : null
      if (dated !== null) readRecord(opening, dated)
      else if (desk.notes.readTable(clocked?.[2] ?? text)) return
      else if (clocked?.[1] !== undefined) readTimed(clocked[1], clocked[2] ?? '', number)
      else readUntimed(text, number)
    },
    end: () => closeOpening(opening),
  }
}

const MARKS = [DATED, START, OPCODE, /^GENAC ?[12] {0,9}[:=]/, /^NOTES PRESENTED \d{1,4},\d/, /^TRANSACTION END$/]

/** How many lines bear a mark that only this family prints, with or without a time before it. */
const sniff = (head: readonly string[]): number =>
  head.filter((line) => {
    const text = line.trim()
    const bare = TIMED.exec(text)?.[2] ?? text
    return MARKS.some((mark) => mark.test(bare))
  }).length

/** NCR machines (APTRA Advance NDC), whose journal dates sessions by numbered records between stars. */
export const ncr: Family = {
  name: 'NCR',
  sniff,
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
  customerNumberNext: null,
  customerNumberOver: null,
}
