import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useIsWall } from '../../scope.ts'
import styles from './calm-list.module.css'

const TINT_MS = 4_000

type Calm<T> = {
  /** The rows to show: those that were there when the list was last taken, as they are now. */
  readonly rows: readonly T[]
  /** How many more there are now. */
  readonly waiting: number
  /** Those that came with the last taking, for a tint that fades. */
  readonly fresh: ReadonlySet<string>
  /** Those that are no longer in the list; they stay in their places, as they were last, until the next taking. */
  readonly gone: ReadonlySet<string>
  take(): void
}

/**
 * Keeps a live list from moving under the pointer: rows change in place, and new ones wait until they are asked for.
 * `view` names what the list is of, such as its filters and page; another view is shown at once, when its rows are
 * there (`settled`: not those of the view before), and on a wall every row is.
 */
export const useCalmList = <T,>(all: readonly T[], idOf: (row: T) => string, view: string, settled = true): Calm<T> => {
  const [taken, setTaken] = useState({ view, rows: all })
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const isWall = useIsWall()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (settled && taken.view !== view) setTaken({ view, rows: all })
  const base = taken.view === view ? taken.rows : all
  const now = new Map(all.map((row) => [idOf(row), row]))
  const shown = new Set(base.map(idOf))
  const added = all.filter((row) => !shown.has(idOf(row)))
  // A list that shows nothing has no row that could move.
  if (settled && base.length === 0 && added.length > 0) setTaken({ view, rows: all })
  // A wall has no pointer to ask for new rows with.
  if (!settled || isWall) return { rows: all, waiting: 0, fresh, gone: new Set(), take() {} }
  return {
    rows: base.map((row) => now.get(idOf(row)) ?? row),
    waiting: added.length,
    fresh,
    gone: new Set(base.map(idOf).filter((id) => !now.has(id))),
    take() {
      setTaken({ view, rows: all })
      setFresh(new Set(added.map(idOf)))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setFresh(new Set()), TINT_MS)
    },
  }
}

/** The pill that says how many rows wait, and shows them. */
export const WaitingPill = ({
  waiting,
  text,
  take,
}: {
  readonly waiting: number
  /** What waits, such as `3 new incidents`. */
  readonly text: string
  readonly take: () => void
}) => (
  <div className={styles.note} aria-live="polite">
    {waiting > 0 && (
      <button type="button" className={styles.pill} onClick={take}>
        <IconArrowUp size={14} stroke={2.2} aria-hidden />
        {text}
      </button>
    )}
  </div>
)
