import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Data } from './records.rules.ts'

/** A path of a plan: names, and `@` for every item of a list. */
export type PlanPath = readonly (string | number)[]
/** A path of an answer: names and positions. */
export type AnswerPath = readonly (string | number)[]

const LIST = '@'

type Found = (object: Data, path: AnswerPath) => void

/** Walks to the objects at a path; `before` is the path so far, null where the caller needs no paths. */
const walk = (value: unknown, path: PlanPath, at: number, before: AnswerPath | null, found: Found): void => {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    const next = path[at] === LIST ? at + 1 : at
    for (let n = 0; n < value.length; n += 1) walk(value[n], path, next, before === null ? null : [...before, n], found)
    return
  }
  const name = path[at]
  if (!isRecord(value)) return
  if (name === undefined) found(value, before ?? [])
  else walk(value[name], path, at + 1, before === null ? null : [...before, name], found)
}

/** The objects at a path below others, in the order of the answer; what is null is left out. */
export const objectsAt = (from: readonly Data[], path: PlanPath): Data[] => {
  const objects: Data[] = []
  const found = (object: Data) => void objects.push(object)
  for (const value of from) walk(value, path, 0, null, found)
  return objects
}

/** The paths of what `objectsAt` finds below one object, in the same order. */
export const pathsAt = (from: Data, path: PlanPath): AnswerPath[] => {
  const paths: AnswerPath[] = []
  walk(from, path, 0, [], (_object, at) => void paths.push(at))
  return paths
}
