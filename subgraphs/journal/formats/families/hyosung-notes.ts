import { addNotes, addPresented, clearNotes, storeCash, takeCash, takeNumber } from '../sessions/attempt.ts'
import type { Moment } from '../sessions/dates.ts'
import { attemptOfNotes, isFirst, type Session } from '../sessions/session.ts'
import type { CardMarks } from '../sessions/session-marks.ts'
import { addCounted, moveNotes, notesIn, rowOfNotes, worthOf } from './counted-notes.ts'
import type { Operations } from './operations.ts'
import { type Preparing, prepare, subjectOf } from './preparation.ts'

/** What the lines without a time belong to, until a line begins something else. */
type Block = 'none' | 'receipt' | 'dispensed' | 'retracted' | 'record' | 'escrow' | 'stored'

const BLOCKS: ReadonlyMap<string, Block> = new Map<string, Block>([
  ['JOURNAL DATA', 'receipt'],
  ['NOTES DISPENSED:', 'dispensed'],
  ['NOTES RETRACTED:', 'retracted'],
  ['TRANSACTION DATA (COMPLETED)', 'record'],
  ['[TRANSACTION RECORD]', 'record'],
  ['ESCROW COUNT', 'escrow'],
  ['ACCEPTED SERIAL NO.', 'none'],
  ['STORED COUNT', 'stored'],
  ['STORED SERIAL NO.', 'record'],
  ['REMAIN COUNT', 'record'],
])

/** The block that is being read, and since when; what notes of the record's columns are worth; no card was read. */
type Own = CardMarks & Preparing & { block: Block; since: Moment; worths: readonly string[]; cardless: boolean }

/** A session of this family. */
export type HyosungSession = Session<Own>

/** What is kept with a session at its start. */
export const newHyosungOwn = (): Own => ({
  ...{ marked: false, cardGoneAt: null, prepared: null, finished: false },
  ...{ block: 'none', since: 0, worths: [], cardless: false },
})

/** The block that a line begins; undefined for another line. */
export const blockOf = (text: string): Block | undefined => BLOCKS.get(text)

const hasNotes = ({ attempt }: HyosungSession, wanted: string): boolean =>
  attempt.notes.some(({ state }) => state === wanted)

const readRetract = (session: HyosungSession, number: number): void => {
  const left = attemptOfNotes(session)
  const subject = subjectOf(session, number)
  if (left.cash.presented && !left.cash.taken) left.cash.retracted = true
  else if (subject.deposit.begun && !subject.deposit.stored) {
    subject.deposit.retracted = true
    moveNotes(subject, ['ESCROW'], 'RETRACTED')
  }
}

/** A line about the notes of a withdrawal, or about the machine taking notes back; true if it is one. */
export const readCash = (session: HyosungSession, text: string, number: number): boolean => {
  const { cash } = session.attempt
  if (text.startsWith('DISPENSE COMPLETE')) cash.requested = true
  else if (/^(?:CASH )?DISPENSE (?:FAIL|ERROR)/.test(text)) {
    cash.requested = true
    cash.failed = true
  } else if (text.startsWith('CASH PRESENTED')) cash.presented = true
  else if (text.startsWith('CASH TAKEN')) {
    const taken = attemptOfNotes(session)
    taken.line = number
    takeCash(taken)
  } else if (text.startsWith('RETRACT START') || text.startsWith('CASH RETRACT')) readRetract(session, number)
  else return false
  return true
}

const REJECTED = /^REJECTED COUNT ?:? ?\[?(\d{1,5})\]?$/

/** Notes that were set aside, of whatever worth. A line that is printed again counts once. */
const readRejected = (session: HyosungSession, text: string, number: number): void => {
  const count = Number(REJECTED.exec(text)?.[1] ?? 0)
  const subject = subjectOf(session, number)
  if (isFirst(session, `${session.own.since} ${text}`)) addNotes(subject, 'REJECTED', count, null, null)
}

/** A line with a time about notes that are put in. */
export const readDeposit = (session: HyosungSession, text: string, number: number): void => {
  if (text.startsWith('NOTES INSERTED')) prepare(session, number).deposit.begun = true
  else if (text.startsWith('HOST STORE: STORED')) storeCash(subjectOf(session, number))
  else if (text.startsWith('CASH_JAM')) subjectOf(session, number).interrupted = true
  else if (text.startsWith('REJECTED COUNT')) readRejected(session, text, number)
}

