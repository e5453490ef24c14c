import { REQUEST_KINDS, type RequestKind } from './request-kinds.rules.ts'

/** From here on what was taken from the front of a line is thrown away. */
const TAKEN = 1_024

/** A request that waits since `atMs`. */
type Waiting<T> = { readonly request: T; readonly kind: RequestKind; readonly atMs: number }

/** First in, first out. */
export const createLine = <T>() => {
  let waiting: Waiting<T>[] = []
  let taken = 0
  return {
    add: (one: Waiting<T>) => void waiting.push(one),
    first: (): Waiting<T> | undefined => waiting[taken],
    count: () => waiting.length - taken,
    take(): Waiting<T> | undefined {
      const first = waiting[taken]
      if (first === undefined) return undefined
      taken += 1
      if (taken === waiting.length || taken > TAKEN) {
        waiting = waiting.slice(taken)
        taken = 0
      }
      return first
    },
  }
}

/** Requests that wait, by kind. */
export const createLines = <T>() => {
  const lines = new Map(REQUEST_KINDS.map((kind) => [kind, createLine<T>()]))
  let count = 0
  const firstOf = (kind: RequestKind): Waiting<T> | undefined => lines.get(kind)?.first()
  const oldest = (): Waiting<T> | undefined => {
    let found: Waiting<T> | undefined
    for (const line of lines.values()) {
      const first = line.first()
      if (first !== undefined && (found === undefined || first.atMs < found.atMs)) found = first
    }
    return found
  }
  return {
    count: () => count,
    add(one: Waiting<T>): void {
      count += 1
      lines.get(one.kind)?.add(one)
    },
    firstOf,
    oldest,
    take(kind: RequestKind): Waiting<T> | undefined {
      const one = lines.get(kind)?.take()
      if (one !== undefined) count -= 1
      return one
    },
    mostImportant: () => REQUEST_KINDS.find((kind) => firstOf(kind) !== undefined),
    leastImportant: () => REQUEST_KINDS.findLast((kind) => firstOf(kind) !== undefined),
  }
}
