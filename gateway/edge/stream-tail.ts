import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Calls } from '../../subgraphs/kit/calls/calls.ts'
import { type LiveCursor, liveCursorText, parseLiveCursor } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import type { Batch, Entry } from './stream-position.rules.ts'
import { isTopic, type SourceName } from './stream-topics.rules.ts'

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

/** A look at a source: what it brought, and whether that is all. */
export type Look = Batch & { readonly complete: boolean }

const TIMEOUT_MS = 5_000

/** No entry for a record that is gone by now, or for a topic that only a later version of the platform knows. */
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

/** Asks a source what changed. @throws DomainError UNAVAILABLE where it does not answer. */
export const lookAt = async (calls: Calls, source: SourceName, after: LiveCursor | null): Promise<Look> => {
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

export type TailEnv = {
  look(): Promise<Look>
  onLook(look: Look): void
  onFault(error: unknown): void
  readonly pollMs: number
}

/** The one tail of a source in this process: looks again and again until it is stopped. */
export const startTail = ({ look, onLook, onFault, pollMs }: TailEnv): { close(): void } => {
  const stopped = new AbortController()
  const { signal } = stopped
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const found = await look()
        if (!signal.aborted) onLook(found)
      } catch (error) {
        if (!signal.aborted) onFault(error)
      }
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  }
  void run()
  return { close: () => stopped.abort() }
}
