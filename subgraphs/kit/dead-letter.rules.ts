import type { Headers, IncomingMessage, PassedMessage } from './events.ts'
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

/** The message on its way to the dead letter: as it was, with what became of it in its headers. `id` is for one that has none. */
export const buriedMessage = (
  { topic, key, envelope, headers }: Pick<IncomingMessage, 'topic' | 'key' | 'envelope' | 'headers'>,
  failure: Failure,
  id: string,
): PassedMessage => ({
  topic: deadLetterTopicOf(topic),
  key,
  id: messageIdOf(envelope) ?? id,
  envelope,
  headers: { ...headers, ...headersOf(failure) },
})

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
