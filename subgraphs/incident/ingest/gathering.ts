/** A number of signals, and how many of them are no heartbeats. */
export type Queued = { readonly all: number; readonly events: number }

/** Decides when the next batch of the lane begins, so that what comes within moments goes along. */
export type Gathering = {
  /** A batch of so many begins; `left`: how many signals had no room in it. */
  took(taken: Queued, left: number): void
  /** Something came; so much waits now. */
  joined(queued: Queued): void
  /** Resolves when the next batch is to begin. `queued`: what waits just now. */
  ready(queued: () => Queued): Promise<void>
  /** Ends the wait under way. */
  end(): void
}

export type GatheringOptions = {
  /** How long a batch of events waits at most to become as large as the one before. */
  readonly gatherMs: number
  /** How long after a batch one of heartbeats alone begins at the soonest. */
  readonly heartbeatsMs: number
  readonly maxBatch: number
  /** A monotonic clock, in ms. */
  elapsedMs(): number
}

/**
 * Where many send at once, those who have just been answered send again within milliseconds; taken in parts, each part
 * would cost the store as much as some forty events beside its own. A few who send now and then do not wait.
 */
const MANY = 16
/** Heartbeats gather while so many go along with a batch: one agent that sends one after the other does not wait. */
const SEVERAL = 3

/**
 * Makes the gathering of a lane. Agents send heartbeats independently of each other: taken as they come, nearly each
 * would have a transaction of its own. No one waits for them, so they gather for longer than events, which take along
 * the heartbeats that wait.
 */
export const createGathering = ({ gatherMs, heartbeatsMs, maxBatch, elapsedMs }: GatheringOptions): Gathering => {
  let wanted = 0
  let batchAtMs = Number.NEGATIVE_INFINITY
  let joined: Gathering['joined'] = () => {}
  let end = () => {}

  /** Waits until enough is there, but no longer than so many ms. */
  const wait = (timeoutMs: number, isEnough: (queued: Queued) => boolean): Promise<void> =>
    new Promise((resolve) => {
      end = () => {
        clearTimeout(timer)
        joined = () => {}
        resolve()
      }
      joined = (queued) => {
        if (isEnough(queued)) end()
      }
      const timer = setTimeout(end, timeoutMs)
    })
  const isMoreThanHeartbeats = ({ all, events }: Queued): boolean => events > 0 || all >= maxBatch
  const isWhole = ({ events }: Queued): boolean => wanted < MANY || events >= wanted

  return {
    took({ all, events }, left) {
      wanted = events
      // What is left over goes on at once.
      batchAtMs = left > 0 || all < SEVERAL ? Number.NEGATIVE_INFINITY : elapsedMs()
    },
    joined: (queued) => joined(queued),
    async ready(queued) {
      const leftMs = batchAtMs + heartbeatsMs - elapsedMs()
      if (leftMs > 0 && !isMoreThanHeartbeats(queued())) await wait(leftMs, isMoreThanHeartbeats)
      if (queued().events > 0 && !isWhole(queued())) await wait(gatherMs, isWhole)
    },
    end: () => end(),
  }
}
