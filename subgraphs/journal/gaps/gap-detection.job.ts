import { setTimeout as pause } from 'node:timers/promises'
import type { Stores } from '../../../db/tenancy.ts'
import { addDays, isTimeZone, localDateOf } from '../../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { type ListAtms, takeOverAtms } from './gap-atms.ts'
import {
  type Days,
  findExpected,
  findHorizon,
  insertMissingGaps,
  isHorizonPassed,
  updateFirstDates,
} from './gap-detection.store.ts'
import { closeFiledGaps } from './gap-reopen.job.ts'
import { daysInStretches } from './gaps.rules.ts'

type Env = { readonly stores: Stores; readonly listAtms: ListAtms; readonly platformTimeZone: string }

const SETTLE_EVERY_MS = 20
const SETTLE_WITHIN_MS = 10_000

/**
 * Takes over which institution and time zone each ATM has now; what is known remains valid while the registry
 * cannot be reached.
 */
const refreshAtms = async ({ stores, listAtms }: Env, { log, signal }: JobContext): Promise<void> => {
  try {
    for await (const atms of listAtms()) {
      if (signal?.aborted) return
      if (atms.length > 0) await stores.asPlatform((tx) => takeOverAtms(tx, atms))
    }
  } catch (error) {
    log.warn({ err: error }, 'gaps are looked for with the ATMs as they were known before')
  }
}

/** Opens the gaps of some days in a transaction of its own: no parse and no other run waits for long. */
const openStretch = (stores: Stores, days: Days, lastDays: Parameters<typeof insertMissingGaps>[2], now: Date) =>
  stores.asPlatform((tx) => insertMissingGaps(tx, days, lastDays, now))

const openMissing = async (
  { stores, platformTimeZone }: Env,
  { now, progress, signal }: JobContext,
): Promise<number> => {
  const expected = await stores.asPlatform(findExpected, { mode: 'read' })
  if (expected === null) return 0
  const lastDays = expected.timeZones.map((timeZone) => {
    const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : platformTimeZone
    return { timeZone, day: addDays(localDateOf(now, zone), -1) }
  })
  const last =
    lastDays
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? ''
  let opened = 0
  for (const days of daysInStretches(expected.first, last, expected.atms)) {
    signal?.throwIfAborted()
    opened += await openStretch(stores, days, lastDays, now)
    progress(`${opened} gaps opened until ${days.to}, of days until ${last}`)
  }
  return opened
}

/**
 * Lets transactions end that could not see the gaps which have just been opened: a parse among them closes none, so
 * that is done after it. No caller is delayed, and what takes longer than some seconds is left to the hourly job.
 */
const settle = async (stores: Stores): Promise<void> => {
  const horizon = await stores.asPlatform(findHorizon, { mode: 'read' })
  for (let leftMs = SETTLE_WITHIN_MS; leftMs > 0; leftMs -= SETTLE_EVERY_MS) {
    if (await stores.asPlatform((tx) => isHorizonPassed(tx, horizon), { mode: 'read' })) return
    await pause(SETTLE_EVERY_MS)
  }
}

/**
 * Opens a gap for each day without a journal, from an ATM's first journal to its yesterday. Daily at 06:00 UTC;
 * whatever runs were missed, the next one finds all that they would have.
 */
export const gapDetectionJob = (env: Env): JobDefinition => ({
  name: 'journal.gap-detection',
  cron: '0 6 * * *',
  timeZone: 'UTC',
  run: async (context) => {
    const { stores } = env
    await refreshAtms(env, context)
    context.signal?.throwIfAborted()
    await stores.asPlatform(updateFirstDates)
    const opened = await openMissing(env, context)
    if (opened > 0) await settle(stores)
    const closed = await closeFiledGaps(stores, context)
    return closed === 0 ? `${opened} gaps opened` : `${opened} gaps opened, ${closed} closed`
  },
})
