/**
 * Names of topics. Kafka takes letters, digits, `.`, `_` and `-`, at most 249 of them, and refuses two names that
 * differ only in `.` and `_`; an institution's key may hold nearly anything.
 */

export const DEAD_LETTER = '.dead-letter'
const MAX_LENGTH = 249
/** What is left for a key beside the longest prefix and the end of a dead letter's topic. */
const MAX_KEY_LENGTH = 200
const PLAIN = /^[a-zA-Z0-9-]*$/
const NAME = /^[a-zA-Z0-9._-]+$/
/** No escape begins like this, as `_` is followed by a digit of a byte elsewhere. */
const WHOLE = '__'

/** Where a message goes that can never be handled. */
export const deadLetterTopicOf = (topic: string): string => `${topic}${DEAD_LETTER}`

/** The topic whose dead letters these are. */
export const topicOfDeadLetter = (topic: string): string => topic.slice(0, -DEAD_LETTER.length)

export const isDeadLetterTopic = (topic: string): boolean => topic.endsWith(DEAD_LETTER)

/** True for what Kafka takes as the name of a topic. */
export const isTopicName = (name: string): boolean =>
  NAME.test(name) && name.length <= MAX_LENGTH && name !== '.' && name !== '..'

const escaped = (key: string): string =>
  Array.from(Buffer.from(key, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte)
    return PLAIN.test(character) ? character : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')

/**
 * An institution's key as part of a topic's name: letters, digits and `-` stay, every other byte of its UTF-8 is `_`
 * and two hexadecimal digits. A key for which that would be too long, or that is no well-formed text, goes whole as
 * base64url of its UTF-16.
 * No two keys have the same name, and `institutionOf` finds the key again.
 */
const safeKey = (key: string): string => {
  const short = key.isWellFormed() ? escaped(key) : null
  return short !== null && short.length <= MAX_KEY_LENGTH
    ? short
    : `${WHOLE}${Buffer.from(key, 'utf16le').toString('base64url')}`
}

/** The topic of an institution among those that begin with `prefix`. */
export const topicOfInstitution = (prefix: string, institutionKey: string): string =>
  `${prefix}${safeKey(institutionKey)}`

/** The institution whose topic this is; null where the name was not made by `topicOfInstitution`. */
export const institutionOfTopic = (prefix: string, topic: string): string | null => {
  if (!topic.startsWith(prefix)) return null
  const name = topic.slice(prefix.length)
  const key = name.startsWith(WHOLE)
    ? Buffer.from(name.slice(WHOLE.length), 'base64url').toString('utf16le')
    : Buffer.from(
        name.replace(/_([0-9A-F]{2})/g, (_all, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
        'latin1',
      ).toString('utf8')
  return safeKey(key) === name ? key : null
}
