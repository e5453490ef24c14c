import { isReplay } from './ingest.replay.ts'
import type { Signal } from './ingest.types.ts'
import type { Outcome } from './ingest.writer.ts'

/** A signal that waits for its batch, and the one who waits for its outcome. */
export type Waiting = {
  readonly signal: Signal
  /** How often its ATM was found locked. */
  readonly tries: number
  /** Repeats of its eventId that came while it waited: they get its answer. */
  readonly repeats: Waiting[]
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

const eventKeyOf = (signal: Signal): string | null =>
  signal.kind === 'heartbeat' || signal.eventId === null || isReplay(signal)
    ? null
    : `${signal.agentAtmId}|${signal.eventId}`

/**
 * Takes the next batch off the queue, in order of arrival. Of an ATM that two institutions name at once only the first
 * goes along; the other stays for the next batch, which finds out whose the ATM is.
 */
export const takeBatch = (queue: Waiting[], maxBatch: number): Waiting[] => {
  const batch: Waiting[] = []
  const left: Waiting[] = []
  const institutions = new Map<string, string | null>()
  const byEvent = new Map<string, Waiting>()
  let n = 0
  for (; n < queue.length && batch.length < maxBatch; n += 1) {
    const waiting = queue[n]
    if (waiting === undefined) break
    const { agentAtmId, institutionKey } = waiting.signal
    const named = institutions.get(agentAtmId)
    if (named !== undefined && named !== institutionKey) {
      left.push(waiting)
      continue
    }
    if (named === undefined) institutions.set(agentAtmId, institutionKey)
    const key = eventKeyOf(waiting.signal)
    const first = key === null ? undefined : byEvent.get(key)
    if (first !== undefined) {
      first.repeats.push(waiting)
      continue
    }
    if (key !== null) byEvent.set(key, waiting)
    batch.push(waiting)
  }
  queue.splice(0, n, ...left)
  return batch
}
