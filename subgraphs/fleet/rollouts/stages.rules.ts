import type { TaskStatus } from '../../../db/fleet/task.ts'
import type { RolloutCounts } from '../schema.gen.ts'

/** What became of the ATMs of a stage. */
export type StageState = {
  readonly atms: number
  /** Those that got no task, as the gates were closed when it was to be made. */
  readonly skipped: number
  readonly byStatus: Readonly<Partial<Record<TaskStatus, number>>>
  /** Of the tasks that are SENT or ACKED: those without an outcome in time. */
  readonly overdue: number
  /** Of the overdue ones: those that were so already when the rollout was last resumed. */
  readonly acceptedOverdue: number
}

/** The limits of a rollout, and what had ended when it was last resumed; neither number of tasks can fall. */
export type Limits = {
  readonly pauseAtFailurePct: number
  readonly minFinished: number
  readonly acceptedFinished: number
  readonly acceptedFailed: number
}

/** What is to be done next with a rollout that runs. */
export type Step = 'PAUSE' | 'MAKE_TASKS' | 'OPEN_STAGE' | 'WAIT' | 'FINISH'

/**
 * Up to which place among the ATMs each stage reaches: rounded up, so that the first stage of few ATMs has one. A stage
 * whose bound is that of the one before is empty.
 */
export const boundsOf = (atms: number, stages: readonly number[]): number[] =>
  stages.map((percent) => Math.ceil((atms * percent) / 100))

/** How many ATMs each stage has. */
export const sizesOf = (atms: number, stages: readonly number[]): number[] => {
  const bounds = boundsOf(atms, stages)
  return bounds.map((bound, n) => bound - (bounds[n - 1] ?? 0))
}

const ofStatus = ({ byStatus }: StageState, status: TaskStatus): number => byStatus[status] ?? 0

/** The tasks of a stage by status, as the API shows them. */
export const countsOf = (stage: StageState): RolloutCounts => {
  const of = (status: TaskStatus) => ofStatus(stage, status)
  const counts = {
    queued: of('QUEUED'),
    sent: of('SENT'),
    acked: of('ACKED'),
    succeeded: of('SUCCEEDED'),
    failed: of('FAILED'),
    expired: of('EXPIRED'),
    cancelled: of('CANCELLED'),
  }
  const tasks = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { ...counts, overdue: stage.overdue, waiting: Math.max(0, stage.atms - stage.skipped - tasks) }
}

/** The counts of several stages together. */
export const sumOf = (all: readonly RolloutCounts[]): RolloutCounts => {
  const sum = (field: keyof RolloutCounts) => all.reduce((total, counts) => total + counts[field], 0)
  return {
    waiting: sum('waiting'),
    queued: sum('queued'),
    sent: sum('sent'),
    acked: sum('acked'),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    expired: sum('expired'),
    cancelled: sum('cancelled'),
    overdue: sum('overdue'),
  }
}

/** Tasks that did not do what they were made for: failed, never asked for, or delivered and not reported in time. */
export const failedOf = ({ failed, expired, overdue }: RolloutCounts): number => failed + expired + overdue

/** Tasks with an outcome. One that a person cancelled has none. */
export const finishedOf = (counts: RolloutCounts): number => counts.succeeded + failedOf(counts)

const hasEnded = ({ waiting, queued, sent, acked, overdue }: RolloutCounts): boolean =>
  waiting + queued + sent + acked - overdue === 0

/** What a resumption accepts: all that has finished, the overdue tasks apart, as these may still succeed. */
export const acceptedOf = (stages: readonly StageState[]): Pick<Limits, 'acceptedFinished' | 'acceptedFailed'> => {
  const counts = sumOf(stages.map(countsOf))
  return { acceptedFinished: finishedOf(counts) - counts.overdue, acceptedFailed: failedOf(counts) - counts.overdue }
}

/**
 * What finished, and failed, since the last resumption: an accepted task without an outcome counts once it has one.
 * Neither is negative but for a rollout that a release resumed which counted such tasks as ended.
 */
const sinceResumed = (stages: readonly StageState[], { acceptedFinished, acceptedFailed }: Limits) => {
  const counts = sumOf(stages.map(countsOf))
  const overdue = stages.reduce((sum, { acceptedOverdue }) => sum + acceptedOverdue, 0)
  return {
    finished: Math.max(0, finishedOf(counts) - overdue - acceptedFinished),
    failed: Math.max(0, failedOf(counts) - overdue - acceptedFailed),
  }
}

/** The share of what finished since the last resumption that failed, in per cent; 0 where nothing has. */
export const failurePctOf = (stages: readonly StageState[], limits: Limits): number => {
  const { finished, failed } = sinceResumed(stages, limits)
  return finished === 0 ? 0 : Math.min(100, (failed * 100) / finished)
}

/**
 * What is to be done next, by the stages that are open, of `stages` in all. Failures come first: a rollout over its
 * limit makes no task more, and opens no stage.
 */
export const nextStep = (open: readonly StageState[], stages: number, limits: Limits): Step => {
  const counts = sumOf(open.map(countsOf))
  const ended = hasEnded(counts)
  const isJudged = ended || sinceResumed(open, limits).finished >= limits.minFinished
  if (isJudged && failurePctOf(open, limits) > limits.pauseAtFailurePct) return 'PAUSE'
  if (counts.waiting > 0) return 'MAKE_TASKS'
  if (!ended) return 'WAIT'
  return open.length < stages ? 'OPEN_STAGE' : 'FINISH'
}
