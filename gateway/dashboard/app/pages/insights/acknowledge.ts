import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { execute } from '../../api/client.ts'
import { RequestError, wordsOf } from '../../api/problem.ts'
import { AcknowledgeInsightDocument, type InsightRowFragment } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { sayFailed } from '../../ui/toast/toast.tsx'
import { doUnlessUndone } from '../../ui/toast/undo.ts'

export type Insight = InsightRowFragment

/** So long what was clicked can be taken back; nothing is sent before. */
const UNDO_MS = 6_000
/** So many are acknowledged at a click: all of them are sent at once, as a page that is left waits for no answer. */
export const MOST = 50

type Acknowledging = {
  /** What is to be acknowledged, and can still be taken back. */
  readonly leaving: ReadonlySet<number>
  one(insight: Insight): void
  all(shown: readonly Insight[]): void
}

/** Acknowledges an insight; gives why that was not done, and null where it was. */
const send = async (
  id: number,
  keepalive: boolean,
): Promise<{ readonly id: number; readonly error: unknown } | null> => {
  try {
    const { data, faults } = await execute(AcknowledgeInsightDocument, { id }, { keepalive })
    if (data.acknowledgeInsight === null) throw new RequestError(200, faults)
    return null
  } catch (error) {
    return { id, error }
  }
}

/**
 * Acknowledges insights, after a time in which that can be undone. What was published meanwhile has not been read, and
 * is not acknowledged with the others.
 */
export const useAcknowledging = (): Acknowledging => {
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const mark = (ids: readonly number[], on: boolean) =>
    setLeaving((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))

  const sendAll = async (ids: readonly number[], isLeaving: boolean): Promise<void> => {
    const results = await Promise.all(ids.map((id) => send(id, isLeaving)))
    const failures = results.filter((result) => result !== null)
    const [first] = failures
    if (first !== undefined) {
      mark(
        failures.map(({ id }) => id),
        false,
      )
      const words = tn(failures.length, 'Not acknowledged: {n} insight', 'Not acknowledged: {n} insights')
      sayFailed(new Error(`${words}. ${wordsOf(first.error)}`))
    }
    await queries.invalidateQueries()
  }
  const later = (text: string, ids: readonly number[]) => {
    mark(ids, true)
    doUnlessUndone(text, (isLeaving) => void sendAll(ids, isLeaving), {
      forMs: UNDO_MS,
      onUndo: () => mark(ids, false),
    })
  }
  return {
    leaving,
    one({ id, title, acknowledged }) {
      if (acknowledged || leaving.has(id)) return
      later(t('“{title}” is acknowledged for all users.', { title }), [id])
    },
    all(shown) {
      const left = shown.filter(({ id, acknowledged }) => !acknowledged && !leaving.has(id)).map(({ id }) => id)
      // Those beyond stay on the page, to be acknowledged by another click.
      const ids = left.slice(0, MOST)
      if (ids.length === 0) return
      later(
        tn(ids.length, '{n} insight is acknowledged for everybody.', '{n} insights are acknowledged for everybody.'),
        ids,
      )
    },
  }
}
