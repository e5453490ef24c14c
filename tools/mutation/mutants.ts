import { mutateCalls } from './mutators-calls.ts'
import { mutateExpressions } from './mutators-expressions.ts'
import { mutateSql } from './mutators-sql.ts'
import { mutateStatements } from './mutators-statements.ts'
import { isFunction, type Place, parseFile, placesOf } from './syntax.ts'

/** A piece of source and what a mutator puts in its place. */
export type Edit = {
  readonly mutator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** One small change of one file. `point` says which function holds it, -1 for the module itself. */
export type Mutant = Edit & {
  readonly file: string
  readonly line: number
  /** The line that the change begins on, without its indentation. */
  readonly code: string
  /** The change in words: what was there and what is there instead. */
  readonly change: string
  readonly point: number
}

export type Mutator = (place: Place, source: string) => readonly Edit[]

const MUTATORS: readonly Mutator[] = [mutateExpressions, mutateCalls, mutateStatements, mutateSql]
const LONGEST_CHANGE = 160

const short = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > LONGEST_CHANGE ? `${flat.slice(0, LONGEST_CHANGE)}…` : flat
}

/** Every mutant of a file, in the order of the source. Two mutators that make the same change count once. */
export const mutantsOf = (file: string, source: string): Mutant[] => {
  const found = new Map<string, Mutant>()
  for (const place of placesOf(parseFile(file, source))) {
    const point = [place.node, ...place.above].find(isFunction)?.start ?? -1
    for (const mutator of MUTATORS) {
      for (const edit of mutator(place, source)) {
        const key = `${edit.start}:${edit.end}:${edit.replacement}`
        if (!found.has(key)) found.set(key, described(file, source, edit, point))
      }
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

const described = (file: string, source: string, edit: Edit, point: number): Mutant => {
  const lineStart = source.lastIndexOf('\n', edit.start - 1) + 1
  const lineEnd = source.indexOf('\n', edit.start)
  return {
    ...edit,
    file,
    line: source.slice(0, edit.start).split('\n').length,
    code: source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
    change: `${short(source.slice(edit.start, edit.end))} -> ${short(edit.replacement)}`.trim(),
    point,
  }
}

/** The file with the change made. */
export const applied = (source: string, { start, end, replacement }: Edit): string =>
  source.slice(0, start) + replacement + source.slice(end)
