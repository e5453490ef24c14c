import type { ProfileRow, StoredLabel } from '../../../db/journal/profile.ts'
import { isTimeZone } from '../../kit/common/dates.ts'
import { badInputs, type FieldFault } from '../../kit/common/errors.ts'
import type { JournalProfileInput } from '../schema.gen.ts'

/** What of a profile people write. */
export type ProfileContent = Pick<
  ProfileRow,
  'approvedCodes' | 'currency' | 'amountUnit' | 'timeZone' | 'customerLabels'
>

const MAX_CODES = 50
const MAX_LABELS = 50
/** A code as hosts print it. */
const CODE = /^[\x21-\x7e]{1,16}$/
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/**
 * One to four words of a label. They are looked for as they are, and a space stands for separators: more or shorter
 * words would make masking slow on lines that repeat them.
 */
const LABEL = /^[A-Z\d][A-Z\d._/-]{1,19}(?: [A-Z\d._/-]{2,20}){0,3}$/
const MAX_LABEL_CHARACTERS = 40
const TWO_LETTERS = /[A-Z].*[A-Z]/
/** What disputes are decided by: no label may hide it. */
const EVIDENCE: ReadonlySet<string> = new Set([
  ...['AMOUNT', 'AMT', 'CASH', 'NOTES', 'BALANCE', 'DATE', 'TIME', 'ATM', 'TERMINAL', 'CASSETTE', 'TRANSACTION', 'TRN'],
  ...['RESPONSE', 'RESP', 'APPROVED', 'DECLINED', 'AUTH', 'RRN', 'STAN', 'TRACE', 'SERIAL', 'SEQ', 'REF', 'REFERENCE'],
  ...['OPCODE', 'AID', 'TVR'],
])

/** A label's words in one form, so that the same label is one. */
const plainWords = (words: string): string => words.trim().replaceAll(/\s+/g, ' ').toUpperCase()

const codeFaults = (codes: readonly string[] | null): FieldFault[] => {
  if (codes === null) return []
  if (codes.length === 0 || codes.length > MAX_CODES)
    return [{ field: 'approvedCodes', message: `must be 1 to ${MAX_CODES} codes, or null` }]
  return codes.flatMap((code, at) =>
    CODE.test(code)
      ? []
      : [
          {
            field: `approvedCodes[${at}]`,
            message: 'must be 1 to 16 visible ASCII characters, as the host prints them',
          },
        ],
  )
}

const labelFault = (words: string): string | null => {
  if (words.length > MAX_LABEL_CHARACTERS || !LABEL.test(words) || !TWO_LETTERS.test(words))
    return 'must be 1 to 4 words of 2 to 20 letters, digits or . _ / -, at most 40 characters and at least two letters'
  return EVIDENCE.has(words) ? 'names what disputes are decided by, which must not be hidden' : null
}

const labelFaults = (labels: readonly StoredLabel[]): FieldFault[] => {
  if (labels.length > MAX_LABELS) return [{ field: 'customerLabels', message: `must be at most ${MAX_LABELS} labels` }]
  return labels.flatMap(({ words }, at) => {
    const message = labelFault(words)
    return message === null ? [] : [{ field: `customerLabels[${at}].words`, message }]
  })
}

/**
 * What a caller writes into a profile, in one form.
 * @throws DomainError BAD_USER_INPUT that names every field that is wrong.
 */
export const profileContent = (input: JournalProfileInput): ProfileContent => {
  const { currency = null, amountUnit = null, timeZone = null } = input
  const approvedCodes = input.approvedCodes ?? null
  const labels = (input.customerLabels ?? []).map(({ words, kind }) => ({ words: plainWords(words), kind }))
  const faults = [
    ...codeFaults(approvedCodes),
    ...(currency === null || CURRENCIES.has(currency)
      ? []
      : [{ field: 'currency', message: 'must be the three letters of an ISO 4217 currency, such as ETB' }]),
    ...(timeZone === null || isTimeZone(timeZone)
      ? []
      : [{ field: 'timeZone', message: 'must be an IANA time zone, such as Asia/Kolkata' }]),
    ...labelFaults(labels),
  ]
  if (faults.length > 0) throw badInputs(faults)
  const customerLabels = [...new Map(labels.map((label) => [`${label.kind} ${label.words}`, label])).values()]
  return {
    ...{ currency, amountUnit, timeZone, customerLabels },
    approvedCodes: approvedCodes === null ? null : [...new Set(approvedCodes)],
  }
}

/** True if two sets of labels hide the same. */
export const isSameLabels = (one: readonly StoredLabel[], other: readonly StoredLabel[]): boolean => {
  const keysOf = (labels: readonly StoredLabel[]) =>
    labels
      .map(({ kind, words }) => `${kind} ${words}`)
      .toSorted()
      .join('\n')
  return keysOf(one) === keysOf(other)
}
