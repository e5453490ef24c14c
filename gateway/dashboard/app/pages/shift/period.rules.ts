import type { ShiftSearch } from './search.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MOST_MS = 31 * 24 * HOUR_MS
/** How far back a report goes for a reader's first visit. */
const USUAL_HOURS = 12

/** A period in milliseconds of the epoch, and whether it is since the reader left, as far as that is known. */
export type Period = {
  readonly from: number
  readonly to: number
  readonly since: 'left' | 'first' | 'unknown' | 'chosen'
}

/**
 * The period that an address asks for, 31 days at most: until the end of this minute unless it says otherwise, so that
 * the question is the same one for a minute. `leftAt` is when the reader left; null where they were never here,
 * undefined where the platform has not said.
 */
export const periodOf = ({ last, from, to }: ShiftSearch, leftAt: string | null | undefined, now: number): Period => {
  const present = Math.ceil(now / MINUTE_MS) * MINUTE_MS
  const until = (start: number, end: number, since: Period['since']): Period => {
    const to = Math.max(end, start + MINUTE_MS)
    return { from: Math.max(start, to - MOST_MS), to, since }
  }
  if (from !== undefined) return until(Date.parse(from), to === undefined ? present : Date.parse(to), 'chosen')
  if (last !== undefined) return until(present - last * HOUR_MS, present, 'chosen')
  if (leftAt === null || leftAt === undefined)
    return until(present - USUAL_HOURS * HOUR_MS, present, leftAt === null ? 'first' : 'unknown')
  return until(Date.parse(leftAt), present, 'left')
}

const two = (n: number): string => String(n).padStart(2, '0')

/** An instant as a field for local dates with times has it: `2026-11-20T06:00`. */
export const fieldOf = (at: number): string => {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The instant of such a field in milliseconds of the epoch; undefined for any other text. */
const instantOfField = (value: string): number | undefined => {
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

/**
 * The period between two such fields; undefined where it is none, or longer than a report can be. A field that says
 * what is `shown` is that instant: its text has no seconds, and is the same twice when the clocks go back.
 */
export const periodBetween = (
  fields: { readonly from: string; readonly to: string },
  shown: { readonly from: number; readonly to: number },
): ShiftSearch | undefined => {
  const instantOf = (end: 'from' | 'to') =>
    fields[end] === fieldOf(shown[end]) ? shown[end] : instantOfField(fields[end])
  const [start, end] = [instantOf('from'), instantOf('to')]
  if (start === undefined || end === undefined || start >= end || end - start > MOST_MS) return undefined
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}
