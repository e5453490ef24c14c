import { useRef, useState } from 'react'
import { useAction } from '../../api/client.ts'
import {
  AcknowledgeAllInsightsDocument,
  AcknowledgeInsightDocument,
  type InsightRowFragment,
} from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { doUnlessUndone, sayDone, sayFailed } from '../../ui/toast/toast.tsx'

export type Insight = InsightRowFragment

/** So long what was clicked can be taken back; nothing is sent before. */
const UNDO_MS = 6_000

type Acknowledging = {
  /** What is to be acknowledged, and can still be taken back. */
  readonly leaving: ReadonlySet<number>
  one(insight: Insight): void
  all(shown: readonly Insight[]): void
}

/** Acknowledges insights, after a time in which that can be undone. `active` are those that are active now. */
export const useAcknowledging = (active: readonly Insight[]): Acknowledging => {
  const one = useAction(AcknowledgeInsightDocument)
  const all = useAction(AcknowledgeAllInsightsDocument)
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const now = useRef(active)
  now.current = active

  const mark = (ids: readonly number[], on: boolean) =>
    setLeaving((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  const failed = (ids: readonly number[]) => (error: unknown) => {
    mark(ids, false)
    sayFailed(error)
  }
  const later = (text: string, ids: readonly number[], act: () => void) => {
    mark(ids, true)
    doUnlessUndone(text, act, { forMs: UNDO_MS, onUndo: () => mark(ids, false) })
  }
  const send = (id: number) => one.mutate({ id }, { onError: failed([id]) })
  return {
    leaving,
    one({ id, title, acknowledged }) {
      if (acknowledged || leaving.has(id)) return
      later(t('“{title}” is acknowledged for all users.', { title }), [id], () => send(id))
    },
    all(shown) {
      const ids = shown.filter(({ id, acknowledged }) => !acknowledged && !leaving.has(id)).map(({ id }) => id)
      if (ids.length === 0) return
      later(
        tn(ids.length, '{n} insight is acknowledged for everybody.', '{n} insights are acknowledged for everybody.'),
        ids,
        () => {
          // What was published meanwhile has not been read: it is not acknowledged with the others.
          const isSeen = now.current.every(({ id }) => ids.includes(id) || leaving.has(id))
          if (!isSeen) return ids.forEach(send)
          all.mutate(
            {},
            {
              onSuccess: ({ acknowledgeActiveInsights: done }) =>
                sayDone(
                  tn(done?.acknowledged ?? ids.length, '{n} insight acknowledged.', '{n} insights acknowledged.'),
                ),
              onError: failed(ids),
            },
          )
        },
      )
    },
  }
}
