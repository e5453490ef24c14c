/** An error whose message is one clear sentence for the person who started the program; it carries no stack worth printing. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError'
}

/**
 * The database cannot serve now: not reachable, lost in the middle, out of connections.
 * To a client this is 503 with `Retry-After`. When it rejects a commit, whether the commit happened is not known.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** Failures of the connection, or of the server's own means, as the driver and the operating system name them. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
])

/** Failures after which the same transaction may simply be tried again. */
const RETRYABLE_CODES = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
])

/** The `code` of an error or of what caused it: a SQLSTATE, a driver's code or the operating system's. */
export function codeOf(error: unknown): string | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code
    current = current.cause
  }
  return undefined
}

/** True when the error tells that the database is out of reach rather than that it refused something. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    error instanceof StoreUnavailableError ||
    (code !== undefined && (CONNECTION_CODES.has(code) || code.startsWith('08')))
  )
}

/** True for a lock timeout, a deadlock or a serialization failure: nothing was stored, and a new try may well succeed. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && RETRYABLE_CODES.has(code)
}
