import type { Stores } from '../../db/tenancy.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { listCountedDays, updateCounters } from './counters.store.ts'
import { lockWholeFold } from './inbox.store.ts'
import { listKnownAtms, replaceKnown } from './rebuild.store.ts'

const ATMS_A_STEP = 200
const DAYS_A_STEP = 7
const BEFORE_ALL_DAYS = '0001-01-01'

type Env = { readonly stores: Stores; readonly platformTimeZone: string }

/** Folds the next ATMs; the last of them, null after all. */
const foldAtms = ({ stores, platformTimeZone }: Env, after: number) =>
  stores.asPlatform(async (tx) => {
    await lockWholeFold(tx)
    const atmIds = await listKnownAtms(tx, after, ATMS_A_STEP)
    if (atmIds.length > 0) await replaceKnown(tx, atmIds, platformTimeZone)
    return { count: atmIds.length, last: atmIds.at(-1) ?? null }
  })

const countDays = ({ stores }: Env, after: string, now: Date) =>
  stores.asPlatform(async (tx) => {
    await lockWholeFold(tx)
    const days = await listCountedDays(tx, after, DAYS_A_STEP)
    const [from, to] = [days[0], days.at(-1)]
    if (from === undefined || to === undefined) return { count: 0, changed: 0, last: null }
    return { count: days.length, changed: await updateCounters(tx, from, to, now), last: to }
  })

/**
 * By hand only: folds all that the inbox keeps again, and counts every day anew. In short transactions, beside the
 * consumers, which wait for the one under way. Snapshots follow of the days that were not as they had to be. What was
 * known before the oldest message of the inbox stays as it is, also of files that turned out to be of other days.
 */
export const rebuildJob = (env: Env): JobDefinition => ({
  name: 'analytics.rebuild',
  cron: null,
  timeZone: 'platform',
  async run({ now, progress, signal }) {
    let atms = 0
    for (let last: number | null = 0; last !== null; ) {
      signal?.throwIfAborted()
      const step: Awaited<ReturnType<typeof foldAtms>> = await foldAtms(env, last)
      atms += step.count
      last = step.last
      if (last !== null) progress(`${atms} ATMs folded`)
    }
    let days = 0
    let changed = 0
    for (let last: string | null = BEFORE_ALL_DAYS; last !== null; ) {
      signal?.throwIfAborted()
      const step: Awaited<ReturnType<typeof countDays>> = await countDays(env, last, now)
      days += step.count
      changed += step.changed
      last = step.last
    }
    return `${atms} ATMs and ${days} days counted, ${changed} counters put right`
  },
})
