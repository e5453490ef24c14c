import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = (): void => {
  if (document.hidden) return
  now = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
    // A user who comes back to the page sees current ages at once.
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
    timer = undefined
  }
}

/** The time, in milliseconds of the epoch: one clock for the whole page, so that all ages change together. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
