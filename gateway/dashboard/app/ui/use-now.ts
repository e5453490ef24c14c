import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  timer ??= setInterval(() => {
    if (document.hidden) return
    now = Date.now()
    for (const one of listeners) one()
  }, TICK_MS)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, in milliseconds of the epoch: one clock for the whole page, so that all ages change together. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
