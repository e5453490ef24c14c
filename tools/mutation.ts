import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UserFacingError } from '../db/errors.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { Campaign } from './mutation/campaign.ts'
import { Coverage } from './mutation/coverage.ts'
import { isEquivalent, readEquivalents, staleEquivalents } from './mutation/equivalents.ts'
import type { Mutant } from './mutation/mutants.ts'
import { ImportGraph } from './mutation/related.ts'
import { reportOf } from './mutation/report.ts'
import { Results } from './mutation/results.ts'
import { changedLines, dataReadFrom, isInScope, listFiles, mutantsIn, ROOT, sampleOf } from './mutation/scope.ts'
import { Sessions } from './mutation/session-client.ts'

const USAGE = `Changes the code in small ways, one at a time, and reports which changes no test notices.

  npm run test:mutation                            every file in scope: rules, stores, the kit, the gateway's federation
  npm run test:mutation -- subgraphs/analytics     only files whose path contains one of the words
  npm run test:mutation -- --changed               only lines that differ from main (--base BRANCH)
  npm run test:mutation -- --sample 200 --seed 7   only some, to estimate the score
  npm run test:mutation -- --tests 2               so many files of tests for each change, the nearest; 8 when left out
  npm run test:mutation -- --list                  shows the mutants and runs nothing

Results are kept in .data/mutation and used again while file and tests are the same: an interrupted run goes on where
it stopped.`

const options = {
  changed: { type: 'boolean', default: false },
  base: { type: 'string', default: 'main' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  tests: { type: 'string', default: '8' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Files of tests that are looked at for one that runs a function; each is measured once. */
const MOST_CANDIDATES = 30
const JOBS_OF_A_PROCESS = 150
const FOLDER = join(ROOT, '.data/mutation')

const say = (line: string): void => {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UserFacingError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

const main = async (): Promise<void> => {
  const { values, positionals } = parse(process.argv.slice(2))
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  const files = listFiles()
  const all = mutantsIn(files.filter(isInScope))
  const stale = staleEquivalents(readEquivalents(), all)
  if (stale.length > 0) {
    const entries = stale.map(({ file, code, change }) => `${file}: ${change}\n    in: ${code}`)
    process.stderr.write(`tools/mutation/equivalents.json lists what is no mutant any more:\n${entries.join('\n')}\n`)
    process.exitCode = 1
  }
  const lines = values.changed ? changedLines(values.base) : null
  const chosen = all.filter(
    ({ file, line }) =>
      (positionals.length === 0 || positionals.some((word) => file.includes(word))) &&
      (lines === null || lines.get(file)?.has(line) === true),
  )
  const sample = values.sample === undefined ? chosen : sampleOf(chosen, Number(values.sample), Number(values.seed))
  if (values.list) {
    for (const { file, line, mutator, change } of sample)
      process.stdout.write(`${file}:${line} ${mutator}: ${change}\n`)
  } else await run(sample, files, Number(values.tests))
}

const run = async (mutants: readonly Mutant[], files: readonly string[], mostTests: number): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true })
  const graph = new ImportGraph(ROOT, files)
  const known = new Map<string, readonly string[]>()
  const candidates = (file: string) => {
    const tests = known.get(file) ?? graph.testsOf(file, MOST_CANDIDATES)
    known.set(file, tests)
    return tests
  }
  const sessions = new Sessions(JOBS_OF_A_PROCESS)
  try {
    const coverage = new Coverage(join(FOLDER, 'coverage.json'), sessions, files.filter(isInScope), say)
    const results = new Results(join(FOLDER, 'results.jsonl'), (test) => {
      const reached = graph.reachedFrom(test)
      return [...reached, ...dataReadFrom(reached)]
    })
    // What survives takes longest, and of these it is known that they do.
    const listed = readEquivalents()
    const open = mutants.filter((mutant) => !isEquivalent(listed, mutant))
    const judged = await new Campaign({ sessions, coverage, results, candidates, mostTests, say }).judge(open)
    for (const mutant of mutants) if (!judged.has(mutant)) judged.set(mutant, { status: 'survived', by: null })
    const { text, passed } = reportOf(judged, listed)
    writeFileSync(join(FOLDER, 'report.txt'), `${text}\n`)
    process.stdout.write(`${text}\n`)
    if (!passed) process.exitCode = 1
  } finally {
    await sessions.close()
  }
}

await runProgram(main)
