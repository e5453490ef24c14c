import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { Retention } from '../../kit/config/retention.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { PATIENCE, type Patience, removeInPortions, repeatPatiently, trustedNow } from '../../kit/jobs/removal.ts'
import { deleteIncidents, deleteUsers, deleteWindows, dropEventDay } from './retention.store.ts'

/** Rows that one transaction deletes; an incident has up to some hundred entries. */
const PORTION = 1_000

/**
 * Each day: drops the days of events that are old enough, and deletes incidents, maintenance windows and people. What
 * has no limit is not deleted.
 */
export const retentionJob = (
  stores: Stores,
  { eventDays, incidentDays, stateDays, userDays }: Retention,
  patience: Patience = PATIENCE,
): JobDefinition => ({
  name: 'incident.retention',
  cron: '55 0 * * *',
  timeZone: 'UTC',
  async run(context) {
    const trustedMs = trustedNow(context).getTime()
    const ago = (days: number) => new Date(trustedMs - days * DAY_MS)
    const remove = async (
      what: string,
      days: number | null,
      work: (tx: PlatformTx, before: Date, limit: number) => Promise<number>,
    ): Promise<string> => {
      if (days === null) return `0 ${what}`
      const progress = (rows: number) => context.progress(`${rows} ${what} deleted`)
      const removed = await removeInPortions(stores, PORTION, (tx) => work(tx, ago(days), PORTION), {
        signal: context.signal,
        progress,
      })
      return `${removed} ${what}`
    }
    let dropped = { done: 0, isDone: true }
    if (eventDays !== null) {
      const before = ago(eventDays).toISOString().slice(0, 10)
      dropped = await repeatPatiently(
        () => stores.asPlatform((tx) => dropEventDay(tx, before)),
        patience,
        context.signal,
      )
      if (!dropped.isDone) context.log.warn('events are read for so long that old days wait to be dropped')
    }
    const rows = [
      await remove('incidents', incidentDays, deleteIncidents),
      await remove('maintenance windows', stateDays, deleteWindows),
      await remove('people', userDays, deleteUsers),
    ].join(', ')
    const rest = dropped.isDone ? '' : '; the rest is left to the next run'
    return `${dropped.done} days of events dropped, ${rows} deleted${rest}`
  },
})
