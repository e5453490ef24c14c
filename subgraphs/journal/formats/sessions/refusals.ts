import { type Attempt, takeHostWords } from './attempt.ts'
import { startsIn } from './line-shapes.ts'

/**
 * Lines of a receipt in which the host refuses without a code. Each is a whole line or column: the same words in a
 * sentence are an advertisement or a hint.
 */
const REFUSALS = [
  /^(?:NOT ENOUGH FUNDS|INSUFFICIENT (?:FUNDS?|BALANCE)(?: IN (?:YOUR )?ACCOUNT)?)[.!]{0,3}(?: {2}|$)/,
  /^(?:(?:INCORRECT|INVALID|WRONG) PIN|PIN TRIES EXCEEDED|EXPIRED CARD|CARD EXPIRED)[.!]{0,3}(?: {2}|$)/,
  /^(?:INVALID (?:ACCOUNT|A\/C)|(?:SORRY,? )?UNABLE TO PROCESS|EXCEEDS? (?:DAILY |WITHDRAWAL )?LIMIT)[.!]{0,3}(?: {2}|$)/,
  /^(?:YOUR )?(?:TXN|TRANSACTION) (?:(?:IS|WAS) )?(?:DECLINED|FAILED|UNSUCCESSFUL|NOT (?:ALLOWED|PERMITTED|APPROVED|SUCCESSFUL))(?: (?:BY (?:ISSUER|BANK|HOST)|TO CARDHOLDER))?[.!]{0,3}(?: {2}|$)/,
]
/** A line that says that what was asked for is taken back. */
const REVERSED =
  /^(?:TRANSACTION|TXN) (?:(?:IS|WAS|HAS BEEN) )?REVERSED[.!]{0,3}$|^REVERSAL (?:SENT|COMPLETED?|SUCCESSFUL)$/

/** Whether a line may be one of these. */
export const mayRefuse = startsIn(
  ...['NOT', 'INS', 'INC', 'INV', 'WRONG', 'PIN', 'EXP', 'CARD', 'TRANSACTION', 'TXN', 'EXCEED'],
  ...['SORRY', 'UNABLE', 'YOUR', 'REVERSAL'],
)

/** Takes a whole line in which the host refuses in words, or a reversal is printed; false if it is none. */
export const takeRefusal = (attempt: Attempt, text: string): boolean => {
  if (!mayRefuse(text)) return false
  if (REVERSED.test(text)) {
    attempt.reversedLine ??= attempt.line
    return true
  }
  if (!REFUSALS.some((words) => words.test(text))) return false
  takeHostWords(attempt, 'DECLINED')
  return true
}
