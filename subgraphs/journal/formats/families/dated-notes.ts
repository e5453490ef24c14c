import { type Attempt, addNotes, addPresented, storeCash, takeCash } from '../sessions/attempt.ts'
import type { Moment } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { attemptOfNotes, isFirst, type Session } from '../sessions/session.ts'
import type { CardMarks } from '../sessions/session-marks.ts'
import { addCounted, currencyOfSign, moveNotes, notesIn, worthOf } from './counted-notes.ts'
import type { Operations } from './operations.ts'
import { type Preparing, prepare, subjectOf } from './preparation.ts'

/** Which notes the next lines count, and since when. */
type Block = 'none' | 'counted' | 'dispensed'

/**
 * The block that is being read; whether a request was made ready since the last one, and one that was
 * never sent; the terminal that the session names.
 */
type Own = CardMarks &
  Preparing & { block: Block; since: Moment; ready: boolean; unsent: Attempt | null; terminalId: string | null }

/** A session of this family. */
export type DatedSession = Session<Own>

/** What is kept with a session at its start. */
export const newDatedOwn = (): Own => ({
  ...{
    marked: false,
    cardGoneAt: null,
    prepared: null,
    finished: false,
    block: 'none',
    since: 0,
    ready: false,
    unsent: null,
    terminalId: null,
  },
})

const COUNTED = /^(?:NOTES COUNTED|COUNTED BANKNOTES?)\b/
/** `Notes IDENTIFIED : (IDR,50000,6)` */
const IDENTIFIED = /^NOTES IDENTIFIED ?: ?\(([A-Z]{3}), ?(\d{1,7}), ?(\d{1,4})\)/
const REFUSED = /^(?:NOTES REFUSED ?:|REJECT) ?[X*:]? ?(\d{1,4})$/
const INSERTED = /^(?:NOTES INSERTED|SHUTTER OPEN ?-> ?INSERT CASH)\b/
const DISPENSED = /^(?:NOTES DISPENSED|BANKNOTE SEPARATION(?: IN CASSETTE)?)\b/
const FAILED = /\b(?:FAIL|ERROR)/
const PRESENTED = /^(?:NOTES|CASH|BANKNOTES?) PRESENTED\b|^SHUTTER OPENED FOR NOTES REMOVAL\b/
const TAKEN = /^(?:NOTES|CASH|BANKNOTES?) TAKEN\b/
const RETRACTED = /^(?:NOTES|CASH|BANKNOTES?) RETRACTED\b/
/** `----- Deposit Cash & Print ----`: the machine takes the notes. */
const STORED = /^(?:-{2,8} ?DEPOSIT CASH\b|DEPOSIT OK\b|NOTES STORED\b|STORED BANKNOTES?\b)/
/** `----- Rollback Notes ----` alone is printed at the end of good deposits too. */
const RETURNED = /^(?:ROLLBACK OK\b|ROLLBACK NOTES SUCCESS|BANKNOTES? RETURNED ?: ?SUCC)/
const JAM = /^(?:NOTE JAM|CASH JAM|DEVICE ERROR)\b/
const mayBeNotes = startsIn('NO', 'CO', 'RE', 'SH', 'BA', 'CA', 'ST', '-', 'DE', 'RO')

const TOTAL = /^TOTAL AMOUNT ?:? ?([A-Z]{2,3})\.? ?(\d{1,12})$/

/** A line about notes that are put in; true if it is one. */
const readDeposit = (session: DatedSession, text: string, number: number): boolean => {
  const { own } = session
  if (COUNTED.test(text) || INSERTED.test(text)) {
    own.block = COUNTED.test(text) ? 'counted' : 'none'
    prepare(session, number).deposit.begun = true
  } else if (STORED.test(text)) {
    const subject = subjectOf(session, number)
    if (subject.cash.requested) return false
    storeCash(subject)
    moveNotes(subject, ['COUNTED'], 'ACCEPTED')
  } else if (RETURNED.test(text)) {
    const subject = subjectOf(session, number)
    if (subject.cash.requested) return false
    subject.deposit.begun = true
    subject.deposit.returned = true
    moveNotes(subject, ['COUNTED'], 'REFUNDED')
  } else return false
  return true
}

