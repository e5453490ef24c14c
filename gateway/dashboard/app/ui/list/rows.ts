import type { KeyboardEvent } from 'react'
import { isBetweenKeys, latinKey } from '../shortcuts.ts'

/** The row that the focus is in; each row has `data-row` and holds something to focus. */
const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

const isTypedInto = (target: EventTarget): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const stepOf = (key: string): number =>
  key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0

/**
 * Moves the focus through the rows of a list with J and K or the arrows, and calls the action of another key with the
 * row's number. With Shift held, `extend` is called with the rows between which the focus moved. Give it to
 * `onKeyDown` of what holds the rows.
 */
export const rowKeys =
  (actions: Readonly<Record<string, (row: number) => void>> = {}, extend?: (from: number, to: number) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event
    const key = latinKey(event)
    if (event.ctrlKey || event.metaKey || event.altKey || isBetweenKeys()) return
    if (isTypedInto(target)) return
    const rows = rowsOf(currentTarget)
    const current = rows.findIndex((row) => row.contains(document.activeElement))
    const isExtending = event.shiftKey && extend !== undefined
    const step = stepOf(isExtending && key.length === 1 ? key.toLowerCase() : key)
    if (step !== 0) {
      event.preventDefault()
      const next = Math.max(0, Math.min(rows.length - 1, current + step))
      if (isExtending) extend(Math.max(0, current), next)
      const row = rows[next]
      row?.querySelector<HTMLElement>('a, button, summary')?.focus()
      return
    }
    const act = actions[key.toLowerCase()]
    if (act === undefined || current < 0) return
    event.preventDefault()
    event.stopPropagation()
    act(current)
  }
