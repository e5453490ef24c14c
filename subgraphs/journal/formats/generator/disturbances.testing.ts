import type { Choices } from '../../../../demo/random.ts'
import type { Line, Oddity } from './page.testing.ts'

/** What became of the lines of a day, and the sessions that lost some of theirs. */
export type Disturbed = { readonly lines: readonly Line[]; readonly torn: ReadonlySet<number> }

const whole = (lines: readonly Line[]): Disturbed => ({ lines, torn: new Set() })

/** Cuts a section out of the sessions' part of a day; what comes before the first session stays. */
const withGap = (lines: readonly Line[], { between }: Choices, knowsEnds: boolean): Disturbed => {
  const first = lines.findIndex(({ session }) => session !== null)
  const from = between(first, lines.length - 1)
  const to = Math.min(lines.length, from + between(1, 40))
  const torn = new Set(lines.slice(from, to).flatMap(({ session }) => session ?? []))
  // Without an end mark, what is left of the session after the gap looks like more of the one before it.
  const before = lines.slice(0, from).findLast(({ session }) => session !== null && !torn.has(session))?.session ?? null
  const isEnded = knowsEnds && lines.some(({ session, mark }) => session === before && mark === 'END')
  if (before !== null && !isEnded) torn.add(before)
  return { lines: [...lines.slice(0, from), ...lines.slice(to)], torn }
}

/** Exporters repeat pages, not a line or two, which another session could print as well. */
const MIN_REPEATED = 15

/** A customer's number: only the line before it tells what it is, and that it is to be hidden. */
const NUMBER_ALONE = /^\s*\d+$/

/**
 * A place to cut a day, near a part of it. A page that begins with a mark of a session's start or end leaves open
 * whether that is the session before.
 */
const cutAt = (lines: readonly Line[], part: number): number => {
  const at = Math.floor(lines.length * part)
  const later = lines.findIndex(
    ({ mark, session, text }, n) =>
      n >= at && session !== null && mark !== 'START' && mark !== 'END' && !NUMBER_ALONE.test(text),
  )
  return later < 0 || later > lines.length - MIN_REPEATED ? 0 : later
}

const lastPrinted = (lines: readonly Line[]): Line | undefined => lines.findLast(({ text }) => text.trim() !== '')

/**
 * A page behind the day. Where the day ends like what is before the page, it is open where the page begins: the session
 * at its end may lose what both print.
 */
const again = (lines: readonly Line[], from: number, to: number): Disturbed => {
  const end = to - from < MIN_REPEATED ? lines.length : to
  const last = lastPrinted(lines)
  const isOpen = last !== undefined && lastPrinted(lines.slice(0, from))?.text === last.text
  const torn = isOpen && last.session !== null ? [last.session] : []
  return { lines: [...lines, ...lines.slice(from, end)], torn: new Set(torn) }
}

type Disturbances = Readonly<Record<string, (lines: readonly Line[], choices: Choices) => Disturbed>>

/** Where lines print no times, a page without a receipt may be of other sessions, so nothing is printed again. */
export const UNTIMED_DISTURBANCES: Disturbances = {
  none: whole,
  'each line twice': (lines) => whole(lines.flatMap((line) => [line, line])),
  'a gap': (lines, choices) => withGap(lines, choices, false),
}

/** What exporters do to a day: of all but a gap, the same attempts must be found as without it. */
export const DISTURBANCES: Disturbances = {
  ...UNTIMED_DISTURBANCES,
  'a gap': (lines, choices) => withGap(lines, choices, true),
  'all again': (lines) => again(lines, 0, lines.length),
  'the last two thirds again': (lines) => again(lines, cutAt(lines, 1 / 3), lines.length),
  'the last third again': (lines) => again(lines, cutAt(lines, 2 / 3), lines.length),
  'the middle third again': (lines) => again(lines, cutAt(lines, 1 / 3), cutAt(lines, 2 / 3)),
  'overlapping exports': (lines) => {
    const [from, to] = [cutAt(lines, 1 / 3), cutAt(lines, 2 / 3)]
    return to - from < MIN_REPEATED ? whole(lines) : whole([...lines.slice(0, to), ...lines.slice(from)])
  },
}

const ODDITIES: Readonly<Record<Oddity, (text: string) => string>> = {
  LOWER_CASE: (text) => text.toLowerCase(),
  // What is left of ESC [ 020t and ESC ( 1 when the escape character is lost.
  LOST_ESC: (text) => text.replaceAll(/^(?=.)/gm, '[020t(1'),
  SHIFTS: (text) => text.replaceAll(/^(?=.)/gm, '\u000e\u000f'),
}

export const applyOddity = (text: string, oddity: Oddity | null): string =>
  oddity === null ? text : ODDITIES[oddity](text)

const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()

/** The encodings and line ends that machines and exporters write. */
export const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  ASCII: (text) => Buffer.from(text),
  CRLF: (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
  'lone CR': (text) => Buffer.from(text.replaceAll('\n', '\r')),
  'ESC sequences': (text) => Buffer.from(text.replaceAll(/^(?=.)/gm, '\u001b[020t\u001b(1')),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'Latin-1': (text) => Buffer.from(`${text}CAFÉ\n`, 'latin1'),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16LE with a mark and CRLF': (text) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le'),
  'UTF-16BE with a mark': utf16be,
}

/** One of the values of a table, with its name. */
export const drawFrom = <T>(choices: Choices, table: Readonly<Record<string, T>>): readonly [string, T] => {
  const [first, ...rest] = Object.entries(table)
  if (first === undefined) throw new Error('there is nothing to draw from')
  return choices.pick([first, ...rest])
}

export const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => `${text}\n`).join('')
