import type { KeyboardEvent } from 'react'

/** How far a key moves through the boxes of a grid: rows, then columns; ends are further than any grid is. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

/** How far a key moves, by rows and by columns; null for one that does not. */
export const stepOf = (key: string, isCtrl: boolean): readonly [number, number] | null => {
  const step = STEPS[key]
  if (step === undefined) return null
  if (!isCtrl) return step
  return key === 'Home' || key === 'End' ? [step[1], step[1]] : null
}

const within = <T>(list: readonly T[], index: number): T | undefined =>
  list[Math.max(0, Math.min(list.length - 1, index))]

/**
 * Moves the focus from box to box with the arrows, Home, End and by ten rows; with Ctrl, Home and End go to the first
 * and the last box.
 */
export const gridKeys = (event: KeyboardEvent<HTMLElement>): void => {
  const step = stepOf(event.key, event.ctrlKey)
  if (step === null || event.altKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
  const rows = [...event.currentTarget.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll<HTMLInputElement>('input[type=checkbox]')])
    .filter((boxes) => boxes.length > 0)
  const row = rows.findIndex((boxes) => boxes.some((box) => box === event.target))
  const column = rows[row]?.indexOf(event.target) ?? 0
  const [down, along] = step
  const box = within(within(rows, row + down) ?? [], column + along)
  if (box === undefined) return
  event.preventDefault()
  box.focus()
}
