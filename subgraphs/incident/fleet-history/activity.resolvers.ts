import { loadAtm } from '../atms/atms.loaders.ts'
import { atmOf } from '../atms/atms.rules.ts'
import { windowStart } from '../model/hours.rules.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AtmEventCountResolvers, QueryResolvers } from '../schema.gen.ts'
import { seriesOf } from './activity.rules.ts'
import { COUNTED_HOURS, countBySlot, countByType, countPlainly, listTopAtms } from './activity.store.ts'
import { bucketsOf, endOf, periodOf } from './buckets.rules.ts'
import { HALF_HOUR_MS, usualStart } from './fleet-history.rules.ts'
import { listHalfHours } from './fleet-samples.store.ts'

const TOP_ATMS = 50
/** Events are counted by quarters of an hour. */
const COUNTED_MINUTES = 15

type ActivityQueries = Pick<QueryResolvers, 'journalEventActivity' | 'journalEventSeries'>

/** Counts of journal events. */
export const createActivityQueries = (env: ResolverEnv): ActivityQueries => ({
  async journalEventActivity(_source, { hoursBack }, { principal, now, read }) {
    const from = windowStart(hoursBack, now()) ?? now()
    const { byId, maxId } = await env.types.current()
    const { types, atms } = await read(async (tx) => {
      if (hoursBack !== COUNTED_HOURS) {
        const { byType, topAtms } = await countPlainly(tx, principal, from, TOP_ATMS)
        return { types: byType, atms: topAtms }
      }
      const [byType, topAtms] = await Promise.all([
        countByType(tx, principal, from, maxId),
        listTopAtms(tx, principal, from, TOP_ATMS),
      ])
      return { types: byType, atms: topAtms }
    })
    const byType = types
      .map(({ typeId, count }) => ({ eventType: byId.get(typeId)?.eventType ?? 'UNKNOWN', eventCount: count }))
      .sort((a, b) => b.eventCount - a.eventCount || (a.eventType < b.eventType ? -1 : 1))
    return {
      total: byType.reduce((sum, { eventCount }) => sum + eventCount, 0),
      byType,
      topAtms: atms.map(({ atmId, agentAtmId, count }) => ({
        atmId,
        deviceId: atmId,
        agentAtmId,
        eventCount: count,
      })),
    }
  },
  async journalEventSeries(_source, args, { principal, now, read }) {
    const buckets = bucketsOf(periodOf(args), now(), COUNTED_MINUTES)
    const { from, widthMs } = buckets
    const until = endOf(buckets)
    const types = await env.types.current()
    const { slots, halfHours } = await read(async (tx) => ({
      slots: await countBySlot(tx, principal, { from, until, widthMs }, types.maxId),
      halfHours:
        widthMs % HALF_HOUR_MS === 0 ? await listHalfHours(tx, principal, usualStart(from), until, types.maxId) : null,
    }))
    return seriesOf(buckets, slots, types, halfHours)
  },
})

/** From a count to its ATM. */
export const createCountFields = (env: ResolverEnv): AtmEventCountResolvers => ({
  async atm({ atmId }, _args, context) {
    const row = await context.loader(loadAtm).load(atmId)
    return row === null ? null : atmOf(row, context.now(), env.connectedWithinMs)
  },
})
