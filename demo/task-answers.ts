import { DAY_MS } from '../subgraphs/kit/common/dates.ts'
import type { AgentClient } from './agent-client.ts'
import { DEMO_FLEET, type DemoAtm } from './fleet.ts'
import { type AgentTask, outcomeOf } from './tasks.ts'

/**
 * The agents of the demo fleet at their tasks: each call takes up what is new and ends what was taken up with the
 * call before.
 */
export type TaskAnswers = (isOnAir: (atm: DemoAtm) => boolean) => Promise<void>

/** No task waits for longer than this before the start. */
const LOOK_BACK_MS = DAY_MS

/** Lets the demo fleet's agents do their tasks, from `startMs` on. */
export const createTaskAnswers = (client: AgentClient, startMs: number): TaskAnswers => {
  let since = new Date(startMs - LOOK_BACK_MS)
  const tasked = new Set<string>()
  let takenUp: readonly { readonly atm: DemoAtm; readonly task: AgentTask }[] = []

  const end = async (): Promise<void> => {
    while (takenUp.length > 0) {
      const [first, ...others] = takenUp
      if (first !== undefined) await client.reportTask(first.atm, first.task.id, outcomeOf(first.task))
      takenUp = others
    }
  }

  return async (isOnAir) => {
    await end()
    const { agentAtmIds, next } = await client.listTasked(since)
    since = next
    for (const agentAtmId of agentAtmIds) tasked.add(agentAtmId)
    for (const atm of DEMO_FLEET.filter(({ agentAtmId }) => tasked.has(agentAtmId)).filter(isOnAir)) {
      const tasks = await client.takeTasks(atm)
      tasked.delete(atm.agentAtmId)
      takenUp = [...takenUp, ...tasks.map((task) => ({ atm, task }))]
      for (const { id } of tasks) await client.reportTask(atm, id, { status: 'ACKED' })
    }
  }
}
