import type { Stores } from '../../../db/tenancy.ts'
import { DAY_MS, HOUR_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { trustedNow } from '../../kit/jobs/removal.ts'
import type { EventTypeCache } from '../model/event-type-cache.ts'
import { HALF_HOUR_MS } from './fleet-history.rules.ts'
import { deleteSamples, insertFleetCounts, insertSamples } from './fleet-samples.store.ts'

const SAMPLE_MS = 600_000
/** A chart of 30 days, and the week before it for what is usual. */
const KEPT_DAYS = 38
/** Events may come this late and still count as usual. */
const LATE_MS = 2 * HOUR_MS

type Env = { readonly stores: Stores; readonly types: EventTypeCache; readonly connectedWithinMs: number }

const floorTo = (instant: Date, widthMs: number): Date => new Date(Math.floor(instant.getTime() / widthMs) * widthMs)

/**
 * Every ten minutes: counts ATMs by connectivity and state, and what the whole fleet sent in the half hours that are
 * over.
 */
export const fleetSamplesJob = ({ stores, types, connectedWithinMs }: Env): JobDefinition => ({
  name: 'incident.fleet-samples',
  cron: '*/10 * * * *',
  timeZone: 'UTC',
  async run(context) {
    const { now } = context
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const samples = await stores.asPlatform((tx) => insertSamples(tx, floorTo(now, SAMPLE_MS), ago(connectedWithinMs)))
    const { maxId } = await types.current()
    const oldest = floorTo(ago(KEPT_DAYS * DAY_MS), HALF_HOUR_MS)
    await stores.asPlatform(async (tx) => {
      await insertFleetCounts(tx, oldest, floorTo(now, HALF_HOUR_MS), floorTo(ago(LATE_MS), HALF_HOUR_MS), maxId)
      await deleteSamples(tx, floorTo(new Date(trustedNow(context).getTime() - KEPT_DAYS * DAY_MS), HALF_HOUR_MS))
    })
    return `${samples} samples taken`
  },
})
