import type { Signal } from './ingest.types.ts'
import type { Outcome } from './ingest.writer.ts'

/** A signal that waits for its batch, and the one who waits for its outcome. */
export type Waiting = {
  readonly signal: Signal
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** A signal of a batch, with repeats of its eventId that came while it waited: they get its answer. */
export type Member = Waiting & { readonly repeats: Waiting[] }

const eventKeyOf = (signal: Signal): string | null =>
  signal.kind === 'heartbeat' || signal.eventId === null ? null : `${signal.agentAtmId}|${signal.eventId}`

/**
 * Takes the next batch off the queue, in order of arrival. Of an ATM that two institutions name at once only the first
 * goes along; the other stays for the next batch, which finds out whose the ATM is.
 */
export const takeBatch = (queue: Waiting[], maxBatch: number): Member[] => {
  const batch: Member[] = []
  const left: Waiting[] = []
  const institutions = new Map<string, string | null>()
  const byEvent = new Map<string, Member>()
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
    const member: Member = { ...waiting, repeats: [] }
    if (key !== null) byEvent.set(key, member)
    batch.push(member)
  }
  queue.splice(0, n, ...left)
  return batch
}
