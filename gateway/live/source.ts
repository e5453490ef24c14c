import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Calls } from '../../subgraphs/kit/calls/calls.ts'
import { type LiveCursor, liveCursorText, parseLiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { outsideSpans } from '../../subgraphs/kit/tracing/tracing.ts'
import type { Entry, PollBatch, Position } from './position.rules.ts'
import { isTopic, type SourceName } from './topics.rules.ts'

const record = z.record(z.string(), z.unknown()).nullish()

const answerSchema = z.object({
  cursor: z.string(),
  complete: z.boolean(),
  changes: z.array(
    z.object({
      topic: z.string(),
      position: z.number(),
      transaction: z.string().regex(/^\d+$/),
      institutionKey: z.string().nullish(),
      institutionKeys: z.array(z.string()).nullish(),
      incident: record,
      stateChange: record,
      gap: record,
      insight: record,
      rollout: record,
    }),
  ),
})

type Change = z.infer<typeof answerSchema>['changes'][number]

/** The result of a poll: its batch, and whether that holds all changes since the last one. */
export type PollResult = PollBatch & { readonly complete: boolean }

const TIMEOUT_MS = 5_000

/** No entry for a record that no longer exists, or for a topic of a later version of the platform. */
const entryOf = ({ topic, position, transaction, institutionKey, institutionKeys, ...records }: Change): Entry[] => {
  const { incident, stateChange, gap, insight, rollout } = records
  const found = incident ?? stateChange ?? gap ?? insight ?? rollout ?? null
  if (found === null || !isTopic(topic)) return []
  return [
    {
      topic,
      institutionKeys: institutionKeys ?? (institutionKey ? [institutionKey] : []),
      place: position,
      transaction: Number(transaction),
      data: JSON.stringify(found),
    },
  ]
}

/** Polls a source for changes. @throws DomainError UNAVAILABLE where it does not answer. */
export const pollSource = async (calls: Calls, source: SourceName, after: LiveCursor | null): Promise<PollResult> => {
  const { status, body } = await calls.request(source, {
    method: 'GET',
    path: '/api/internal/live',
    query: { after: after === null ? null : liveCursorText(after) },
    as: { kind: 'internal' },
    timeoutMs: TIMEOUT_MS,
  })
  if (status !== 200) throw new Error(`answered ${status}`)
  const answer = answerSchema.parse(body)
  const next = parseLiveCursor(answer.cursor)
  if (next === null) throw new Error('answered with a cursor that cannot be read')
  return { entries: answer.changes.flatMap(entryOf), next, complete: answer.complete }
}

/** A ring buffer of the last changes of one source, for listeners that reconnect. */
export type Ring = {
  /** The cursor of the last poll; null before the first one. */
  current(): LiveCursor | null
  /** Starts over with one batch; changes before `completeFromMs` are not known. */
  begin(batch: PollBatch, completeFromMs: number): void
  add(batch: PollBatch): void
  /** False for a position after which there may be changes that the buffer does not hold. */
  reaches(position: Position): boolean
  /** False where there may be changes since then, as epoch milliseconds, that the buffer does not hold. */
  isCompleteSince(atMs: number): boolean
  batches(): readonly PollBatch[]
  clear(): void
}

type RingLimits = { readonly keepMs: number; readonly maxEntries: number; readonly maxChars: number }

const charsOf = ({ entries }: PollBatch): number => entries.reduce((sum, { data }) => sum + data.length, 0)

/** A ring buffer limited by age, number of entries and size. */
const createRing = ({ keepMs, maxEntries, maxChars }: RingLimits): Ring => {
  let current: LiveCursor | null = null
  let completeFromMs = 0
  let batches: PollBatch[] = []
  let entries = 0
  let chars = 0

  const drop = (): void => {
    const oldest = batches.shift()
    if (oldest === undefined) return
    entries -= oldest.entries.length
    chars -= charsOf(oldest)
    completeFromMs = Math.max(completeFromMs, oldest.next.atMs)
  }
  const add = (batch: PollBatch): void => {
    current = batch.next
    if (batch.entries.length > 0) {
      batches.push(batch)
      entries += batch.entries.length
      chars += charsOf(batch)
    }
    for (;;) {
      const [oldest] = batches
      if (oldest === undefined) return
      const isOld = batch.next.atMs - oldest.next.atMs > keepMs
      if (!isOld && entries <= maxEntries && chars <= maxChars) return
      drop()
    }
  }
  const clear = (): void => {
    current = null
    batches = []
    entries = 0
    chars = 0
  }
  return {
    current: () => current,
    begin(batch, from) {
      clear()
      completeFromMs = from
      add(batch)
    },
    add,
    reaches: ({ base }) =>
      current !== null && base.epoch === current.epoch && base.atMs >= Math.max(completeFromMs, current.atMs - keepMs),
    isCompleteSince: (atMs) => completeFromMs <= atMs,
    batches: () => batches,
    clear,
  }
}

/** What a poll means for listeners. */
export type SourceUpdate = {
  /** The cursor before this poll; null at the first one. */
  readonly before: LiveCursor | null
  readonly batch: PollBatch
  /** True where listeners have to read all records again. */
  readonly reset: boolean
  /** True where a later update will have such a reset, as there was one a short time ago. */
  readonly isResetOwed: boolean
  /** True where the source answers again after a failure. */
  readonly recovered: boolean
}

/** One source of a process: its recent changes and its health. */
export type Source = {
  readonly ring: Ring
  /** Since when it has not answered; null while it answers. */
  degradedSince(): Date | null
  apply(result: PollResult): SourceUpdate
  /** Records a failed poll; true where the listeners have to be notified. */
  fail(): boolean
  clear(): void
}

const LIMITS: RingLimits = { keepMs: 10 * 60_000, maxEntries: 20_000, maxChars: 16 * 1024 * 1024 }
/** A single failed poll is not reported. */
const FAILURES = 2
/** The minimum interval between two resets, however much changes. */
const RESET_EVERY_MS = 10_000

/** Creates a source that has not been polled. */
export const createSource = (now: () => Date, limits: RingLimits = LIMITS): Source => {
  const ring = createRing(limits)
  let failures = 0
  let degradedSince: Date | null = null
  let resetAtMs = 0
  let resetPending = false

  const isDue = (): boolean => {
    const nowMs = now().getTime()
    if (!resetPending || nowMs - resetAtMs < RESET_EVERY_MS) return false
    resetPending = false
    resetAtMs = nowMs
    return true
  }
  return {
    ring,
    degradedSince: () => degradedSince,
    apply({ complete, entries, next }) {
      const before = ring.current()
      const batch = { entries, next }
      const recovered = degradedSince !== null
      failures = 0
      degradedSince = null
      if (before === null) ring.begin(batch, complete ? next.atMs - limits.keepMs : next.atMs)
      else if (complete && before.epoch === next.epoch) ring.add(batch)
      else {
        ring.begin(batch, next.atMs)
        resetPending = true
      }
      const reset = isDue()
      return { before, batch, reset, isResetOwed: resetPending, recovered }
    },
    fail() {
      failures += 1
      if (failures !== FAILURES) return false
      degradedSince = now()
      return true
    },
    clear() {
      ring.clear()
      failures = 0
      degradedSince = null
      resetPending = false
    },
  }
}

export type TailOptions = {
  poll(): Promise<PollResult>
  onResult(result: PollResult): void
  onFault(error: unknown): void
  readonly pollMs: number
}

/** Polls a source periodically until it is closed; a process has one tail per source. */
export const startTail = ({ poll, onResult, onFault, pollMs }: TailOptions): { close(): void } => {
  const stopped = new AbortController()
  const { signal } = stopped
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const result = await poll()
        if (!signal.aborted) onResult(result)
      } catch (error) {
        if (!signal.aborted) onFault(error)
      }
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  }
  // The first listener starts it; it works for all.
  void outsideSpans(run)
  return { close: () => stopped.abort() }
}
