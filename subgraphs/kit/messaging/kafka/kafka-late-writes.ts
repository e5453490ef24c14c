import { burialOf } from '../dead-letter.rules.ts'
import { idOf, type OutgoingMessage, type PassedMessage } from '../events.ts'

type AnyMessage = OutgoingMessage | PassedMessage

const REMEMBERED = 10_000

/**
 * What identifies a sending of a message: a retry is the same one. Not so its dead letter, those of other groups or of
 * a later failure, nor its replay, though all of these have its id. A dead letter that goes in place of a row is that
 * of the row, whenever it is made again.
 */
export const sendingOf = (message: AnyMessage): string =>
  [message.topic, idOf(message), message.row === undefined ? burialOf(message.headers) : `row ${message.row}`].join(' ')

/** The last sendings that were written after their caller had given up on them: a retry is not to write them again. */
export const createLateWrites = () => {
  const written = new Set<string>()
  return {
    add(sendings: readonly string[]): void {
      for (const one of sendings) written.add(one)
      for (const one of written) {
        if (written.size <= REMEMBERED) break
        written.delete(one)
      }
    },
    has: (message: AnyMessage): boolean => written.has(sendingOf(message)),
    /** Their caller knows of them now. */
    forget(messages: readonly AnyMessage[]): void {
      for (const message of messages) written.delete(sendingOf(message))
    },
  }
}
