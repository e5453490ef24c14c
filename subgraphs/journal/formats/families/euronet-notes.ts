import { type Attempt, addNotes, addPresented, storeCash, takeCash } from '../sessions/attempt.ts'
import type { Moment } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { attemptOfNotes, isFirst, type Session } from '../sessions/session.ts'
import type { CardMarks } from '../sessions/session-marks.ts'
import type { NotesState } from '../sessions/transaction.ts'
import { addCounted, moveNotes, notesIn, rowOfNotes, worthOf } from './counted-notes.ts'
import { type Preparing, prepare, subjectOf } from './preparation.ts'

/** What the next lines belong to: notes, or the value of what the line above names. */
type Block = 'none' | 'counted' | 'dispensed' | 'stored'

/**
 * The block that is being read, and since when; whether there is a card; the line in which the shutter closed over
 * notes that were presented, 0 for none, NOT_TAKEN where a line says that they were not taken; the terminal of the
 * start mark.
 */
type Own = CardMarks &
  Preparing & { block: Block; since: Moment; cardless: boolean; shutLine: number; terminalId: string | null }

const NOT_TAKEN = -1

/** A session of this family. */
export type EuronetSession = Session<Own>

/** What is kept with a session at its start. */
export const newEuronetOwn = (): Own => ({
  ...{
    marked: false,
    cardGoneAt: null,
    prepared: null,
    finished: false,
    block: 'none',
    since: 0,
    cardless: false,
    shutLine: 0,
    terminalId: null,
  },
})

const FAILED = /: ?(?:FAIL|ERROR)/
const JAM = /^(?:NOTE JAM|CASH JAM|DEVICE ERROR)\b/
const RETRACTED = /^(?:BANKNOTES?|NOTES|CASH) RETRACT(?:ED|ION)?\b/
const LEFT = /^(?:BANKNOTES?|NOTES|CASH) (?:WERE |WAS )?NOT (?:TAKEN|REMOVED)\b/
const REJECT = /^REJECT ?[X:*] ?(\d{1,4})$/
/** `Rs.Unknown:1`: notes of a worth that the machine did not recognise. */
const UNKNOWN = /\bUNKNOWN ?[X:*] ?(\d{1,4})\b/
const TOTAL = /^(?:TOTAL )?AMOUNT R[SP]\.? ?(\d{1,12})$/
const mayBeNotes = startsIn('BA', 'SH', 'CO', 'ST', 'DE', 'NO', 'CA', 'IN')

/** Notes that the shutter closed over, and of which no more is printed, were taken. */
export const settleShutter = ({ attempts, own }: EuronetSession): void => {
  const { shutLine } = own
  own.shutLine = 0
  if (shutLine <= 0) return
  const left = attempts.findLast(({ cash }) => cash.presented && !cash.taken && !cash.retracted)
  if (left === undefined) return
  left.line = shutLine
  takeCash(left)
}

const readShutter = (session: EuronetSession, text: string, number: number): void => {
  const { attempt, own } = session
  const { cash } = attempt
  if (text.includes('INSERT CASH')) {
    const subject = prepare(session, number)
    subject.deposit.begun = true
    if (attempt.answers.length === 0) attempt.named ??= 'DEPOSIT'
  } else if (text.includes('TAKE CASH')) cash.presented ||= cash.requested
  else if (own.shutLine === 0 && text.startsWith('SHUTTER CLOSE') && cash.presented && !cash.taken && !cash.retracted)
    own.shutLine = number
}

/** Power or service was lost: who has the notes that the shutter closed over is not in the journal. */
export const forgetShutter = ({ own }: EuronetSession): void => {
  own.shutLine = 0
}

const readRetracted = (session: EuronetSession, text: string, number: number): void => {
  const left = attemptOfNotes(session)
  const subject = subjectOf(session, number)
  if (FAILED.test(text)) {
    // The notes were there to be taken back, and where they are is not printed.
    session.own.shutLine = NOT_TAKEN
    const about = left.cash.presented ? left : subject
    about.interrupted ||= !about.cash.taken
  } else if (left.cash.presented && !left.cash.taken) left.cash.retracted = true
  else if (subject.deposit.begun) {
    subject.deposit.retracted = true
    moveNotes(subject, ['COUNTED'], 'RETRACTED')
  }
}

