import { addDays } from '../../kit/dates.ts'
import { printedCard } from './cards.ts'
import { readDate, readTime } from './dates.ts'
import type { Family, FamilyReader, ReadContext } from './family.ts'
import { createBlockFilter } from './ncr-blocks.ts'
import { createNotes } from './ncr-notes.ts'
import {
  beginningOf,
  CARD,
  CARD_INSERTED,
  type Desk,
  isNextCustomer,
  LAGGING,
  type NcrSession,
  OPCODE,
  type Own,
  RULES,
  readSession,
} from './ncr-session.ts'
import { createRequestUnits } from './receipts.ts'
import { createSessionBook, type SessionBook } from './session-book.ts'

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
/** A time that is this much earlier than one before it is of another day. */
const HOURS_BACK = 2 * 3600

/** What is remembered between sessions, to open the next one. */
type Between = {
  /** The latest dated record; it was printed since the latest start; the record of the latest start. */
  record: string
  isNewRecord: boolean
  startedRecord: string
  /** The record of a machine's start. */
  powerRecord: string
  /** The day and time of the record of a machine's start, until a line tells the time after it. */
  power: { readonly date: string; readonly seconds: number } | null
  /** A start that may be printed again: a session only if it is followed by what only a session's beginning has. */
  doubtful: number | null
  /** The cards of the session that is open, or was last, and of the one before it. */
  cards: { session: NcrSession | null; before: NcrSession | null }
  /** A card was inserted while no session was open: the card, once it is printed. */
  inserted: { card: string | null } | null
  /** The latest session that had its end mark; and whether anything new was printed since. */
  ended: NcrSession | null
  isNew: boolean
}

const createOpening = (context: ReadContext, book: SessionBook<Own>) => {
  const between: Between = {
    record: '',
    isNewRecord: false,
    startedRecord: '',
    powerRecord: '',
    power: null,
    doubtful: null,
    cards: { session: null, before: null },
    inserted: null,
    ended: null,
    isNew: true,
  }
  const open = (number: number, at: string | undefined): void => {
    const isOther = between.isNewRecord && between.record !== between.startedRecord
    const session = book.start(number, at, isOther)
    if (session !== between.cards.session) between.cards = { session, before: between.cards.session }
    session.card ??= between.inserted?.card ?? null
    between.startedRecord = between.isNewRecord ? between.record : ''
    between.isNewRecord = false
    between.doubtful = null
    between.inserted = null
  }
  const isWithinEnded = (at: string): boolean =>
    between.ended !== null && at >= between.ended.startedAt && at <= (between.ended.endedAt ?? '')

  return {
    date([record = '', sequence, first = '', second = '', year = '', time = '']: readonly (
      | string
      | undefined
    )[]): void {
      if (sequence === undefined && record === between.powerRecord) return
      if (sequence === undefined) between.powerRecord = record
      book.date(first, second, year, time, sequence !== undefined)
      const date = readDate(Number(first), Number(second), Number(year), context)
      const seconds = readTime(time)
      between.power = sequence === undefined && date !== null && seconds !== null ? { date, seconds } : null
      between.isNewRecord = sequence !== undefined
      between.isNew ||= record !== between.record
      between.record = record
    },
    /** A line with a time after a machine's start in the evening: if the time steps back, it is of the day after. */
    passPower(time: string): void {
      const { power } = between
      const seconds = readTime(time)
      if (power === null || seconds === null) return
      between.power = null
      const next = addDays(power.date, 1)
      if (seconds <= power.seconds - HOURS_BACK && next <= context.latest) book.day(next, time)
    },
    cardBefore: (): string | null => between.cards.before?.card ?? null,
    start(number: number, at: string | undefined): void {
      const isRecordAgain = between.isNewRecord && between.record === between.startedRecord
      // Where starts have a record of their own, one without may be printed again.
      const isWithoutRecord = !between.isNewRecord && between.startedRecord !== '' && book.open() !== null
      if (at === undefined && (isRecordAgain || isWithoutRecord)) {
        if (isWithoutRecord || book.open() === null) between.doubtful = number
        return
      }
      between.inserted = null
      open(number, at)
    },
    /** Opens a session at a line that only a session has, or that shows a doubtful start to be one. */
    before(number: number, at: string | undefined, text: string): void {
      const { doubtful } = between
      const session = book.open()
      if (session !== null) {
        const beginning = beginningOf(session, text)
        if (beginning !== null) between.doubtful = null
        if (beginning === 'again' && doubtful !== null) open(doubtful, undefined)
        return
      }
      const isOld = at === undefined ? !between.isNew : isWithinEnded(at)
      if (doubtful !== null && at !== undefined && !isOld && !LAGGING.test(text)) open(doubtful, undefined)
      else if (OPCODE.test(text) && !isOld) open(number, at)
      else if (CARD_INSERTED.test(text)) between.inserted = { card: null }
      else if (between.inserted !== null) between.inserted.card ??= printedCard(CARD.exec(text)?.[1] ?? '')
      between.isNew ||= at !== undefined && !isOld
    },
    /** The session of a line without a time; none once another card was inserted after the last one ended. */
    current: (): NcrSession | null => (between.inserted === null || book.open() !== null ? book.current() : null),
    end(number: number, at: string | undefined): void {
      const session = book.open()
      between.doubtful = null
      book.end(number, at)
      if (session === null || book.open() !== null) return
      between.ended = session
      between.isNew = false
    },
    close(): void {
      book.close()
      between.doubtful = null
      between.inserted = null
      between.ended = null
      between.isNew = true
    },
  }
}

