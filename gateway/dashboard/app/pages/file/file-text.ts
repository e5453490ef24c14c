import { t } from '../../language/texts.ts'

/** Where the lines of a text lie. */
export type TextPart = { readonly firstLine: number; readonly from: number; readonly bytes: number }

/** Reads bytes of a text, from one up to but without another; null for all of it. */
export type ReadBytes = (range: { readonly from: number; readonly to: number } | null) => Promise<Uint8Array>

/** What is known of a text. `lines` is null until its last part has come. */
export type TextState = {
  readonly lines: number | null
  readonly loaded: number
  readonly parts: number
  readonly error: Error | null
}

/** A file's text, of which the parts are read that somebody looks at. */
export type FileText = {
  /** A line by its number from 1; undefined while it has not come. */
  line(number: number): string | undefined
  /** Reads what is missing of these lines. */
  need(first: number, last: number): void
  /** Reads everything that is missing, part by part; ends early when the signal is aborted. */
  all(signal: AbortSignal, notify: () => void): Promise<void>
  retry(): void
  subscribe(notify: () => void): () => void
  state(): TextState
}

/** Parts that one request reads: about a megabyte. */
const PARTS_AT_ONCE = 4
const LINE_END = /\r\n|\r|\n/

/**
 * The lines of a part; what follows its last line end is the beginning of a line that goes on in the next part, or
 * nothing.
 */
const linesOf = (text: string): readonly string[] => {
  const lines = text.split(LINE_END)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(t('The text could not be read.'))

/** The number of the part that a line begins or goes on in, by halving. */
const partOf = (parts: readonly TextPart[], line: number): number => {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((parts[middle]?.firstLine ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

type Texts = ReadonlyMap<number, readonly string[]>

/** A line of those parts that are there. One that is longer than a part goes on in those after it. */
const lineOf = (parts: readonly TextPart[], texts: Texts, number: number): string | undefined => {
  let text: string | undefined
  for (let at = partOf(parts, number); at >= 0; at -= 1) {
    const part = parts[at]
    if (part === undefined) return text
    const here = texts.get(at)?.[number - part.firstLine]
    if (here !== undefined) text = `${here}${text ?? ''}`
    // Only a line that a part begins with can have begun before it.
    if (part.firstLine < number || at === 0) return text
    const before = parts[at - 1]
    if (before === undefined || (texts.get(at - 1)?.length ?? 0) + before.firstLine <= number) return text
  }
  return text
}

/**
 * The parts of a text that are there, by their number, and the reading of more; `onRead` is called whenever some came
 * or failed.
 */
const createParts = (given: readonly TextPart[], read: ReadBytes, onRead: (error: Error | null) => void) => {
  const isWhole = given.length === 0
  const parts: readonly TextPart[] = isWhole ? [{ firstLine: 1, from: 0, bytes: 0 }] : given
  const texts = new Map<number, readonly string[]>()
  const underWay = new Map<number, Promise<void>>()

  const decode = (bytes: Uint8Array, from: number, to: number) => {
    const begin = parts[from]?.from ?? 0
    for (let at = from; at < to; at += 1) {
      const part = parts[at]
      if (part === undefined) continue
      const own = isWhole ? bytes : bytes.subarray(part.from - begin, part.from - begin + part.bytes)
      texts.set(at, linesOf(new TextDecoder().decode(own)))
    }
  }

  /** Reads the parts from one number up to but without another, none of which is there. */
  const readParts = (from: number, to: number): void => {
    const end = parts[to - 1]
    const range = isWhole || end === undefined ? null : { from: parts[from]?.from ?? 0, to: end.from + end.bytes }
    const work = read(range).then(
      (bytes) => {
        decode(bytes, from, to)
        onRead(null)
      },
      (error: unknown) => onRead(asError(error)),
    )
    const done = work.finally(() => {
      for (let at = from; at < to; at += 1) underWay.delete(at)
    })
    for (let at = from; at < to; at += 1) underWay.set(at, done)
  }

  const isThere = (at: number) => texts.has(at) || underWay.has(at)
  const need = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      if (isThere(at)) continue
      let end = at + 1
      while (end < to && end - at < PARTS_AT_ONCE && !isThere(end)) end += 1
      readParts(at, end)
      at = end - 1
    }
  }
  return { parts, texts, underWay, need }
}

/** Opens a text. Without known parts it is read as a whole. */
export const openFileText = (given: readonly TextPart[], read: ReadBytes): FileText => {
  const listeners = new Set<() => void>()
  const notify = (error: Error | null) => {
    const last = texts.get(parts.length - 1)
    const first = parts.at(-1)?.firstLine ?? 1
    state = { ...state, lines: last === undefined ? null : first + last.length - 1, loaded: texts.size, error }
    for (const one of listeners) one()
  }
  const { parts, texts, underWay, need } = createParts(given, read, notify)
  let state: TextState = { lines: null, loaded: 0, parts: parts.length, error: null }

  return {
    line: (number) => lineOf(parts, texts, number),
    need(first, last) {
      if (state.error !== null) return
      const at = partOf(parts, first)
      // The line that a part begins with may have begun in the one before.
      const begins = parts[at]?.firstLine === first && at > 0 && first > 1 ? at - 1 : at
      need(begins, partOf(parts, last) + 1)
      // Its last part has the number of lines.
      if (state.lines === null) need(parts.length - 1, parts.length)
    },
    async all(signal, onPart) {
      for (let at = 0; at < parts.length && !signal.aborted && state.error === null; at += 1) {
        if (!texts.has(at)) {
          need(at, Math.min(parts.length, at + PARTS_AT_ONCE))
          await underWay.get(at)
        }
        onPart()
      }
    },
    retry() {
      notify(null)
      need(parts.length - 1, parts.length)
    },
    subscribe(one) {
      listeners.add(one)
      return () => {
        listeners.delete(one)
      }
    },
    state: () => state,
  }
}
