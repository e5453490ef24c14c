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

const PROTOTYPE = '__proto__'

/** Sets a field of an object, whatever its name is: an assignment to `__proto__` would set the prototype. */
export const setField = (target: Data, name: string, value: unknown): void => {
  if (name === PROTOTYPE)
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
  else target[name] = value
}

/** The value of a field of its own; undefined for `__proto__` of an object without such a field. */
export const fieldOf = (target: Data, name: string): unknown =>
  name === PROTOTYPE && !Object.hasOwn(target, name) ? undefined : target[name]

/**
 * Puts the fields of one object into another: objects are merged, and lists of the same length item by item; any other
 * value replaces the one before. The values are not copied. Services choose the names, `__proto__` included.
 */
export const mergeInto = (target: Data, source: Data): void => {
  for (const key in source) {
    const value = source[key]
    if (value === undefined) continue
    const before = fieldOf(target, key)
    if (typeof before !== 'object' || before === null || typeof value !== 'object' || value === null)
      setField(target, key, value)
    else if (isRecord(before) && isRecord(value)) mergeInto(before, value)
    else if (Array.isArray(before) && Array.isArray(value) && before.length === value.length) mergeLists(before, value)
    else setField(target, key, value)
  }
}

/** A copy of what a second object is merged with, as objects of an answer are changed by later fetches. */
export const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isRecord(value)) return value
  const copy: Data = {}
  for (const key in value) setField(copy, key, copyOf(value[key]))
  return copy
}

/** A copy of the fields of an object. */
export const copied = (data: Data): Data => {
  const copy = copyOf(data)
  return isRecord(copy) ? copy : {}
}
