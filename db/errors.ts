/**
 * An error whose message is one clear sentence for the person who started the program; it carries no stack worth
 * printing.
 */
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

/** Failures of the connection, as the driver and the operating system name them. */
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
])

/** What `pg` says of a connection that is lost, or silent for too long: these errors of its own have no code. */
const LOST_BY_PG = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
])

/**
 * What a failure of the store means for the caller:
 * `retryable`: nothing was stored, and the same transaction may well succeed at once (lock timeout, deadlock,
 * serialization failure).
 * `unavailable`: the store cannot serve now, whatever was asked: 503.
 * `input`: it holds a value that cannot be stored, which a check at the edge should have found: 400.
 * `defect`: everything else, such as a broken statement or a violated constraint: a fault of ours, 500.
 */
export type StoreFault = 'retryable' | 'unavailable' | 'input' | 'defect'

/** The first pattern that matches a SQLSTATE decides; what matches none is a defect. */
const FAULTS: readonly (readonly [RegExp, StoreFault])[] = [
  [/^(40001|40P01|55P03)$/, 'retryable'],
  // Connection, transaction rollback, resources (full disk, memory, connections), state of an object, operator, system.
  [/^(08|40|53|55|57|58)/, 'unavailable'],
  // A server that only reads, as a standby after a failover, and transactions that the server ended for their age.
  [/^(25006|25P03|25P04)$/, 'unavailable'],
  // No value of a caller is ever divided by.
  [/^22012$/, 'defect'],
  // Data exception, program limit exceeded.
  [/^(22|54)/, 'input'],
]

/** What kind of failure of the store an error is; null for an error that is none. */
export function storeFaultOf(error: unknown): StoreFault | null {
  // Drizzle wraps the failure of each statement, also of one that a caller catches inside its transaction.
  if (findCause(error, isLost) !== undefined) return 'unavailable'
  const code = codeOf(error)
  if (code === undefined) return null
  if (CONNECTION_CODES.has(code) || isMissingPartition(error)) return 'unavailable'
  if (!/^[0-57FHPX][0-9A-Z]{4}$/.test(code)) return null
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? 'defect'
}

/**
 * True where a table has no partition for a row: its partition has to be made, and nothing is wrong with the row.
 * It shares its SQLSTATE with violated check constraints, but names no constraint.
 */
export function isMissingPartition(error: unknown): boolean {
  const cause = causeWithCode(error)
  if (cause?.code !== '23514') return false
  return !('constraint_name' in cause && cause.constraint_name) && !('constraint' in cause && cause.constraint)
}

/** The `code` of an error or of what caused it: a SQLSTATE, a driver's code or the operating system's. */
export function codeOf(error: unknown): string | undefined {
  return causeWithCode(error)?.code
}

const causeWithCode = (error: unknown) => findCause(error, hasCode)

/** The first that fits of an error and what caused it. */
function findCause<Found extends Error>(error: unknown, fits: (one: Error) => one is Found): Found | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (fits(current)) return current
    current = current.cause
  }
  return undefined
}

const isLost = (error: Error): error is Error =>
  error instanceof StoreUnavailableError || (!hasCode(error) && LOST_BY_PG.has(error.message))

const hasCode = (error: Error): error is Error & { readonly code: string } =>
  'code' in error && typeof error.code === 'string'

/** True when the database cannot serve now, rather than that it refused something. */
export const isUnavailable = (error: unknown): boolean => storeFaultOf(error) === 'unavailable'

/**
 * True for a lock timeout, a deadlock or a serialization failure: nothing was stored, and a new try may well succeed.
 */
export const isRetryable = (error: unknown): boolean => storeFaultOf(error) === 'retryable'

/** True where the database ended a statement that took longer than it may, or that somebody cancelled. */
export const isCanceled = (error: unknown): boolean => codeOf(error) === '57014'

/** True where a row was refused because one with the same key is there (unique_violation). */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

/** True where a statement waited for a lock for as long as it may (lock_not_available). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'
