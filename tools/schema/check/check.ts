import type { Contract } from '../contract.ts'
import { type Excuse, type Judgement, judge, readExcuses } from './changes.ts'
import { compareContracts } from './compare-contracts.ts'

/** The outcome of comparing a contract with an earlier version of it. */
export type CheckResult = Judgement & {
  /** What it was compared with. */
  readonly from: string
  readonly services: readonly string[]
}

/** Whether the contract may be merged. */
export const passes = ({ refused }: CheckResult): boolean => refused.length === 0

/** What is in `schema/CHANGES.md` of the base was decided for changes before it. */
const newExcuses = (base: Contract, current: Contract): readonly Excuse[] => {
  const known = new Set(readExcuses(base.changes).map(({ path, reason }) => `${path} ${reason}`))
  return readExcuses(current.changes).filter(({ path, reason }) => !known.has(`${path} ${reason}`))
}

export type CheckOptions = {
  readonly base: Contract
  readonly current: Contract
  /** YYYY-MM-DD. */
  readonly today: string
}

/**
 * Compares a contract with its base and judges each difference.
 * @throws CompositionError when the services do not compose into one graph, or the composers differ.
 */
export const checkContract = async ({ base, current, today }: CheckOptions): Promise<CheckResult> => ({
  ...judge(await compareContracts(base, current), newExcuses(base, current), today),
  from: base.from,
  services: current.services.map(({ name }) => name),
})
