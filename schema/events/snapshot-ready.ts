import { z } from 'zod'

/** The topic of snapshots that were written. Its key is the institutionKey, `FLEET_KEY` for the fleet. */
export const SNAPSHOT_READY = 'analytics.snapshot-ready'

/** The key of the fleet's snapshots. No institution is called so: keys have no braces. */
export const FLEET_KEY = '{fleet}'

const count = z.int().min(0)

/** The data of a snapshot; its institution stands in the envelope, null for the fleet. */
export const snapshotReadySchema = z.object({
  snapshotId: z.int(),
  /** The day whose counters these are. */
  day: z.iso.date(),
  takenAt: z.iso.datetime(),
  filesParsed: count,
  transactions: count,
  successful: count,
  failed: count,
  incidentsCreated: count,
  incidentsResolved: count,
  openIncidents: count,
})

export type SnapshotReady = z.infer<typeof snapshotReadySchema>
