import { checkAgentsAsked, readAgentChanges } from '../domain/agent-changes.ts'
import type { MutationResolvers, QueryResolvers } from './schema.gen.ts'
import {
  findTaskToReport,
  listPlacesWithTasks,
  listTaskedAgents,
  updateNextTasks,
  updateReported,
} from './task-delivery.store.ts'
import { effectOf, isOwnTask, reportOf } from './task-reports.rules.ts'

/** Queries of agents, through the agent proxy. */
export const deliveryQueries: Pick<QueryResolvers, 'nextTasks' | 'agentsWithTasks' | 'taskChanges'> = {
  nextTasks: (_source, { agentAtmId, institutionKey }, { write, now }) =>
    write((tx) =>
      updateNextTasks(tx, { agentAtmId: agentAtmId.trim(), institutionKey: institutionKey || null, at: now() }),
    ),
  agentsWithTasks: (_source, { agents }, { read, now }) => {
    checkAgentsAsked('body', agents)
    const collectors = agents.map(({ agentAtmId, institutionKey }) => ({
      agentAtmId: agentAtmId.trim(),
      institutionKey: institutionKey || null,
    }))
    return read((tx) => listPlacesWithTasks(tx, collectors, now()))
  },
  taskChanges: (_source, asked, context) => readAgentChanges(asked, context, listTaskedAgents),
}

/** Reports of agents, through the agent proxy. */
export const deliveryMutations: Pick<MutationResolvers, 'reportTask'> = {
  reportTask: (_source, { id, report: { agentAtmId, institutionKey, ...given } }, { write, now }) => {
    const report = reportOf(given)
    return write(async (tx) => {
      const known = await findTaskToReport(tx, id)
      const reporter = { agentAtmId: agentAtmId || null, institutionKey: institutionKey || null }
      if (known === null || !isOwnTask(known, reporter)) return null
      if (effectOf(known, report) === 'NOTHING') return { id, status: known.status }
      await updateReported(tx, known, report, now())
      return { id, status: report.status }
    })
  },
}
