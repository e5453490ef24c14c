import { AUDIT_TOPICS } from '../../schema/events/audit-recorded.ts'
import { SNAPSHOT_READY } from '../../schema/events/snapshot-ready.ts'
import { localDateOf } from '../kit/common/dates.ts'
import { liveRetentionJob } from '../kit/live/live.store.ts'
import { defineService } from '../kit/service/service.ts'
import { buildFleetHealth, buildJournalCoverage } from './dashboards.ts'
import { createDownstream } from './downstream.ts'
import { insightPurgeJob } from './insight-purge.job.ts'
import { insightMutations, insightQueries } from './insights.resolvers.ts'
import { createLiveQueries } from './live.resolvers.ts'
import { rebuildJob } from './rebuild.job.ts'
import { retentionJob } from './retention.job.ts'
import type { Resolvers } from './schema.gen.ts'
import { createSnapshotTraces } from './snapshot-traces.ts'
import { snapshotsConsumer } from './snapshots.consumer.ts'
import { snapshotQueries } from './snapshots.resolvers.ts'
import { startSnapshots } from './snapshots.ts'

/**
 * Dashboards built when they are asked for, from other services, with the caller's own token; insights that callers
 * publish; and snapshots of what was received from topics.
 */
export const analyticsService = defineService({
  name: 'analytics',
  sdl: 'analytics.graphql',
  outbox: 'analytics',
  topics: { fixed: () => [SNAPSHOT_READY, ...AUDIT_TOPICS] },
  async open(env) {
    const { config, stores, now } = env
    const { platformName, platformTimeZone } = config
    const read = createDownstream(env.calls, env.log)
    const resolvers: Resolvers = {
      Query: {
        fleetHealth: (_source, _args, context) => buildFleetHealth(read, context),
        journalCoverage: (_source, _args, context) =>
          buildJournalCoverage(read, context, localDateOf(context.now(), platformTimeZone)),
        ...insightQueries,
        ...snapshotQueries,
        ...createLiveQueries(stores),
      },
      Mutation: insightMutations,
    }
    const traces = createSnapshotTraces()
    let snapshots: ReturnType<typeof startSnapshots> | null = null
    return {
      resolvers,
      consumers: [snapshotsConsumer({ stores, platformName, platformTimeZone, traces, now })],
      jobs: [
        insightPurgeJob(stores),
        retentionJob(stores, config.retention.analyticsDays),
        rebuildJob({ stores, platformTimeZone }),
        liveRetentionJob(stores, 'analytics'),
      ],
      async start() {
        snapshots = startSnapshots({ ...env, platformTimeZone, traces })
      },
      close: async () => snapshots?.close(),
    }
  },
})
