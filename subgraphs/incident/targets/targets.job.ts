import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { type PublisherEnv, publishChanges } from '../model/publish-changes.ts'
import { type Awaited, applyTargets, listPendingTargets, updateApplied, updateMissed } from './targets.store.ts'

/**
 * Each minute: open incidents get the due times of targets that were changed, and those that missed a target are
 * published and say so in their entries.
 */
export const targetsJob = (env: PublisherEnv): JobDefinition => {
  const { stores } = env
  const noteMissed = async (awaited: Awaited, now: Date): Promise<number> =>
    (await publishChanges(env, (tx) => updateMissed(tx, awaited, now), 'updated')).length
  return {
    name: 'incident.targets',
    cron: '* * * * *',
    timeZone: 'UTC',
    async run({ now, progress, signal }) {
      const pending = await stores.asPlatform(listPendingTargets, { mode: 'read' })
      for (const row of pending) {
        let after: number | null = 0
        while (after !== null) {
          signal?.throwIfAborted()
          const from: number = after
          after = await stores.asPlatform((tx) => applyTargets(tx, row.institutionKey, from))
        }
        await stores.asPlatform((tx) => updateApplied(tx, row))
        progress(`the open incidents of ${row.institutionKey} have its new targets`)
      }
      const unacknowledged = await untilDone(() => noteMissed('ACKNOWLEDGE', now), { signal })
      const unresolved = await untilDone(() => noteMissed('RESOLVE', now), { signal })
      return (
        `${pending.length} institutions with new targets; ${unacknowledged} incidents were not acknowledged ` +
        `in time, ${unresolved} not resolved`
      )
    },
  }
}
