import type { OperationContext } from '../kit/graphql/context.ts'
import type { RankedAtm } from './counting.rules.ts'
import { dailyVolumeOf, gapsOf, parseSuccessRateOf, volumesOf } from './coverage.rules.ts'
import { type Downstream, degraded } from './downstream.ts'
import { atmsWithGapsOf, breakdownOf, connectivityOf, openIncidentsOf, problematicAtmsOf } from './health.rules.ts'
import {
  activitySource,
  atmSummarySource,
  journalSummarySource,
  openGapsSource,
  openIncidentsSource,
  topAtmsSource,
} from './sources.ts'

/** The ids under which a record names its ATM: both, and the alias of the device rename. */
const atmOf = ({ atmId, agentAtmId }: RankedAtm) => ({ atmId, deviceId: atmId, agentAtmId, atm: { id: atmId } })

/** Fleet health: the four calls of the requirements, at once, each failing softly. */
export const buildFleetHealth = async (read: Downstream, context: OperationContext) => {
  const [atms, activity, incidents, gaps] = await Promise.all([
    read(atmSummarySource, context),
    read(activitySource, context),
    read(openIncidentsSource, context),
    read(openGapsSource, context),
  ])
  const { HARDWARE, CASH, NETWORK, POWER, AUTH, SYSTEM, OTHER } = breakdownOf(activity.value)
  return {
    generatedAt: context.now(),
    connectivity: connectivityOf(atms.value),
    eventBreakdown: {
      hardware: HARDWARE,
      cash: CASH,
      network: NETWORK,
      power: POWER,
      auth: AUTH,
      system: SYSTEM,
      other: OTHER,
    },
    topProblematicAtms: problematicAtmsOf(activity.value).map((atm) => ({ ...atmOf(atm), eventCount: atm.count })),
    openIncidents: openIncidentsOf(incidents.value),
    atmsWithGaps: atmsWithGapsOf(gaps.value),
    degradedSources: degraded([atms, activity, incidents, gaps]),
  }
}

/**
 * Journal coverage: the three calls of the requirements, at once, each failing softly. `today` is a date of the
 * platform's time zone.
 */
export const buildJournalCoverage = async (read: Downstream, context: OperationContext, today: string) => {
  const [summary, gaps, topAtms] = await Promise.all([
    read(journalSummarySource(today), context),
    read(openGapsSource, context),
    read(topAtmsSource(today), context),
  ])
  const { openGapsTotal, atms } = gapsOf(gaps.value)
  return {
    dailyVolume: [dailyVolumeOf(today, summary.value)],
    openGapsTotal,
    atmsWithGaps: atms.map((atm) => ({ ...atmOf(atm), gapCount: atm.count })),
    parseSuccessRateToday: parseSuccessRateOf(summary.value),
    approvalRateToday: parseSuccessRateOf(summary.value),
    topAtmsByVolume: volumesOf(topAtms.value).map((atm) => ({ ...atmOf(atm), transactionCount: atm.count })),
    degradedSources: degraded([summary, gaps, topAtms]),
  }
}
