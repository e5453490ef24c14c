import { takeHostWords, takeNumber } from '../sessions/attempt.ts'
import type { DateBounds } from '../sessions/dates.ts'
import { mayBeReceipt, readReceipt, takeHostDate } from '../sessions/receipts.ts'
import type { EuronetSession } from './euronet-notes.ts'

/** `03/30/25 01:15 ER801190`, below the head of these columns. */
const ROW = /^\d\d\/\d\d\/\d\d(?:\d\d)? \d\d:\d\d(?::\d\d)? ([0-9A-Z]{4,20})$/
const APPROVES = /^YOUR (?:TXN|TRANSACTION) IS SUCCESSFUL\b/
const REFUSES = /^(?:SORRY )?UNABLE TO PROCESS\b/
/** What is printed for a customer without a card. */
const NO_CARD = /^CARD NUMBER ?:? ?(?:888888|999999)/
const DEPOSIT = /^CASH DEPOSIT PARTICULARS\b/
const STATEMENT = /^MINI STATEMENT\b/

const takeWords = ({ attempt }: EuronetSession, verdict: 'APPROVED' | 'DECLINED'): void => {
  if (attempt.answers.length === 0) takeHostWords(attempt, verdict)
}

/** A line of a receipt, in capitals and with single spaces; true if it is one that says something. */
export const readEuronetReceipt = (session: EuronetSession, text: string, bounds: DateBounds): boolean => {
  const { attempt, own } = session
  const row = ROW.exec(text)
  if (row !== null) {
    takeHostDate(attempt, text, bounds)
    takeNumber(attempt, 'terminalId', row[1] ?? '')
  } else if (APPROVES.test(text)) takeWords(session, 'APPROVED')
  else if (REFUSES.test(text)) takeWords(session, 'DECLINED')
  else if (DEPOSIT.test(text)) attempt.named ??= 'DEPOSIT'
  else if (STATEMENT.test(text)) attempt.named ??= 'BALANCE'
  else if (!(text.startsWith('CARD NUMBER') && (own.cardless || NO_CARD.test(text))))
    return mayBeReceipt(text) && readReceipt(attempt, text, bounds)
  return true
}
