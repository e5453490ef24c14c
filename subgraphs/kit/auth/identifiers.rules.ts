import { badInput } from '../common/errors.ts'
import { isLongerThan } from '../common/text-faults.ts'

/**
 * Keys are passed to PostgreSQL as a comma-separated setting, and name a topic. Two keys that differ in invisible
 * characters would look the same.
 */
const INSTITUTION_KEY = /^[^,\s"\\{}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+$/u
const MAX_INSTITUTION_KEY_CHARS = 64

/** True for a key that a token may hold. No other key is stored, as no caller could see its rows. */
export const isInstitutionKey = (key: string): boolean =>
  !isLongerThan(key, MAX_INSTITUTION_KEY_CHARS) && INSTITUTION_KEY.test(key)

/** The message for what is not the key of an institution. */
export const INSTITUTION_KEY_WORDS =
  'must be the key of an institution: 1 to 64 visible characters, none of them a comma, a space, ' +
  'a quotation mark, a backslash or a brace'

/** What is wrong with the key of an institution, for the caller to read; null where nothing is. */
export const institutionKeyFault = (key: string): string | null =>
  isInstitutionKey(key) ? null : INSTITUTION_KEY_WORDS

const MAX_AGENT_ATM_ID_CHARS = 128

/** What is wrong with an agent's textual id of an ATM, for the caller to read; null where nothing is. */
export const agentAtmIdFault = (agentAtmId: string): string | null => {
  const id = agentAtmId.trim()
  if (id === '') return "is required: the agent's textual ATM id"
  // As parts of a URL these two would name another path.
  if (id === '.' || id === '..') return 'must not be "." or ".."'
  return isLongerThan(agentAtmId, MAX_AGENT_ATM_ID_CHARS)
    ? `must have ${MAX_AGENT_ATM_ID_CHARS} characters or fewer`
    : null
}

/** @throws DomainError BAD_USER_INPUT for an id that no ATM can have. */
export const checkAgentAtmId = (agentAtmId: string): void => {
  const fault = agentAtmIdFault(agentAtmId)
  if (fault !== null) throw badInput('agentAtmId', fault)
}
