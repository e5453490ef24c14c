import type { Stores } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import { type Awaited, applyTargets, listPendingTargets, updateApplied, updateMissed } from './targets.store.ts'

export type TargetsEnv = {
  readonly stores: Stores
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
}

/**
 * Each minute: open incidents get the due times of targets that were changed, and those that missed a target are
 * published and say so in their entries.
 */
export const targetsJob = (env: TargetsEnv): JobDefinition => {
  const { stores } = env
  const noteMissed = async (awaited: Awaited, now: Date): Promise<number> => {
    const missed = await stores.asPlatform(async (tx) => {
      const rows = await updateMissed(tx, awaited, now)
      const messages = rows.flatMap((row) => incidentMessages(row, 'updated', env.platformName))
      await insertOutbox(tx, 'incident', messages, env)
      return rows.length
    })
    if (missed > 0) env.wake()
    return missed
  }
  return {
    name: 'incident.targets',
    cron: '* * * * *',
    timeZone: 'UTC',
    async run({ now, progress }) {
      const pending = await stores.asPlatform(listPendingTargets, { mode: 'read' })
      for (const row of pending) {
        let after: number | null = 0
        while (after !== null) {
          const from: number = after
          after = await stores.asPlatform((tx) => applyTargets(tx, row.institutionKey, from))
        }
        await stores.asPlatform((tx) => updateApplied(tx, row))
        progress(`the open incidents of ${row.institutionKey} have its new targets`)
      }
      const late = { ACKNOWLEDGE: 0, RESOLVE: 0 }
      for (const awaited of ['ACKNOWLEDGE', 'RESOLVE'] as const)
        for (let missed = await noteMissed(awaited, now); missed > 0; missed = await noteMissed(awaited, now))
          late[awaited] += missed
      return (
        `${pending.length} institutions with new targets; ${late.ACKNOWLEDGE} incidents were not acknowledged ` +
        `in time, ${late.RESOLVE} not resolved`
      )
    },
  }
}
