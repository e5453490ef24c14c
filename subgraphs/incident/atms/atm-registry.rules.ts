import {
  ATM_ATTRIBUTES,
  type AtmAttribute,
  type AtmDescription,
  choiceAttributes,
  type DegreesAttribute,
  degreesAttributes,
  type TextAttribute,
  textAttributes,
  textRuleOf,
  type WordsAttribute,
  wordsAttributes,
} from '../../../schema/atm-attributes.rules.ts'
import { agentAtmIdFault, institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { soleInstitution } from '../../kit/auth/visibility.rules.ts'
import { isTimeZone } from '../../kit/common/dates.ts'
import { DomainError, type FieldFault } from '../../kit/common/errors.ts'
import { isLongerThan } from '../../kit/common/text-faults.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'

type Given<T> = { readonly [K in keyof T]?: Readonly<T[K]> | undefined }

const textFault = (name: TextAttribute, text: string): string | null => {
  const { kind, maxChars, format } = textRuleOf(name)
  if (format !== undefined && !(format.pattern.test(text) && (kind !== 'timeZone' || isTimeZone(text))))
    return format.words
  return isLongerThan(text, maxChars) ? `must have ${maxChars} characters or fewer` : null
}

const degreesFault = (name: DegreesAttribute, degrees: number): string | null => {
  const { max } = ATM_ATTRIBUTES[name]
  return Math.abs(degrees) > max ? `must be a number from -${max} to ${max}` : null
}

/** The words of a list, each once and in order; null without any. */
const wordsOf = (words: readonly string[]): string[] | null => {
  const read = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].sort()
  return read.length === 0 ? null : read
}

/** What is wrong with words: their number and lengths count as they were sent, their form as they are stored. */
const wordsFault = (name: WordsAttribute, sent: readonly string[], stored: readonly string[]): string | null => {
  const { maxItems, maxChars } = ATM_ATTRIBUTES[name]
  if (sent.length > maxItems) return `must have ${maxItems} entries or fewer`
  if (sent.some((word) => isLongerThan(word, maxChars))) return `must have entries of ${maxChars} characters or fewer`
  // Commas and semicolons part them where they are one text, and what begins a formula cannot begin one of them.
  return stored.every((word) => /^[\p{L}\p{N}][^,;\p{C}]*$/u.test(word))
    ? null
    : 'must have entries that begin with a letter or a digit, without commas and semicolons'
}

/**
 * What is given of a description, ready to be stored: texts are trimmed, a blank one is none, what is left out stays
 * out. Faults are collected by the field.
 */
export const readDescription = (given: Given<AtmDescription>, faults: FieldFault[]): Partial<AtmDescription> => {
  const read: { -readonly [Name in AtmAttribute]?: AtmDescription[Name] } = {}
  const check = (field: AtmAttribute, message: string | null) => {
    if (message !== null) faults.push({ field, message })
  }
  for (const name of textAttributes) {
    const text = given[name]
    if (text === undefined) continue
    const stored = textOrNull(text)
    read[name] = stored
    check(name, stored === null ? null : textFault(name, stored))
  }
  for (const name of degreesAttributes) {
    const degrees = given[name]
    if (degrees === undefined) continue
    read[name] = degrees
    check(name, degrees === null ? null : degreesFault(name, degrees))
  }
  for (const name of choiceAttributes) {
    const choice = given[name]
    if (choice !== undefined) read[name] = choice
  }
  for (const name of wordsAttributes) {
    const words = given[name]
    if (words === undefined) continue
    const stored = words === null ? null : wordsOf(words)
    read[name] = stored
    check(name, words === null ? null : wordsFault(name, words, stored ?? []))
  }
  return read
}

/** The agent id of an ATM to register, trimmed. */
export const readAgentAtmId = (agentAtmId: string, faults: FieldFault[]): string => {
  const id = agentAtmId.trim()
  const message = agentAtmIdFault(id)
  if (message !== null) faults.push({ field: 'agentAtmId', message })
  return id
}

/**
 * The institution of an ATM to register: the one that is named, else the only one of the token; null with a fault
 * where there is neither.
 */
export const institutionFor = (
  named: string | null | undefined,
  principal: Principal,
  faults: FieldFault[],
): string | null => {
  const key = named ?? soleInstitution(principal)
  const message = key === null ? 'is required, unless the token has exactly one institution' : institutionKeyFault(key)
  if (message === null) return key
  faults.push({ field: 'institutionKey', message })
  return null
}

/**
 * The refusal of a report about an ATM that is not the caller's. Where ATMs have to be registered it does not show
 * whether another institution has the id.
 */
export const notOwn = (registration: AtmRegistration): DomainError =>
  new DomainError(
    'FORBIDDEN',
    registration === 'known'
      ? 'agentAtmId: this ATM is not registered for your institution; register it with POST /incident/api/atms'
      : 'agentAtmId: this ATM belongs to another institution',
  )

/** Whether each of the ATMs is registered and, where an institution is named, is that institution's. */
export const areAllOf = (
  agentAtmIds: readonly string[],
  institutionKey: string | null,
  rows: readonly { readonly agentAtmId: string; readonly institutionKey: string | null }[],
): boolean => {
  const own = rows.filter((row) => institutionKey === null || row.institutionKey === institutionKey)
  const known = new Set(own.map(({ agentAtmId }) => agentAtmId))
  return agentAtmIds.every((agentAtmId) => known.has(agentAtmId))
}
