import type { RolloutFiguresFragment, RolloutStatus } from '../../gql/graphql.gen.ts'

/** The ATMs of a rollout or of a stage by outcome, as the parts of a bar. */
export type Parts = {
  readonly succeeded: number
  /** Failed, expired, or without an outcome in time. */
  readonly failed: number
  readonly cancelled: number
  /** Queued, delivered or acknowledged. */
  readonly underWay: number
  /** Their tasks are not made yet. */
  readonly waiting: number
  /** Their tasks were not made before the rollout was cancelled, and will not be. */
  readonly notSent: number
}

export const partsOf = (counts: RolloutFiguresFragment, status: RolloutStatus): Parts => ({
  succeeded: counts.succeeded,
  failed: counts.failed + counts.expired + counts.overdue,
  cancelled: counts.cancelled,
  underWay: counts.queued + counts.sent + counts.acked - counts.overdue,
  waiting: status === 'CANCELLED' ? 0 : counts.waiting,
  notSent: status === 'CANCELLED' ? counts.waiting : 0,
})

/** Those that have ended, however they did. */
export const endedOf = ({ succeeded, failed, cancelled }: Parts): number => succeeded + failed + cancelled

/** The stages of a text such as `5, 25, 100`; what is no number is left to the platform to refuse. */
export const stagesOf = (text: string): number[] =>
  text
    .split(/[\s,;%]+/)
    .filter((word) => word !== '')
    .map(Number)

/** The ids of a text with one in each line, or separated by commas. */
export const idsOf = (text: string): string[] =>
  text
    .split(/[\n,;\t]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
