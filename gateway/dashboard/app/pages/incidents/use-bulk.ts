import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { execute } from '../../api/client.ts'
import { RequestError, wordsOf } from '../../api/problem.ts'
import { BulkIncidentsDocument, IncidentIdsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { doUnlessUndone } from '../../ui/toast/undo.ts'
import {
  type BulkResult,
  type BulkWork,
  type ChosenIncident,
  type Failure,
  failuresOf,
  isSentOnLeaving,
  MOST,
  requestsOf,
  wordsOfResults,
  wordsOfWork,
} from './bulk-work.ts'
import type { filterOf } from './search.ts'

/** So long nothing is sent, and all can be taken back. */
const UNDO_MS = 5_000
const PAGE = 200

/** How far something has come that takes several requests. */
export type Progress = { readonly what: 'collected' | 'sent'; readonly done: number; readonly of: number }

type Scope = { readonly institution: string | undefined }

/** Sends one request; what it did not do as a whole is the failure of each of its incidents. */
const sendSome = async (
  work: BulkWork,
  ids: readonly number[],
  options: Scope & { readonly keepalive: boolean },
): Promise<readonly BulkResult[]> => {
  try {
    const { data, faults } = await execute(BulkIncidentsDocument, { ...work, ids: [...ids] }, options)
    if (data.bulkIncidents === null) throw new RequestError(200, faults)
    return data.bulkIncidents
  } catch (error) {
    return ids.map((id) => ({ id, outcome: 'CONFLICT', message: wordsOf(error) }))
  }
}

/**
 * The incidents of a filter, by id.
 * @throws RequestError when a part of them cannot be read.
 */
const collect = async (
  filter: ReturnType<typeof filterOf>,
  scope: Scope,
  onProgress: (progress: Progress) => void,
): Promise<ReadonlyMap<number, ChosenIncident>> => {
  const found = new Map<number, ChosenIncident>()
  for (let page = 0; page * PAGE < MOST; page += 1) {
    const { data, faults } = await execute(IncidentIdsDocument, { ...filter, page, size: PAGE }, scope)
    if (data.incidents === null) throw new RequestError(200, faults)
    for (const { id, kind, institutionKey } of data.incidents.content) found.set(id, { kind, institutionKey })
    onProgress({ what: 'collected', done: found.size, of: data.incidents.totalElements })
    if (data.incidents.content.length < PAGE) break
  }
  return found
}

const NOTHING = () => undefined

/** Has the browser ask whether the page is to be left; what is returned ends that. */
const askBeforeLeaving = (): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

/**
 * Does one thing to many incidents, after a time in which that can be undone. A page that is left sends at once, all
 * requests together; else they follow one another. Where leaving would lose some of it the browser asks before.
 */
export const useBulk = () => {
  const institution = useInstitution()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])

  // Many requests take a while: a reader who is on another page by then gets a short message.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const send = async (work: BulkWork, ids: readonly number[]): Promise<void> => {
    const results: BulkResult[] = []
    const requests = requestsOf(ids)
    const stopAsking = requests.length > 1 ? askBeforeLeaving() : NOTHING
    for (const some of requests) {
      if (requests.length > 1) setProgress({ what: 'sent', done: results.length, of: ids.length })
      results.push(...(await sendSome(work, some, { institution, keepalive: false })))
    }
    stopAsking()
    setProgress(null)
    const failed = failuresOf(results)
    if (failed.length < results.length) sayDone(wordsOfResults(work, results))
    if (isHere.current) setFailures(failed)
    else if (failed[0] !== undefined)
      sayFailed(
        new Error(`${tn(failed.length, 'Not done: {n} incident', 'Not done: {n} incidents')}. ${failed[0].reason}`),
      )
    await queries.invalidateQueries()
  }
  return {
    progress,
    failures,
    forget: () => setFailures([]),
    /** Sends it later; `onUndo` is called where it is taken back before. */
    run(work: BulkWork, ids: readonly number[], onUndo: () => void) {
      const stopAsking = isSentOnLeaving(work, ids) ? NOTHING : askBeforeLeaving()
      const act = (isLeaving: boolean) => {
        stopAsking()
        if (!isLeaving) return void send(work, ids)
        for (const some of requestsOf(ids)) void sendSome(work, some, { institution, keepalive: true })
      }
      doUnlessUndone(t('{said} in a moment.', { said: wordsOfWork(work, ids.length) }), act, {
        forMs: UNDO_MS,
        onUndo: () => {
          stopAsking()
          onUndo()
        },
      })
    },
    /** The incidents that match a filter; null where they could not be collected. */
    async collect(filter: ReturnType<typeof filterOf>): Promise<ReadonlyMap<number, ChosenIncident> | null> {
      try {
        return await collect(filter, { institution }, setProgress)
      } catch (error) {
        sayFailed(error)
        return null
      } finally {
        setProgress(null)
      }
    },
  }
}
