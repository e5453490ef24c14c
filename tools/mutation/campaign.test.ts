import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Campaign } from './campaign.ts'
import type { Mutant } from './mutants.ts'
import { mutantsOf } from './mutants.ts'
import { ImportGraph } from './related.ts'
import { changedFiles, replacementsOf } from './replaced.ts'
import { Results } from './results.ts'
import { listFiles, readSource } from './scope.ts'

const FILE = 'subgraphs/kit/waker.ts'

const [mutant]: readonly Mutant[] = mutantsOf(FILE, readSource(FILE))

/** A campaign over tests that run everything and notice nothing, each as slow as `msOf` says. */
const openCampaign = (mostTests: number, tests: readonly string[], msOf: (test: string) => number) => {
  const asked: string[] = []
  const run: string[] = []
  const campaign = new Campaign({
    sessions: {
      run: async ({ test }) => {
        run.push(test.file)
        return { id: 1, failed: null, outside: [], inTests: {}, ms: 1 }
      },
      close: async () => {},
    },
    coverage: {
      find: async (test) => {
        asked.push(test)
        return { run: { file: test, only: null }, ms: msOf(test) }
      },
    },
    results: { get: () => null, set: () => {} },
    candidates: () => tests,
    mostTests,
    say: () => {},
  })
  return { campaign, asked, run }
}

describe('a campaign', () => {
  const tests = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'e.test.ts']

  it('looks at so many tests of a mutant at most, those that take too long included', async () => {
    if (mutant === undefined) throw new Error(`${FILE} has no mutant`)
    const { campaign, asked, run } = openCampaign(3, tests, (test) => (test === 'b.test.ts' ? 60_000 : 100))
    const judged = await campaign.judge([mutant])
    expect(judged.get(mutant)).toEqual({ status: 'survived', by: null })
    expect(asked).toEqual(['a.test.ts', 'b.test.ts', 'c.test.ts'])
    expect(run).toEqual(['a.test.ts', 'c.test.ts'])
  })
})

describe('a result', () => {
  const tests = ['subgraphs/kit/waker.test.ts']
  const again = (most: number, result: Parameters<Results['set']>[3]) => {
    if (mutant === undefined) throw new Error(`${FILE} has no mutant`)
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-results-'))
    try {
      const path = join(folder, 'results.jsonl')
      new Results(path).set(mutant, tests, 2, result)
      return new Results(path).get(mutant, tests, most)?.status ?? null
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('of a mutant that survived two tests holds for two, and not for more', () => {
    const survived = { status: 'survived', by: null } as const
    expect([1, 2, 3].map((most) => again(most, survived))).toEqual(['survived', 'survived', null])
  })

  it('of a mutant that was killed holds for any number', () => {
    expect(again(8, { status: 'killed', by: tests[0] ?? null })).toBe('killed')
  })
})

describe('what stands in place of files', () => {
  const plain = replacementsOf({ mutant: null, measure: [] })
  const mutated = replacementsOf({ mutant: { file: 'a.ts', text: 'mutant' }, measure: [] })
  const measured = replacementsOf({ mutant: null, measure: ['a.ts', 'b.ts'] })

  it('is loaded anew where it differs from before: a file of a mutant that is measured next too', () => {
    expect(changedFiles(plain, mutated)).toEqual(['a.ts'])
    expect(changedFiles(mutated, measured)).toEqual(['a.ts', 'b.ts'])
    expect(changedFiles(measured, measured)).toEqual([])
    expect(changedFiles(measured, mutated)).toEqual(['a.ts', 'b.ts'])
    expect(changedFiles(mutated, replacementsOf({ mutant: { file: 'a.ts', text: 'other' }, measure: [] }))).toEqual([
      'a.ts',
    ])
    expect(changedFiles(mutated, plain)).toEqual(['a.ts'])
  })
})

describe('the tests that judge mutants', () => {
  it('are those that reach a file, those that are named after it first, as whole words', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-imports-'))
    const sources: Readonly<Record<string, string>> = {
      'host.ts': '',
      'door.ts': "import { a } from './host.ts'",
      'host.test.ts': "import { a } from './host.ts'",
      'host-peers.test.ts': "import { a } from './host.ts'",
      'all.test.ts': "import { a } from './host.ts'",
      'hostile.test.ts': "import { b } from './door.ts'",
      'other.test.ts': '',
    }
    try {
      for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
      const graph = new ImportGraph(folder, Object.keys(sources))
      const tests = ['host.test.ts', 'host-peers.test.ts', 'all.test.ts', 'hostile.test.ts']
      expect(graph.testsOf('host.ts', 30)).toEqual(tests)
      expect(graph.testsOf('host.ts', 2)).toEqual(tests.slice(0, 2))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are none of the suites of their own, and none that only look at time', () => {
    const others = /^tests\/(?:attacks|browser|kafka|system)\/|\.growth\.test\.ts$/
    expect(listFiles().filter((file) => others.test(file))).toEqual([])
    expect(listFiles()).toContain('subgraphs/kit/waker.test.ts')
  })
})
