import type { RolloutOutcome } from '../../gql/graphql.gen.ts'
import { countOf, wordOf } from '../../search.ts'

export const OUTCOMES = ['FAILED', 'SKIPPED'] as const satisfies readonly RolloutOutcome[]

/** What the address of a rollout holds beside its number. */
export type RolloutSearch = {
  /** Which of its ATMs are listed; those that failed without one. */
  readonly outcome?: 'SKIPPED'
  readonly page?: number
}

export const readSearch = (search: Record<string, unknown>): RolloutSearch => ({
  outcome: wordOf(OUTCOMES, search.outcome) === 'SKIPPED' ? 'SKIPPED' : undefined,
  page: countOf(search.page, 2),
})
