import { Gauge } from 'prom-client'
import { defineService } from '../kit/service.ts'
import { unbuilt } from '../kit/unbuilt.ts'
import { createBeatHeart } from './heartbeat.ts'
import { passEvent, passEvents } from './ingest.ts'
import { createPassing } from './passing.ts'
import type { Resolvers } from './schema.gen.ts'
import { passUpload } from './upload.ts'
import { createAgentWork, createListChanges } from './work.ts'
import { createTold } from './work-told.ts'
import { createWaiters } from './work-waiters.ts'

/** The one door for the agents in ATMs: it checks who reports for which ATM and hands reports on to the services behind. */
export const agentProxyService = defineService({
  name: 'agent-proxy',
  sdl: 'agent-proxy.graphql',
  outbox: null,
  async open({ calls, log, metrics, now }) {
    const pass = createPassing(calls)
    const beatHeart = createBeatHeart(pass)
    const waiters = createWaiters({
      listChanges: createListChanges(calls),
      onFault: (error) =>
        log.warn({ err: error }, 'waiting agents cannot be told of new work; they are once it is known'),
      now,
    })
    new Gauge({
      name: 'fleetops_agents_waiting',
      help: 'Agents that wait for work in a long poll',
      registers: [metrics],
      collect() {
        this.set(waiters.count())
      },
    })
    const agentWork = createAgentWork({ pass, beatHeart, waiters, told: createTold(() => performance.now()) })
    const resolvers: Resolvers = {
      Query: {
        agentWork: (_source, args, context) => agentWork(args, context),
      },
      Mutation: {
        reportAgentTask: unbuilt,
        ingestJournalEvent: (_source, { event }, context) => passEvent(pass, event, context),
        ingestJournalEvents: (_source, { events }, context) => passEvents(pass, events, context),
        async heartbeat(_source, { agentAtmId }, context) {
          await beatHeart(agentAtmId, context)
          return true
        },
        uploadAgentJournal: (_source, args, context) => passUpload(pass, args, context),
      },
    }
    return { resolvers, release: waiters.release, close: waiters.close }
  },
})
