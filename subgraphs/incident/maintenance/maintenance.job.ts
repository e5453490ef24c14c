import type { Stores } from '../../../db/tenancy.ts'
import { MINUTE_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import { openOutlasting, updateAtmWindows } from './atm-maintenance.store.ts'
import { nextOccurrence } from './windows.rules.ts'
import { insertOccurrence, listDueWindows } from './windows.store.ts'

/** The ATMs know of an occurrence so long before it begins that the job, each minute, is never late. */
const AHEAD_MS = 3 * MINUTE_MS
/** Windows that are begun in one transaction: an institution may have thousands of ATMs. */
const WINDOWS_AT_ONCE = 10

export type MaintenanceEnv = {
  readonly stores: Stores
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
}

/** Puts ATMs into the occurrences that begin shortly. One that had begun when it was made counts from then. */
const beginOccurrences = async ({ stores }: MaintenanceEnv, now: Date): Promise<number> => {
  const before = new Date(now.getTime() + AHEAD_MS)
  let begun = 0
  for (;;) {
    const count = await stores.asPlatform(async (tx) => {
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
    begun += count
    if (count === 0) return begun
  }
}

/** Opens what has outlasted its window; resolves to how many. */
const openIncidents = async (env: MaintenanceEnv, now: Date): Promise<number> => {
  let opened = 0
  for (;;) {
    const rows = await env.stores.asPlatform(async (tx) => {
      const changed = await openOutlasting(tx, now)
      const messages = changed.flatMap((row) => incidentMessages(row, 'created', env.platformName))
      await insertOutbox(tx, 'incident', messages, env)
      return changed
    })
    if (rows.length === 0) return opened
    env.wake()
    opened += rows.length
  }
}

/** Begins and ends maintenance windows as they are at an instant. Doing it twice changes nothing. */
export const applyWindows = async (env: MaintenanceEnv, now: Date): Promise<string> => {
  const begun = await beginOccurrences(env, now)
  const before = new Date(now.getTime() + AHEAD_MS)
  let told = 0
  for (let portion = -1; portion !== 0; told += portion)
    portion = await env.stores.asPlatform((tx) => updateAtmWindows(tx, now, before))
  const opened = await openIncidents(env, now)
  return `${begun} maintenance windows begun, ${told} ATMs told, ${opened} incidents opened that outlasted theirs`
}

/** Each minute: puts ATMs into maintenance windows, and opens the incidents that have outlasted theirs. */
export const maintenanceJob = (env: MaintenanceEnv): JobDefinition => ({
  name: 'incident.maintenance',
  cron: '* * * * *',
  timeZone: 'UTC',
  run: ({ now }) => applyWindows(env, now),
})
