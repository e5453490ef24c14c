import { useEffect, useRef, useState } from 'react'
import { execute, useAction } from '../../api/client.ts'
import { RequestError } from '../../api/problem.ts'
import { JournalGapIdsDocument, RequestJournalsDocument, type RequestJournalsMutation } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { filtersOf, type JournalsSearch } from './search.ts'

/** More at once the platform does not take. */
const AT_ONCE = 500

type Result = RequestJournalsMutation['requestJournalFetches'] extends (infer R)[] | null ? R : never
export type Requested = NonNullable<Result['gap']>

/** How far requests that are being sent have come; `of` is null while it is not known. */
export type Sending = { readonly sent: number; readonly of: number | null }

const firstOf = (results: readonly Result[]): string | undefined =>
  results
    .filter(({ status }) => status === 200)
    .flatMap(({ gap }) => gap?.fetchRequestedAt ?? [])
    .sort()[0]

/** What was refused, in the platform's words, each of them once. */
const refusalOf = (results: readonly Result[]): string | undefined => {
  const refused = results.filter(({ status }) => status !== 200)
  if (refused.length === 0) return undefined
  const words = [...new Set(refused.map(({ message }) => message))].filter((one) => one !== null)
  return tn(refused.length, '{n} journal could not be asked for: {why}', '{n} journals could not be asked for: {why}', {
    why: words.join(' '),
  })
}

/**
 * The next stretch of what is missing under a filter, behind the gap of that id.
 * @throws RequestError when it cannot be read.
 */
const listMissing = async (
  institution: string | undefined,
  search: JournalsSearch,
  after: number | null,
): Promise<readonly number[]> => {
  const { status: _status, ...found } = filtersOf(search)
  const filter = { ...found, limit: AT_ONCE, after }
  const { data, faults } = await execute(JournalGapIdsDocument, filter, { institution })
  if (data.journalGaps === null) throw new RequestError(200, faults)
  return data.journalGaps.map(({ id }) => id)
}

/**
 * Asks agents for journals, in stretches that the platform takes. `onAsked` is called when the first of them was asked
 * for, unless the page was left.
 */
export const useRequests = (onAsked: (since: string) => void) => {
  const institution = useInstitution()
  const request = useAction(RequestJournalsDocument)
  const [sending, setSending] = useState<Sending | null>(null)
  // The outcome of gaps that leave the filtered list when they are requested.
  const [known, setKnown] = useState<ReadonlyMap<number, Requested>>(new Map())
  // To ask for thousands takes a while: a reader on another page by then sees the result there.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const report = (results: readonly Result[]) => {
    const done = results.filter(({ status }) => status === 200).length
    const refusal = refusalOf(results)
    if (done > 0) {
      const asked = tn(done, '{n} journal asked for.', '{n} journals asked for.')
      sayDone(`${asked} ${t('The agents send them when they are next heard of.')}`)
    }
    if (refusal !== undefined) sayFailed(new Error(refusal))
    const since = firstOf(results)
    if (since !== undefined && isHere.current) onAsked(since)
  }

  const sendStretch = async (ids: readonly number[]): Promise<readonly Result[]> => {
    const { requestJournalFetches: results } = await request.mutateAsync({ ids: [...ids] })
    const gaps = (results ?? []).flatMap(({ gap }) => gap ?? [])
    setKnown((now) => new Map([...now, ...gaps.map((gap) => [gap.id, gap] as const)]))
    return results ?? []
  }

  const during = async (work: (results: Result[]) => Promise<void>) => {
    const results: Result[] = []
    try {
      await work(results)
    } catch (error) {
      sayFailed(error)
    } finally {
      setSending(null)
      if (results.length > 0) report(results)
    }
  }

  const ask = (ids: readonly number[]) =>
    during(async (results) => {
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        setSending({ sent: from, of: ids.length })
        results.push(...(await sendStretch(ids.slice(from, from + AT_ONCE))))
      }
    })

  /** Asks for all that is missing under a filter, however many that are. */
  const askAll = (search: JournalsSearch, of: number | null) =>
    during(async (results) => {
      let after: number | null = null
      do {
        setSending({ sent: results.length, of })
        const ids: readonly number[] = await listMissing(institution, search, after)
        if (ids.length > 0) results.push(...(await sendStretch(ids)))
        after = ids.length < AT_ONCE ? null : (ids.at(-1) ?? null)
      } while (after !== null)
    })

  return { ask, askAll, sending, known }
}