/** `TypeC(INR500)    = 10`, once after each line with a time. */
const readTypes = (session: HyosungSession, text: string, operations: Operations): boolean => {
  if (!text.startsWith('TYPE')) return false
  const { attempt, own } = session
  const isOut = own.block === 'dispensed'
  // A type of which no note came out shows the currency too.
  for (const { currency } of notesIn(text.replace(/= ?0{1,5}$/, '= 1'))) operations.sees(currency)
  if (!isFirst(session, `${own.since} ${own.block} ${text}`)) return true
  const notes = notesIn(text)
  const worth = addCounted(attempt, isOut ? 'DISPENSED' : 'RETRACTED', notes)
  const [first] = notes
  if (!isOut || first === undefined) return true
  attempt.cash.requested = true
  attempt.cash.currency ??= first.currency
  addPresented(attempt, worth)
  return true
}

const FIELD = /^(AMOUNT|DENOMINATION|DISPENSE COUNT|REJECT COUNT|TRANS SEQ NUMBER) ?\[([^\]]{0,60})\]/
const SERIAL = /^\d{1,12}$/
const AMOUNT = /^0{0,12}[1-9]\d{0,11}$/
const WORTH = /^\d{1,7}$/
const COUNT = /^0{0,4}[1-9]\d{0,4}$/

/** Counts in the columns of a record, where no line has counted these notes before. */
const takeColumns = (session: HyosungSession, state: 'DISPENSED' | 'REJECTED', counts: readonly string[]): void => {
  if (hasNotes(session, state)) return
  const { attempt, own } = session
  for (const [column, count] of counts.entries()) {
    const worth = own.worths[column] ?? ''
    const minor = WORTH.test(worth) ? BigInt(worth) * 100n : null
    if (!COUNT.test(count)) continue
    addNotes(attempt, state, Number(count), minor, attempt.cash.currency)
    if (state === 'DISPENSED') addPresented(attempt, minor === null ? null : minor * BigInt(count))
  }
}

/** A line of a `[TRANSACTION RECORD]`; true if it is one that says something. */
const readRecord = (session: HyosungSession, text: string, number: number): boolean => {
  const { attempt, own } = session
  const [, name, value = ''] = FIELD.exec(text) ?? []
  const list = value.split(',').map((each) => each.trim())
  if (name === 'TRANS SEQ NUMBER' && SERIAL.test(value)) takeNumber(attempt, 'serial', value)
  else if (name === 'AMOUNT' && AMOUNT.test(value)) attempt.requested ??= BigInt(value)
  else if (name === 'DENOMINATION') own.worths = list
  else if (name === 'DISPENSE COUNT') takeColumns(session, 'DISPENSED', list)
  else if (name === 'REJECT COUNT') takeColumns(session, 'REJECTED', list)
  else if (text.startsWith('REJECTED COUNT') && !hasNotes(session, 'REJECTED')) readRejected(session, text, number)
  else return text.startsWith('OPCODE') || name !== undefined
  return true
}

/** The notes that a deposit holds: each count is of all of them. */
const readEscrow = (session: HyosungSession, text: string, number: number): boolean => {
  const notes = /^\d/.test(text) ? notesIn(text) : []
  if (notes.length === 0) return false
  const { since } = session.own
  const subject = prepare(session, number)
  subject.deposit.begun = true
  if (isFirst(session, `${since} ESCROW`)) clearNotes(subject, 'ESCROW')
  if (isFirst(session, `${since} ESCROW ${text}`)) addCounted(subject, 'ESCROW', notes)
  subject.deposit.countedMinor = worthOf(subject, 'ESCROW')
  return true
}

/** `[500 x 10]` of a record, or a row of a receipt's table: the notes that were stored. */
export const readStored = (session: HyosungSession, text: string): boolean => {
  const { attempt, own } = session
  const row = own.block === 'receipt' ? rowOfNotes(text) : null
  const notes = row !== null ? [row] : own.block === 'stored' && text.startsWith('[') ? notesIn(text) : []
  if (notes.length === 0) return false
  attempt.deposit.begun = true
  if (isFirst(session, `${attempt.firstLine} ${own.block} ${text}`)) addCounted(attempt, 'ACCEPTED', notes)
  attempt.deposit.storedMinor = worthOf(attempt, 'ACCEPTED')
  return true
}

/** A line of a block that counts notes; true if it is part of it. */
export const readBlock = (session: HyosungSession, text: string, number: number, operations: Operations): boolean => {
  const { own } = session
  const begun = blockOf(text)
  if (begun !== undefined) {
    // Of two lists of the notes that were stored one is enough.
    own.block = begun === 'stored' && hasNotes(session, 'ACCEPTED') ? 'record' : begun
    return begun !== 'none'
  }
  if (own.block === 'dispensed' || own.block === 'retracted') return readTypes(session, text, operations)
  if (own.block === 'escrow') return readEscrow(session, text, number)
  if (own.block === 'stored' && readStored(session, text)) return true
  return (own.block === 'record' || own.block === 'stored') && readRecord(session, text, number)
}
