import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodingsOf, type Fixture, listFixtures, parseBytes, parseText, withoutLines } from './family.testing.ts'
import type { ParseResult } from './parse.testing.ts'
import { cardsDiffer } from './sessions/cards.ts'

const FIXTURES = listFixtures()
const titled = FIXTURES.map((fixture) => [`${fixture.family}/${fixture.name}`, fixture] as const)

type Lines = readonly string[]

const linesOf = ({ text }: Fixture): Lines => text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/)
const parseLines = (lines: Lines, journalDate: string): Promise<ParseResult> =>
  parseText(`${lines.join('\n')}\n`, journalDate)
const part = (lines: Lines, from: number, to: number): Lines =>
  lines.slice(Math.floor(lines.length * from), Math.floor(lines.length * to))

/** The lines of a page at a time, as `print` prints them; it is given the last lines of the page before, too. */
const inPages = (lines: Lines, print: (page: Lines, before: Lines) => Lines): Lines =>
  Array.from({ length: Math.ceil(lines.length / 40) }, (_, page) => page * 40).flatMap((at) =>
    print(lines.slice(at, at + 40), lines.slice(Math.max(0, at - 10), at)),
  )

const REPEATS: Readonly<Record<string, (lines: Lines) => Lines>> = {
  'its last third again': (lines) => [...lines, ...part(lines, 2 / 3, 1)],
  'its first third again': (lines) => [...lines, ...part(lines, 0, 1 / 3)],
  'its middle again': (lines) => [...lines, ...part(lines, 1 / 3, 2 / 3)],
  'all of it again': (lines) => [...lines, ...lines],
  'all of it twice again': (lines) => [...lines, ...lines, ...lines],
  'each page twice': (lines) => inPages(lines, (page) => [...page, ...page]),
  'each page behind the last 10 lines of the one before': (lines) =>
    inPages(lines, (page, before) => [...before, ...page]),
  'a shorter copy before it': (lines) => [...part(lines, 0, 1 / 2), ...lines],
  'a section of it in its midst': (lines) => [
    ...part(lines, 0, 2 / 3),
    ...part(lines, 1 / 3, 1 / 2),
    ...part(lines, 2 / 3, 1),
  ],
}

/** Whether a card is its owner's, however many of its digits a line hides: session and receipt differ in that. */
const isOwners = (card: string, owner: string | null | undefined): boolean =>
  owner !== undefined && owner !== null && !cardsDiffer(card, owner)

/** Shorter pages may hold too little that is their own to be known again. */
const LEAST_PAGE = 16
const long = titled.filter(([, { facts }]) => facts.lines > 3 * LEAST_PAGE)

/**
 * Repeats that cannot be known. The eight lines in the middle of one print no date, and the line before them is of the
 * day after theirs, so that they may be of another day. The section of another is four lines with a single time.
 * Agilis prints times on receipts only: pages, and parts of a session, without one may be of another session.
 */
const UNKNOWN = new Set([
  'ncr/midnight its middle again',
  'ncr/utc a section of it in its midst',
  'agilis/day each page behind the last 10 lines of the one before',
  'agilis/day a section of it in its midst',
  'agilis/torn its last third again',
  'agilis/torn each page twice',
  'agilis/torn each page behind the last 10 lines of the one before',
  'agilis/torn a section of it in its midst',
])

const repeats = titled
  .flatMap(([title, fixture]) =>
    Object.entries(REPEATS).map(([name, repeat]) => [`${title} ${name}`, fixture, repeat] as const),
  )
  .filter(([title]) => !UNKNOWN.has(title))

/** The journal of the same machine three days later: the same lines, but for its dates. */
const laterText = (lines: Lines): Lines =>
  lines.map((line) =>
    line
      .replaceAll(/(06\/)18(\/2025)|(2025-06-)18()/g, '$1$321$2$4')
      .replaceAll(/18([./])06([./])(2025|25)/g, '21$106$2$3')
      .replaceAll(/(05\/)13(\/26)|(26\/05\/)13()/g, '$1$316$2$4')
      .replaceAll(/(05\/)14(\/26)|(26\/05\/)14()/g, '$1$317$2$4'),
  )

/** Journals whose first lines say of which day they are, and whose lines are in the order of their times. */
const DAYS = ['grg/day', 'ncr/notes', 'ncr/receipts', 'ncr/tables', 'recycler/day', 'wincor/day', 'wincor/sessions']

const sorted = (results: readonly ParseResult[]) =>
  results
    .flatMap(({ transactions }) => transactions.map(withoutLines))
    .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt) || a.attemptNo - b.attemptNo)

describe('a journal that is printed with', () => {
  it.each(repeats)('%s comes to the same', async (_title, fixture, repeat) => {
    const { journalDate } = fixture
    const lines = linesOf(fixture)
    const plain = await parseLines(lines, journalDate)
    const printed = repeat(lines)
    const read = await parseLines(printed, journalDate)
    expect(read.transactions.map(withoutLines)).toEqual(plain.transactions.map(withoutLines))
    expect(read).toMatchObject({ status: plain.status, format: plain.format, lines: printed.length })
  })

  it.each(titled)('%s all of it again leaves out that, in every encoding', async (_title, fixture) => {
    const { journalDate } = fixture
    const lines = linesOf(fixture)
    for (const [, bytes] of encodingsOf(`${[...lines, ...lines].join('\n')}\n`))
      expect((await parseBytes(bytes, journalDate)).repeated / lines.length).toBeGreaterThan(0.98)
  })

  it.each(long)('%s any page anywhere never gives one customer what is of another', async (_title, fixture) => {
    const { journalDate } = fixture
    const lines = linesOf(fixture)
    const plain = (await parseLines(lines, journalDate)).transactions
    const owners = new Map(plain.map(({ reference, card }) => [reference, card]))
    const places = fc.tuple(fc.nat(lines.length), fc.nat(lines.length), fc.nat(lines.length))
    await fc.assert(
      fc.asyncProperty(places, async (given) => {
        const [from = 0, to = 0, at = 0] = given.toSorted((a, b) => a - b)
        fc.pre(to - from >= LEAST_PAGE)
        const printed = [...lines.slice(0, at), ...lines.slice(from, to), ...lines.slice(at)]
        for (const { card, reference } of (await parseLines(printed, journalDate)).transactions)
          if (card !== null && reference !== null)
            expect([card, owners.get(reference), isOwners(card, owners.get(reference))]).toContain(true)
      }),
      { numRuns: 300, seed: 15 },
    )
  })
})

describe('journals of two days', () => {
  it.each(titled.filter(([title]) => DAYS.includes(title)))(
    'of %s come to the same in either order, whatever their times have in common',
    async (_title, fixture) => {
      const { journalDate } = fixture
      const day = linesOf(fixture)
      const later = laterText(day)
      expect(later).not.toEqual(day)
      const apart = sorted([await parseLines(day, journalDate), await parseLines(later, journalDate)])
      for (const lines of [
        [...day, ...later],
        [...later, ...day],
      ]) {
        const read = await parseLines(lines, journalDate)
        expect(sorted([read])).toEqual(apart)
        expect(read.repeated).toBe(0)
      }
      const again = await parseLines([...day, ...later, ...day, ...later], journalDate)
      expect(sorted([again])).toEqual(apart)
    },
  )
})
