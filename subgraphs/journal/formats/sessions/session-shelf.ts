import { type ClosingRules, closeSession, isBeyondBelief } from './closing.ts'
import type { Moment } from './dates.ts'
import type { ReadContext } from './family.ts'
import { MAX_LAG_SECONDS, type Session } from './session.ts'

/** A session; whether its end mark was seen. */
export type Entry<Own> = { readonly session: Session<Own>; ended: boolean }

/** The session that is open, the one before it, and the one that lines without a time belong to. */
export type SessionShelf<Own> = {
  open(): Entry<Own> | null
  previous(): Entry<Own> | null
  owner(): Session<Own> | null
  /** Says to whom lines without a time belong. */
  give(session: Session<Own> | null): Session<Own> | null
  /** The entry before the open one, if a line of this time is about it and not about the open one. */
  laggingAt(at: Moment): Entry<Own> | null
  begin(entry: Entry<Own>): Session<Own>
  /** Closes the open session, and holds it back for lines that are late. */
  shelve(): void
  /** Closes the open session without its end mark, and parts what follows from it. */
  part(): void
  /** Closes and emits all; what is open was cut short. */
  clear(): void
}

/** An empty shelf that emits sessions of `rules` into the context. */
export const createSessionShelf = <Own>(
  { emit, contain, profile }: ReadContext,
  rules: ClosingRules,
): SessionShelf<Own> => {
  let open: Entry<Own> | null = null
  let previous: Entry<Own> | null = null
  let owner: Session<Own> | null = null

  /** Emits an entry. What is printed about it after `next` has begun is among the lines of that one. */
  const release = (entry: Entry<Own> | null, next: Entry<Own> | null): null => {
    if (entry === null) return null
    const { session, ended } = entry
    if (next !== null) session.lastLine = Math.min(session.lastLine, next.session.firstLine - 1)
    if (session.attempts.some(isBeyondBelief)) contain('LINES_UNREADABLE')
    emit(closeSession(session, rules, profile, ended))
    return null
  }
  const shelve = (): void => {
    if (open === null) return
    release(previous, open)
    previous = open
    open = null
  }
  return {
    open: () => open,
    previous: () => previous,
    owner: () => owner,
    give(session) {
      owner = session
      return session
    },
    laggingAt(at) {
      if (previous === null || at < previous.session.startedAt) return null
      const isLate =
        open === null
          ? at <= (previous.session.endedAt ?? 0)
          : at < open.session.startedAt && open.session.startedAt - at <= MAX_LAG_SECONDS
      return isLate ? previous : null
    },
    begin(entry) {
      shelve()
      open = entry
      owner = entry.session
      return entry.session
    },
    shelve,
    part() {
      shelve()
      owner = null
    },
    clear() {
      if (open !== null) open.session.broken = true
      previous = release(previous, open)
      open = release(open, null)
      owner = null
    },
  }
}
