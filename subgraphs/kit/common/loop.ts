import type { Waker } from './waker.ts'

export type LoopOptions = {
  /** One turn of the work; resolves to how many milliseconds to wait before the next one, 0 for none. */
  readonly turn: () => Promise<number>
  /** What the loop waits with; wake it after closing. */
  readonly waker: Waker
  /** How long to wait after a turn that failed. */
  readonly retryMs: number
  readonly isClosing: () => boolean
  /** Called with the first failure after a success, so that an outage is reported once however long it lasts. */
  readonly onFailure: (error: unknown) => void
  /** Called with the first success after a failure. */
  readonly onRecovery?: () => void
}

/** Takes turns until it is closing. Never rejects; resolves to whether the last turn failed. */
export const runLoop = async (options: LoopOptions): Promise<boolean> => {
  const { turn, waker, retryMs, isClosing, onFailure, onRecovery } = options
  let failing = false
  while (!isClosing()) {
    let waitMs = retryMs
    try {
      waitMs = await turn()
      if (failing) onRecovery?.()
      failing = false
    } catch (error) {
      if (!failing) onFailure(error)
      failing = true
    }
    if (waitMs > 0 && !isClosing()) await waker.wait(waitMs)
  }
  return failing
}