const readRetracted = (session: DatedSession, number: number): void => {
  const left = attemptOfNotes(session)
  const subject = subjectOf(session, number)
  if (left.cash.presented && !left.cash.taken) left.cash.retracted = true
  else if (subject.deposit.begun) {
    subject.deposit.retracted = true
    moveNotes(subject, ['COUNTED'], 'RETRACTED')
  }
}

/** A line about notes that come out; true if it is one. */
const readWithdrawal = (session: DatedSession, text: string, number: number): boolean => {
  const { attempt, own } = session
  const { cash, deposit } = attempt
  // The same shutter opens for what a deposit gives back.
  const isOut = cash.requested || !(deposit.begun || own.prepared?.deposit.begun === true)
  if (DISPENSED.test(text)) {
    own.block = 'dispensed'
    cash.requested = true
    cash.failed = FAILED.test(text)
  } else if (PRESENTED.test(text)) cash.presented ||= isOut
  else if (RETRACTED.test(text)) readRetracted(session, number)
  else if (TAKEN.test(text)) {
    const taken = attemptOfNotes(session)
    taken.line = number
    if (isOut && (taken.cash.requested || taken.cash.presented)) takeCash(taken)
  } else return false
  return true
}

/** A line with a time about notes; true if it is one. */
export const readNotes = (session: DatedSession, text: string, number: number): boolean => {
  if (!mayBeNotes(text)) return false
  if (JAM.test(text)) subjectOf(session, number).interrupted = true
  else if (!readDeposit(session, text, number) && !readWithdrawal(session, text, number))
    return text.startsWith('NOTES ') && readCounted(session, text, number)
  return true
}

/** Notes that are counted one line each; true if the line is one. */
const readCounted = (session: DatedSession, text: string, number: number): boolean => {
  const [, currency = '', worth, count] = IDENTIFIED.exec(text) ?? []
  const refused = REFUSED.exec(text)?.[1]
  if (worth === undefined && refused === undefined) return false
  const subject = prepare(session, number)
  subject.deposit.begun = true
  if (!isFirst(session, `${session.own.since} ${text}`)) return true
  if (refused !== undefined) addNotes(subject, 'REJECTED', Number(refused), null, null)
  else addNotes(subject, 'COUNTED', Number(count), BigInt(worth ?? 0) * 100n, currencyOfSign(currency))
  takeWorth(subject)
  return true
}

const takeWorth = (subject: Attempt): void => {
  subject.deposit.countedMinor = worthOf(subject, 'COUNTED')
  subject.deposit.currency ??= subject.notes.find(({ state }) => state === 'COUNTED')?.currency ?? null
}

/** The sum that is printed below the notes of a deposit. */
const readTotal = (session: DatedSession, text: string, number: number, operations: Operations): boolean => {
  const [, sign, digits] = TOTAL.exec(text) ?? []
  if (digits === undefined) return false
  operations.sees(currencyOfSign(sign))
  if (session.own.block !== 'counted') return true
  const { deposit } = prepare(session, number)
  deposit.begun = true
  deposit.countedMinor = BigInt(digits) * 100n
  deposit.currency ??= currencyOfSign(sign)
  return true
}

/** A line that counts notes, below the one that says which; true if it is one. */
export const readCounts = (session: DatedSession, text: string, number: number, operations: Operations): boolean => {
  const { own } = session
  if (text.startsWith('TOTAL AMOUNT')) {
    // Printed with a time and without the notes above it, the sum is that of a deposit all the same.
    if (own.block === 'none') own.block = session.attempt.cash.requested ? 'none' : 'counted'
    return readTotal(session, text, number, operations)
  }
  if (own.block === 'none') return false
  const refused = text.startsWith('REJECT') ? REFUSED.exec(text)?.[1] : undefined
  const notes = refused === undefined ? notesIn(text) : []
  if (refused === undefined && notes.length === 0) return false
  const subject = own.block === 'counted' ? prepare(session, number) : session.attempt
  if (!isFirst(session, `${own.since} ${own.block} ${text}`)) return true
  if (refused !== undefined) addNotes(subject, 'REJECTED', Number(refused), null, null)
  for (const { currency } of notes) operations.sees(currency)
  const worth = addCounted(subject, own.block === 'counted' ? 'COUNTED' : 'DISPENSED', notes)
  if (own.block === 'counted') takeWorth(subject)
  else if (notes.length > 0) {
    addPresented(subject, worth)
    subject.cash.currency ??= notes[0]?.currency ?? null
  }
  return true
}
