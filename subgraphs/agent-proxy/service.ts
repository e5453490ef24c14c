import { Gauge } from 'prom-client'
import { defineService } from '../kit/service/service.ts'
import { createAdmission } from './admission.ts'
import { createBeatHeart } from './heartbeat.ts'
import { passEvent, passEvents } from './ingest.ts'
import { createInternalCalls } from './internal-calls.ts'
import { createPendingPolls } from './pending-polls.ts'
import { createRecentAnswers } from './recent-answers.ts'
import { createRefusals } from './refusals.ts'
import type { Resolvers } from './schema.gen.ts'
import { passTaskReport } from './task-report.ts'
import { passUpload } from './upload.ts'
import { createAgentWork } from './work.ts'
import { createChangeLists, createWorkSources } from './work-sources.ts'

/**
 * The public API for the agents in ATMs: it checks who reports for which ATM and passes reports on to the other
 * services. `nowMs` is the clock of the limits, of pending polls and of the recent answers to agents: monotonic
 * milliseconds since any moment.
 */
export const createAgentProxyService = (nowMs: () => number) =>
  defineService({
    name: 'agent-proxy',
    sdl: 'agent-proxy.graphql',
    outbox: null,
    async open({ calls, config, log, metrics, now }) {
      const { admit, limits } = createAdmission(config.rateLimits, { metrics, nowMs })
      const refusalOf = createRefusals(log, nowMs)
      const pass = createInternalCalls(calls, refusalOf)
      const beatHeart = createBeatHeart(pass)
      const pendingPolls = createPendingPolls({
        sources: createChangeLists(calls),
        onFault: (error) => log.warn({ err: error }, 'the work of waiting agents cannot be looked up; trying again'),
        now,
        nowMs,
      })
      new Gauge({
        name: 'fleetops_agents_waiting',
        help: 'Agents that wait for work in a long poll',
        registers: [metrics],
        collect() {
          this.set(pendingPolls.count())
        },
      })
      const agentWork = createAgentWork({
        sources: createWorkSources(pass, calls, refusalOf),
        beatHeart,
        pendingPolls,
        recentAnswers: createRecentAnswers(nowMs),
        nowMs,
        charge: (agentAtmId, context) => limits.charge(context, { agentAtmId, count: 1 }),
      })
      const resolvers: Resolvers = {
        Query: {
          agentWork: (_source, args, context) => agentWork(args, context),
        },
        Mutation: {
          reportAgentTask(_source, args, context) {
            limits.charge(context, { agentAtmId: null, count: 1 })
            return passTaskReport(pass, args, context)
          },
          ingestJournalEvent: (_source, { event }, context) => passEvent({ pass, limits }, event, context),
          ingestJournalEvents: (_source, { events }, context) => passEvents({ pass, limits }, events, context),
          async heartbeat(_source, { agentAtmId }, context) {
            limits.charge(context, { agentAtmId, count: 1 })
            await beatHeart(agentAtmId, context)
            return true
          },
          uploadAgentJournal(_source, args, context) {
            limits.charge(context, { agentAtmId: args.agentAtmId, count: 1 })
            return passUpload(pass, args, context)
          },
        },
      }
      return { resolvers, admit, release: pendingPolls.release, close: pendingPolls.close }
    },
  })

export const agentProxyService = createAgentProxyService(() => performance.now())
