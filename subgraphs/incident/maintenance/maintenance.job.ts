import { MINUTE_MS } from '../../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { type PublisherEnv, publishChanges } from '../model/publish-changes.ts'
import { endOccurrences, openOutlasting, updateAtmWindows } from './atm-maintenance.store.ts'
import { nextOccurrence } from './windows.rules.ts'
import { insertOccurrence, listDueWindows } from './windows.store.ts'

/** The ATMs know of an occurrence so long before it begins that the job, each minute, is never late. */
const AHEAD_MS = 3 * MINUTE_MS
/** Windows that are begun in one transaction: an institution may have thousands of ATMs. */
const WINDOWS_AT_ONCE = 10

/** Puts ATMs into the occurrences that begin shortly. One that had begun when it was made counts from then. */
const beginOccurrences = ({ stores }: PublisherEnv, now: Date, signal: JobContext['signal']): Promise<number> => {
  const before = new Date(now.getTime() + AHEAD_MS)
  const portion = () =>
    stores.asPlatform(async (tx) => {
      const windows = await listDueWindows(tx, before, WINDOWS_AT_ONCE)
      for (const window of windows) {
        const start = window.nextAt ?? window.startsAt
        const lastsMs = window.endsAt.getTime() - window.startsAt.getTime()
        const from = new Date(Math.max(start.getTime(), window.createdAt.getTime()))
        const to = new Date(start.getTime() + lastsMs)
        const nextAt = nextOccurrence(window, new Date(start.getTime() + 1))
        await insertOccurrence(tx, window, { from, to, nextAt })
      }
      return windows.length
    })
  return untilDone(portion, { signal })
}

/** Begins and ends maintenance windows as they are at an instant. Doing it twice changes nothing. */
export const applyWindows = async (env: PublisherEnv, now: Date, signal?: JobContext['signal']): Promise<string> => {
  const begun = await beginOccurrences(env, now, signal)
  await env.stores.asPlatform((tx) => endOccurrences(tx, now))
  const before = new Date(now.getTime() + AHEAD_MS)
  const updated = await untilDone(() => env.stores.asPlatform((tx) => updateAtmWindows(tx, now, before)), { signal })
  const outlasted = async () => (await publishChanges(env, (tx) => openOutlasting(tx, now), 'created')).length
  const opened = await untilDone(outlasted, { signal })
  return `${begun} maintenance windows begun, ${updated} ATMs updated, ${opened} incidents opened that outlasted theirs`
}

/** Each minute: puts ATMs into maintenance windows, and opens the incidents that have outlasted theirs. */
export const maintenanceJob = (env: PublisherEnv): JobDefinition => ({
  name: 'incident.maintenance',
  cron: '* * * * *',
  timeZone: 'UTC',
  run: ({ now, signal }) => applyWindows(env, now, signal),
})
