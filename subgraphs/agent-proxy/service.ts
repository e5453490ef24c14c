import { badInput } from '../kit/errors.ts'
import { agentAtmIdFault } from '../kit/event-body.ts'
import { defineService } from '../kit/service.ts'
import { passEvent, passEvents } from './ingest.ts'
import { createPassing } from './passing.ts'
import type { Resolvers } from './schema.gen.ts'
import { checkAgentAtm, senderOf } from './sender.rules.ts'
import { passUpload } from './upload.ts'

const HEARTBEAT_TIMEOUT_MS = 10_000

/** The one door for the agents in ATMs: it checks who reports for which ATM and hands reports on to the services behind. */
export const agentProxyService = defineService({
  name: 'agent-proxy',
  sdl: 'agent-proxy.graphql',
  outbox: null,
  async open({ calls }) {
    const pass = createPassing(calls)
    const resolvers: Resolvers = {
      Mutation: {
        ingestJournalEvent: (_source, { event }, context) => passEvent(pass, event, context),
        ingestJournalEvents: (_source, { events }, context) => passEvents(pass, events, context),
        async heartbeat(_source, { agentAtmId }, context) {
          const fault = agentAtmIdFault(agentAtmId)
          if (fault !== null) throw badInput('agentAtmId', fault)
          checkAgentAtm(context.principal, agentAtmId)
          const sender = senderOf(context.principal, null)
          const body = {
            agentAtmId: agentAtmId.trim(),
            institutionKey: sender.kind === 'institution' ? sender.institutionKey : null,
          }
          await pass(
            'incident',
            { method: 'POST', path: '/api/internal/heartbeats', body, timeoutMs: HEARTBEAT_TIMEOUT_MS },
            context,
          )
          return true
        },
        uploadAgentJournal: (_source, args, context) => passUpload(pass, args, context),
      },
    }
    return { resolvers }
  },
})
