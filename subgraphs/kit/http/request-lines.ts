import { REQUEST_KINDS, type RequestKind } from './request-kinds.rules.ts'

/** From here on what was taken from the front of a line is thrown away. */
const TAKEN = 1_024

/** `heldBytes`: what the process may hold of its body meanwhile. */
type Holding = { readonly heldBytes: number }

/** A request that waits since `atMs`. */
type Waiting<T> = { readonly request: T; readonly kind: RequestKind; readonly atMs: number }

/** First in, first out. */
export const createLine = <T extends Holding>() => {
  let waiting: Waiting<T>[] = []
  let taken = 0
  let bytes = 0
  return {
    add(one: Waiting<T>): void {
      waiting.push(one)
      bytes += one.request.heldBytes
    },
    first: (): Waiting<T> | undefined => waiting[taken],
    count: () => waiting.length - taken,
    bytes: () => bytes,
    take(): Waiting<T> | undefined {
      const first = waiting[taken]
      if (first === undefined) return undefined
      taken += 1
      bytes -= first.request.heldBytes
      if (taken === waiting.length || taken > TAKEN) {
        waiting = waiting.slice(taken)
        taken = 0
      }
      return first
    },
  }
}

/** Requests that wait, by kind. */
export const createLines = <T extends Holding>() => {
  const lines = new Map(REQUEST_KINDS.map((kind) => [kind, createLine<T>()]))
  let count = 0
  let bytes = 0
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
    bytes: () => bytes,
    bytesOf: (kind: RequestKind): number => lines.get(kind)?.bytes() ?? 0,
    add(one: Waiting<T>): void {
      count += 1
      bytes += one.request.heldBytes
      lines.get(one.kind)?.add(one)
    },
    firstOf,
    oldest,
    take(kind: RequestKind): Waiting<T> | undefined {
      const one = lines.get(kind)?.take()
      if (one === undefined) return undefined
      count -= 1
      bytes -= one.request.heldBytes
      return one
    },
    mostImportant: () => REQUEST_KINDS.find((kind) => firstOf(kind) !== undefined),
  }
}
