import type { JournalTransaction } from '../sessions/transaction.ts'
import { expectedStars, ownerOf } from './comparison.testing.ts'
import type { Line } from './page.testing.ts'
import { expectedCard } from './page.testing.ts'
import type { Plan } from './plan.testing.ts'

/** Which session each card and number is of. */
export type Owners = ReadonlyMap<string, number>

const plain = (number: string): string => number.replace(/^0+/, '')

/** The owners of all that the sessions of some plans print; each is of one session only. */
export const ownersOf = (plans: readonly Plan[]): Owners => {
  const owners = new Map<string, number>()
  const add = (text: string, session: number): void => {
    if ((owners.get(text) ?? session) !== session) throw new Error(`${text} is of two sessions`)
    owners.set(text, session)
  }
  for (const { number, card, attempts } of plans.flatMap(({ sessions }) => sessions)) {
    if (card !== null) add(expectedCard(card) ?? '', number)
    for (const { rrn, stan, authorisationCode } of attempts)
      for (const text of [rrn, stan, plain(stan.slice(-4)), authorisationCode]) add(text, number)
  }
  return owners
}

/**
 * A step back in time, or a length of a session, that no clock and no customer explains; in seconds. A line may be
 * printed 15 minutes late, and a receipt's own time is later than that of the line before it.
 */
const MAX_BACK = 15 * 60 + 120
const MAX_LENGTH = 3 * 3_600

/** What an attempt holds: whose it is, and the index of its line among the attempt's; -1 if it is not found. */
type Fact = { readonly name: string; readonly session: number; readonly index: number }

/** The lines around an index that are of the same session, without a break. */
const runAround = (lines: readonly Line[], index: number): readonly Line[] => {
  const session = lines[index]?.session
  let from = index
  while (from > 0 && lines[from - 1]?.session === session) from -= 1
  let to = index + 1
  while (to < lines.length && lines[to]?.session === session) to += 1
  return lines.slice(from, to)
}

/** Whether times cannot be of a session with these other times. */
const areApart = (times: readonly number[], home: readonly number[]): boolean =>
  home.length > 0 && times.some((time) => time < Math.max(...home) - MAX_BACK || time > Math.min(...home) + MAX_LENGTH)

const timesOf = (lines: readonly Line[]): readonly number[] => lines.flatMap(({ at }) => at ?? [])

/**
 * Whether a reader could tell that a fact is not of the session that its attempt begins in: the card of its session
 * beside another one, a start mark before it, or the session's end mark with nothing late of it between, or, in the
 * lines printed with it, times that cannot be that session's. Lines of blocks that were printed before tell nothing. Of
 * a page whose middle is lost nothing of that kind may be left: untimed lines of one receipt after those of another.
 */
const isTelling = (lines: readonly Line[], home: number | null, { index, session }: Fact): boolean => {
  if (session === home || index < 0) return false
  const cards = new Set(lines.filter(({ mark }) => mark === 'CARD').map(({ session: of }) => of))
  if (cards.size > 1 && cards.has(session)) return true
  const before = lines.slice(0, index)
  if (before.some(({ mark, session: of }) => mark === 'START' && of !== home)) return true
  // Machines print receipts late, behind the end mark: what follows such a line without a time may be of that session.
  const end = before.findLastIndex(({ mark, session: of }) => mark === 'END' && of === home)
  if (end >= 0 && !before.slice(end + 1).some(({ at, session: of }) => at !== null && of === home)) return true
  const ofHome = timesOf(lines.filter((line) => line.session === home))
  return areApart(timesOf(runAround(lines, index)), ofHome)
}

/** An attempt that carries what is of several sessions. */
export type Mixture = { readonly text: string; readonly isTelling: boolean }

const factsOf = (found: JournalTransaction, lines: readonly Line[], owners: Owners): readonly Fact[] => {
  const { card, rrn, stan, authorisationCode, sessionLine, decidedBy } = found
  const named = Object.entries({ card: expectedStars(card), rrn, stan, authorisationCode })
  const facts = named.flatMap(([name, text]): readonly Fact[] => {
    const session = text === null ? undefined : (owners.get(text) ?? owners.get(plain(text)))
    if (text === null || session === undefined) return []
    const tail = text.slice(-4)
    return [{ name, session, index: lines.findIndex((line) => line.session === session && line.text.includes(tail)) }]
  })
  const index = (decidedBy?.line ?? 0) - sessionLine
  const decided = lines[index]?.session ?? null
  return decidedBy === null || decided === null ? facts : [...facts, { name: 'verdict', session: decided, index }]
}

/** How many lines that were printed before, with two times or the mark of a session, are a block. */
const BLOCK = 4
const UNSEEN: Line = { text: '', session: null, mark: null, at: null }

/** How many lines from two places on are the same. */
const sameFrom = (lines: readonly Line[], earlier: number, later: number): number => {
  let count = 0
  while (later + count < lines.length && lines[earlier + count]?.text === lines[later + count]?.text) count += 1
  return count
}

/**
 * The lines as a reader sees them: exporters print pages again, so that blocks that were printed before are left out.
 * Their marks and times tell nothing then of the lines without a time that are printed behind them.
 */
const withoutBlocks = (lines: readonly Line[]): readonly Line[] => {
  const seen = [...lines]
  for (let later = 1; later < lines.length; later += 1)
    for (let earlier = 0; earlier < later; earlier += 1) {
      const count = sameFrom(lines, earlier, later)
      const block = lines.slice(later, later + count)
      const isBlock = new Set(timesOf(block)).size > 1 || block.some(({ mark }) => mark === 'START')
      if (count >= BLOCK && isBlock) seen.fill(UNSEEN, later, later + count)
    }
  return seen
}

/** What of an attempt is of which session, where that is more than one; null where it is one or none. */
export const mixtureOf = (found: JournalTransaction, all: readonly Line[], owners: Owners): Mixture | null => {
  const { sessionLine, lastLine } = found
  const facts = factsOf(found, all.slice(sessionLine - 1, lastLine), owners)
  const sessions = new Set(facts.map(({ session }) => session))
  // A verdict alone must be of the session that the lines are of.
  const isAlone = facts.every(({ name }) => name === 'verdict')
  const owner = isAlone ? ownerOf(found, all) : null
  if (owner !== null && facts.length > 0) sessions.add(owner)
  if (sessions.size < 2) return null
  const lines = withoutBlocks(all).slice(sessionLine - 1, lastLine)
  const home = lines.find(({ session }) => session !== null)?.session ?? null
  const held = facts.map(({ name, session }) => `${name} of ${session}`)
  return {
    text: `lines ${sessionLine} to ${lastLine}: ${held.join(', ')}`,
    isTelling: facts.some((fact) => isTelling(lines, home, fact)),
  }
}
