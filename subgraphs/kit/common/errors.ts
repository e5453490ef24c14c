import { codeOf, storeFaultOf } from '../../../db/errors.ts'
import { isRecord } from './records.rules.ts'

/**
 * Every code that an answer of the platform may carry, with its status and title: the one table for REST and GraphQL.
 */
export const ERROR_TABLE = {
  UNAUTHENTICATED: { status: 401, title: 'Unauthorized' },
  FORBIDDEN: { status: 403, title: 'Forbidden' },
  NOT_FOUND: { status: 404, title: 'Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method Not Allowed' },
  BAD_USER_INPUT: { status: 400, title: 'Bad Request' },
  CONFLICT: { status: 409, title: 'Conflict' },
  PRECONDITION_FAILED: { status: 412, title: 'Precondition Failed' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload Too Large' },
  URI_TOO_LONG: { status: 414, title: 'URI Too Long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported Media Type' },
  RANGE_NOT_SATISFIABLE: { status: 416, title: 'Range Not Satisfiable' },
  RATE_LIMITED: { status: 429, title: 'Too Many Requests' },
  INTERNAL: { status: 500, title: 'Internal Server Error' },
  UNAVAILABLE: { status: 503, title: 'Service Unavailable' },
} as const

export type ErrorCode = keyof typeof ERROR_TABLE

/** A fault of one input field, by its path: `cassettes[2].denomination`. */
export type FieldFault = { readonly field: string; readonly message: string }

/** A record as JSON has it. */
export type JsonRecord = Readonly<Record<string, unknown>>

type ErrorDetails = {
  readonly errors?: readonly FieldFault[]
  readonly retryAfterSeconds?: number
  /** What the answer says of it in headers; on REST only. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of a conflict: the record as it is, in the shape that REST gives it. Only one that the caller may see. */
  readonly current?: JsonRecord
  readonly cause?: unknown
}

/**
 * An expected refusal. Its message is shown to the caller, so it says what is wrong and how to fix it, and never holds
 * SQL, an inner URL, a token or a card number.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldFault[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly current: JsonRecord | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'DomainError'
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
    this.headers = details.headers
    this.current = details.current
  }

  /** Read by graphql-js for `extensions` of the GraphQL error. */
  get extensions(): Record<string, unknown> {
    return {
      code: this.code,
      http: { status: ERROR_TABLE[this.code].status },
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...(this.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

/** A 400 that names one field and the cure. */
export const badInput = (field: string, message: string): DomainError =>
  new DomainError('BAD_USER_INPUT', `${field}: ${message}`, { errors: [{ field, message }] })

/**
 * How many faults of a request are named at most: a list of a million wrong values is not answered with a million
 * faults.
 */
export const MAX_FAULTS = 100

/** A 400 that names several fields at once, `MAX_FAULTS` at most. */
export const badInputs = (faults: readonly FieldFault[]): DomainError => {
  const errors = faults.slice(0, MAX_FAULTS)
  return new DomainError('BAD_USER_INPUT', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    errors,
  })
}

/** A 404 for a record that does not exist or that the caller may not see: the two are never distinguished. */
export const notFound = (what: string): DomainError => new DomainError('NOT_FOUND', `${what} was not found`)

/** Whether something is the code of an error. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_TABLE, code)

const isFaults = (value: unknown): value is readonly FieldFault[] =>
  Array.isArray(value) && value.every((item) => typeof item?.field === 'string' && typeof item?.message === 'string')

/** Failures of a call to another service, as the HTTP client names them. */
const CALL_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
])

/**
 * True where an error is an outage (of a database, a broker, another service) and not a fault of the request: the
 * caller may try again.
 */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof DomainError && error.code === 'UNAVAILABLE') return true
  const fault = storeFaultOf(error)
  return fault === 'unavailable' || fault === 'retryable' || CALL_CODES.has(codeOf(error) ?? '')
}

/** The database cannot hold a character of a text; REST finds these before, by field, the graph does not. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05'])

const unstorable = (cause: unknown): DomainError =>
  new DomainError('BAD_USER_INPUT', 'A text holds a character that cannot be stored, such as NUL; leave it out.', {
    cause,
  })

/** A value that no check at the edge refused though the database cannot hold it. */
const outOfRange = (cause: unknown): DomainError =>
  new DomainError('BAD_USER_INPUT', 'A value is beyond what can be stored or compared; shorten it or correct it.', {
    cause,
  })

/** Any thrown value as the DomainError that a caller may see; `expected` is false where it must be logged in full. */
export const toDomainError = (error: unknown): { error: DomainError; expected: boolean } => {
  const seen = new Set<unknown>()
  for (let current = error; current instanceof Error && !seen.has(current); ) {
    seen.add(current)
    if (current instanceof DomainError) return { error: current, expected: true }
    const original: unknown = 'originalError' in current ? current.originalError : undefined
    const next = original ?? current.cause
    if (!(next instanceof Error)) break
    current = next
  }
  const carried = fromExtensions(error)
  if (carried !== null) return { error: carried, expected: true }
  const thrown = error instanceof Error && 'originalError' in error ? (error.originalError ?? error) : error
  if (UNSTORABLE_TEXT.has(codeOf(thrown) ?? '')) return { error: unstorable(thrown), expected: true }
  if (storeFaultOf(thrown) === 'input') return { error: outOfRange(thrown), expected: false }
  if (isOutage(error) || isOutage(thrown)) {
    return {
      error: new DomainError('UNAVAILABLE', 'A part of the platform cannot be reached right now; try again.', {
        retryAfterSeconds: 2,
        cause: error,
      }),
      expected: false,
    }
  }
  return {
    error: new DomainError('INTERNAL', 'Something went wrong on our side; the trace id finds it in the log.', {
      cause: error,
    }),
    expected: false,
  }
}

/** An error that crossed a process border as GraphQL extensions. */
const fromExtensions = (error: unknown): DomainError | null => {
  if (
    !(error instanceof Error) ||
    !('extensions' in error) ||
    typeof error.extensions !== 'object' ||
    error.extensions === null
  )
    return null
  const extensions: Record<string, unknown> = { ...error.extensions }
  if (!isErrorCode(extensions.code) || extensions.code === 'INTERNAL') return null
  return new DomainError(extensions.code, error.message, {
    ...(isFaults(extensions.errors) ? { errors: extensions.errors } : {}),
    ...(isRecord(extensions.current) ? { current: extensions.current } : {}),
  })
}

/** The body of an error answer: RFC 9457 with the platform's own `code`, `message`, `timestamp`, `traceId`. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ErrorCode
  readonly message: string
  readonly timestamp: string
  readonly traceId: string
  readonly errors?: readonly FieldFault[]
  readonly current?: JsonRecord
}

/** The problem+json of an error. `instance` is the path of the request, without its query. */
export const problemOf = (error: DomainError, where: { instance: string; traceId: string; now: Date }): Problem => {
  const { status, title } = ERROR_TABLE[error.code]
  return {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    instance: where.instance,
    code: error.code,
    message: error.message,
    timestamp: where.now.toISOString(),
    traceId: where.traceId,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...(error.current === undefined ? {} : { current: error.current }),
  }
}
