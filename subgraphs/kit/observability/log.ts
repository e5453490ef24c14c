import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { maskCardNumbers } from '../cards/card-numbers.ts'
import { currentSpan } from '../tracing/tracing.ts'
import { createRepeats, type LogClock, systemClock } from './log-repeats.ts'

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
/**
 * What may be a token: three parts or more that begin with a JSON object in Base64. It takes all that may belong to
 * it.
 */
const BEARER = /\beyJ[\w.-]*/g
const MAX_CHARS = 500

const withoutTokens = (text: string): string =>
  text.replace(BEARER, (found) => (found.split('.', 3).length === 3 ? '[token]' : found))

/** A text as it may be logged: no card numbers, tokens, or addresses within the platform. */
export const loggable = (text: string): string =>
  withoutTokens(maskCardNumbers(text)).replace(ADDRESS, '[address]').slice(0, MAX_CHARS)

const OWN_FOLDERS = ['/gateway/', '/subgraphs/', '/db/', '/demo/', '/tools/', '/tests/']
const FILE_AND_LINE = /^[\w./-]+\.ts:\d+/

/** The first place in our own code that an error came through, such as `subgraphs/journal/files/files.store.ts:12`. */
const placeOf = (error: Error): string | undefined => {
  for (const line of error.stack?.split('\n') ?? []) {
    // What is before the frames is the error's message.
    if (!line.startsWith('    at ')) continue
    for (const folder of OWN_FOLDERS) {
      const at = line.indexOf(folder)
      const place = at < 0 ? undefined : FILE_AND_LINE.exec(line.slice(at + 1))?.[0]
      if (place !== undefined) return place
    }
  }
  return undefined
}

/**
 * What is logged of an error: its kind, code, words and place, and the same of what caused it. Neither a stack nor
 * the SQL and parameters that Drizzle puts into its words.
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

/** The trace that a line belongs to, unless its own fields say so. */
const runningTrace = (): { readonly traceId?: string } => {
  const span = currentSpan()
  return span === undefined ? {} : { traceId: span.context.traceId }
}

/** The levels of pino whose repeats are counted: warnings and errors. What is fatal is never held back. */
const COUNTED_LEVELS: ReadonlySet<number> = new Set([40, 50])

export type LogOptions = {
  readonly level: string
  readonly name: string
  /** What repeated lines are timed by; the system's own unless given. */
  readonly clock?: LogClock
}

/**
 * The process's logger: one JSON line an entry on standard output, secrets redacted. An error goes under `err`, words
 * under `reason`.
 * A warning or an error that repeats is written at once, then once a second with `repeated`, how many lines it counts
 * for; `log.flush()` and the end of the process write what is still only counted.
 */
export const createLog = (options: LogOptions, destination?: { write(line: string): void }): Logger => {
  const repeats = createRepeats(options.clock ?? systemClock, placeOf, runningTrace)
  const settings: LoggerOptions = {
    level: options.level,
    name: options.name,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    base: null,
    mixin: runningTrace,
    serializers: { err: (error: unknown) => describeError(error) },
    formatters: { log: clean },
    hooks: {
      logMethod(args, method, level) {
        const write = (fields: Record<string, unknown>, message: string) => method.call(this, fields, message)
        const isHeld = COUNTED_LEVELS.has(level) && repeats.take(this, level, args, write)
        if (!isHeld) method.apply(this, args)
      },
    },
  }
  if (destination !== undefined) return flushing(pino(settings, destination), repeats.flush)
  process.once('exit', repeats.flush)
  return flushing(pino(settings), repeats.flush)
}

/** The same logger, whose `flush` writes what is still only counted before it does what it did. */
const flushing = (log: Logger, flushRepeats: () => void): Logger => {
  const flush = log.flush.bind(log)
  log.flush = (done) => {
    flushRepeats()
    flush(done)
  }
  return log
}
