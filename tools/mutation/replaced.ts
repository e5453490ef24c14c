import type { Job } from './messages.ts'

/** What replaces files: the text of a mutant, or null for the marked source. */
export type Replacements = ReadonlyMap<string, string | null>

export const replacementsOf = ({ mutant, measure }: Pick<Job, 'mutant' | 'measure'>): Replacements =>
  mutant === null ? new Map(measure.map((file) => [file, null])) : new Map([[mutant.file, mutant.text]])

/** The files that are to be loaded again, because what replaces them is another text than before. */
export const changedFiles = (before: Replacements, after: Replacements): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
