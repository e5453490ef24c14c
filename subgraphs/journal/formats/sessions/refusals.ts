import { type Attempt, takeHostWords } from './attempt.ts'
import { startsIn } from './line-shapes.ts'

/**
 * Lines of a receipt in which the host refuses without a code. Each is a whole line or column: the same words in a
 * sentence are an advertisement or a hint.
 */
const REFUSALS = [
  'NOT ENOUGH FUNDS',
  'INSUFFICIENT (?:FUNDS?|BALANCE)',
  '(?:INCORRECT|INVALID|WRONG) PIN',
  'INVALID (?:ACCOUNT|A/C)',
  'PIN TRIES EXCEEDED',
  'EXPIRED CARD',
  'CARD EXPIRED',
  '(?:(?:SORRY|SORRY,) )?UNABLE TO PROCESS',
  '(?:YOUR )?(?:TXN|TRANSACTION) (?:(?:IS|WAS) )?(?:DECLINED|FAILED|UNSUCCESSFUL|NOT (?:ALLOWED|PERMITTED|APPROVED|SUCCESSFUL))',
  'EXCEEDS? (?:DAILY |WITHDRAWAL )?LIMIT',
]
/** What may follow such words: `IN YOUR ACCOUNT`, `BY ISSUER`. */
const REFUSED_WHERE =
  '(?: (?:BY|IN|ON|FOR|TO) (?:(?:THE|THIS|YOUR) )?(?:ISSUER|BANK|HOST|ACCOUNT|CARD|CARDHOLDER|TERMINAL))?'
const REFUSAL = new RegExp(`^(?:${REFUSALS.join('|')})${REFUSED_WHERE}[.!]{0,3}(?: {2}|$)`)
/** Whether a line may be one of these. */
export const mayRefuse = startsIn(
  ...['NOT', 'INS', 'INC', 'INV', 'WRONG', 'PIN', 'EXP', 'CARD', 'TRANSACTION', 'TXN', 'EXCEED'],
  ...['SORRY', 'UNABLE', 'YOUR'],
)

/** Takes a whole line in which the host refuses in words; false if it is none. */
export const takeRefusal = (attempt: Attempt, text: string): boolean => {
  if (!mayRefuse(text) || !REFUSAL.test(text)) return false
  takeHostWords(attempt, 'DECLINED')
  return true
}
