import { LRUCache } from 'lru-cache'

const MAX_REMEMBERED = 64

/**
 * The same function, which makes the value of the same texts once and then returns the same object: for what is
 * derived from the contract alone and never changed afterwards. The 64 values used last are remembered.
 */
export const onceByTexts = <A extends readonly string[], T extends object>(
  make: (...texts: A) => T,
): ((...texts: A) => T) => {
  const remembered = new LRUCache<string, T>({ max: MAX_REMEMBERED })
  return (...texts) => {
    const key = texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts)
    const before = remembered.get(key)
    if (before !== undefined) return before
    const value = make(...texts)
    remembered.set(key, value)
    return value
  }
}
