import { createHeldLines, HELD, type HeldLines, type TakeNumbered } from './held-lines.ts'
import { isDated, isTimed, type LinePrint } from './line-prints.ts'
import { createRememberedLines, type RememberedLines } from './remembered-lines.ts'

/** What begins a session in any family; a page that is printed again may end just before one that is new. */
const BEGINS = /START|INSERTED/i
/** The time of a line that prints one. */
const CLOCK = /\d\d:\d\d(?::\d\d)?|^\d{6}/
/** What ends one, where it prints no time. */
const ENDS = /\bEND\b/i

/** A line, its number in the file and its print. */
type Line = readonly [text: string, number: number, print: number]

/** Lets lines through, but for blocks that were printed before. */
export type RepeatedBlocks = {
  /** `print` is read at once. */
  line(line: string, number: number, print: LinePrint): void
  /** Hands on what is held back. */
  end(): void
  /** How many lines were left out; to be asked for at the end. */
  repeated(): number
}

/** The place of the held line before `at` that is not blank; less than the first for none. */
const before = (held: HeldLines, at: number): number => {
  let place = at - 1
  while (place >= held.start() && held.print(place) === 0) place -= 1
  return place
}

/**
 * Of the lines at the beginning of a block the mark that may be of the session before: the mark that begins it, if
 * the line before is its date; else the one that ends it, if it has none yet. -1 for none.
 */
const markOf = (held: HeldLines, from: number): number => {
  const last = before(held, from)
  const isMark = !isTimed(held.print(from)) && BEGINS.test(held.text(from))
  if (isMark && isDated(held.print(last))) return from
  if (ENDS.test(held.text(last))) return -1
  for (let at = from; at < held.end() && !isTimed(held.print(at)); at += 1) {
    const text = held.text(at)
    if (BEGINS.test(text)) return -1
    if (ENDS.test(text)) return at
  }
  return -1
}

/** Whether the held lines from a place on have two different times, or begin a session. */
const isOwn = (held: HeldLines, first: number): boolean => {
  let clock = ''
  let begins = false
  for (let at = held.end() - 1; at >= first; at -= 1) {
    const text = held.text(at)
    if (isTimed(held.print(at))) {
      const [other = ''] = CLOCK.exec(text) ?? []
      if (clock !== '' && other !== clock) return true
      clock = other
    } else if (BEGINS.test(text)) begins = true
  }
  return begins && clock.length > 'HH:MM'.length
}

/** Where the block begins whose last line so far was printed before at the index `earlier`, and its length. */
const beginningOf = (
  held: HeldLines,
  remembered: RememberedLines,
  earlier: number,
): { readonly first: number; readonly length: number } => {
  const last = remembered.count() - 1
  let first = before(held, held.end())
  let length = 1
  for (let at = before(held, first); at >= held.start() && length < last - earlier; at = before(held, at)) {
    if (earlier < length || remembered.at(earlier - length) !== held.print(at)) break
    first = at
    length += 1
  }
  return { first, length }
}

/** A block that is left out. */
type RepeatedBlock = {
  /** The index of the remembered line that is expected next. */
  source: number
  /** Where its last lines are held, as they may be new: those since its last line with a time. */
  readonly tail: number
  /** Whether that line prints a date. */
  dated: boolean
  /** The mark at its beginning that may be of the session before. */
  readonly mark: Line | null
}

const lineAt = (held: HeldLines, at: number): Line => [held.text(at), held.number(at), held.print(at)]

/** Takes the block back whose last line so far was printed before at the index `earlier`; null if it may be new. */
const takeBack = (held: HeldLines, remembered: RememberedLines, earlier: number): RepeatedBlock | null => {
  const { first, length } = beginningOf(held, remembered, earlier)
  if (!isOwn(held, first)) return null
  const at = markOf(held, first)
  const mark = at < 0 ? null : lineAt(held, at)
  const dated = isDated(held.print(held.end() - 1))
  held.cut(first)
  remembered.cut(remembered.count() - length)
  return { source: earlier + 1, tail: first, dated, mark }
}

/**
 * Takes back the lines of a block that is over; those that may be new. There are none where it goes on to the last line
 * that was let through, but for the mark that begins the session before it; else the mark at its beginning, and its
 * lines from a mark on if others follow. Blank lines behind it are new.
 */
const takeRest = (held: HeldLines, block: RepeatedBlock, isWhole: boolean, isLast: boolean): readonly Line[] => {
  const { tail, dated, mark } = block
  let from = held.end()
  while (from > tail && held.print(from - 1) === 0) from -= 1
  for (let at = from - 1; !isWhole && !isLast && at >= tail; at -= 1) {
    if (!BEGINS.test(held.text(at))) continue
    // A mark just behind its date is as old as that.
    if (before(held, at) >= tail || !dated) from = at
    break
  }
  const rest: Line[] = mark === null || (isWhole && ENDS.test(mark[0])) ? [] : [mark]
  for (let at = from; at < held.end(); at += 1) rest.push(lineAt(held, at))
  held.cut(tail)
  return rest
}

/**
 * Leaves out blocks of lines that were printed before: a section, a page or a day that an exporter prints again, with
 * its lines that have no time.
 * A block is known by 4 lines that are the same as earlier ones of the same day, blank lines not counted, the last of
 * them with a time, and by a second time or the mark of a session. It goes back to the first line that is the same, and
 * on to the last. Where the lines before it, or behind it, are new, they may end or begin like those at the earlier
 * place: the mark that ends the session before it is kept then, and the mark that begins the one behind it, as two
 * customers would become one without.
 * Takes linear time. Memory: 256 lines, 4 bytes for each line that is not blank, 16 to 32 for each with a time.
 */
export const createRepeatedBlocks = (handOn: TakeNumbered): RepeatedBlocks => {
  let taken = 0
  let handed = 0
  const held = createHeldLines((line, number) => {
    handed += 1
    handOn(line, number)
  })
  const remembered = createRememberedLines()
  let day = 0
  let block: RepeatedBlock | null = null

  const add = (text: string, number: number, print: number): void => {
    held.push(text, number, print, day)
    if (print !== 0) remembered.add(print)
  }
  const leave = (left: RepeatedBlock, isLast: boolean): void => {
    block = null
    const rest = takeRest(held, left, left.source >= remembered.count(), isLast)
    for (const [text, number, print] of rest) add(text, number, print)
  }
  /** Whether a line is of the block that is left out. */
  const isNext = (left: RepeatedBlock, text: string, number: number, print: number): boolean => {
    if (print !== 0) {
      if (left.source >= remembered.count() || remembered.at(left.source) !== print) return false
      left.source += 1
    }
    held.push(text, number, print, day)
    if (isTimed(print)) left.dated = isDated(print)
    if (isTimed(print) || held.end() - left.tail > HELD / 2) held.cut(left.tail)
    return true
  }
  return {
    line(text, number, print) {
      taken += 1
      if (block !== null) {
        if (isNext(block, text, number, print.text)) return
        leave(block, false)
      }
      if (print.date !== 0) day = print.date
      add(text, number, print.text)
      const earlier = isTimed(print.text) ? remembered.find(day) : -1
      if (earlier < 0) return
      block = takeBack(held, remembered, earlier)
      if (block !== null) day = held.day(block.tail - 1)
    },
    end() {
      if (block !== null) leave(block, true)
      held.release()
    },
    repeated: () => taken - handed,
  }
}
