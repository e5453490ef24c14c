import type { Stores } from '../../db/tenancy.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { updateExpired } from './task-delivery.store.ts'
import { PLATFORM_ACTOR } from './tasks.rules.ts'

const BATCH = 2_000

const expireAll = async (stores: Stores, now: Date): Promise<number> => {
  let total = 0
  for (;;) {
    const expired = await stores.asPlatform((tx) => updateExpired(tx, PLATFORM_ACTOR, now, BATCH))
    total += expired
    if (expired < BATCH) return total
  }
}

/** Marks tasks that no agent has asked for in time. They are never sent, whether or not this has run. Every minute. */
export const taskExpiryJob = (stores: Stores): JobDefinition => ({
  name: 'fleet.task-expiry',
  cron: '* * * * *',
  timeZone: 'UTC',
  run: async ({ now }) => `${await expireAll(stores, now)} tasks expired`,
})
