import { readCurrency } from '../sessions/amounts.ts'
import { type Attempt, addNotes, clearNotes, storeCash } from '../sessions/attempt.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import type { NotesState } from '../sessions/transaction.ts'

/** What a line about deposited notes begins with. */
const mayBeDeposit = startsIn('CIM', 'CASHIN', 'ESC', 'VAL', 'REF', 'REJECTS', 'BILLS', 'VOID', 'UNSUCCESSFUL')
const ACTIVATED = /^(?:CIM-DEPOSIT ACTIVATED|CIM-ITEMS INSERTED)\b/
/** Behind it nothing, or what became of the notes where they were not stored. */
const COMPLETED = /^CIM-DEPOSIT COMPLETED\b ?-? ?(ITEMS REFUND)?/
const RETRACTED = /^(?:CASHIN RETRACT STARTED|BILLS RETRACTED|VOID NOTES RETRACTED)\b/
const FAILED = /\bUNSUCCESSFUL\b|^CIM-DEPOSIT FAIL/
/**
 * `ESC: 014`, `VAL: 000`, `REF: 000`, `REJECTS:000`: notes in escrow, stored, given back, refused; counted anew each
 * time.
 */
const COUNTER = /^(ESC|VAL|REF|REJECTS) ?: ?(\d{1,4})\b/
const STATES: Readonly<Record<string, NotesState>> = {
  ESC: 'ESCROW',
  VAL: 'ACCEPTED',
  REF: 'REFUNDED',
  REJECTS: 'REJECTED',
}
/** `JMD1000-014,JMD2000-000`: notes of the counter above, by what they are worth. */
const ROW = /^[A-Z]{3}\d{1,7}-\d{1,4}(?:,|$)/
const CELL = /([A-Z]{3})(\d{1,7})-(\d{1,4})/g
/** `500 BDT X 4 = 2000`: notes on the receipt. */
const PRODUCT = /^(\d{1,7}) ([A-Z]{3}) ?X ?(\d{1,4}) {0,20}=/

/** The counter whose rows are being read, and the rows that were read: printed again they count once. */
export type Counter = { state: NotesState | null; readonly rows: Set<string> }

/** More rows than a table of notes has. */
const MAX_ROWS = 50

/** The worth of notes in a state, in hundredths. */
const worthOf = ({ notes }: Attempt, state: NotesState): bigint | null => {
  const found = notes.filter((each) => each.state === state)
  return found.length === 0
    ? null
    : found.reduce((sum, { denominationMinor, count }) => sum + (denominationMinor ?? 0n) * BigInt(count), 0n)
}

const readCounter = (attempt: Attempt, counter: Counter, name: string, count: number): void => {
  counter.state = STATES[name] ?? null
  counter.rows.clear()
  if (counter.state === 'REJECTED') {
    if (count > 0) clearNotes(attempt, 'REJECTED')
    addNotes(attempt, 'REJECTED', count, null, null)
    counter.state = null
    return
  }
  if (counter.state === 'REFUNDED' && count > 0) attempt.deposit.returned ||= !attempt.deposit.stored
  // Zero is what a table prints after the notes went on: what was counted before stays known.
  if (counter.state !== null && count > 0) clearNotes(attempt, counter.state)
  if (counter.state !== null && count === 0) counter.state = null
}

const readRow = (attempt: Attempt, { state, rows }: Counter, text: string): void => {
  if (state === null || rows.has(text)) return
  if (rows.size < MAX_ROWS) rows.add(text)
  const { deposit } = attempt
  for (const [, letters = '', worth = '', count] of text.matchAll(CELL)) {
    const currency = readCurrency(letters)
    addNotes(attempt, state, Number(count), BigInt(worth) * 100n, currency)
    if (Number(count) > 0) deposit.currency ??= currency
  }
  if (state === 'ESCROW') deposit.countedMinor = worthOf(attempt, state)
  if (state === 'ACCEPTED') deposit.storedMinor = worthOf(attempt, state)
}

const readProduct = (attempt: Attempt, parts: RegExpExecArray): void => {
  const { deposit } = attempt
  const [, worth = '', letters = '', count = ''] = parts
  const currency = readCurrency(letters)
  const state = deposit.retracted ? 'RETRACTED' : 'COUNTED'
  addNotes(attempt, state, Number(count), BigInt(worth) * 100n, currency)
  deposit.currency ??= currency
}

/** Whether a line says that notes are about to be put in: what a customer does before the request. */
export const beginsDeposit = (text: string): boolean => text.startsWith('CIM') && ACTIVATED.test(text)

/** A line about deposited notes; true if it is one. */
export const readDeposit = (attempt: Attempt, counter: Counter, text: string): boolean => {
  const { deposit } = attempt
  const isRow = deposit.begun && counter.state !== null && ROW.test(text)
  if (isRow) readRow(attempt, counter, text)
  const product = deposit.begun && !isRow && text.includes(' X') ? PRODUCT.exec(text) : null
  if (product !== null && !counter.rows.has(text)) {
    if (counter.rows.size < MAX_ROWS) counter.rows.add(text)
    readProduct(attempt, product)
  }
  if (isRow || product !== null) return true
  if (deposit.begun && text.includes('SUCC') && FAILED.test(text)) {
    deposit.failed = true
    return true
  }
  if (!mayBeDeposit(text)) return false
  const [, name, count] = deposit.begun ? (COUNTER.exec(text) ?? []) : []
  const completed = COMPLETED.exec(text)
  if (name !== undefined) readCounter(attempt, counter, name, Number(count))
  else if (ACTIVATED.test(text)) deposit.begun = true
  else if (completed?.[1] !== undefined) deposit.returned = true
  else if (completed !== null) storeCash(attempt)
  else if (RETRACTED.test(text)) deposit.retracted = true
  else return text.startsWith('CIM') || text.startsWith('CASHIN')
  return true
}
