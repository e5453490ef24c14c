import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { DAY_MS, localDateOf } from '../kit/common/dates.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../kit/jobs/removal.ts'
import { deleteCounters } from './counters.store.ts'
import {
  deleteEndedIncidents,
  deleteJournalDays,
  deleteOldMessages,
  deleteOpeningDays,
  shareFold,
} from './inbox.store.ts'
import { deleteInsights } from './insights.store.ts'
import { deleteOutdatedSnapshots, deleteSnapshots } from './snapshots.store.ts'

const INBOX_DAYS = 90
const SNAPSHOT_DAYS = 7
/** How far back outdated snapshots are looked for: what stays of earlier ones is not gone through each night. */
const LOOK_BACK_DAYS = 30
const PORTION = 5_000

/** What is deleted of days that are over: facts before what is counted of them, insights before their snapshots. */
const OF_DAYS = [
  deleteJournalDays,
  deleteEndedIncidents,
  deleteOpeningDays,
  deleteCounters,
  deleteInsights,
  deleteSnapshots,
]

/**
 * Each night: deletes messages that were consumed 90 days ago, and snapshots of more than 7 days ago except the last
 * one of each institution and day, and those that insights link to. Of days more than `keptDays` ago, where that is
 * limited, it deletes everything.
 */
export const retentionJob = (stores: Stores, keptDays: number | null): JobDefinition => ({
  name: 'analytics.retention',
  cron: '30 3 * * *',
  timeZone: 'platform',
  async run(context) {
    const { progress, signal } = context
    const trustedMs = trustedNow(context).getTime()
    const daysAgo = (days: number) => new Date(trustedMs - days * DAY_MS)
    const deleteAll = (portion: (tx: PlatformTx) => Promise<number>) =>
      removeInPortions(stores, PORTION, portion, { signal })
    const messages = await deleteAll(async (tx) => {
      await shareFold(tx)
      return deleteOldMessages(tx, daysAgo(INBOX_DAYS), PORTION)
    })
    progress(`${messages} messages deleted`)
    const range = { from: daysAgo(SNAPSHOT_DAYS + LOOK_BACK_DAYS), before: daysAgo(SNAPSHOT_DAYS) }
    const snapshots = await deleteAll((tx) => deleteOutdatedSnapshots(tx, range, PORTION))
    if (keptDays === null) return `${messages} messages and ${snapshots} snapshots deleted`
    const before = localDateOf(daysAgo(keptDays), 'UTC')
    let rows = 0
    for (const deletePortion of OF_DAYS) {
      rows += await deleteAll(async (tx) => {
        await shareFold(tx)
        return deletePortion(tx, before, PORTION)
      })
      progress(`${rows} rows of days before ${before} deleted`)
    }
    return `${messages} messages and ${snapshots} snapshots deleted, ${rows} rows of days before ${before}`
  },
})
