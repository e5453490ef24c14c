import { addNotes, clearNotes, storeCash } from '../../sessions/attempt.ts'
import { startsIn } from '../../sessions/line-shapes.ts'
import { isFirst, type Session } from '../../sessions/session.ts'
import type { NotesState } from '../../sessions/transaction.ts'

/** What the lines of notes that follow count, and which list of them it is. */
export type DepositOwn = { counting: NotesState | null; list: number }

export const newDepositOwn = (): DepositOwn => ({ counting: null, list: 0 })

/** `Cat4 Serial Number(s):`, the first line of notes that were put in. */
const SERIALS = /^CAT\d[AB]? SERIAL NUMBER/
/** `Cash-in amount: 1,500.00 INR`: all that was counted so far. */
const COUNTED = /^CASH-IN AMOUNT ?: ?(\d[\d,]{0,15})\.(\d\d) ([A-Z]{3})$/
const STORED = /^CAT\d[AB]? NOTE\(S\) (?:RECYCLED|DEPOSITED|STORED) ?:$/
const RETURNED = /^CAT\d[AB]? NOTE\(S\) (?:RETURNED|REFUSED|REJECTED) ?:$/
const SUMMARY = /^CASH DEPOSITED ?:$/
const TOTAL = /^TOTAL CASH DEPOSIT ?: ?(\d[\d,]{0,15})\.(\d\d) ([A-Z]{3})$/
/** `3 of INR 500: 1,500.00 INR`, ` 3 note(s) of INR 500`. */
const NOTES = /^(\d{1,5}) (?:NOTE\(S\) )?OF ([A-Z]{3}) (\d{1,7}|UNIDENTIFIED)\b/
const FAILED = /^(?:DEPOSIT (?:REFUSED|FAILED|REJECTED)|CASH-IN FAILED)/
/** Where the notes are then is not printed. */
const JAMMED = /^CASH JAM\b/
/** `NOTE ERROR OCCURRED:REASON:CIM_OTHERNOTEERROR--…`: notes were put in, and some could not be read. */
const UNREAD = /^NOTE ERROR OCCURRED\b.{0,60}?\bCIM_/
const GIVEN_BACK = /^(?:NOTES|CASH) (?:RETURNED|REFUNDED)\b/
const mayBeDeposit = startsIn('CAT', 'CASH', 'TOTAL', 'DEPOSIT', 'NOTE', ...'0123456789')

const minorOf = (whole: string, hundredths: string): bigint => BigInt(whole.replaceAll(',', '') + hundredths)

/** Begins a list of notes. A list of the same notes as one before it replaces it. */
const startList = ({ own, attempt }: Session<DepositOwn>, counting: NotesState, replaces: boolean): void => {
  own.counting = counting
  own.list += 1
  if (replaces) clearNotes(attempt, counting)
}

const readNotes = (session: Session<DepositOwn>, text: string): boolean => {
  const { own, attempt } = session
  const [, count = '', currency = '', worth = ''] = own.counting === null ? [] : (NOTES.exec(text) ?? [])
  if (own.counting === null || count === '') return false
  if (!isFirst(session, `LIST ${own.list} ${text}`)) return true
  const isKnown = worth !== 'UNIDENTIFIED'
  addNotes(attempt, own.counting, Number(count), isKnown ? BigInt(worth) * 100n : null, currency)
  return true
}

/** A line about notes that are put in; true if it is one. */
export const readDeposit = (session: Session<DepositOwn>, text: string): boolean => {
  if (!mayBeDeposit(text)) return false
  const { deposit } = session.attempt
  const counted = COUNTED.exec(text)
  const total = TOTAL.exec(text)
  if (SERIALS.test(text)) startDeposit(session)
  else if (counted?.[1] !== undefined) {
    startDeposit(session)
    startList(session, 'COUNTED', true)
    deposit.countedMinor = minorOf(counted[1], counted[2] ?? '')
    deposit.currency = counted[3] ?? null
  } else if (STORED.test(text)) {
    storeCash(session.attempt)
    startList(session, 'ACCEPTED', false)
  } else if (RETURNED.test(text)) startList(session, 'REJECTED', false)
  else if (SUMMARY.test(text)) {
    storeCash(session.attempt)
    startList(session, 'ACCEPTED', true)
  } else if (total?.[1] !== undefined) deposit.storedMinor = minorOf(total[1], total[2] ?? '')
  else if (FAILED.test(text)) deposit.failed = true
  else if (UNREAD.test(text)) startDeposit(session)
  else if (JAMMED.test(text)) deposit.failed = session.attempt.interrupted = true
  else if (deposit.begun && GIVEN_BACK.test(text)) deposit.returned = true
  else return readNotes(session, text)
  return true
}

/** Notes are put in once the host has allowed it: a check of the card before them declines nothing. */
const startDeposit = ({ attempt }: Session<DepositOwn>): void => {
  attempt.deposit.begun = true
  attempt.offline = null
}
