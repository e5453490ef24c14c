import type { Registry } from 'prom-client'
import { withDeadline } from '../common/deadline.ts'
import type { Logger } from './log.ts'
import { sharedCounter } from './metrics.ts'

/** A value is read at most this often, however many scrape. */
const READ_EVERY_MS = 5_000
const READ_TIMEOUT_MS = 2_000
/** Between two warnings of a read that fails. */
const WARN_EVERY_MS = 60_000

/** How long a statement of such a read may take. */
export const READ_STATEMENT_TIMEOUT_MS = 2_000

/**
 * Reads a value of the database for metrics: shared by those who ask within five seconds, and given up after two. What
 * was read last while it fails, null before the first. It never rejects; failures are counted by `name`, and logged
 * once a minute at most. `nowMs`: milliseconds of a clock that only goes forwards.
 */
export const createMetricRead = <T>(
  { metrics, log }: { readonly metrics: Registry; readonly log: Logger },
  name: string,
  read: () => Promise<T>,
  nowMs: () => number = () => performance.now(),
): (() => Promise<T | null>) => {
  const failures = sharedCounter(metrics, {
    name: 'fleetops_metric_read_failures_total',
    help: 'Reads of the database for metrics that failed or took too long',
    labelNames: ['read'],
  })
  let known: T | null = null
  let beganAtMs = Number.NEGATIVE_INFINITY
  let warnedAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  const warn = (error: unknown): void => {
    if (nowMs() - warnedAtMs < WARN_EVERY_MS) return
    warnedAtMs = nowMs()
    log.warn({ read: name, err: error }, 'figures for metrics cannot be read')
  }
  const begin = async (): Promise<void> => {
    const late = () => {
      throw new Error(`it took longer than ${READ_TIMEOUT_MS / 1_000} s`)
    }
    try {
      known = await withDeadline(read(), READ_TIMEOUT_MS, late)
    } catch (error) {
      failures.inc({ read: name })
      warn(error)
    }
  }
  return async () => {
    if (nowMs() - beganAtMs >= READ_EVERY_MS) {
      beganAtMs = nowMs()
      reading = begin()
    }
    await reading
    return known
  }
}
