import type { Coverage, Covering } from './coverage.ts'
import type { TestRun } from './messages.ts'
import { applied, type Mutant } from './mutants.ts'
import { guarded } from './points.ts'
import type { Result, Results } from './results.ts'
import { readSource } from './scope.ts'
import type { Sessions } from './session-client.ts'

/** `broken`: the tests do not pass without the mutant either, so nothing is known of it. */
type Seen = 'killed' | 'timeout' | 'passed' | 'broken'

type Tools = {
  readonly sessions: Pick<Sessions, 'run' | 'close'>
  readonly coverage: Pick<Coverage, 'find'>
  readonly results: Pick<Results, 'get' | 'set'>
  readonly candidates: (file: string) => readonly string[]
  /** So many files of tests are looked at for a mutant at most, of those that run its function. */
  readonly mostTests: number
  readonly say: (line: string) => void
}

/** A mutant that survives tests which take this long together is taken to survive all. */
const BUDGET_MS = 10_000

/** A failure counts when the same tests pass without the mutant: this many failures later they are run again. */
const TRUSTED_FOR = 15
const CHEAP_MS = 200

/** What a test says that has no server: a mutant may cause it, and so may a server that stopped meanwhile. */
const NO_SERVER =
  /\bE(?:CONN\w+|PIPE|TIMEDOUT|AI_AGAIN|NOSPC|MFILE)\b|connection|CONNECT(?:ION)?_|socket|shut(?:ting)? ?down|too many clients|starting up|hook timed out|\b50[0-4]\b|INTERNAL|UNAVAILABLE/i
const SAY_EVERY = 20

/** How long tests may take with a mutant that take `ms` without one. */
const limitOf = (ms: number): number => 15_000 + 10 * ms

const isAlive = ({ status }: Result): boolean => status === 'survived' || status === 'uncovered'

/** Judges mutants one after the other. */
export class Campaign {
  readonly #tools: Tools
  /** The test that killed the last mutant of a file is the likeliest to kill the next one. */
  readonly #killers = new Map<string, string>()
  readonly #trusted = new Map<string, number>()
  /** Files of tests that do not pass when only some of their tests run. */
  readonly #whole = new Set<string>()
  readonly #failing = new Set<string>()

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /** The result of every mutant. */
  async judge(mutants: readonly Mutant[]): Promise<Map<Mutant, Result>> {
    const { results, candidates, mostTests, say } = this.#tools
    const judged = new Map<Mutant, Result>()
    for (const mutant of mutants) {
      const known = results.get(mutant, candidates(mutant.file), mostTests)
      if (known !== null) judged.set(mutant, known)
    }
    const open = mutants.filter((mutant) => !judged.has(mutant))
    say(`${mutants.length} mutants, ${judged.size} known from runs before`)
    for (const [at, mutant] of open.entries()) {
      const result = await this.#judgeOne(mutant)
      judged.set(mutant, result)
      results.set(mutant, candidates(mutant.file), mostTests, result)
      if ((at + 1) % SAY_EVERY !== 0) continue
      const alive = [...judged.values()].filter(isAlive).length
      say(`judged ${at + 1} of ${open.length}; ${alive} of ${judged.size} alive`)
    }
    return judged
  }

  async #judgeOne(mutant: Mutant): Promise<Result> {
    const { file } = mutant
    const replaced = { file, text: guarded(file, applied(readSource(file), mutant)) }
    const killer = this.#killers.get(file)
    const tests = [...this.#tools.candidates(file)].sort((a, b) => Number(b === killer) - Number(a === killer))
    let spent = 0
    let looked = 0
    for (const test of tests) {
      if (looked === this.#tools.mostTests) break
      const covering = await this.#tools.coverage.find(test, file, mutant.point)
      if (covering === null || this.#failing.has(test)) continue
      // One that is too slow to be run counts too: looking on would measure every other one that imports the file.
      looked += 1
      if (spent > 0 && spent + covering.ms > BUDGET_MS) continue
      spent += covering.ms
      const status = await this.#try(replaced, covering)
      if (status === null) continue
      this.#killers.set(file, test)
      return { status, by: test }
    }
    return { status: spent === 0 ? 'uncovered' : 'survived', by: null }
  }

  /** Whether the tests notice a mutant; null when they do not, or when they fail without it too. */
  async #try(mutant: { file: string; text: string }, { run, ms }: Covering): Promise<'killed' | 'timeout' | null> {
    const test = this.#whole.has(run.file) ? { ...run, only: null } : run
    const first = await this.#see(mutant, test, ms)
    if (first !== 'broken') return first === 'passed' ? null : first
    if (test.only !== null) this.#whole.add(test.file)
    else await this.#tools.sessions.close()
    const second = await this.#see(mutant, { ...test, only: null }, ms)
    if (second !== 'broken') return second === 'passed' ? null : second
    this.#tools.say(`${test.file} fails without a mutant and is left out`)
    this.#failing.add(test.file)
    return null
  }

  /**
   * What tests say of a mutant. A stall is no proof: the machine may be busy, the server or the process may have
   * stopped. It counts when the tests pass without the mutant in a new process and do not with it.
   */
  async #see(mutant: { file: string; text: string }, test: TestRun, ms: number): Promise<Seen> {
    const run = () => this.#tools.sessions.run({ mutant, measure: [], test }, limitOf(ms))
    const first = await run()
    if (first === 'stalled' && !(await this.#passes(test, ms, 'now'))) return 'broken'
    const answer = first === 'stalled' ? await run() : first
    if (answer === 'stalled') return 'timeout'
    if (answer.failed === null) return 'passed'
    const isDoubtful = !answer.failed.inTest || NO_SERVER.test(answer.failed.message)
    return (await this.#passes(test, ms, isDoubtful ? 'now' : 'lately')) ? 'killed' : 'broken'
  }

  /** Whether tests pass without a mutant: now, or as far as it is known from shortly before. */
  async #passes(test: TestRun, ms: number, when: 'now' | 'lately'): Promise<boolean> {
    const key = [test.file, ...(test.only ?? [])].join('\n')
    const left = when === 'now' ? 0 : (this.#trusted.get(key) ?? 0)
    this.#trusted.set(key, left - 1)
    if (left > 0) return true
    const answer = await this.#tools.sessions.run({ mutant: null, measure: [], test }, limitOf(ms))
    if (answer === 'stalled' || answer.failed !== null) return false
    this.#trusted.set(key, ms < CHEAP_MS ? 0 : TRUSTED_FOR)
    return true
  }
}
