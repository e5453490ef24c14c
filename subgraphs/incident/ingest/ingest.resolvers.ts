import type { MutationResolvers } from '../schema.gen.ts'
import type { Ingest } from './ingest.ts'
import type { Replay } from './replay-exceptions.ts'

type IngestMutations = Pick<MutationResolvers, 'storeJournalEvent' | 'storeJournalEvents' | 'storeHeartbeat'>

/** The internal endpoints of ingest. */
export const createIngestMutations = (ingest: Ingest): IngestMutations => ({
  storeJournalEvent: (_source, { event }) => ingest.store(event),
  storeJournalEvents: (_source, { events }, { traceId }) => ingest.storeAll(events, traceId),
  async storeHeartbeat(_source, { agentAtmId, institutionKey }) {
    await ingest.storeHeartbeat(agentAtmId, institutionKey ?? null)
    return true
  },
})

/** The replay of event exceptions. */
export const createReplayMutations = (replay: Replay): Pick<MutationResolvers, 'replayEventExceptions'> => ({
  replayEventExceptions: (_source, { eventType }, { principal }) => replay(principal, eventType),
})
