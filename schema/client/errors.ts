/** A faulty field of a request, by its path, such as `cassettes[2].denomination`. */
export type FieldFault = { readonly field: string; readonly message: string }

/** One error of an answer: the problem of a REST route, or an entry of `errors` of the graph. */
export type Fault = {
  /** The kind of the error, such as `BAD_USER_INPUT`. */
  readonly code: string
  readonly message: string
  /** Where data is missing, such as `atm.status`; empty for the answer as a whole. */
  readonly path: string
  /** Each faulty field of the request; empty where none is at fault. */
  readonly fields: readonly FieldFault[]
  /** Finds the request in the logs of the platform; null where there was no answer. */
  readonly traceId: string | null
  /** Of a conflict: the record as it is now, where the caller may see it. */
  readonly current: Readonly<Record<string, unknown>> | null
}

/** What `ApiError` is made of. */
type Failure = {
  readonly status: number
  readonly faults: readonly Fault[]
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

const UNKNOWN: Fault = {
  code: 'INTERNAL',
  message: 'The platform gave no reason.',
  path: '',
  fields: [],
  traceId: null,
  current: null,
}

/** A request that failed, over REST or the graph. */
export class ApiError extends Error {
  /** The status of the answer; 0 where there was none. */
  readonly status: number
  /** The code of the first fault. `UNREACHABLE` and `TIMEOUT` are the client's own, with the status 0. */
  readonly code: string
  /** The faulty fields of the first fault. */
  readonly errors: readonly FieldFault[]
  /** Every fault of the answer; one at least. */
  readonly faults: readonly Fault[]
  readonly traceId: string | null
  /** How long to wait before the request is sent again; null where the platform does not say. */
  readonly retryAfterMs: number | null

  constructor({ status, faults, retryAfterMs = null, cause }: Failure) {
    const first = faults[0] ?? UNKNOWN
    super(first.message, cause === undefined ? {} : { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = first.code
    this.errors = first.fields
    this.faults = faults.length === 0 ? [UNKNOWN] : faults
    this.traceId = first.traceId
    this.retryAfterMs = retryAfterMs
  }
}

type Properties = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = (value: unknown): Properties => (isObject(value) ? value : {})

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const fieldsOf = (value: unknown): readonly FieldFault[] =>
  Array.isArray(value)
    ? value.filter(isObject).map(({ field, message }) => ({ field: String(field), message: String(message) }))
    : []

const faultOf = (reason: Properties, words: unknown, path: string): Fault => ({
  code: textOf(reason.code) ?? UNKNOWN.code,
  message: textOf(words) ?? UNKNOWN.message,
  path,
  fields: fieldsOf(reason.errors),
  traceId: textOf(reason.traceId),
  current: isObject(reason.current) ? reason.current : null,
})

/** The fault of a `problem+json` body; one of the code `INTERNAL` for any other body. */
export const faultOfProblem = (body: unknown): Fault => {
  const problem = propertiesOf(body)
  return faultOf(problem, problem.detail, '')
}

/** The faults of `errors` of a graph answer. */
export const faultsOfGraph = (errors: unknown): readonly Fault[] =>
  (Array.isArray(errors) ? errors : []).map((entry) => {
    const { message, path, extensions } = propertiesOf(entry)
    return faultOf(propertiesOf(extensions), message, Array.isArray(path) ? path.join('.') : '')
  })

/** The value of `Retry-After` in milliseconds; null where it is absent or no number of seconds. */
export const retryAfterMsOf = (headers: Headers): number | null => {
  const text = headers.get('retry-after')
  const seconds = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
