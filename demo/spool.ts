import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** What was put in and is not acknowledged, with its number; numbers only grow. */
export type Spooled<T> = { readonly number: number; readonly item: T }

/** A queue on disk: what is in it outlives a kill of the process at any moment. */
export type Spool<T> = {
  append(items: readonly T[]): readonly Spooled<T>[]
  /** What waits, oldest first; `most` at most. */
  waiting(most?: number): readonly Spooled<T>[]
  count(): number
  /**
   * Takes these out. What was taken out of the middle comes back after a kill, and is to be sent again under the same
   * id.
   */
  acknowledge(numbers: readonly number[]): void
  /** Writes what the system still holds in memory to the disk. */
  sync(): void
  close(): void
}

export type SpoolOptions<T> = {
  readonly folder: string
  /** Of more than so many the oldest are dropped. */
  readonly maxItems: number
  /** Reads an item back; null for one that cannot be used. */
  readonly read: (value: unknown) => T | null
  readonly onDropped: (count: number) => void
}

/** When so many acknowledged ones precede those that are not, the file is written again. */
const COMPACT_AFTER = 5_000

const lineOf = <T>({ number, item }: Spooled<T>): string => `${JSON.stringify({ number, item })}\n`

/** The lines of a file; a last one that a kill cut off is left out. */
const readLines = <T>(text: string, read: SpoolOptions<T>['read']): Spooled<T>[] =>
  text.split('\n').flatMap((line) => {
    try {
      const parsed: unknown = JSON.parse(line)
      const item = read(Object(parsed).item)
      return item === null ? [] : [{ number: Number(Object(parsed).number), item }]
    } catch {
      return []
    }
  })

const readCursor = (file: string): number => {
  const cursor = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return Number.isSafeInteger(cursor) ? cursor : 0
}

/** The two files: what was put in, each line under its number, and the number up to which all is acknowledged. */
const openFiles = <T>(folder: string) => {
  const eventsFile = join(folder, 'events.jsonl')
  const cursorFile = join(folder, 'cursor')
  mkdirSync(folder, { recursive: true })
  const cursor = openSync(cursorFile, existsSync(cursorFile) ? 'r+' : 'w+')
  let events = openSync(eventsFile, 'a')
  return {
    read: (read: SpoolOptions<T>['read']) => ({
      cursor: readCursor(cursorFile),
      lines: readLines(readFileSync(eventsFile, 'utf8'), read),
    }),
    append: (items: readonly Spooled<T>[]) => void writeSync(events, items.map(lineOf).join('')),
    // Of one length always, so that one write takes the place of the other as a whole.
    moveCursor: (number: number) => void writeSync(cursor, String(number).padStart(16), 0),
    /** Keeps these only. The numbers show what is acknowledged, so a kill before or after changes nothing. */
    rewrite(items: readonly Spooled<T>[]) {
      if (items.length === 0) {
        ftruncateSync(events, 0)
        return
      }
      writeFileSync(`${eventsFile}.new`, items.map(lineOf).join(''), { flush: true })
      renameSync(`${eventsFile}.new`, eventsFile)
      closeSync(events)
      events = openSync(eventsFile, 'a')
    },
    sync() {
      fsyncSync(events)
      fsyncSync(cursor)
    },
    close() {
      closeSync(events)
      closeSync(cursor)
    },
  }
}

/**
 * Opens the spool of a folder, with all that was left in it. Each append is one write to the end of a file, each
 * acknowledgement moves a cursor: both outlive a kill of the process. What was written since the last `sync` may be
 * lost with the machine, which is for the owner to weigh; acknowledgements lost so are sent again under their ids.
 * One process at a time.
 */
export const openSpool = <T>({ folder, maxItems, read, onDropped }: SpoolOptions<T>): Spool<T> => {
  const files = openFiles<T>(folder)
  const left = files.read(read)
  const items = new Map(left.lines.filter(({ number }) => number > left.cursor).map((one) => [one.number, one]))
  let last = Math.max(left.cursor, left.lines.at(-1)?.number ?? 0)
  let cursor = left.cursor
  let standing = items.size
  // A line that a kill cut off must not be continued by the next one.
  files.rewrite([...items.values()])

  /** Everything before the first that waits is acknowledged. */
  const settle = (): void => {
    const [first] = items.keys()
    const next = first === undefined ? last : first - 1
    if (next !== cursor) files.moveCursor(next)
    cursor = next
    if (standing - items.size < COMPACT_AFTER) return
    files.rewrite([...items.values()])
    standing = items.size
  }

  const dropOldest = (): void => {
    const count = items.size - maxItems
    if (count <= 0) return
    for (const number of [...items.keys()].slice(0, count)) items.delete(number)
    settle()
    onDropped(count)
  }

  return {
    append(given) {
      const added = given.map((item, n) => ({ number: last + 1 + n, item }))
      if (added.length === 0) return added
      files.append(added)
      last += added.length
      standing += added.length
      for (const one of added) items.set(one.number, one)
      dropOldest()
      return added
    },
    waiting: (most = Number.POSITIVE_INFINITY) => [...items.values().take(Math.min(most, items.size))],
    count: () => items.size,
    acknowledge(numbers) {
      for (const number of numbers) items.delete(number)
      settle()
    },
    sync: files.sync,
    close() {
      files.sync()
      files.close()
    },
  }
}
