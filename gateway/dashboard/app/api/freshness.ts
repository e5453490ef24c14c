import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react'
import { type LiveState, useLive } from './live.ts'

/** The stream sends a message every 15 seconds at least: after a longer silence it may be broken. */
export const QUIET_MS = 20_000
/** Figures of a wall, which has no button to read them again, are too old after this. */
export const TOO_OLD_MS = 60_000

/** When the parts of an answer were last brought that its services do not bring now. */
const keptSince = (data: unknown): readonly number[] => {
  if (typeof data !== 'object' || data === null || !('kept' in data)) return []
  return Object.values(data.kept ?? {}).filter((at) => typeof at === 'number')
}

/** When the oldest figures on the page are of: those that fail to be asked for again, and parts that are missing. */
const oldestOf = (queries: QueryClient): number =>
  queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state: { data, dataUpdatedAt, fetchFailureCount } }) => [
      ...keptSince(data),
      ...(fetchFailureCount > 0 && dataUpdatedAt > 0 ? [dataUpdatedAt] : []),
    ])
    .reduce((oldest, at) => Math.min(oldest, at), Number.POSITIVE_INFINITY)

export type Freshness = LiveState & {
  /** When the figures on the page were as they are shown, in milliseconds of the epoch. */
  readonly at: number
  readonly ageMs: number
}

/** How old the figures on the page are. Who uses it is drawn again when they get older than one of the limits. */
export const useFreshness = (): Freshness => {
  const queries = useQueryClient()
  const live = useLive()
  const subscribe = useCallback(
    (onChange: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queries],
  )
  const oldest = useSyncExternalStore(subscribe, () => oldestOf(queries))
  const at = Math.min(live.lastAt, oldest)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useEffect(() => {
    const waits = [QUIET_MS, TOO_OLD_MS].map((limit) => at + limit - Date.now()).filter((wait) => wait >= 0)
    const timers = waits.map((wait) => setTimeout(redraw, wait + 50))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [at])
  return { ...live, at, ageMs: Date.now() - at }
}
