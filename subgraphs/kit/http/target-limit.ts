import { DomainError } from '../common/errors.ts'

/**
 * How long a request target (path and query) may be, in characters. A query that names every event type takes 1,200;
 * what takes more belongs into a body.
 */
export const MAX_TARGET_CHARS = 8_192

/** How much of an address an answer or a log line repeats, in characters. */
const MAX_SHOWN_CHARS = 1_024

/** A path that no route serves. */
export const NOWHERE = '/-'

/** @throws DomainError URI_TOO_LONG for a target that is longer than any listener reads. */
export const checkTargetLength = (target: string): void => {
  if (target.length <= MAX_TARGET_CHARS) return
  throw new DomainError(
    'URI_TOO_LONG',
    `The path and the query have ${target.length} characters; at most ${MAX_TARGET_CHARS} are read.`,
  )
}

/** The path of a target for an answer or a log line, cut where it is very long. */
export const shownPath = (target: string): string => {
  const end = target.indexOf('?')
  return target.slice(0, Math.min(end < 0 ? target.length : end, MAX_SHOWN_CHARS)) || '/'
}

/** What was asked of the gateway, which it sends on, as a prefix is gone by then; null where it did not. */
export const forwardedPathOf = (headers: Readonly<Record<string, string | string[] | undefined>>): string | null => {
  const forwarded = headers['x-forwarded-path']
  return typeof forwarded === 'string' && forwarded.startsWith('/') ? forwarded : null
}
