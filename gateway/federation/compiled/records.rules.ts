import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'

/** An object of an answer, as JSON has it. */
export type Data = Record<string, unknown>

const mergeLists = (target: unknown[], source: readonly unknown[]): void => {
  for (let at = 0; at < source.length; at += 1) {
    const [before, value] = [target[at], source[at]]
    if (isRecord(before) && isRecord(value)) mergeInto(before, value)
    else if (Array.isArray(before) && Array.isArray(value) && before.length === value.length) mergeLists(before, value)
    else target[at] = value
  }
}

/**
 * Puts the fields of one object into another: objects are merged, and lists of the same length item by item; any other
 * value replaces the one before. The values are not copied. A response name is never
 * `__proto__`: see `checkNames`.
 */
export const mergeInto = (target: Data, source: Data): void => {
  for (const key in source) {
    const value = source[key]
    if (value === undefined) continue
    const before = target[key]
    if (typeof before !== 'object' || before === null || typeof value !== 'object' || value === null)
      target[key] = value
    else if (isRecord(before) && isRecord(value)) mergeInto(before, value)
    else if (Array.isArray(before) && Array.isArray(value) && before.length === value.length) mergeLists(before, value)
    else target[key] = value
  }
}

/** A copy of what a second object is merged with, as objects of an answer are changed by later fetches. */
export const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isRecord(value)) return value
  const copy: Data = {}
  for (const key in value) copy[key] = copyOf(value[key])
  return copy
}
