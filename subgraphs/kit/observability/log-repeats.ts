import type { Logger } from 'pino'

/** How many different lines are distinguished in a window; the others are counted together. */
const MAX_KINDS = 500
/** How many trace ids of lines that were not written are kept for the line that counts them. */
const MAX_TRACE_IDS = 20
const WINDOW_MS = 1_000
const MAX_KEY_CHARS = 1_000

/** Fields that differ from request to request. */
const OF_ONE_REQUEST = new Set(['traceId', 'path'])

/** The time and a timer, so that tests can set both. */
export type LogClock = {
  nowMs(): number
  /** Calls `work` once, after `delayMs`; must not keep the process alive. */
  later(delayMs: number, work: () => void): void
}

export const systemClock: LogClock = {
  nowMs: () => performance.now(),
  later: (delayMs, work) => void setTimeout(work, delayMs).unref(),
}

type Fields = Record<string, unknown>
type Write = (fields: Fields, message: string) => void
type Line = { readonly fields: Fields; readonly message: string; readonly write: Write }

type Kind = { sinceMs: number; repeated: number; last: Line; traceIds: string[] }

/**
 * What an error is, as far as it is the same for every request that meets it: kind and code of it and of its causes.
 */
const kindOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const original: unknown = 'originalError' in error ? error.originalError : undefined
  const cause = error.cause ?? original
  return `${error.name}:${code}${cause === undefined || depth > 3 ? '' : ` < ${kindOf(cause, depth + 1)}`}`
}

const fieldText = ([name, value]: [string, unknown]): string =>
  OF_ONE_REQUEST.has(name) || (typeof value === 'object' && value !== null) ? '' : `${name}=${String(value)}`

/**
 * What makes two lines the same: all of their words and fields but those of one request; of an error its kind, code
 * and place.
 */
const keyOf = (
  { fields: { err, ...fields }, message }: Line,
  placeOf: (error: Error) => string | undefined,
): string => {
  const place = err instanceof Error ? placeOf(err) : undefined
  const words = err instanceof Error && place === undefined ? err.message : (place ?? '')
  const error = err === undefined ? '' : `${kindOf(err)} ${words}`
  return `${message}|${error}|${Object.entries(fields).map(fieldText).join('|')}`.slice(0, MAX_KEY_CHARS)
}

const write = ({ write, fields, message }: Line, more: Fields): void => write({ ...fields, ...more }, message)

/** Writes how often a line was repeated since it was written last, and begins to count again. */
const writeRepeats = (kind: Kind): void => {
  const { last, repeated, traceIds } = kind
  if (repeated === 0) return
  kind.repeated = 0
  kind.traceIds = []
  write(last, { repeated, ...(traceIds.length > 1 ? { traceIds } : {}) })
}

/** The fields and the words of a call of the logger; null for a form that nothing of ours uses. */
const readCall = (args: readonly unknown[]): Omit<Line, 'write'> | null => {
  const [first, second] = args
  if (typeof first === 'string') return args.length === 1 ? { fields: {}, message: first } : null
  if (args.length > 2 || typeof first !== 'object' || first === null) return null
  const fields: Fields = first instanceof Error ? { err: first } : { ...first }
  return second === undefined || typeof second === 'string' ? { fields, message: second ?? '' } : null
}

/**
 * Keeps the same line from being written more than once a second: the first is written at once, those that follow are
 * counted, and a second later the last of them is written with `repeated`, how many lines it counts for. One lost
 * connection can fail thousands of requests. `runningTrace`: the fields of the request that a line is of.
 */
export const createRepeats = (
  clock: LogClock,
  placeOf: (error: Error) => string | undefined,
  runningTrace: () => Fields = () => ({}),
) => {
  const kinds = new Map<string, Kind>()
  const names = new WeakMap<Logger, number>()
  let loggers = 0
  let isScheduled = false

  const nameOf = (logger: Logger): number => {
    const known = names.get(logger)
    if (known !== undefined) return known
    loggers += 1
    names.set(logger, loggers)
    return loggers
  }
  const sweep = (): void => {
    isScheduled = false
    for (const [key, kind] of kinds) {
      if (clock.nowMs() - kind.sinceMs < WINDOW_MS) continue
      if (kind.repeated === 0) kinds.delete(key)
      kind.sinceMs = clock.nowMs()
      writeRepeats(kind)
    }
    schedule()
  }
  const schedule = (): void => {
    if (isScheduled || kinds.size === 0) return
    isScheduled = true
    clock.later(WINDOW_MS, sweep)
  }
  const add = (key: string, line: Line): void => {
    const traceId = typeof line.fields.traceId === 'string' ? [line.fields.traceId] : []
    const kind = kinds.get(key)
    if (kind === undefined) {
      kinds.set(key, { sinceMs: clock.nowMs(), repeated: 0, last: line, traceIds: [] })
      write(line, {})
      schedule()
      return
    }
    kind.repeated += 1
    kind.last = line
    if (kind.traceIds.length < MAX_TRACE_IDS) kind.traceIds.push(...traceId)
  }
  return {
    /** Takes a line of a logger. @returns false for one that is to be written as it is. */
    take(logger: Logger, level: number, args: readonly unknown[], writeLine: Write): boolean {
      const call = readCall(args)
      if (call === null) return false
      // The line may be written later, when another request runs.
      const line: Line = { message: call.message, fields: { ...runningTrace(), ...call.fields }, write: writeLine }
      const key = `${nameOf(logger)}|${level}|${keyOf(line, placeOf)}`
      if (kinds.has(key) || kinds.size < MAX_KINDS) add(key, line)
      else add('', { fields: {}, message: 'more different lines than are counted apart', write: writeLine })
      return true
    },
    /** Writes what was only counted so far. */
    flush(): void {
      for (const kind of kinds.values()) writeRepeats(kind)
    },
  }
}
