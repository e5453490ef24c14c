import { readerOfAtm } from '../events/events.resolvers.ts'
import { windowStart } from '../model/hours.rules.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { QueryResolvers } from '../schema.gen.ts'
import { countEventsOfAtm } from './event-counts.store.ts'

/** Counts of one ATM's events, for the filters of its timeline. */
export const createEventCountQueries = (env: ResolverEnv): Pick<QueryResolvers, 'atmEventCounts'> => ({
  async atmEventCounts(_source, { atmId, hoursBack }, context) {
    const from = windowStart(hoursBack ?? 24, context.now()) ?? context.now()
    const { byId } = await env.types.current()
    const read = await readerOfAtm(env, context, atmId)
    const rows = await read((tx) => countEventsOfAtm(tx, atmId, from))
    return rows
      .map(({ typeId, count }) => ({ eventType: byId.get(typeId)?.eventType ?? 'UNKNOWN', eventCount: count }))
      .sort((a, b) => b.eventCount - a.eventCount || (a.eventType < b.eventType ? -1 : 1))
  },
})
