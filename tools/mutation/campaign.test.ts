import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Campaign } from './campaign.ts'
import type { Failure } from './messages.ts'
import type { Mutant } from './mutants.ts'
import { mutantsOf } from './mutants.ts'
import { ImportGraph } from './related.ts'
import { changedFiles, replacementsOf } from './replaced.ts'
import { Results, type Status } from './results.ts'
import { dataReadFrom, groupOf, IN_SCOPE, isInScope, listFiles, NOT_RUN_HERE, ROOT, readSource } from './scope.ts'

const FILE = 'subgraphs/kit/common/waker.ts'

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

describe('a failure', () => {
  const mutants = mutantsOf(FILE, readSource(FILE)).slice(0, 3)
  type Failed = Failure | 'stalled' | null
  const noticed: Failure = { name: 'a test', message: 'expected 1 to be 2', inTest: true }

  /**
   * What a campaign makes of three mutants whose only test ends as `failedOf` says; `closed` reports new processes.
   */
  const judge = async (failedOf: (mutated: boolean, nth: number, closed: number) => Failed, test = 'a.test.ts') => {
    const runs = { true: 0, false: 0 }
    let closed = 0
    const kept: Status[] = []
    const campaign = new Campaign({
      sessions: {
        run: async ({ mutant: mutated }) => {
          const isMutated = mutated !== null
          runs[`${isMutated}`] += 1
          const failed = failedOf(isMutated, runs[`${isMutated}`], closed)
          return failed === 'stalled' ? 'stalled' : { id: 1, failed, outside: [], inTests: {}, ms: 1 }
        },
        close: async () => {
          closed += 1
        },
      },
      coverage: { find: async () => ({ run: { file: test, only: null }, ms: 1000 }) },
      results: { get: () => null, set: (_mutant, _tests, _most, { status }) => kept.push(status) },
      candidates: () => [test],
      mostTests: 8,
      say: () => {},
    })
    await campaign.judge(mutants)
    return { kept, unmutated: runs.false }
  }

  it('of an expectation counts, and the test is run without a mutant once for several', async () => {
    expect(await judge((mutated) => (mutated ? noticed : null))).toEqual({
      kept: ['killed', 'killed', 'killed'],
      unmutated: 1,
    })
  })

  it('to end in time counts when it comes with the mutant alone, and again', async () => {
    const always = await judge((mutated) => (mutated ? 'stalled' : null))
    expect(always).toEqual({ kept: ['timeout', 'timeout', 'timeout'], unmutated: 3 })
    const once = await judge((mutated, nth) => (mutated && nth === 1 ? 'stalled' : null))
    expect(once.kept).toEqual(['survived', 'survived', 'survived'])
    const without = await judge(() => 'stalled')
    expect(without.kept).not.toContain('timeout')
  })

  it.each<Failure>([
    { ...noticed, message: 'Failed query: select 1: ECONNREFUSED connect ECONNREFUSED 127.0.0.1:5432' },
    { ...noticed, message: '57P01 terminating connection due to administrator command' },
    { ...noticed, message: 'CONNECTION_CLOSED write CONNECTION_CLOSED' },
    { ...noticed, message: 'expected 500 to be 200' },
    { ...noticed, message: 'Hook timed out in 60000ms.' },
    { ...noticed, inTest: false },
  ])('of a server that has stopped never counts: $message', async (stopped) => {
    // The first mutant is noticed. Then the server stops, until the campaign has a new process with a new server.
    const { kept } = await judge((mutated, nth, closed) => {
      if (nth === 1) return mutated ? noticed : null
      return closed === 0 ? stopped : null
    })
    expect(kept).toEqual(['killed', 'survived', 'survived'])
  })
})

describe('a result', () => {
  const tests = ['subgraphs/kit/common/waker.test.ts']
  /** What is known of a mutant in the next run, before which a file that its tests read may change. */
  const again = (most: number, result: Parameters<Results['set']>[3], change = false) => {
    if (mutant === undefined) throw new Error(`${FILE} has no mutant`)
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-results-'))
    try {
      const path = join(folder, 'results.jsonl')
      const helper = join(folder, 'helper.testing.ts')
      const readBy = (test: string) => [test, relative(ROOT, helper)]
      writeFileSync(helper, 'export const expected = 1')
      new Results(path, readBy).set(mutant, tests, 2, result)
      if (change) writeFileSync(helper, 'export const expected = 2')
      return new Results(path, readBy).get(mutant, tests, most)?.status ?? null
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

  it('of a mutant that was killed holds until a file changes that the test reads', () => {
    expect(again(8, { status: 'killed', by: tests[0] ?? null }, true)).toBeNull()
  })
})

describe('what replaces files', () => {
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

describe('the files that are mutated', () => {
  it('include what takes events, judged on its own beside rules and stores', () => {
    const files = ['write-rows.ts', 'batch-writer.ts', 'fold.rules.ts'].map(
      (file) => `subgraphs/incident/ingest/${file}`,
    )
    expect(listFiles().filter(isInScope)).toEqual(expect.arrayContaining(files))
    expect(files.map(groupOf)).toEqual(['subgraphs/incident', 'subgraphs/incident', 'rules'])
  })

  it('are found by every pattern, so that a moved folder does not leave the scope unseen', () => {
    const files = listFiles()
    expect(IN_SCOPE.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
    expect(NOT_RUN_HERE.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
  })

  it('include no resolvers and no tests', () => {
    expect(listFiles().filter((file) => isInScope(file) && /\.(resolvers|test|testing)\.ts$/.test(file))).toEqual([])
  })
})

describe('what a test reads', () => {
  it('is everything that it imports over others, with fixtures beside it', () => {
    const graph = new ImportGraph(ROOT, listFiles())
    const reached = graph.reachedFrom('subgraphs/journal/formats/masking/masking.test.ts')
    expect(reached).toContain('subgraphs/journal/formats/masking/masking.test.ts')
    // Over a file that the test imports.
    expect(reached).toContain('subgraphs/journal/formats/families/recycler.ts')
    expect(reached).not.toContain('subgraphs/incident/service.ts')
    expect(dataReadFrom(reached)).toContain('subgraphs/journal/formats/fixtures/recycler/day.txt')
    expect(dataReadFrom(graph.reachedFrom('subgraphs/kit/common/waker.test.ts'))).toEqual([])
    const migration = 'db/analytics/migrations/0001_analytics.sql'
    expect(dataReadFrom(['db/tenancy.ts'])).toContain(migration)
  })
})

describe('the tests that judge mutants', () => {
  it('are those that reach a file, those that are named after it first, as whole words', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-imports-'))
    const sources: Readonly<Record<string, string>> = {
      'host.ts': '',
      'admission.ts': "import { a } from './host.ts'",
      'host.test.ts': "import { a } from './host.ts'",
      'host-peers.test.ts': "import { a } from './host.ts'",
      'all.test.ts': "import { a } from './host.ts'",
      'hostile.test.ts': "import { b } from './admission.ts'",
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
    expect(listFiles()).toContain('subgraphs/kit/common/waker.test.ts')
  })
})
