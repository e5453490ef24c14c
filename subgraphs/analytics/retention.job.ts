import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { DAY_MS } from '../kit/common/dates.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { deleteOldMessages, shareFold } from './inbox.store.ts'
import { deleteOutdatedSnapshots } from './snapshots.store.ts'

const INBOX_DAYS = 90
const SNAPSHOT_DAYS = 7
/** How far back outdated snapshots are looked for: what stays of earlier ones is not gone through each night. */
const LOOK_BACK_DAYS = 30
const PORTION = 5_000

const deleteAll = async (stores: Stores, portion: (tx: PlatformTx) => Promise<number>): Promise<number> => {
  let deleted = 0
  for (;;) {
    const gone = await stores.asPlatform(portion)
    deleted += gone
    if (gone < PORTION) return deleted
  }
}

/**
 * Each night: forgets messages that were consumed 90 days ago, and snapshots of more than 7 days ago except the last
 * one of each institution and day, and those that insights link to.
 */
export const retentionJob = (stores: Stores): JobDefinition => ({
  name: 'analytics.retention',
  cron: '30 3 * * *',
  timeZone: 'platform',
  async run({ now, progress }) {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const messages = await deleteAll(stores, async (tx) => {
      await shareFold(tx)
      return deleteOldMessages(tx, daysAgo(INBOX_DAYS), PORTION)
    })
    progress(`${messages} messages deleted`)
    const range = { from: daysAgo(SNAPSHOT_DAYS + LOOK_BACK_DAYS), before: daysAgo(SNAPSHOT_DAYS) }
    const snapshots = await deleteAll(stores, (tx) => deleteOutdatedSnapshots(tx, range, PORTION))
    return `${messages} messages and ${snapshots} snapshots deleted`
  },
})
