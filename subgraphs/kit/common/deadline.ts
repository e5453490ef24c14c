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
