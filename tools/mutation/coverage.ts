import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Outcome, TestRun } from './messages.ts'
import { hashOf, readSource } from './scope.ts'
import type { Sessions } from './session-client.ts'

/** Which tests of a file run a function: their places in `names`, null where it also runs outside of tests. */
type Points = Readonly<Record<string, readonly number[] | null>>

/** What a file of tests runs in the files that it was measured with, and how long it takes. */
type Measured = {
  readonly hash: string
  readonly ms: number
  readonly passed: boolean
  readonly names: readonly string[]
  readonly files: Readonly<Record<string, { readonly hash: string; readonly points: Points }>>
}

/** Tests that run a function. */
export type Covering = { readonly run: TestRun; readonly ms: number }

const LIMIT_MS = 240_000

/** Where running some of a file's tests spares enough to be worth it. */
const WORTH_MS = 300
const WORTH_SHARE = 0.6

/** Which functions each test runs; kept in a file, for as long as neither the test nor the function's file changes. */
export class Coverage {
  readonly #path: string
  readonly #sessions: Sessions
  readonly #marked: readonly string[]
  readonly #tests: Map<string, Measured>
  readonly #say: (line: string) => void

  /** `marked` are the files whose mutants are judged: each test is measured for all of them at once. */
  constructor(path: string, sessions: Sessions, marked: readonly string[], say: (line: string) => void) {
    this.#path = path
    this.#sessions = sessions
    this.#marked = marked
    this.#say = say
    const kept: Record<string, Measured> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    this.#tests = new Map(Object.entries(kept))
  }

  /**
   * The tests of a file that run the function at `point`; null where none does, or where they fail without any
   * change.
   */
  async find(test: string, file: string, point: number): Promise<Covering | null> {
    const measured = this.#known(test, file) ?? (await this.#measure(test))
    const points = measured.files[file]?.points ?? {}
    if (!measured.passed || !Object.hasOwn(points, point)) return null
    const chosen = points[point]?.map((at) => measured.names[at] ?? '') ?? null
    const isWorth = chosen !== null && measured.ms > WORTH_MS && chosen.length <= WORTH_SHARE * measured.names.length
    return {
      run: { file: test, only: isWorth ? chosen : null },
      ms: isWorth ? (measured.ms * (chosen.length + 1)) / (measured.names.length + 1) : measured.ms,
    }
  }

  #known(test: string, file: string): Measured | null {
    const known = this.#tests.get(test)
    const isKnown = known?.hash === hashOf(readSource(test)) && known.files[file]?.hash === hashOf(readSource(file))
    return isKnown ? known : null
  }

  async #measure(test: string): Promise<Measured> {
    const answer = await this.#sessions.run(
      { mutant: null, measure: this.#marked, test: { file: test, only: null } },
      LIMIT_MS,
    )
    const outcome: Outcome =
      answer === 'stalled'
        ? { id: 0, failed: { name: '', message: 'stalled', inTest: false }, outside: [], inTests: {}, ms: LIMIT_MS }
        : answer
    this.#say(`measured ${test}: ${Math.round(outcome.ms)} ms ${outcome.failed === null ? '' : outcome.failed.message}`)
    const measured = measuredOf(test, outcome, this.#marked)
    const before = this.#tests.get(test)
    const files = before?.hash === measured.hash ? { ...before.files, ...measured.files } : measured.files
    const kept = { ...measured, files }
    this.#tests.set(test, kept)
    const passing = [...this.#tests].filter(([, { passed }]) => passed)
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(passing)))
    return kept
  }
}

const measuredOf = (test: string, { outside, inTests, ms, failed }: Outcome, marked: readonly string[]): Measured => {
  const byFile = new Map(marked.map((file) => [file, new Map<string, number[] | null>()]))
  const note = (mark: string, at: number | null) => {
    const cut = mark.lastIndexOf(':')
    const points = byFile.get(mark.slice(0, cut))
    const point = mark.slice(cut + 1)
    if (at === null) points?.set(point, null)
    else if (points?.get(point) !== null) points?.set(point, [...(points.get(point) ?? []), at])
  }
  for (const mark of outside) note(mark, null)
  for (const [at, marks] of Object.values(inTests).entries()) for (const mark of marks) note(mark, at)
  const files = [...byFile].map(([file, points]) => [
    file,
    { hash: hashOf(readSource(file)), points: Object.fromEntries(points) },
  ])
  const names = Object.keys(inTests)
  return { hash: hashOf(readSource(test)), ms, passed: failed === null, names, files: Object.fromEntries(files) }
}
