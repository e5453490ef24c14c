import { createRequire } from 'node:module'

/**
 * kafkajs 2.2.4 sets a timer of 1 ms for each connection again and again, to send requests that a broker has
 * throttled: 4 % of a core when idle, and a TimeoutNegativeWarning on Node 24. Here the timer is set only while
 * requests wait; each new request (`push`) and each answer sets it too. See decision 0050.
 */
export const quietenIdleConnections = (): void => {
  const queue: unknown = createRequire(import.meta.url)('kafkajs/src/network/requestQueue')
  const prototype: unknown = typeof queue === 'function' ? queue.prototype : null
  if (!isRequestQueue(prototype) || quietened.has(prototype)) return
  quietened.add(prototype)
  const schedule = prototype.scheduleCheckPendingRequests
  prototype.scheduleCheckPendingRequests = function scheduleWhilePending() {
    if (this.pending.length > 0) schedule.call(this)
  }
}

type RequestQueue = { readonly pending: readonly unknown[]; scheduleCheckPendingRequests(this: RequestQueue): void }

const quietened = new WeakSet<object>()

/** A version that is built differently is left as it is; the test of this file then fails. */
const isRequestQueue = (value: unknown): value is RequestQueue =>
  typeof value === 'object' &&
  value !== null &&
  'scheduleCheckPendingRequests' in value &&
  typeof value.scheduleCheckPendingRequests === 'function'
