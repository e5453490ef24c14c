import { isRecord } from '../common/records.rules.ts'
import type { Headers, IncomingMessage, OutgoingMessage, PassedMessage } from './events.ts'
import { deadLetterTopicOf, isDeadLetterTopic, topicOfDeadLetter } from './topic-names.rules.ts'

/** What became of a message that could not be handled. */
export type Failure = {
  /** One line for an operator, without what a card or a stack would show. */
  readonly error: string
  readonly group: string
  readonly firstAttemptAt: Date
  readonly lastAttemptAt: Date
  readonly attempts: number
}

/** A message of a dead letter's topic: where it came from, as it was, and why it is there. */
export type DeadLetter = Failure & { readonly topic: string; readonly key: string; readonly message: unknown }

const HEADER = {
  error: 'error',
  group: 'consumer-group',
  firstAttemptAt: 'first-attempt-at',
  lastAttemptAt: 'last-attempt-at',
  attempts: 'attempts',
} as const

const headersOf = (failure: Failure): Headers => ({
  [HEADER.error]: failure.error,
  [HEADER.group]: failure.group,
  [HEADER.firstAttemptAt]: failure.firstAttemptAt.toISOString(),
  [HEADER.lastAttemptAt]: failure.lastAttemptAt.toISOString(),
  [HEADER.attempts]: String(failure.attempts),
})

/** Which failure a dead letter is of, however often it is sent; empty for a message that is none. */
export const burialOf = (headers: Headers = {}): string =>
  [headers[HEADER.group], headers[HEADER.firstAttemptAt]].filter((value) => value !== undefined).join(' ')

/** The group that is in the headers of what was too large to be sent at all. */
export const OUTBOX_GROUP = 'outbox'

/** What a message has as JSON, in bytes. */
export const sizeOf = (message: unknown): number => Buffer.byteLength(JSON.stringify(message) ?? '')

/**
 * The message on its way to the dead letter: as it was, with what became of it in its headers; without its data where
 * it is larger than a message may be. `id` is for one that has none.
 */
export const buriedMessage = (
  { topic, key, envelope, headers }: Pick<IncomingMessage, 'topic' | 'key' | 'envelope' | 'headers'>,
  failure: Failure,
  id: string,
  maxBytes = Number.POSITIVE_INFINITY,
): PassedMessage => {
  const tooLarge = sizeOf(envelope) > maxBytes
  const cut = isRecord(envelope) && sizeOf({ ...envelope, data: {} }) <= maxBytes ? { ...envelope, data: {} } : null
  return {
    topic: deadLetterTopicOf(topic),
    key,
    id: messageIdOf(envelope) ?? id,
    envelope: tooLarge ? cut : envelope,
    headers: { ...headers, ...headersOf(failure) },
  }
}

/**
 * What is sent in place of a message: itself, or where no broker would ever take it for its size, its dead letter, so
 * that it does not hold up what comes after it.
 */
export const sendableMessage = (
  message: OutgoingMessage,
  maxBytes: number | undefined,
  now: Date,
): OutgoingMessage | PassedMessage => {
  if (maxBytes === undefined || sizeOf(message.envelope) <= maxBytes) return message
  const error = `${sizeOf(message.envelope)} bytes are more than a message may have, ${maxBytes}; its data is left out`
  const failure = { error, group: OUTBOX_GROUP, firstAttemptAt: now, lastAttemptAt: now, attempts: 1 }
  const buried = buriedMessage(message, failure, message.envelope.id, maxBytes)
  return message.row === undefined ? buried : { ...buried, row: message.row }
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The id that a message gives itself; null where it has none. */
export const messageIdOf = (message: unknown): string | null => {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : null
}

const instantOf = (text: string | undefined): Date | null => {
  const instant = new Date(text ?? '')
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** Reads a message of a dead letter's topic; null for what was not put there by `buriedMessage`. */
export const readDeadLetter = ({ topic, key, envelope, headers }: IncomingMessage): DeadLetter | null => {
  const group = headers?.[HEADER.group]
  const lastAttemptAt = instantOf(headers?.[HEADER.lastAttemptAt])
  if (!isDeadLetterTopic(topic) || group === undefined || lastAttemptAt === null) return null
  const attempts = Number(headers?.[HEADER.attempts])
  return {
    topic: topicOfDeadLetter(topic),
    key,
    message: envelope,
    error: headers?.[HEADER.error] ?? '',
    group,
    firstAttemptAt: instantOf(headers?.[HEADER.firstAttemptAt]) ?? lastAttemptAt,
    lastAttemptAt,
    attempts: Number.isSafeInteger(attempts) && attempts > 0 ? attempts : 1,
  }
}
