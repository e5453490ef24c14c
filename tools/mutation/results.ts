import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'
import { hashOf, ROOT, readSource } from './scope.ts'

/** `uncovered`: no test runs the function. `timeout`: the tests did not come to an end, which they notice too. */
export type Status = 'killed' | 'timeout' | 'survived' | 'uncovered'

export type Result = { readonly status: Status; readonly by: string | null }

/** `most`: how many files of tests were looked at for it at most. */
type Kept = Result & { readonly key: string; readonly tests: string; readonly most?: number }

/**
 * What became of mutants, a line each, so that a run that was ended goes on where it stopped. A mutant that was killed
 * counts as killed until its file changes, or the test that killed it, or anything that this test reads; one that
 * survived, until any of its tests changes or more of them are asked for: that it is alive is the careful assumption.
 */
export class Results {
  readonly #path: string
  readonly #readBy: (test: string) => readonly string[]
  readonly #kept = new Map<string, Kept>()
  /** Hashes of what tests read, as it was at the beginning of the run: many mutants have the same test. */
  readonly #hashes = new Map<string, string>()

  /** `readBy`: the files that a test reads, itself included. */
  constructor(path: string, readBy: (test: string) => readonly string[]) {
    this.#path = path
    this.#readBy = readBy
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
    if (kept.by !== null && !tests.includes(kept.by)) return null
    return kept.tests === this.#testsKey(tests, kept.by) ? kept : null
  }

  set(mutant: Mutant, tests: readonly string[], most: number, { status, by }: Result): void {
    const kept = { key: keyOf(mutant), status, by, most, tests: this.#testsKey(tests, by) }
    this.#kept.set(kept.key, kept)
    appendFileSync(this.#path, `${JSON.stringify(kept)}\n`)
  }

  #testsKey(tests: readonly string[], by: string | null): string {
    if (by === null) return hashOf(...[...tests].sort().flatMap((test) => [test, hashOf(readSource(test))]))
    const known = this.#hashes.get(by) ?? hashOf(...this.#readBy(by).flatMap((file) => [file, this.#hashOfFile(file)]))
    this.#hashes.set(by, known)
    return known
  }

  #hashOfFile(file: string): string {
    const known = this.#hashes.get(`file ${file}`) ?? hashOf(existsSync(join(ROOT, file)) ? readSource(file) : '')
    this.#hashes.set(`file ${file}`, known)
    return known
  }
}

const keyOf = ({ file, start, end, replacement }: Mutant): string =>
  hashOf(file, hashOf(readSource(file)), String(start), String(end), replacement)
