/** A number of signals, and how many of them are no heartbeats. */
export type Queued = { readonly all: number; readonly events: number }

/** Decides when the next batch of the lane begins, so that what comes within moments goes along. */
export type Gathering = {
  /** A batch of so many begins; `left`: how many signals had no room in it. */
  took(taken: Queued, left: number): void
  /** The batch has ended; so much came while it was under way. */
  ended(queued: Queued): void
  /** Something came; so much waits now. */
  joined(queued: Queued): void
  /** Resolves when the next batch is to begin. `queued`: what waits just now. */
  ready(queued: () => Queued): Promise<void>
  /** Ends the wait under way. */
  end(): void
}

export type GatheringOptions = {
  /** How long the senders who were just answered are waited for at most. */
  readonly answeredMs: number
  /** How long after a batch the next one begins at the soonest while events come independently of each other. */
  readonly eventsMs: number
  /** How long after a batch one of heartbeats alone begins at the soonest. */
  readonly heartbeatsMs: number
  readonly maxBatch: number
  /** A monotonic clock, in ms. */
  elapsedMs(): number
}

/** With so many events a batch begins: more would cost each of them less still, and keep the first of them waiting. */
const WORTH_A_BATCH = 16
/** Events count as independent where so many came during so many batches before. */
const INDEPENDENT = { events: 3, batches: 4 }
/** Heartbeats gather while so many go along with a batch: one agent that sends one after the other does not wait. */
const SEVERAL = 3

/**
 * Makes the gathering of a lane. Taken as they come, nearly each event and heartbeat would have a transaction of its
 * own, which costs as much as some forty events beside it.
 *
 * - Events that come while a batch is under way are independent of its answers. They gather for `eventsMs`, unless so
 *   many come during a batch that the next one is large without that.
 * - Senders who wait for their answers send again within milliseconds, all that were answered together. Nothing comes
 *   while their batch is under way, and the next one begins when they are there: one sender alone never waits.
 * - Heartbeats gather for longer than events, which take along those that wait. The POST or poll that sends one waits
 *   for its commit too, so it is answered up to `heartbeatsMs` later.
 */
export const createGathering = (options: GatheringOptions): Gathering => {
  const { answeredMs, eventsMs, heartbeatsMs, maxBatch, elapsedMs } = options
  let wanted = 0
  /** How many events came during each of the last batches, the newest first. */
  let came: readonly number[] = []
  let heartbeatsAtMs = Number.NEGATIVE_INFINITY
  let eventsAtMs = Number.NEGATIVE_INFINITY
  let answeredAtMs = Number.NEGATIVE_INFINITY
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
  const areAllBack = ({ all, events }: Queued): boolean => events >= wanted || all >= maxBatch
  const isWorthABatch = ({ all, events }: Queued): boolean => events >= WORTH_A_BATCH || all >= maxBatch
  const areIndependent = (): boolean =>
    (came[0] ?? 0) < WORTH_A_BATCH && came.reduce((sum, events) => sum + events, 0) >= INDEPENDENT.events

  const gatherEvents = async (queued: Queued): Promise<void> => {
    const nowMs = elapsedMs()
    const gatherMs = areIndependent() ? eventsAtMs + eventsMs - nowMs : 0
    const backMs = answeredAtMs + answeredMs - nowMs
    if (gatherMs > Math.max(backMs, 0)) {
      if (!isWorthABatch(queued)) await wait(gatherMs, isWorthABatch)
    } else if (backMs > 0 && !areAllBack(queued)) await wait(backMs, areAllBack)
  }

  return {
    took({ all, events }, left) {
      wanted = events
      // What is left over goes on at once.
      eventsAtMs = left > 0 ? Number.NEGATIVE_INFINITY : elapsedMs()
      heartbeatsAtMs = all < SEVERAL ? Number.NEGATIVE_INFINITY : eventsAtMs
    },
    ended({ events }) {
      came = [events, ...came].slice(0, INDEPENDENT.batches)
      answeredAtMs = elapsedMs()
    },
    joined: (queued) => joined(queued),
    async ready(queued) {
      const leftMs = heartbeatsAtMs + heartbeatsMs - elapsedMs()
      if (leftMs > 0 && !isMoreThanHeartbeats(queued())) await wait(leftMs, isMoreThanHeartbeats)
      if (queued().events > 0) await gatherEvents(queued())
    },
    end: () => end(),
  }
}
