import { createRequire } from 'node:module'

/**
 * kafkajs 2.2.4 keeps a timer of 1 ms per connection alive for ever, to look whether requests wait that a broker's
 * throttling held back: 4 % of a core for doing nothing, and a TimeoutNegativeWarning on Node 24. Here its queue only
 * looks while something waits; whatever is queued later schedules a look of its own (`push`), and so does each answer.
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

/** Another version may be built otherwise; then it stays as it is. */
const isRequestQueue = (value: unknown): value is RequestQueue =>
  typeof value === 'object' &&
  value !== null &&
  'scheduleCheckPendingRequests' in value &&
  typeof value.scheduleCheckPendingRequests === 'function'
