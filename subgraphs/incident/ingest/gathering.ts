/** Lets a batch of the lane become as large as the one before. */
export type Gathering = {
  /** So many went along with a batch. */
  took(count: number): void
  /** So many wait now. */
  joined(waiting: number): void
  /** Resolves once as many wait as went along last, and no later than after a moment. */
  whole(waiting: number): Promise<void>
}

/**
 * Where many send at once, those who have just been answered send again within milliseconds; taken in parts, each part
 * would cost the store as much as some forty events beside its own. A few who send now and then do not wait.
 */
const MANY = 16

/** Makes the gathering of a lane, which waits for `gatherMs` at most. */
export const createGathering = (gatherMs: number): Gathering => {
  let wanted = 0
  let enough = () => {}
  return {
    took(count) {
      wanted = count
    },
    joined(waiting) {
      if (waiting >= wanted) enough()
    },
    async whole(waiting) {
      if (wanted < MANY || waiting >= wanted) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, gatherMs)
        enough = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      enough = () => {}
    },
  }
}
