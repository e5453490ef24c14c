/** The fastest answer is looked for in windows of so many ms. */
const WINDOW_MS = 250
/** So many senders must wait at once: one that never sends its body says nothing of the process. */
const SENDERS = 4
/** A process whose event loop was busy for such a share of the time is short of processor time. */
const BUSY = 0.95

export type AnswerSpeedOptions = {
  /** Monotonic milliseconds since any moment. */
  nowMs(): number
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  utilization(): number
}

/** How soon requests that need no long work are answered. */
export type AnswerSpeed = {
  /** A request that came at `atMs` begins. Returns what is called at its end. */
  begin(atMs: number): (isDone: boolean) => void
  /**
   * How long even the fastest of them took in the last window; where none was answered, how long several have taken so
   * far. 0 where the event loop had pauses: so a sender whose requests wait for each other, and a database that does
   * not answer, do not count.
   */
  leastMs(): number
}

/** Measures the answers of a process. */
export const createAnswerSpeed = ({ nowMs, utilization }: AnswerSpeedOptions): AnswerSpeed => {
  const running = new Set<{ readonly atMs: number }>()
  let fastestMs = Number.POSITIVE_INFINITY
  let windowEndsAtMs = Number.NEGATIVE_INFINITY
  let knownMs = 0

  const severalMs = (now: number): number => {
    const [last] = [...running.values().take(SENDERS)].slice(SENDERS - 1)
    return last === undefined ? 0 : now - last.atMs
  }
  return {
    begin(atMs) {
      const one = { atMs }
      running.add(one)
      return (isDone) => {
        running.delete(one)
        if (isDone) fastestMs = Math.min(fastestMs, nowMs() - atMs)
      }
    },
    leastMs() {
      const now = nowMs()
      if (now < windowEndsAtMs) return knownMs
      const isBusy = utilization() >= BUSY
      const shortestMs = Number.isFinite(fastestMs) ? fastestMs : severalMs(now)
      knownMs = isBusy ? shortestMs : 0
      fastestMs = Number.POSITIVE_INFINITY
      windowEndsAtMs = now + WINDOW_MS
      return knownMs
    },
  }
}
