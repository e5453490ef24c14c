import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'
import { hashOf, readSource } from './scope.ts'

/** `uncovered`: no test runs the function. `timeout`: the tests did not come to an end, which they notice too. */
export type Status = 'killed' | 'timeout' | 'survived' | 'uncovered'

export type Result = { readonly status: Status; readonly by: string | null }

/** `most`: how many files of tests were looked at for it at most. */
type Kept = Result & { readonly key: string; readonly tests: string; readonly most?: number }

/**
 * What became of mutants, a line each, so that a run that was ended goes on where it stopped. A mutant that was killed
 * counts as killed until its file or the test that killed it changes; one that survived, until any of its tests does or more of
 * them are asked for.
 */
export class Results {
  readonly #path: string
  readonly #kept = new Map<string, Kept>()

  constructor(path: string) {
    this.#path = path
    if (!existsSync(path)) return
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (!line.endsWith('}')) continue
      const kept: Kept = JSON.parse(line)
      this.#kept.set(kept.key, kept)
    }
  }

  get(mutant: Mutant, tests: readonly string[], most: number): Result | null {
    const kept = this.#kept.get(keyOf(mutant))
    if (kept === undefined || (kept.by === null && (kept.most ?? 0) < most)) return null
    const expected = kept.by === null ? testsKey(tests) : testsKey(tests.includes(kept.by) ? [kept.by] : [])
    return kept.tests === expected ? kept : null
  }

  set(mutant: Mutant, tests: readonly string[], most: number, { status, by }: Result): void {
    const kept = { key: keyOf(mutant), status, by, most, tests: testsKey(by === null ? tests : [by]) }
    this.#kept.set(kept.key, kept)
    appendFileSync(this.#path, `${JSON.stringify(kept)}\n`)
  }
}

const keyOf = ({ file, start, end, replacement }: Mutant): string =>
  hashOf(file, hashOf(readSource(file)), String(start), String(end), replacement)

const testsKey = (tests: readonly string[]): string =>
  hashOf(...[...tests].sort().flatMap((test) => [test, hashOf(readSource(test))]))
