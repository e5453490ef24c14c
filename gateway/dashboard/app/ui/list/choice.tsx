import { useRef, useState } from 'react'
import styles from './choice.module.css'
import type { Column } from './table.tsx'

/** The rows that are chosen in a list, by id, with what is known of each. They stay chosen on other pages of it. */
export type Choice<T> = {
  readonly chosen: ReadonlyMap<number, T>
  /** Chooses these and leaves the others as they are. */
  add(rows: readonly (readonly [number, T])[]): void
  remove(ids: readonly number[]): void
  /** Chooses these and no others. */
  set(rows: ReadonlyMap<number, T>): void
  clear(): void
}

/** What is chosen of a list. `view` names the list, such as its filters: nothing stays chosen in another one. */
export const useChoice = <T,>(view: string): Choice<T> => {
  const [state, setState] = useState<{ readonly view: string; readonly chosen: ReadonlyMap<number, T> }>({
    view,
    chosen: new Map(),
  })
  const chosen: ReadonlyMap<number, T> = state.view === view ? state.chosen : new Map()
  const set = (next: ReadonlyMap<number, T>) => setState({ view, chosen: next })
  return {
    chosen,
    set,
    add: (rows) => set(new Map([...chosen, ...rows])),
    remove: (ids) => set(new Map([...chosen].filter(([id]) => !ids.includes(id)))),
    clear: () => set(new Map()),
  }
}

type ChoiceColumn<R extends { readonly id: number }, T> = {
  readonly choice: Choice<T>
  readonly rows: readonly R[]
  readonly keep: (row: R) => T
  /** What a row's box is called. */
  readonly label: (row: R) => string
  readonly allLabel: string
}

/** The column of boxes. With Shift held, a click chooses all rows from the last click on. */
export const useChoiceColumn = <R extends { readonly id: number }, T>(given: ChoiceColumn<R, T>): Column<R, never> => {
  const { choice, rows, keep, label, allLabel } = given
  const last = useRef<number | null>(null)
  const entriesOf = (some: readonly R[]) => some.map((row) => [row.id, keep(row)] as const)
  const isAll = rows.length > 0 && rows.every(({ id }) => choice.chosen.has(id))
  const click = (row: R, on: boolean, isRange: boolean) => {
    const to = rows.findIndex(({ id }) => id === row.id)
    const from = rows.findIndex(({ id }) => id === last.current)
    last.current = row.id
    const some = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    if (on) choice.add(entriesOf(some))
    else choice.remove(some.map(({ id }) => id))
  }
  return {
    id: 'choice',
    header: (
      <label className={styles.hit}>
        <input
          type="checkbox"
          className={styles.box}
          aria-label={allLabel}
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = !isAll && rows.some(({ id }) => choice.chosen.has(id))
          }}
          onChange={() => (isAll ? choice.remove(rows.map(({ id }) => id)) : choice.add(entriesOf(rows)))}
        />
      </label>
    ),
    cell: (row) => (
      <label className={styles.hit}>
        <input
          type="checkbox"
          className={styles.box}
          aria-label={label(row)}
          checked={choice.chosen.has(row.id)}
          onChange={({ target, nativeEvent }) =>
            click(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
    ),
  }
}
