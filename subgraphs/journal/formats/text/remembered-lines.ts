/** How many lines that are not blank must be the same as earlier ones to begin a repeated block. */
const WINDOW = 4
/** How many lines that are not blank are remembered; a file of 32 MiB has fewer, but for one of very short lines. */
const MAX_REMEMBERED = 1_048_576

/** How many places of the table are looked at for one key. */
const MAX_STEPS = 32

const grown = (array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(array.length * 4)
  larger.set(array)
  return larger
}

/** The prints of the lines that were let through, none of them blank, and where groups of `WINDOW` of them are. */
export const createRememberedLines = () => {
  let prints = new Int32Array(2_048)
  let count = 0
  /** Pairs of a window's key and the index of its last line plus one; 0 for an empty place. */
  let table = new Int32Array(4_096)
  let used = 0

  const placeOf = (key: number): number => {
    const mask = table.length / 2 - 1
    const from = key ^ (key >>> 15)
    let step = 0
    while (step < MAX_STEPS) {
      const place = 2 * ((from + step) & mask)
      if (table[place + 1] === 0 || table[place] === key) return place
      step += 1
    }
    return 2 * ((from + step) & mask)
  }
  const growTable = (): void => {
    const old = table
    table = new Int32Array(old.length * 4)
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue
      const place = placeOf(old[at] ?? 0)
      table[place] = old[at] ?? 0
      table[place + 1] = old[at + 1] ?? 0
    }
  }
  const isSame = (first: number, second: number): boolean => {
    for (let back = 0; back < WINDOW; back += 1) if (prints[first - back] !== prints[second - back]) return false
    return true
  }
  /** A number for the last lines and their day. */
  const keyOf = (day: number): number => {
    let key = day
    for (let at = count - WINDOW; at < count; at += 1) key = Math.imul(key ^ (prints[at] ?? 0), 0x01000193)
    return key
  }
  return {
    count: (): number => count,
    at: (index: number): number => (index < count ? (prints[index] ?? 0) : 0),
    add(print: number): void {
      if (count === prints.length && count < MAX_REMEMBERED) prints = grown(prints)
      if (count < MAX_REMEMBERED) prints[count] = print
      count += 1
    },
    /** Forgets the lines from an index on. */
    cut(index: number): void {
      count = index
    },
    /** Where the last line was when it and those before it were printed first; -1 if they were not. */
    find(day: number): number {
      if (count < WINDOW || count > MAX_REMEMBERED) return -1
      const key = keyOf(day)
      if (2 * (used + 1) > table.length / 2) growTable()
      const place = placeOf(key)
      const earlier = (table[place + 1] ?? 0) - 1
      if (earlier < 0) used += 1
      // Lines that were left out since, or another key's, are not the same.
      else if (table[place] === key && earlier < count - 1 && isSame(earlier, count - 1))
        return count - 1 - earlier < WINDOW ? -1 : earlier
      table[place] = key
      table[place + 1] = count
      return -1
    },
  }
}

/** What was let through of a file. */
export type RememberedLines = ReturnType<typeof createRememberedLines>
