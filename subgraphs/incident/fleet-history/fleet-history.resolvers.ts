import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import { countBySeverity } from '../incidents/severity-counts.store.ts'
import type { IncidentSeverity, QueryResolvers } from '../schema.gen.ts'
import { fleetHistoryOf, historyStart, usualStart } from './fleet-history.rules.ts'
import { listMeanSamples } from './fleet-samples.store.ts'

const WORST_FIRST: readonly IncidentSeverity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']
const MAX_HOURS = 168

/** What the fleet page draws. */
export const fleetHistoryQueries: Pick<QueryResolvers, 'fleetHistory' | 'openIncidentsBySeverity'> = {
  async fleetHistory(_source, { hoursBack }, { principal, now, read }) {
    const window = historyStart(now(), checkBetween('hoursBack', hoursBack ?? 24, 1, MAX_HOURS))
    const samples = await read((tx) => listMeanSamples(tx, principal, usualStart(window.from)))
    return fleetHistoryOf(window, samples)
  },
  async openIncidentsBySeverity(_source, { isPart }, { principal, read }) {
    const rows = await read((tx) => countBySeverity(tx, principal, isPart ?? null))
    const all = rows.find(({ severity }) => severity === null)
    return {
      total: all?.count ?? 0,
      unacknowledged: all?.unacknowledged ?? 0,
      atms: all?.atms ?? 0,
      severities: WORST_FIRST.map((severity) => {
        const row = rows.find((one) => one.severity === severity)
        const oldestMs = row?.oldestMs ?? null
        return {
          severity,
          count: row?.count ?? 0,
          unacknowledged: row?.unacknowledged ?? 0,
          oldestOpenedAt: oldestMs === null ? null : new Date(oldestMs),
        }
      }),
    }
  },
}
