/**
 * Keys are handed to PostgreSQL as a comma-separated setting, and name a topic. Two that differ by what nobody sees
 * would look the same.
 */
const INSTITUTION_KEY = /^[^,\s"\\{}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+$/u
const MAX_CHARS = 64

/** True for a key that a token could hold; no other may ever be stored, as nobody would see its rows. */
export const isInstitutionKey = (key: string): boolean => key.length <= MAX_CHARS && INSTITUTION_KEY.test(key)

/** The message for a key that is none. */
export const INSTITUTION_KEY_WORDS =
  'must be the key of an institution: 1 to 64 visible characters, none of them a comma, a space, a quotation mark, a backslash or a brace'
