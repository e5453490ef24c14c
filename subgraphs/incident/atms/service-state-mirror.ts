import { outsideSpans } from '../../kit/tracing/tracing.ts'
import type { MirroredStateChange } from '../model/ingest.types.ts'
import { watchMirror } from '../model/ingest-metrics.ts'
import { createOutageLog, type InternalEndpoint, postInternal } from './mirror-endpoint.ts'

/** Sends changed service states to the devices service: after their commit, and no request waits for it. */
export type StateMirror = {
  push(stateChanges: readonly MirroredStateChange[]): void
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
  close(): Promise<void>
}

const MAX_PENDING_ATMS = 20_000
/**
 * One call at a time, with a pause behind it: a flood of state changes must not take the processor from the ingest
 * that it comes from.
 */
const PAUSE_MS = 20
/**
 * While so many ATMs wait they go in one call: one by one, 20,000 that change at once would have wrong badges for
 * minutes.
 */
const MANY = 32
const MAX_TOGETHER = 1_000

const changeOf = ({
  serviceState,
  previousState,
  eventType,
  eventTime,
  occurredAt,
  institutionKey,
  atmId,
  sequence,
}: MirroredStateChange) => ({
  serviceState,
  previousState,
  eventType,
  eventTime,
  occurredAt: new Date(occurredAt).toISOString(),
  institutionKey,
  atmId,
  sequence,
})

const postStateChanges = (
  endpoint: InternalEndpoint,
  [first, ...others]: readonly [MirroredStateChange, ...MirroredStateChange[]],
): Promise<void> => {
  if (others.length === 0) {
    const path = `/devices/api/internal/atms/${encodeURIComponent(first.agentAtmId)}/service-state`
    return postInternal(endpoint, path, changeOf(first))
  }
  const changes = [first, ...others].map((one) => ({ agentAtmId: one.agentAtmId, ...changeOf(one) }))
  return postInternal(endpoint, '/devices/api/internal/atms/service-states', changes)
}

/**
 * Starts the mirror. It is best-effort: what fails is not sent again (the devices service reconciles). One call
 * follows the other, and of an ATM that waits only the newest change is kept.
 */
export const startStateMirror = (endpoint: InternalEndpoint): StateMirror => {
  const pending = new Map<string, MirroredStateChange>()
  const outage = createOutageLog(endpoint.log, 'the mirror of service states', endpoint.now)
  const onFailure = endpoint.metrics && watchMirror(endpoint.metrics, 'states', () => pending.size)
  let busy = false
  let closed = false
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const send = async (stateChanges: readonly [MirroredStateChange, ...MirroredStateChange[]]): Promise<void> => {
    try {
      await postStateChanges(endpoint, stateChanges)
      outage.worked()
    } catch (error) {
      onFailure?.()
      if (!closed) outage.failed(error)
    } finally {
      setTimeout(next, PAUSE_MS)
    }
  }

  /** Those that have waited longest go first. */
  const next = (): void => {
    const [first, ...others] = pending.values().take(pending.size < MANY ? 1 : MAX_TOGETHER)
    busy = first !== undefined
    if (first === undefined) {
      idle.resolve()
      return
    }
    const stateChanges = [first, ...others] as const
    for (const { agentAtmId } of stateChanges) pending.delete(agentAtmId)
    void send(stateChanges)
  }

  return {
    push(stateChanges) {
      if (closed || stateChanges.length === 0) return
      if (pending.size === 0 && !busy) idle = Promise.withResolvers()
      for (const change of stateChanges) {
        // What a job corrected may be handed over after a change that was committed later.
        if ((pending.get(change.agentAtmId)?.sequence ?? 0) > change.sequence) continue
        // Set again, so that the order of the map is that of the newest changes and the oldest are dropped first.
        pending.delete(change.agentAtmId)
        pending.set(change.agentAtmId, change)
      }
      for (const oldest of pending.keys()) {
        if (pending.size <= MAX_PENDING_ATMS) break
        pending.delete(oldest)
      }
      if (!busy) {
        busy = true
        outsideSpans(() => setImmediate(next))
      }
    },
    idle: () => idle.promise,
    async close() {
      closed = true
      pending.clear()
      if (busy) await idle.promise
    },
  }
}
