import { createHash } from 'node:crypto'

/** A stream of made-up choices that is the same for the same seed, on every machine and day. */
export type Choices = {
  /** From 0, up to but not including 1. */
  fraction(): number
  /** A whole number from 0, up to but not including the bound. */
  below(bound: number): number
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** True so many times out of one. */
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** One of the names, the more often the greater its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
  digits(count: number): string
}

/** FNV-1a, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Choices that depend on nothing but the seed (mulberry32). */
export const choicesOf = (seed: string): Choices => {
  let state = hashOf(seed)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(fraction() * bound)
  const between = (from: number, to: number) => from + below(to - from + 1)
  return {
    fraction,
    below,
    between,
    chance: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
    weighted(weights) {
      const names = Object.keys(weights).filter((name): name is keyof typeof weights => name in weights)
      let left = fraction() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      throw new Error('there is nothing to choose from')
    },
    digits(count) {
      let text = ''
      for (let n = 0; n < count; n += 1) text += below(10)
      return text
    },
  }
}

/** The same UUID for the same text. */
export const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
