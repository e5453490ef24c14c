import { constants, setPriority } from 'node:os'

/**
 * Puts the calling thread behind all that answers callers, yet not so far that it starves: a tenth of their share
 * where the processor is short.
 */
export const yieldToOthers = (): void => {
  // On Linux a thread has a priority of its own, and 0 is the calling one; elsewhere this would slow the whole
  // process down.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It works at the usual priority then.
  }
}
