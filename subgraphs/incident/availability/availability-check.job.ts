import type { Stores } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { checkSums, listSumInstants } from './sums.store.ts'
import { countDifferingTotals } from './totals.store.ts'

/**
 * Run by hand: makes each sum of availability once more, from the one before and what happened since, and the totals of
 * each instant from its sums, and compares. A difference is reported and not corrected: sums and what they are made of
 * are corrected together, so one means a fault of the program, which a silent repair would hide. One that a late event
 * makes is gone once the job of availability has run.
 */
export const availabilityCheckJob = (env: {
  readonly stores: Stores
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
}): JobDefinition => ({
  name: 'incident.availability-check',
  cron: null,
  timeZone: 'UTC',
  async run({ log, progress }) {
    const { stores, connectedWithinMs } = env
    const instants = await stores.asPlatform((tx) => listSumInstants(tx))
    let [sums, differing, totals] = [0, 0, 0]
    for (const [n, at] of instants.entries()) {
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
    return `${differing + totals} of ${sums} sums of ${instants.length} instants differ`
  },
})
