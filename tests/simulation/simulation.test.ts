import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SEED } from '../support/seed.ts'
import { PLANTS } from './planted.ts'

const ROOT = new URL('../..', import.meta.url)
const RUNS = 200
const outcome = z.object({
  runs: z.int(),
  failed: z.array(z.object({ seed: z.string(), wrong: z.array(z.string()) })),
  found: z.array(z.object({ name: z.string(), run: z.int().nullable() })),
  digests: z.array(z.string()),
})

/** Plays in a process of its own, whose clock and timers are virtual. */
const simulate = async (...args: readonly string[]) => {
  const { SEED: _one, ...rest } = process.env
  const env = { ...rest, TEST_SEED: SEED }
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/simulation/main.ts', '--json', ...args], {
    cwd: ROOT,
    env,
  })
  return outcome.parse(JSON.parse(stdout))
}

describe('the simulation of ingest, relay, consumers and rollouts', () => {
  it('finds nothing wrong, whatever the interleaving, and plays a seed the same way again', async () => {
    const { runs, failed, digests } = await simulate('--runs', String(RUNS))
    expect(failed).toEqual([])
    expect(runs).toBe(RUNS)
    const [one, again, rollouts, rolloutsAgain] = digests
    expect([one, rollouts]).toEqual([again, rolloutsAgain])
    expect(one).not.toBe(rollouts)
  }, 240_000)
})

describe('the simulation of a product with a planted fault', () => {
  let found: ReadonlyMap<string, number | null>
  beforeAll(async () => {
    const all = await simulate('--runs', '0', '--planted')
    found = new Map(all.found.map(({ name, run }) => [name, run]))
  }, 240_000)

  it.each(PLANTS.map(({ name }) => name))('finds that %s', (name) => {
    expect(found.get(name)).toEqual(expect.any(Number))
  })
})
