import { takeHostWords, takeNumber, takeStan } from '../sessions/attempt.ts'
import type { DateBounds } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { readReceipt, takeHostDate } from '../sessions/receipts.ts'
import { type HyosungSession, readStored } from './hyosung-notes.ts'

/** `26-MAR-2025 08:14 T1EX000949173`, below the head of these columns. */
const ROW = /^(\d\d)-([A-Z]{3})-(\d{4}) (\d\d:\d\d(?::\d\d)?) ([0-9A-Z]{4,20})$/
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const ACCOUNT = /^BENF(?:ICIARY)? A\/C ?:? ?[X*\d]{0,30}?(\d{4})$/
/** What a receipt of the bank's own staff prints instead of `TXN NO`. */
const SEQUENCE = /^SEQ NO\.? ?:? ?(\d{1,12})$/
const BALANCE = /^(?:BAL\.? ?INQUIRY|MINI STATEMENT)\b/
const DEPOSIT = /^(?:CARDLESS |CASH )?DEPOSIT (?:TRANSACTION|PARTICULARS)\b/
/** The host's words, where it prints no code. Of a deposit the word may be alone on the next line. */
const APPROVES = /^(?:(?:CARDLESS )?DEPOSIT TRANSACTION IS )?SUCCESSFUL$/
const REFUSES =
  /^(?:(?:CARDLESS )?DEPOSIT TRANSACTION IS )?UNSUCCESSFUL$|^UNABLE TO PROCESS|^UNAUTHORI[SZ]ED CARD|^HOST DID NOT RESPOND/
const mayBeOwn = startsIn(...'0123', 'BE', 'BA', 'DE', 'CA', 'SU', 'UN', 'HO', 'SEQ', 'MI')
/** What the machine prints for a customer without a card, and the cards of those who fill it. */
const NO_CARD = /^CARD NUMBER ?:? ?(?:999999|888888|00)/

const takeRow = ({ attempt }: HyosungSession, row: readonly string[], bounds: DateBounds): void => {
  const [, day, month = '', year, time, terminal = ''] = row
  const place = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  takeHostDate(attempt, `${year}-${place}-${day} ${time}`, bounds)
  takeNumber(attempt, 'terminalId', terminal)
}

const takeWords = ({ attempt }: HyosungSession, verdict: 'APPROVED' | 'DECLINED'): void => {
  if (attempt.answers.length === 0) takeHostWords(attempt, verdict)
}

const readOwn = (session: HyosungSession, text: string, bounds: DateBounds): boolean => {
  const { attempt } = session
  const row = ROW.exec(text)
  const account = ACCOUNT.exec(text)?.[1]
  const sequence = SEQUENCE.exec(text)?.[1]
  if (row !== null) takeRow(session, row, bounds)
  else if (account !== undefined) takeNumber(attempt, 'accountTail', account)
  else if (sequence !== undefined) takeStan(attempt, 'record', sequence)
  else if (BALANCE.test(text)) attempt.named ??= 'BALANCE'
  else if (APPROVES.test(text)) takeWords(session, 'APPROVED')
  else if (REFUSES.test(text)) takeWords(session, 'DECLINED')
  else if (!DEPOSIT.test(text)) return readStored(session, text)
  if (DEPOSIT.test(text)) attempt.named ??= 'DEPOSIT'
  return true
}

/** A line of a receipt, in capitals and with single spaces; true if it is one that says something. */
export const readHyosungReceipt = (session: HyosungSession, text: string, bounds: DateBounds): boolean => {
  if (mayBeOwn(text) && readOwn(session, text, bounds)) return true
  if (text.startsWith('CARD NUMBER') && (session.own.cardless || NO_CARD.test(text))) return true
  return readReceipt(session.attempt, text, bounds)
}
