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

/** A step back in time, or a length of a session, that no clock and no customer explains; in seconds. */
const MAX_BACK = 900
const MAX_LENGTH = 3 * 3_600

/**
 * Whether a reader could tell that lines of several sessions are among those from one line to another: a start mark
 * of a second session, an end mark before the end, a second card, or times that cannot be one customer's. A page whose
 * middle is lost may leave nothing of that kind: untimed lines of one receipt after untimed lines of another.
 */
const isTelling = (lines: readonly Line[]): boolean => {
  const sessionsOf = (mark: Line['mark']) =>
    new Set(lines.filter((line) => line.mark === mark).map(({ session }) => session))
  if (sessionsOf('START').size > 1 || sessionsOf('CARD').size > 1) return true
  if (lines.slice(0, -1).some(({ mark }) => mark === 'END')) return true
  const times = lines.flatMap(({ at }) => at ?? [])
  const first = times[0] ?? 0
  let latest = first
  for (const time of times) {
    if (time < latest - MAX_BACK || time > first + MAX_LENGTH) return true
    latest = Math.max(latest, time)
  }
  return false
}

/** An attempt that carries what is of several sessions. */
export type Mixture = { readonly text: string; readonly isTelling: boolean }

/** What of an attempt is of which session, where that is more than one; null where it is one or none. */
export const mixtureOf = (found: JournalTransaction, lines: readonly Line[], owners: Owners): Mixture | null => {
  const { card, rrn, stan, authorisationCode, decidedBy, sessionLine, lastLine } = found
  const named = [expectedStars(card), rrn, stan, authorisationCode].map((text) =>
    text === null ? null : (owners.get(text) ?? owners.get(plain(text)) ?? null),
  )
  const decided = decidedBy === null ? null : (lines[decidedBy.line - 1]?.session ?? null)
  const owned = [...named, decided].filter((session) => session !== null)
  if (named.every((session) => session === null) && decided !== null) owned.push(ownerOf(found, lines) ?? decided)
  if (new Set(owned).size < 2) return null
  const names = ['card', 'rrn', 'stan', 'authorisation code', 'verdict']
  const held = [...named, decided].flatMap((session, n) => (session === null ? [] : [`${names[n]} of ${session}`]))
  return {
    text: `lines ${sessionLine} to ${lastLine}: ${held.join(', ')}`,
    isTelling: isTelling(lines.slice(sessionLine - 1, lastLine)),
  }
}
