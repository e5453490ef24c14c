import { type Attempt, addNotes, addPresented } from '../sessions/attempt.ts'
import { NO_CLOCK } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { mainAttempt, type Session } from '../sessions/session.ts'

/** `CASH TOTAL       TYPE1 TYPE2 TYPE3 TYPE4`, the head of a counter table. */
const TABLE = /^CASH TOTAL((?: {1,20}TYPE ?\d){1,8})$/
const TABLE_TYPE = /TYPE ?(\d)/g
const DENOMINATION = /^DENOMINATION {0,20}:?((?: {1,20}(?:[A-Z]{3} ?)?\d{1,7}(?:\.00)?){1,8})$/
const DENOMINATION_CELL = /([A-Z]{3})? ?(\d{1,7})(?:\.00)?/g
/** What any line of a counter table begins with: most lines do not. */
const IN_TABLE = /^(?:CASH TOTAL|DENOM|DISPENSED|REJECTED|REMAINING)/
const mayBeInTable = startsIn('CASH', 'DENOM', 'DISPENSED', 'REJECTED', 'REMAINING')
/** Rows of a counter table, one cell a type. */
const TABLE_ROW = /^(?:DISPENSED|REJECTED|REMAINING)\b/
/** Counts may follow in the line, or in two lines more. */
const PRESENTED = /^(?:NOTES|CASH) PRESENTED\b/
const mayBePresented = startsIn('NOTES', 'CASH')
const COUNTS = /^(?:NOTES|CASH) PRESENTED {0,9}:? {0,9}(\d{1,4}(?: ?, ?\d{1,4}){0,7})$/
/** What `POSITION` and `COUNT` begin with. */
const mayTellNotes = startsIn('POSITION', 'COUNT')
const POSITION = /^POSITION {0,20}:? {1,20}(\d{1,4}(?: ?, ?\d{1,4}){0,7})$/
const COUNT = /^COUNT {0,20}:? {1,20}(\d{1,4}(?: ?, ?\d{1,4}){0,7})$/
/** `*0051*1*E*5,M-05`: what the dispenser reports. 2, 4: no notes; 3: unknown; 5: retracted. */
const DISPENSER = /^\*?\d{0,8}\*\d{1,3}\*E\*([2-5])\b/

/** A presentation that was printed: when (NO_CLOCK where its line has no time), and the notes. */
type Presented = { readonly time: number; readonly counts: string }

/** The presentation whose lines are being read, and those of this attempt that were counted. */
export type Presentation = {
  time: number
  active: boolean
  positions: readonly number[] | null
  counted: readonly Presented[]
}

/** No presentation yet. */
export const noPresentation = (): Presentation => ({ time: NO_CLOCK, active: false, positions: null, counted: [] })

/** More presentations than the notes of one request need. */
const MAX_PRESENTED = 20

/**
 * True for a presentation that is printed again: the same notes at the same time, or once with a time and once without.
 */
const isAgain = ({ counted, time }: Presentation, counts: string): boolean =>
  counted.some(
    (known) => known.counts === counts && (known.time === time || known.time === NO_CLOCK || time === NO_CLOCK),
  )

const numbersOf = (list: string): number[] => list.split(',').map(Number)

/** Notes of one type. */
type Denomination = { readonly worth: bigint; readonly currency: string | null }

/** Counts of notes, the first of type 1; with positions only where these are the types, so that nothing is guessed. */
const present = (
  attempt: Attempt,
  presentation: Presentation,
  list: string,
  denominations: ReadonlyMap<number, Denomination>,
): void => {
  const { cash } = attempt
  const counts = numbersOf(list)
  const isNone = counts.every((count) => count === 0)
  if (isNone && !cash.presented) cash.failed = true
  if (isNone || isAgain(presentation, list)) return
  if (presentation.counted.length < MAX_PRESENTED)
    presentation.counted = [...presentation.counted, { time: presentation.time, counts: list }]
  cash.presented = true
  for (const [column, count] of counts.entries()) {
    if (count === 0) continue
    const type = column + 1
    const isType = presentation.positions === null || presentation.positions[column] === type
    const denomination = isType ? denominations.get(type) : undefined
    const worth = denomination === undefined ? null : denomination.worth * 100n
    addPresented(attempt, worth === null ? null : worth * BigInt(count))
    addNotes(attempt, 'DISPENSED', count, worth, denomination?.currency ?? null)
    cash.currency ??= denomination?.currency ?? null
  }
}

/**
 * The notes that come out, and what they are worth by the counter tables that were printed before. What a table does
 * not give stays unknown.
 */
export const createNotes = () => {
  let types: readonly number[] = []
  const denominations = new Map<number, Denomination>()

  const readDenominations = (row: string): void => {
    const cells = [...row.matchAll(DENOMINATION_CELL)]
    if (cells.length !== types.length) return
    for (const [column, type] of types.entries()) {
      const worth = BigInt(cells[column]?.[2] ?? 0)
      if (worth === 0n) denominations.delete(type)
      else denominations.set(type, { worth, currency: cells[column]?.[1] ?? null })
    }
  }

  return {
    /** A line of a counter table, which may be anywhere; true if it is one. */
    readTable(text: string): boolean {
      if (!mayBeInTable(text) || !IN_TABLE.test(text)) return false
      const head = TABLE.exec(text)?.[1]
      if (head !== undefined) types = [...head.matchAll(TABLE_TYPE)].map((match) => Number(match[1]))
      const row = head === undefined ? DENOMINATION.exec(text)?.[1] : undefined
      if (row !== undefined) readDenominations(row)
      return head !== undefined || row !== undefined || TABLE_ROW.test(text)
    },
    /** A line about notes that come out; `time` is NO_CLOCK where it has none. True if it is one. */
    readPresented(attempt: Attempt, presentation: Presentation, time: number, text: string): boolean {
      if (mayBePresented(text) && PRESENTED.test(text)) {
        const counts = COUNTS.exec(text)?.[1]
        presentation.time = time
        presentation.active = true
        presentation.positions = null
        if (counts === undefined) attempt.cash.presented = true
        else present(attempt, presentation, counts, denominations)
        return true
      }
      if (!presentation.active || !mayTellNotes(text)) return false
      const positions = POSITION.exec(text)?.[1]
      if (positions !== undefined) presentation.positions = numbersOf(positions)
      const counts = COUNT.exec(text)?.[1]
      if (counts !== undefined) present(attempt, presentation, counts, denominations)
      return positions !== undefined || counts !== undefined
    },
  }
}

/** Reads the notes of one file. */
export type Notes = ReturnType<typeof createNotes>

/** What the dispenser reports of the notes; true if it is such a line. */
export const readDispenser = (session: Session<unknown>, text: string): boolean => {
  const code = text.includes('*E*') ? DISPENSER.exec(text)?.[1] : undefined
  if (code === undefined) return false
  const attempt = mainAttempt(session)
  const { cash } = attempt
  if (code === '3') attempt.interrupted = true
  else if (code === '5') cash.retracted ||= cash.requested || cash.presented
  else if (!cash.presented) cash.failed = true
  return true
}
