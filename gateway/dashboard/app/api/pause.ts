/** Waits, but no longer than until the network is back or somebody looks at the page again. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      document.removeEventListener('visibilitychange', onSight)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const onSight = () => {
      if (!document.hidden) done()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    document.addEventListener('visibilitychange', onSight)
    signal.addEventListener('abort', done)
  })
