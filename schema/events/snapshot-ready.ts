import { z } from 'zod'

/** The topic of snapshots that were written. Its key is the institutionKey, `FLEET_KEY` for the fleet. */
export const SNAPSHOT_READY = 'analytics.snapshot-ready'

/** The key of the fleet's snapshots. No institution is called so: keys have no braces. */
export const FLEET_KEY = '{fleet}'

const count = z.int().min(0)

/** The data of a snapshot; its institution is in the envelope, null for the fleet. */
export const snapshotReadySchema = z.object({
  snapshotId: z.int().describe('The snapshot.'),
  day: z.iso.date().describe('The day whose counters these are.'),
  takenAt: z.iso.datetime().describe('When it was taken.'),
  filesParsed: count.describe('ATMs that have a journal for the day.'),
  transactions: count.describe('Transactions in these journals.'),
  successful: count.describe('Those approved.'),
  failed: count.describe('Those declined.'),
  incidentsCreated: count.describe('Incidents that were opened on the day.'),
  incidentsResolved: count.describe('Incidents that were resolved on the day.'),
  openIncidents: count.describe('Incidents that were open then, of whichever day.'),
})

export type SnapshotReady = z.infer<typeof snapshotReadySchema>
