import type { Contract } from '../contract.ts'
import { affectedBy, isOfGraph, trustedOperations } from './affected.ts'
import { type ChangeEntry, type Classification, type ContractChange, classify, readEntries } from './changes.ts'
import { compareContracts } from './compare-contracts.ts'
import type { RecordedUsage } from './usage.ts'

/** The outcome of comparing a contract with an earlier version of it. */
export type CheckResult = Classification & {
  /** What it was compared with. */
  readonly from: string
  readonly services: readonly string[]
  /** The operations that meet a break, by the trusted documents and the usage that was recorded. */
  readonly affected: ReadonlyMap<ContractChange, readonly string[]>
  /** Why the usage that was given clears nothing; null where it may, and where none was given. */
  readonly partialUsage: string | null
}

/** Whether the contract may be merged. */
export const passes = ({ refused }: CheckResult): boolean => refused.length === 0

/** What is in `schema/CHANGES.md` of the base was decided for changes before it. */
const newEntries = (base: Contract, current: Contract): readonly ChangeEntry[] => {
  const known = new Set(readEntries(base.changes).map(({ path, reason }) => `${path} ${reason}`))
  return readEntries(current.changes).filter(({ path, reason }) => !known.has(`${path} ${reason}`))
}

export type CheckOptions = {
  readonly base: Contract
  readonly current: Contract
  /** YYYY-MM-DD. */
  readonly today: string
  /** What clients used of the graph; without it every break is one for somebody. */
  readonly usage?: RecordedUsage
}

/**
 * Compares a contract with its base and judges each difference.
 * @throws CompositionError when the services do not compose into one graph, or the composers differ.
 */
export const checkContract = async ({ base, current, today, usage }: CheckOptions): Promise<CheckResult> => {
  const { changes, graph } = await compareContracts(base, current, today)
  const operations = [...trustedOperations(base.trusted, graph), ...(usage?.operations ?? [])]
  const affected = new Map(
    changes.filter(({ breaking }) => breaking).map((change) => [change, affectedBy(change, operations)]),
  )
  const isWhole = usage !== undefined && usage.partial === null
  const isUnused = (change: ContractChange): boolean =>
    isWhole && isOfGraph(change, graph) && affected.get(change)?.length === 0
  return {
    ...classify(changes, { entries: newEntries(base, current), today, isUnused }),
    from: base.from,
    services: current.services.map(({ name }) => name),
    affected,
    partialUsage: usage?.partial ?? null,
  }
}