const createReader = (context: ReadContext): FamilyReader => {
  const book = createSessionBook(context, RULES)
  const opening = createOpening(context, book)
  const desk: Desk = { book, notes: createNotes(), units: createRequestUnits(), cardBefore: opening.cardBefore }
  const visible = createBlockFilter((text) => DATED.test(text) || START.test(text))

  const readTimed = (time: string, text: string, number: number): void => {
    opening.passPower(time)
    const at = book.at(time, text, number)
    if (at === null) return
    if (START.test(text)) opening.start(number, at)
    else if (END.test(text)) opening.end(number, at)
    else if (CLOSING.test(text)) opening.close()
    else {
      if (isNextCustomer(book.open(), at, text)) opening.close()
      opening.before(number, at, text)
      const session = book.timed(at, text, number)
      if (session !== null) readSession(desk, session, time, text, number)
    }
  }
  const readUntimed = (text: string, number: number): void => {
    if (START.test(text)) opening.start(number, undefined)
    else if (END.test(text)) opening.end(number, undefined)
    else if (CLOSING.test(text)) opening.close()
    else {
      opening.before(number, undefined, text)
      const session = opening.current()
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
      if (dated !== null) opening.date(dated)
      else if (desk.notes.readTable(clocked?.[2] ?? text)) return
      else if (clocked?.[1] !== undefined) readTimed(clocked[1], clocked[2] ?? '', number)
      else readUntimed(text, number)
    },
    end: opening.close,
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
    /\b(?:ARQC|TC|AAC|IAD|CRYPTOGRAM) ?[=:] ?[0-9A-F]{16,64}\b/g,
    /\bTVR(?:\/TSI)? ?[=:]? ?[0-9A-F]{10}(?: [0-9A-F]{4})?\b/g,
    /^\s{0,40}\*\d{1,6}\*\d{1,3}\*[A-Z](?:[*(,]\d{1,12}){0,8}(?:,[A-Z]-\d{1,8}){0,4}/g,
    /^\s{0,40}(?:DENOMINATION|DISPENSED|REJECTED|REMAINING)(?: {1,20}\d{1,7}){1,8}\s{0,40}$/g,
    /\b(?:TERMINAL|MACHINE)(?: (?:ID|NO|NUMBER))\.? ?[:=]? ?\d{1,15}\b/g,
    /"SESSION" ?: ?\d{1,19}\b/g,
  ],
  customerNumberNext: null,
  customerNumberOver: null,
}
