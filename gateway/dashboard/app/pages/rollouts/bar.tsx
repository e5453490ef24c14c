import { count, plural } from '../../ui/format.ts'
import styles from './bar.module.css'
import type { Parts } from './figures.rules.ts'

const SHOWN = [
  { part: 'succeeded', label: 'succeeded' },
  { part: 'failed', label: 'failed' },
  { part: 'cancelled', label: 'cancelled' },
  { part: 'underWay', label: 'under way' },
  { part: 'waiting', label: 'waiting' },
] as const

/** What became of some ATMs, in words: those parts that have any. */
export const wordsOf = (parts: Parts): string =>
  SHOWN.filter(({ part }) => parts[part] > 0)
    .map(({ part, label }) => `${count(parts[part])} ${label}`)
    .join(', ')

/** A bar of what became of some ATMs; the words beside it say the same. */
export const Bar = ({ parts, atms }: { readonly parts: Parts; readonly atms: number }) => (
  <span
    className={styles.bar}
    role="img"
    aria-label={atms === 0 ? 'No ATMs' : `${plural(atms, 'ATM')}: ${wordsOf(parts)}`}
  >
    {SHOWN.map(({ part }) =>
      parts[part] === 0 ? null : (
        <i key={part} data-part={part} style={{ flexGrow: parts[part] }} className={styles.part} />
      ),
    )}
  </span>
)
