import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { Rollout } from '../schema.gen.ts'
import { countsOf, failurePctOf, type StageState, sumOf } from './stages.rules.ts'

/** A rollout as the API shows it. */
export const rolloutOf = (row: RolloutRow, states: readonly StageState[]): Rollout => {
  const progress = states.map((state, n) => ({
    number: n + 1,
    percent: row.stages[n] ?? 100,
    atms: state.atms,
    openedAt: row.stageOpenedAt[n] ?? null,
    skipped: state.skipped,
    counts: countsOf(state),
  }))
  const counts = sumOf(progress.map((stage) => stage.counts))
  return { ...row, stages: [...row.stages], progress, counts, failurePct: failurePctOf(states, row) }
}
