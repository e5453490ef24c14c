import type { TraceContext } from '../kit/tracing/trace-context.rules.ts'
import { currentSpan } from '../kit/tracing/tracing.ts'

/** Institutions whose traces are remembered at most. */
const MAX_NOTED = 1_000
/** What was noted longer ago was counted by the snapshot of another process. */
const MAX_AGE_MS = 30_000
const FLEET = ''

/**
 * The recorded traces of messages that the next snapshots count, in memory: where another process takes a snapshot, it
 * begins a trace of its own.
 */
export type SnapshotTraces = {
  /** Notes that the running span counted messages of these institutions. */
  note(institutionKeys: Iterable<string | null>): void
  /** The trace that the snapshot of an institution, or with null of the fleet, belongs to; it is forgotten. */
  take(institutionKey: string | null): TraceContext | null
}

/** Creates the memory, without traces. */
export const createSnapshotTraces = (nowMs: () => number = () => performance.now()): SnapshotTraces => {
  const noted = new Map<string, { readonly context: TraceContext; readonly atMs: number }>()
  const put = (key: string, context: TraceContext) => {
    // The last one noted is the last one in the map.
    noted.delete(key)
    noted.set(key, { context, atMs: nowMs() })
    const [oldest] = noted.keys()
    if (noted.size > MAX_NOTED && oldest !== undefined) noted.delete(oldest)
  }
  return {
    note(institutionKeys) {
      const context = currentSpan()?.context
      if (context?.isSampled !== true) return
      put(FLEET, context)
      for (const key of institutionKeys) if (key !== null) put(key, context)
    },
    take(institutionKey) {
      const key = institutionKey ?? FLEET
      const found = noted.get(key)
      noted.delete(key)
      return found === undefined || nowMs() - found.atMs > MAX_AGE_MS ? null : found.context
    },
  }
}
