import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Data } from './records.rules.ts'

/** A path of a plan: names, and `@` for every item of a list. */
export type PlanPath = readonly (string | number)[]
/** A path of an answer: names and positions. */
export type AnswerPath = readonly (string | number)[]

const LIST = '@'

const collect = (value: unknown, path: PlanPath, at: number, to: Data[]): void => {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    const next = path[at] === LIST ? at + 1 : at
    for (const item of value) collect(item, path, next, to)
    return
  }
  const name = path[at]
  if (!isRecord(value)) return
  if (name === undefined) to.push(value)
  else collect(value[name], path, at + 1, to)
}

/** The objects at a path below others, in the order of the answer; what is null is left out. */
export const objectsAt = (from: readonly Data[], path: PlanPath): Data[] => {
  const found: Data[] = []
  for (const value of from) collect(value, path, 0, found)
  return found
}

const collectPaths = (value: unknown, path: PlanPath, at: number, before: AnswerPath, to: AnswerPath[]): void => {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    const next = path[at] === LIST ? at + 1 : at
    for (const [n, item] of value.entries()) collectPaths(item, path, next, [...before, n], to)
    return
  }
  const name = path[at]
  if (!isRecord(value)) return
  if (name === undefined) to.push(before)
  else collectPaths(value[name], path, at + 1, [...before, name], to)
}

/** The paths of what `objectsAt` finds below one object, in the same order. */
export const pathsAt = (from: Data, path: PlanPath): AnswerPath[] => {
  const found: AnswerPath[] = []
  collectPaths(from, path, 0, [], found)
  return found
}
