import type { ReactNode } from 'react'
import { shownText } from './shown-text.ts'
import styles from './viewer.module.css'

/** A text with what is looked for marked in it. */
const marked = (text: string, find: string | undefined): ReactNode => {
  if (find === undefined) return text
  const [lower, wanted] = [text.toLowerCase(), find.toLowerCase()]
  const pieces: ReactNode[] = []
  let from = 0
  // Lower case changes the length of some characters, so that places would not match.
  if (lower.length !== text.length) return text
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>)
    from = at + wanted.length
  }
  return [...pieces, text.slice(from)]
}

type LineProps = {
  readonly number: number
  /** Undefined while it has not come. */
  readonly text: string | undefined
  readonly top: number
  readonly digits: number
  readonly isMarked: boolean
  readonly isHit: boolean
  readonly find: string | undefined
}

/** A line of a journal in its place. */
export const Line = ({ number, text, top, digits, isMarked, isHit, find }: LineProps) => (
  <div
    className={styles.line}
    style={{ transform: `translateY(${top}px)` }}
    data-line={number}
    data-marked={isMarked || undefined}
    data-hit={isHit || undefined}
  >
    <i style={{ minWidth: `${digits + 3}ch` }}>{number}</i>
    {text === undefined ? (
      <b className={styles.skeletonBlock} aria-hidden />
    ) : (
      <span>{marked(shownText(text), find)}</span>
    )}
  </div>
)