/** A line with a time about notes, or what follows it on the next one; true if it is one. */
export const readNotes = (session: EuronetSession, text: string, number: number): boolean => {
  if (!mayBeNotes(text)) return false
  const { own, attempt } = session
  if (text.startsWith('SHUTTER')) readShutter(session, text, number)
  else if (text.startsWith('BANKNOTE SEPARATION')) {
    own.block = 'dispensed'
    attempt.cash.requested = true
    attempt.cash.failed = FAILED.test(text)
  } else if (text.startsWith('IN CASSETTE') && own.block === 'dispensed') attempt.cash.failed = FAILED.test(text)
  else if (text.startsWith('COUNTED BANKNOTE')) {
    own.block = 'counted'
    prepare(session, number).deposit.begun = true
  } else if (text.startsWith('STORED BANKNOTE')) {
    own.block = 'stored'
    storeCash(subjectOf(session, number))
  } else if (RETRACTED.test(text) || text.startsWith('DEPOSIT RETRACTED')) readRetracted(session, text, number)
  else if (LEFT.test(text)) own.shutLine = NOT_TAKEN
  else if (JAM.test(text)) subjectOf(session, number).interrupted = true
  else return false
  return true
}

/** Whether the host refused, or did not answer, a request to store counted notes. */
const isRefused = ({ attempt, own }: EuronetSession): boolean => {
  const { answers, timedOutLine, deposit, cash } = attempt
  if (own.prepared !== null || !attempt.asked || deposit.stored || deposit.retracted || cash.presented) return false
  return answers.length > 0 || timedOutLine !== null
}

/** Notes that a refused deposit gives back. */
const refund = (attempt: Attempt): void => {
  if (!attempt.notes.some(({ state }) => state === 'COUNTED')) return
  attempt.deposit.returned = true
  moveNotes(attempt, ['COUNTED'], 'REFUNDED')
}

/** `NotesRemoved` below a picture: the customer's hand. */
export const readRemoved = (session: EuronetSession, number: number): void => {
  const left = attemptOfNotes(session)
  if (isRefused(session)) refund(session.attempt)
  if (!left.cash.presented || left.cash.taken || left.cash.retracted) return
  left.line = number
  takeCash(left)
}

/** Notes that a line counts, once after each line with a time; true if it is one. */
export const readCounts = (session: EuronetSession, text: string, number: number): boolean => {
  const { own, attempt } = session
  const row = own.block === 'none' ? rowOfNotes(text) : null
  // The table of a receipt says again what the machine counted, unless that is missing.
  if (row !== null) return takeRow(session, text, row)
  if (own.block === 'none') return false
  const subject = own.block === 'counted' ? prepare(session, number) : attempt
  const rejected = REJECT.exec(text)?.[1]
  const total = own.block === 'counted' ? TOTAL.exec(text)?.[1] : undefined
  const notes = rejected === undefined && total === undefined ? notesIn(text) : []
  if (total !== undefined) subject.deposit.countedMinor = BigInt(total) * 100n
  else if (rejected !== undefined) {
    if (isFirst(session, `${own.since} ${text}`)) addNotes(subject, 'REJECTED', Number(rejected), null, null)
  } else if (!/^(?:R[SP]|[A-Z]{3})\.?(?:\d|UNKNOWN)/.test(text)) return false
  else if (isFirst(session, `${own.since} ${text}`)) {
    addOf(session, own.block, notes)
    addUnknown(session, subject, text)
  }
  return true
}

const STATES: Readonly<Record<Block, NotesState | null>> = {
  none: null,
  counted: 'COUNTED',
  dispensed: 'DISPENSED',
  stored: 'ACCEPTED',
}

const addUnknown = ({ own }: EuronetSession, subject: Attempt, text: string): void => {
  const count = Number((text.includes('UNKNOWN') ? UNKNOWN.exec(text)?.[1] : undefined) ?? 0)
  const state = STATES[own.block]
  if (count === 0 || state === null) return
  addNotes(subject, state, count, null, null)
  if (state === 'DISPENSED') addPresented(subject, null)
}

const addOf = (session: EuronetSession, block: Block, notes: ReturnType<typeof notesIn>): void => {
  const { attempt, own } = session
  if (block === 'counted') addCounted(own.prepared ?? attempt, 'COUNTED', notes)
  else if (block === 'stored') {
    addCounted(attempt, 'ACCEPTED', notes)
    attempt.deposit.storedMinor = worthOf(attempt, 'ACCEPTED')
  } else if (notes.length > 0) addPresented(attempt, addCounted(attempt, 'DISPENSED', notes))
}

const takeRow = (session: EuronetSession, text: string, row: NonNullable<ReturnType<typeof rowOfNotes>>): boolean => {
  const { attempt } = session
  if (attempt.deposit.stored || !isFirst(session, `${attempt.firstLine} ${text}`)) return true
  addCounted(attempt, 'ACCEPTED', [row])
  return true
}
