import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'

/**
 * A mutant that no test can notice, with why: `code` is its line and `change` its change, as the report prints them.
 */
export type Equivalent = {
  readonly file: string
  readonly code: string
  readonly change: string
  readonly reason: string
}

const PATH = join(import.meta.dirname, 'equivalents.json')

export const readEquivalents = (): Equivalent[] => JSON.parse(readFileSync(PATH, 'utf8'))

export const isEquivalent = (list: readonly Equivalent[], mutant: Mutant): boolean =>
  list.some((one) => one.file === mutant.file && one.code === mutant.code && one.change === mutant.change)

/** Entries that no mutant fits any more: the code has changed and they have to be judged again. */
export const staleEquivalents = (list: readonly Equivalent[], mutants: readonly Mutant[]): Equivalent[] =>
  list.filter((one) => !mutants.some((mutant) => isEquivalent([one], mutant)))
