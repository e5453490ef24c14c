import { countBySeverity } from '../incidents/severity-counts.store.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { IncidentSeverity, QueryResolvers } from '../schema.gen.ts'
import { bucketsOf, endOf, periodOf } from './buckets.rules.ts'
import { fleetHistoryOf, usualStart } from './fleet-history.rules.ts'
import { listMeanSamples } from './fleet-samples.store.ts'

const WORST_FIRST: readonly IncidentSeverity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']
/** Samples are taken as often as this. */
const SAMPLE_MINUTES = 10

/** What the fleet page draws. */
export const createFleetHistoryQueries = ({
  inServiceTarget,
}: ResolverEnv): Pick<QueryResolvers, 'fleetHistory' | 'openIncidentsBySeverity'> => ({
  async fleetHistory(_source, args, { principal, now, read }) {
    const buckets = bucketsOf(periodOf(args), now(), SAMPLE_MINUTES)
    const { from, widthMs } = buckets
    const span = { from: usualStart(from), until: endOf(buckets), origin: from, widthMs }
    const samples = await read((tx) => listMeanSamples(tx, principal, span))
    return fleetHistoryOf(buckets, samples, inServiceTarget)
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
})
