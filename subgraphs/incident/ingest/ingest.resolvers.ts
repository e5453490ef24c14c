import type { Stores } from '../../../db/tenancy.ts'
import { authorOf, readAuthor } from '../../domain/event-author.rules.ts'
import { reportedBy } from '../../domain/event-reporter.ts'
import type { Limits } from '../../domain/sender-limits.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { badInput } from '../../kit/common/errors.ts'
import { listAtmsByAgentId } from '../atms/atms.store.ts'
import { upsertRefusedTime } from '../incidents/deaf-periods.store.ts'
import type { MutationResolvers } from '../schema.gen.ts'
import type { Ingest } from './ingest.ts'
import type { Replay } from './replay-exceptions.ts'

type IngestMutations = Pick<
  MutationResolvers,
  'postJournalEvent' | 'storeJournalEvent' | 'storeJournalEvents' | 'storeHeartbeat' | 'storeRefusedHeartbeats'
>

type Env = {
  readonly ingest: Ingest
  readonly stores: Stores
  readonly limits: Limits
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
}

/** The author that the agent proxy names. @throws DomainError BAD_USER_INPUT for anything else. */
const authorIn = (header: string | null | undefined, traceId: string) => {
  try {
    return readAuthor(header, traceId)
  } catch {
    throw badInput('Reported-By', 'must name an author')
  }
}

/** The endpoints of ingest; the stores say whose an ATM is, the limits how much a caller of the public one may send. */
export const createIngestMutations = ({ ingest, stores, limits, connectedWithinMs }: Env): IngestMutations => ({
  async postJournalEvent(_source, { event }, context) {
    limits.charge(context, { agentAtmId: Object(event).agentAtmId, count: 1 })
    const reported = await reportedBy(event, context, async (agentAtmId) => {
      const [atm] = await stores.asPlatform((tx) => listAtmsByAgentId(tx, [agentAtmId]), { mode: 'read' })
      return atm?.institutionKey
    })
    const answer = await ingest.store(reported, authorOf(context))
    return answer.__typename === 'JournalEvent' ? { ...answer, __typename: 'PostedEvent' } : answer
  },
  storeJournalEvent: (_source, { event, reportedBy: author }, { traceId }) =>
    ingest.store(event, authorIn(author, traceId)),
  storeJournalEvents: (_source, { events }, { traceId }) => ingest.storeAll(events, traceId),
  async storeHeartbeat(_source, { agentAtmId, institutionKey }) {
    await ingest.storeHeartbeat(agentAtmId, institutionKey ?? null)
    return true
  },
  async storeRefusedHeartbeats(_source, { from, to }, { now }) {
    if (to < from) throw badInput('to', 'must not be before the beginning')
    // The clock of the process that reports may be ahead.
    const end = new Date(Math.min(to.getTime(), now().getTime()))
    const time = { from: from < end ? from : end, to: end, withinMs: connectedWithinMs }
    await stores.asPlatform((tx) => upsertRefusedTime(tx, time))
    return true
  },
})

/** The institution of a replay, where it is of one only. */
const replayedFor = ({ unrestricted, institutions }: Principal): string | null =>
  unrestricted || institutions.length !== 1 ? null : (institutions[0] ?? null)

/** The replay of event exceptions. */
export const createReplayMutations = (replay: Replay): Pick<MutationResolvers, 'replayEventExceptions'> => ({
  async replayEventExceptions(_source, { eventType }, { principal, write, audit }) {
    // Before the first part of it, as each part is a transaction of its own.
    const about = { subjectType: 'EventType', subjectId: eventType, institutionKey: replayedFor(principal) } as const
    const begin = () =>
      write((tx) => audit(tx, { action: 'replayEventExceptions', ...about, before: null, after: null }))
    return replay(principal, eventType, begin)
  },
})
