import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'

const IMPORTS = /(?:from\s+|import\s*\(\s*|import\s+)['"](\.[^'"]+)['"]/g

/** Who imports whom, by paths from the root of the repository. Imports of types count too: they cost a test at most. */
export class ImportGraph {
  readonly #importers = new Map<string, string[]>()
  readonly #imported = new Map<string, string[]>()
  readonly #files: readonly string[]

  constructor(root: string, files: readonly string[]) {
    this.#files = files
    for (const file of files) {
      for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORTS)) {
        const target = normalize(join(dirname(file), path))
        this.#importers.set(target, [...(this.#importers.get(target) ?? []), file])
        this.#imported.set(file, [...(this.#imported.get(file) ?? []), target])
      }
    }
  }

  /** A file with everything that it imports, itself or over others. */
  reachedFrom(file: string): string[] {
    const reached = new Set([file])
    for (const next of reached) for (const target of this.#imported.get(next) ?? []) reached.add(target)
    return [...reached].sort()
  }

  /** The tests that reach a file through imports, those that are nearest to it first, `limit` at most. */
  testsOf(file: string, limit: number): string[] {
    const distances = new Map([[file, 0]])
    const queue = [file]
    for (const next of queue) {
      for (const importer of this.#importers.get(next) ?? []) {
        if (distances.has(importer)) continue
        distances.set(importer, (distances.get(next) ?? 0) + 1)
        queue.push(importer)
      }
    }
    return this.#files
      .filter((test) => test.endsWith('.test.ts') && distances.has(test))
      .map((test) => ({ test, rank: rankOf(file, test, distances.get(test) ?? 0) }))
      .sort((a, b) => a.rank - b.rank || (a.test < b.test ? -1 : 1))
      .slice(0, limit)
      .map(({ test }) => test)
  }
}

/**
 * Tests named after the file come first, then those that import it themselves or over few others, in its folder
 * before elsewhere.
 */
const rankOf = (file: string, test: string, distance: number): number => {
  if (test === file.replace(/ts$/, 'test.ts')) return 0
  const stem = basename(file).split('.')[0] ?? ''
  // `host.ts` has nothing to do with `hostile-requests.test.ts`.
  const named = [`${stem}.`, `${stem}-`].some((beginning) => basename(test).startsWith(beginning)) ? 3 : 6
  const folder = dirname(file) === dirname(test) ? 0 : 2
  return named + folder + 2 * distance + relative(dirname(file), dirname(test)).split('/').length / 10
}
