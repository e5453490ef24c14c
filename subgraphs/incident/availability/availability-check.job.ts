import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import type { Logger } from '../../kit/observability/log.ts'
import { checkSums, listSumInstants } from './sums.store.ts'
import { countDifferingTotals } from './totals.store.ts'
import { listSampledAtms } from './walked-sums.store.ts'
import { compareWithWalk } from './walked-time.rules.ts'

/** The time of a sample is walked through for so long before the newest sums: what happened in it is in memory. */
const WALKED_DAYS = 31

export type AvailabilityCheckEnv = {
  readonly stores: Stores
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
}

type Run = { readonly now: Date; readonly log: Logger }

/** Compares the sums of some ATMs with their time, walked through. Resolves to how many were compared and differ. */
const walkSample = async ({ stores, connectedWithinMs }: AvailabilityCheckEnv, { now, log }: Run) => {
  // Of one snapshot, as the job of availability deletes instants with their sums.
  const read = async (tx: PlatformTx) => {
    const instants = await listSumInstants(tx)
    const to = instants.at(-1)
    const walked = instants.filter((at) => to !== undefined && at.getTime() >= to.getTime() - WALKED_DAYS * DAY_MS)
    const [from] = walked
    if (from === undefined || to === undefined) return { walked, atms: [] }
    const options = { period: { from, to }, seed: now.getTime(), connectedWithinMs }
    return { walked, atms: await listSampledAtms(tx, options) }
  }
  const { walked, atms } = await stores.asPlatform(read, { mode: 'read' })
  let [sums, differing] = [0, 0]
  for (const atm of atms) {
    const { atmId, institutionKey } = atm
    const times = compareWithWalk(
      atm,
      walked.map((at) => at.getTime()),
    )
    const wrong = times.filter(({ isDiffering }) => isDiffering)
    sums += times.length
    differing += wrong.length
    const [first] = wrong
    if (first === undefined) continue
    const found = { differing: wrong.length, from: new Date(first.from), at: new Date(first.at) }
    log.error(
      { atmId, institutionKey, ...found, summed: first.summed, walked: first.walked },
      'sums of availability differ from the time of the ATM, walked through',
    )
  }
  return { sums, differing }
}

/**
 * Run by hand: makes each sum of availability once more, from the one before and what happened since, and the totals of
 * each instant from its sums, and compares. As a fault of that arithmetic would be in both, the time of a sample of
 * ATMs is walked through as well, without it. A difference is reported and not corrected: sums and what they are made
 * of are corrected together, so one means a fault of the program, which a silent repair would hide. One that a late
 * event makes is gone once the job of availability has run.
 */
export const availabilityCheckJob = (env: AvailabilityCheckEnv): JobDefinition => ({
  name: 'incident.availability-check',
  cron: null,
  timeZone: 'UTC',
  async run({ now, log, progress, signal }) {
    const { stores, connectedWithinMs } = env
    const instants = await stores.asPlatform((tx) => listSumInstants(tx))
    let [sums, differing, totals] = [0, 0, 0]
    for (const [n, at] of instants.entries()) {
      signal?.throwIfAborted()
      totals += await stores.asPlatform((tx) => countDifferingTotals(tx, at), { mode: 'read' })
      const from = instants[n - 1]
      if (from === undefined) continue
      const found = await stores.asPlatform((tx) => checkSums(tx, { at, from, connectedWithinMs }), { mode: 'read' })
      sums += found.sums
      differing += found.differing
      if (found.differing === 0) continue
      log.error({ at: at.toISOString(), ...found }, 'sums of availability differ from what they are made from')
      progress(`${at.toISOString()}: ${found.differing} sums differ`)
    }
    if (totals > 0) log.error({ totals }, 'totals of availability differ from the sums that they are made from')
    const sample = await walkSample(env, { now, log })
    return (
      `${differing + totals} of ${sums} sums of ${instants.length} instants differ, ` +
      `${sample.differing} of ${sample.sums} that were walked through`
    )
  },
})
