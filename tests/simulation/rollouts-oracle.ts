import { countsOf, failurePctOf, finishedOf } from '../../subgraphs/fleet/rollouts/stages.rules.ts'
import type { Database, Row } from './database.ts'
import type { Scheduler } from './scheduler.ts'

const ENDED = new Set(['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'])
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

type Watching = {
  readonly scheduler: Scheduler
  /** How many processes may have decided to make tasks before a limit was exceeded. */
  readonly makers: () => number
  readonly delivered: ReadonlyMap<string, number>
}

/** Judges each commit of a rollout, and its end. */
export const watchRollout = (database: Database, { scheduler, makers, delivered }: Watching) => {
  const wrong: string[] = []
  let madeOverLimit = 0
  const rollout = (): Row => database.get('rollout', '1') ?? {}
  const live = () => database.list('task').filter(({ rollout_stage }) => rollout_stage !== null)
  const isOverdue = ({ status, sent_at }: Row, atMs: number) =>
    (status === 'SENT' || status === 'ACKED') && Number(sent_at) <= atMs - Number(rollout().outcome_within_s) * 1_000
  const hasEnded = (task: Row, atMs: number) => ENDED.has(String(task.status)) || isOverdue(task, atMs)

  /** Whether more failed than the rollout allows, at a moment. */
  const isOverLimit = (row: Row, atMs: number): boolean => {
    const overdue = live().filter((task) => isOverdue(task, atMs))
    const resumedMs = row.resumed_at === null ? Number.NEGATIVE_INFINITY : Number(row.resumed_at)
    const stage = {
      ...{ atms: 0, skipped: 0, overdue: overdue.length },
      acceptedOverdue: overdue.filter((task) => isOverdue(task, resumedMs)).length,
      byStatus: Object.fromEntries(
        [...Map.groupBy(live(), ({ status }) => String(status))].map(([status, tasks]) => [status, tasks.length]),
      ),
    }
    const limits = {
      ...{ pauseAtFailurePct: Number(row.pause_at_failure_pct), minFinished: Number(row.min_finished) },
      ...{ acceptedFinished: Number(row.accepted_finished), acceptedFailed: Number(row.accepted_failed) },
    }
    const finished = finishedOf(countsOf(stage)) - stage.acceptedOverdue - limits.acceptedFinished
    return finished >= limits.minFinished && failurePctOf([stage], limits) > limits.pauseAtFailurePct
  }

  /** The ATMs of stages before one have tasks that ended, or get none. */
  const judgeOpened = (row: Row, stage: number, atMs: number): void => {
    if (row.status !== 'RUNNING') wrong.push(`stage ${stage} opens in a rollout that is ${row.status}`)
    if (isOverLimit(row, atMs)) wrong.push(`stage ${stage} opens although too many failed`)
    for (const atm of database.list('rollout_atm')) {
      if (atm.skipped !== null || Number(atm.stage) >= stage) continue
      const task = live().find(({ agent_atm_id }) => agent_atm_id === atm.agent_atm_id)
      if (task === undefined || !hasEnded(task, atMs))
        wrong.push(`stage ${stage} opens before ${atm.agent_atm_id} has ended`)
    }
  }

  const judgeRollout = (before: Row | null, after: Row): void => {
    const [was, is] = [listOf(before?.stage_opened_at), listOf(after.stage_opened_at)]
    if (is.length < was.length || was.some((at, n) => is[n] !== at))
      wrong.push('a stage that was opened is opened again')
    if (is.length > was.length + 1) wrong.push('two stages open at once')
    if (is.length > was.length && is.length > 1) judgeOpened(after, is.length, Number(is.at(-1)))
    const hadEnded = before?.status === 'DONE' || before?.status === 'CANCELLED'
    if (hadEnded && before?.status !== after.status)
      wrong.push(`a rollout that was ${before?.status} is ${after.status}`)
    if (!isOverLimit(after, scheduler.nowMs())) madeOverLimit = 0
  }

  const judgeMade = (made: readonly Row[]): void => {
    const { status, stage_opened_at } = rollout()
    if (status !== 'RUNNING') wrong.push(`tasks are made for a rollout that is ${status}`)
    if (isOverLimit(rollout(), scheduler.nowMs())) madeOverLimit += 1
    if (madeOverLimit > makers()) wrong.push('tasks are made again and again although too many failed')
    for (const { id, agent_atm_id, rollout_stage } of made) {
      if (Number(rollout_stage) > listOf(stage_opened_at).length)
        wrong.push(`a task of stage ${rollout_stage}, which is not open`)
      if (database.get('rollout_atm', `1 ${agent_atm_id}`)?.task_id !== id)
        wrong.push(`${agent_atm_id} does not know its task`)
    }
  }

  const judgeAtms = (): void => {
    for (const [agent, tasks] of Map.groupBy(live(), ({ agent_atm_id }) => agent_atm_id))
      if (tasks.length > 1) wrong.push(`${agent} has ${tasks.length} tasks`)
    const sent = database.list('task').filter(({ sent_at }) => sent_at !== null)
    for (const [agent, tasks] of Map.groupBy(sent, ({ agent_atm_id }) => agent_atm_id))
      if (tasks.length > 1) wrong.push(`${agent} was sent ${tasks.length} tasks`)
  }

  database.onCommit = (changed, before) => {
    for (const [key, row] of changed.get('rollout') ?? []) if (row !== null) judgeRollout(before('rollout', key), row)
    const tasks = [...(changed.get('task') ?? [])]
    const made = tasks.flatMap(([key, row]) => (row !== null && before('task', key) === null ? [row] : []))
    if (made.length > 0) judgeMade(made)
    if (tasks.length > 0) judgeAtms()
  }
  return {
    wrong,
    /** What is wrong once it has ended. */
    atEnd(): readonly string[] {
      const { status, stages, stage_opened_at } = rollout()
      const queued = live().filter((task) => task.status === 'QUEUED').length
      if (queued > 0) wrong.push(`${queued} tasks are left in the queue`)
      for (const [id, times] of delivered) if (times > 1) wrong.push(`task ${id} was delivered ${times} times`)
      if (status !== 'DONE') return wrong
      if (listOf(stage_opened_at).length !== listOf(stages).length)
        wrong.push('it is done before all stages were opened')
      for (const atm of database.list('rollout_atm')) {
        const task = live().find(({ id }) => id === atm.task_id)
        const isOpen = task === undefined || !hasEnded(task, scheduler.nowMs())
        if (atm.skipped === null && isOpen) wrong.push(`it is done and ${atm.agent_atm_id} has no task that ended`)
      }
      return wrong
    },
  }
}
