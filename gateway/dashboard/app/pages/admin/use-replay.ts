import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { execute } from '../../api/client.ts'
import { wordsOf } from '../../api/problem.ts'
import { ReplayEventExceptionsDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'

type State = {
  readonly replayed: number
  /** Those of the last call that could not be stored; they stay exceptions. */
  readonly failed: number
  /** Those that are still exceptions; null before the first answer. */
  readonly remaining: number | null
  readonly running: boolean
  readonly fault: string | null
}

const BEGUN: State = { replayed: 0, failed: 0, remaining: null, running: true, fault: null }

/**
 * Replays the events of a type, call after call, until none is left that can be stored. Leaving the page stops it
 * between two calls.
 */
export const useReplay = (eventType: string) => {
  const [state, setState] = useState<State | null>(null)
  const institution = useInstitution()
  const queries = useQueryClient()
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const call = async (before: State): Promise<State> => {
    const { data, faults } = await execute(ReplayEventExceptionsDocument, { eventType }, { institution })
    const answer = data.replayEventExceptions
    if (answer === null) return { ...before, running: false, fault: faults[0]?.message ?? t('no answer.') }
    const { replayed, failed, remaining } = answer
    const more = remaining > failed && replayed > 0 && !stopped.current
    return { replayed: before.replayed + replayed, failed, remaining, running: more, fault: null }
  }

  const start = async (): Promise<void> => {
    stopped.current = false
    let now = BEGUN
    setState(now)
    try {
      while (now.running) {
        now = await call(now)
        setState(now)
      }
    } catch (error) {
      setState({ ...now, running: false, fault: wordsOf(error) })
    }
    await queries.invalidateQueries()
  }

  return {
    state,
    start: () => void start(),
    stop: () => {
      stopped.current = true
    },
  }
}
