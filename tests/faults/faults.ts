import { expect, test } from 'vitest'
import { testWhere } from '../support/environment-gate.ts'
import type { Cluster } from './cluster.ts'
import type { Evidence } from './evidence.ts'
import { CONSISTENCY_JOBS, runJobs, verifyChains } from './jobs.ts'
import { countUntaken, HEALED_CHECKS, judge, listWaiting } from './oracle.ts'
import { withLog } from './output.ts'
import { IN_CI, LONG, type Report } from './report.ts'
import { disturbed, SCENARIOS } from './scenarios.ts'

/** Each day of a journal is one snapshot, and one is taken in ten seconds. */
const SNAPSHOTS = { timeout: 300_000, interval: 1_000 }
const WAIT = { timeout: 120_000, interval: 500 }

/**
 * Expects that the oracle finds nothing once no queue holds anything; `onFound` gets what it found last.
 */
export const expectWhole = async (
  { rows, members }: Pick<Cluster, 'rows' | 'members'>,
  evidence: Evidence,
  deadLetters: number,
  onFound: (found: readonly string[]) => void,
): Promise<void> => {
  await expect.poll(() => listWaiting(rows, deadLetters), WAIT).toEqual([])
  // What follows from the last message may take a moment more.
  let found: readonly string[] = []
  const look = async () => {
    found = await judge(rows, evidence)
    return found.map((violation) => withLog(members, violation))
  }
  try {
    await expect.poll(look, WAIT).toEqual([])
  } finally {
    onFound(found)
  }
}

/** What this run brings about, unless tests are chosen by name. */
export const CHOSEN = SCENARIOS.filter(({ short, inCi }) => (IN_CI ? inCi : short || LONG))

/** One oracle for every fault: acknowledged ⊆ stored ⊆ attempted, each effect exactly once, and no queue left. */
export const testFaults = (cluster: () => Cluster, report: Report): void => {
  let deadLetters = 0
  const judged: Evidence[] = []

  for (const scenario of CHOSEN) {
    testWhere(
      scenario.gate ?? { missing: null },
      `after ${scenario.name} nothing acknowledged is lost, and nothing is done twice`,
      async () => {
        const evidence = await disturbed(cluster(), scenario, LONG)
        deadLetters += scenario.deadLetters ?? 0
        judged.push(evidence)
        await expectWhole(cluster(), evidence, deadLetters, (found) =>
          report.scenarios.push({ name: scenario.name, evidence, violations: found.length }),
        )
      },
      400_000,
    )
  }

  if (IN_CI) return
  test('after all faults the consistency jobs report no difference', async () => {
    const outcomes = await runJobs(cluster(), CONSISTENCY_JOBS)
    expect(outcomes['journal.totals-check']).toMatch(/ 0 totals differ$/)
    for await (const chain of verifyChains(cluster())) expect(chain.fault, chain.chain).toBeNull()
    await expect.poll(() => countUntaken(cluster().rows), SNAPSHOTS).toBe(0)
    for (const evidence of judged) expect(await judge(cluster().rows, evidence, HEALED_CHECKS)).toEqual([])
  }, 480_000)
}
