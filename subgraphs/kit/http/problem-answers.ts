import type { IncomingHttpHeaders } from 'node:http'
import { DomainError, ERROR_TABLE, problemOf, toDomainError } from '../common/errors.ts'
import type { Logger } from '../observability/log.ts'
import { nothingHere } from './allowed-methods.ts'
import { CLOSE_DELAY, CLOSE_DELAY_UNAUTHENTICATED, type CloseDelay } from './connection-close.ts'
import { forwardedPathOf, shownPath } from './target-limit.ts'

/** What answers to errors take from the listener. */
export type ProblemOptions = {
  readonly log: Logger
  readonly now: () => Date
  /** True behind the platform's gateway: errors name the address that was asked for there, prefix included. */
  readonly behindGateway?: boolean
}

/** An answer of known text. */
export type TextAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for none. */
  readonly body: string | undefined
}

/** The words for what Fastify itself refuses. */
const FASTIFY_ERRORS: Readonly<Record<string, () => DomainError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new DomainError('UNSUPPORTED_MEDIA_TYPE', 'This address takes a JSON body; send "Content-Type: application/json".'),
  FST_ERR_BAD_URL: () => nothingHere(),
  FST_ERR_MAX_PARAM_LENGTH: () => nothingHere(),
}

const domainErrorOf = (error: unknown): { error: DomainError; expected: boolean } => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words = FASTIFY_ERRORS[code]
  if (words !== undefined) return { error: words(), expected: true }
  return toDomainError(error)
}

type Asked = { readonly headers: IncomingHttpHeaders; readonly target: string; readonly method: string }

/** The gateway sends on what was asked for, as a prefix is gone by then and a path may have been rewritten. */
const askedPath = ({ headers, target }: Asked, { behindGateway }: ProblemOptions): string =>
  shownPath((behindGateway === true ? forwardedPathOf(headers) : null) ?? target)

/**
 * An error as problem+json; what was not expected is logged in full and answered without its words. `delay`: what is
 * let through of a body that is on its way.
 */
export const problemAnswerOf = (
  error: unknown,
  asked: Asked & { readonly traceId: string },
  options: ProblemOptions,
): TextAnswer & { readonly delay: CloseDelay } => {
  const { error: known, expected } = domainErrorOf(error)
  const path = askedPath(asked, options)
  const { traceId, method } = asked
  if (!expected) options.log.error({ err: error, traceId, method, path }, 'request failed')
  const isUnknown = known.code === 'UNAUTHENTICATED'
  const comesAgain = known.code === 'UNAVAILABLE' || known.retryAfterSeconds !== undefined
  return {
    status: ERROR_TABLE[known.code].status,
    headers: {
      ...(isUnknown ? { 'www-authenticate': 'Bearer' } : {}),
      ...(comesAgain ? { 'retry-after': String(known.retryAfterSeconds ?? 2) } : {}),
      ...known.headers,
      'content-type': 'application/problem+json; charset=utf-8',
    },
    body: JSON.stringify(problemOf(known, { instance: path, traceId, now: options.now() })),
    delay: isUnknown ? CLOSE_DELAY_UNAUTHENTICATED : CLOSE_DELAY,
  }
}
