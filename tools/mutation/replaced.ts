import type { Job } from './messages.ts'

/** What stands in place of files: the text of a mutant, or null for the marked source. */
export type Replacements = ReadonlyMap<string, string | null>

export const replacementsOf = ({ mutant, measure }: Pick<Job, 'mutant' | 'measure'>): Replacements =>
  mutant === null ? new Map(measure.map((file) => [file, null])) : new Map([[mutant.file, mutant.text]])

/** The files that are to be loaded again, because what stands in their place is another text than before. */
export const changedFiles = (before: Replacements, after: Replacements): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
