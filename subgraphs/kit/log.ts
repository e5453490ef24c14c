import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino } from 'pino'
import { maskCardNumbers } from './card-numbers.ts'

export type { Logger } from 'pino'

/** Paths that could hold a secret in something that is logged whole by mistake. */
const SECRET_PATHS = [
  'authorization',
  'token',
  'secret',
  'password',
  'headers.authorization',
  'req.headers.authorization',
  '*.authorization',
  '*.token',
  '*.password',
  '*.secret',
]

const ADDRESS = /\b(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\[[\da-f:]+\]):\d+\b|\bhttps?:\/\/\S+/gi
const BEARER = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
const MAX_CHARS = 500

/** A text as it may stand in a log: no card numbers, tokens, or addresses within the platform. */
export const loggable = (text: string): string =>
  maskCardNumbers(text).replace(BEARER, '[token]').replace(ADDRESS, '[address]').slice(0, MAX_CHARS)

/** The first place in our own code that an error came through, such as `subgraphs/journal/files.store.ts:12`. */
const placeOf = (error: Error): string | undefined =>
  /(?:gateway|subgraphs|db|tools|tests)\/[\w./-]+\.ts:\d+/.exec(error.stack ?? '')?.[0]

/**
 * What is logged of an error: its kind, code, words and place, and the same of what caused it. Neither a stack nor the SQL and
 * parameters that Drizzle puts into its words.
 */
const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return loggable(String(error))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const original: unknown = 'originalError' in error ? error.originalError : undefined
  const cause = error.cause ?? original
  return {
    type: error.name,
    code,
    message: error instanceof DrizzleQueryError ? 'a query failed' : loggable(error.message),
    at: placeOf(error),
    cause: cause === undefined || depth > 3 ? undefined : describeError(cause, depth + 1),
  }
}

const clean = (fields: Record<string, unknown>): Record<string, unknown> =>
  typeof fields.reason === 'string' ? { ...fields, reason: loggable(fields.reason) } : fields

/** The process's logger: one JSON line an entry on standard output, secrets redacted. An error goes under `err`, words under `reason`. */
export const createLog = (
  options: { level: string; name: string },
  destination?: { write(line: string): void },
): Logger => {
  const settings = {
    level: options.level,
    name: options.name,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    base: null,
    serializers: { err: (error: unknown) => describeError(error) },
    formatters: { log: clean },
  }
  return destination === undefined ? pino(settings) : pino(settings, destination)
}
