import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Calls } from '../../subgraphs/kit/calls/calls.ts'
import { type LiveCursor, liveCursorText, parseLiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Batch, Entry } from './position.rules.ts'
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
      incident: record,
      flip: record,
      gap: record,
      insight: record,
    }),
  ),
})

type Change = z.infer<typeof answerSchema>['changes'][number]

/** The result of a poll: its batch, and whether that holds all changes since the last one. */
export type PollResult = Batch & { readonly complete: boolean }

const TIMEOUT_MS = 5_000

/** No entry for a record that no longer exists, or for a topic of a later version of the platform. */
const entryOf = ({ topic, position, transaction, institutionKey, ...records }: Change): Entry[] => {
  const found = records.incident ?? records.flip ?? records.gap ?? records.insight ?? null
  if (found === null || !isTopic(topic)) return []
  return [
    {
      topic,
      institutionKey: institutionKey ?? null,
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
  void run()
  return { close: () => stopped.abort() }
}
