import { localDateOf } from '../kit/dates.ts'
import { defineService } from '../kit/service.ts'
import { buildFleetHealth, buildJournalCoverage } from './dashboards.ts'
import { createDownstream } from './downstream.ts'
import type { Resolvers } from './schema.gen.ts'

/** Dashboards built when they are asked for, from other services, with the caller's own token. */
export const analyticsService = defineService({
  name: 'analytics',
  sdl: 'analytics.graphql',
  outbox: null,
  topics: { fixed: () => ['analytics.snapshot-ready'] },
  async open(env) {
    const read = createDownstream(env.calls, env.log)
    const resolvers: Resolvers = {
      Query: {
        fleetHealth: (_source, _args, context) => buildFleetHealth(read, context),
        journalCoverage: (_source, _args, context) =>
          buildJournalCoverage(read, context, localDateOf(context.now(), env.config.platformTimeZone)),
      },
    }
    return { resolvers }
  },
})
