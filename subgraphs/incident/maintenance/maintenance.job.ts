import { MINUTE_MS } from '../../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { type PublisherEnv, publishChanges } from '../model/publish-changes.ts'
import { endOccurrences, listOutdatedAtms, openOutlasting, updateAtmWindows } from './atm-maintenance.store.ts'
import { nextOccurrence } from './windows.rules.ts'
import { insertOccurrence, listDueWindows } from './windows.store.ts'

/** The ATMs know of an occurrence so long before it begins that the job, each minute, is never late. */
const AHEAD_MS = 3 * MINUTE_MS
/** Windows that are begun in one transaction: an institution may have thousands of ATMs. */
const WINDOWS_AT_ONCE = 10

/** ATMs that are changed in one transaction. */
const ATMS_AT_ONCE = 1_000

/** What is applied: all windows, or one. */
type Extent = { readonly windowId: number | null; readonly signal?: JobContext['signal'] }

/** Puts ATMs into the occurrences that begin shortly. One that had begun when it was made counts from then. */
const beginOccurrences = async ({ stores }: PublisherEnv, now: Date, { windowId, signal }: Extent) => {
  const before = new Date(now.getTime() + AHEAD_MS)
  const atmIds: number[] = []
  const portion = () =>
    stores.asPlatform(async (tx) => {
      const windows = await listDueWindows(tx, { before, windowId, limit: WINDOWS_AT_ONCE })
      for (const window of windows) {
        const start = window.nextAt ?? window.startsAt
        const lastsMs = window.endsAt.getTime() - window.startsAt.getTime()
        const from = new Date(Math.max(start.getTime(), window.createdAt.getTime()))
        const to = new Date(start.getTime() + lastsMs)
        const nextAt = nextOccurrence(window, new Date(start.getTime() + 1))
        atmIds.push(...(await insertOccurrence(tx, window, { from, to, nextAt })))
      }
      return windows.length
    })
  return { windows: await untilDone(portion, { signal }), atmIds }
}

/** Writes to ATMs the windows that they are in. */
const updateAtms = async (env: PublisherEnv, atmIds: readonly number[], now: Date, signal?: JobContext['signal']) => {
  const before = new Date(now.getTime() + AHEAD_MS)
  for (let n = 0; n < atmIds.length; n += ATMS_AT_ONCE) {
    signal?.throwIfAborted()
    await env.stores.asPlatform((tx) => updateAtmWindows(tx, atmIds.slice(n, n + ATMS_AT_ONCE), now, before))
  }
}

/** Opens the incidents, of all ATMs or of some, that have outlasted their windows. Resolves to how many. */
const openOutlasted = (env: PublisherEnv, now: Date, atmIds: readonly number[] | null, signal?: JobContext['signal']) =>
  untilDone(async () => (await publishChanges(env, (tx) => openOutlasting(tx, now, atmIds), 'created')).length, {
    signal,
  })

/** Begins and ends all maintenance windows as they are at an instant. Doing it twice changes nothing. */
const applyWindows = async (env: PublisherEnv, now: Date, signal: JobContext['signal']): Promise<string> => {
  const begun = await beginOccurrences(env, now, { windowId: null, signal })
  await env.stores.asPlatform((tx) => endOccurrences(tx, now, null))
  const before = new Date(now.getTime() + AHEAD_MS)
  const atmIds = await env.stores.asPlatform((tx) => listOutdatedAtms(tx, now, before))
  await updateAtms(env, atmIds, now, signal)
  const opened = await openOutlasted(env, now, null, signal)
  return (
    `${begun.windows} maintenance windows begun, ${atmIds.length} ATMs updated, ` +
    `${opened} incidents opened that outlasted theirs`
  )
}

/** Begins or ends one window as it is at an instant, without waiting for the job. */
export const applyWindow = async (env: PublisherEnv, windowId: number, now: Date): Promise<void> => {
  const begun = await beginOccurrences(env, now, { windowId })
  const ended = await env.stores.asPlatform((tx) => endOccurrences(tx, now, windowId))
  await updateAtms(env, [...begun.atmIds, ...ended], now)
  for (let n = 0; n < ended.length; n += ATMS_AT_ONCE) await openOutlasted(env, now, ended.slice(n, n + ATMS_AT_ONCE))
}

/** Each minute: puts ATMs into maintenance windows, and opens the incidents that have outlasted theirs. */
export const maintenanceJob = (env: PublisherEnv): JobDefinition => ({
  name: 'incident.maintenance',
  cron: '* * * * *',
  timeZone: 'UTC',
  run: ({ now, signal }) => applyWindows(env, now, signal),
})
