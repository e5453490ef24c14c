/**
 * Settles as `work` does, or after `timeoutMs` as `onLate` does: with what it returns, or rejected with what it throws.
 * The timer is cleared either way. `work` is not stopped by the deadline, and a failure of it after that is ignored.
 */
export const withDeadline = async <T, Late = never>(
  work: Promise<T>,
  timeoutMs: number,
  onLate: () => Late,
): Promise<T | Late> => {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  try {
    return await Promise.race([work, late.then(onLate)])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Settles as `work` does, or when `signal` aborts as `onAbort` does: with what it returns, or rejected with what it
 * throws. Leaves no listener behind, so that a signal may outlive any number of calls; a promise in a race of its own
 * for each call would keep all of them. `work` is not stopped, and a failure of it after that is ignored.
 */
export const withAbort = async <T, Late = never>(
  work: Promise<T>,
  signal: AbortSignal,
  onAbort: () => Late,
): Promise<T | Late> => {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const abort = () => resolve()
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted.then(onAbort)])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
