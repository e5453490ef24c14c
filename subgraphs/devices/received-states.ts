import { createBatchLane } from '../kit/common/batch-lane.ts'
import type { StateChange } from './status.store.ts'

/** Changes that are stored in one transaction at most. */
const MAX_TOGETHER = 5_000

/** Of each ATM the change with the highest sequence; the others would be ignored by it. */
const newest = (changes: readonly StateChange[]): readonly StateChange[] => {
  const byAtm = new Map<number, StateChange>()
  for (const change of changes) {
    const known = byAtm.get(change.atmId)
    if (known === undefined || known.sequence < change.sequence) byAtm.set(change.atmId, change)
  }
  return [...byAtm.values()]
}

/**
 * Takes mirrored states one by one and stores together those that come while others are being stored. `update` stores
 * changes of different ATMs in one transaction. What it returns resolves when a change is stored, or ignored for its
 * sequence, and rejects with what kept it from being stored.
 */
export const createStoreState = (
  update: (changes: readonly StateChange[]) => Promise<unknown>,
): ((change: StateChange) => Promise<void>) =>
  createBatchLane((changes: readonly StateChange[]) => update(newest(changes)), MAX_TOGETHER)
