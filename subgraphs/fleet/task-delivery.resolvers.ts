import { checkBetween } from '../kit/graphql/bounds.rules.ts'
import { nextSince } from '../kit/live/changes.rules.ts'
import type { MutationResolvers, QueryResolvers } from './schema.gen.ts'
import { findTaskToReport, listTaskedAgents, updateNextTasks, updateReported } from './task-delivery.store.ts'
import { effectOf, isOwnTask, reportOf } from './task-reports.rules.ts'

const MAX_CHANGES = 10_000

/** Queries of agents, through the agent proxy. */
export const deliveryQueries: Pick<QueryResolvers, 'nextTasks' | 'taskChanges'> = {
  nextTasks: (_source, { agentAtmId, institutionKey }, { write, now }) =>
    write((tx) =>
      updateNextTasks(tx, { agentAtmId: agentAtmId.trim(), institutionKey: institutionKey || null, at: now() }),
    ),
  taskChanges: async (_source, { since, limit }, { read, now }) => {
    const most = checkBetween('limit', limit, 1, MAX_CHANGES)
    // Taken before the store is asked: what is committed meanwhile belongs to the next look.
    const askedAt = now()
    const agents = await read((tx) => listTaskedAgents(tx, since, most))
    const last = agents.length < most ? null : (agents.at(-1)?.at ?? null)
    return { agentAtmIds: agents.map(({ agentAtmId }) => agentAtmId), next: nextSince(since, askedAt, last) }
  },
}

/** Reports of agents, through the agent proxy. */
export const deliveryMutations: Pick<MutationResolvers, 'reportTask'> = {
  reportTask: (_source, { id, report: { agentAtmId, institutionKey, ...told } }, { write, now }) => {
    const report = reportOf(told)
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
