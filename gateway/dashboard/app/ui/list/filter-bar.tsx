import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../language/texts.ts'
import { count } from '../format.ts'
import styles from './filter-bar.module.css'

const SETTLE_MS = 250

type FilterBarProps = {
  readonly children: ReactNode
  /**
   * How many filters are set. A narrow window, such as one at 200 % zoom, then shows the search and what is at the end
   * only, and the filters when they are asked for. Without it the bar always shows everything.
   */
  readonly set?: number
}

/** The filters of a list. */
export const FilterBar = ({ children, set }: FilterBarProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <search
      className={styles.bar}
      aria-label={t('Filters')}
      data-control
      data-collapses={set === undefined ? undefined : true}
      data-open={isOpen || undefined}
    >
      {set !== undefined && (
        <button
          type="button"
          className={`button ${styles.toggle}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {set === 0 ? t('Filters') : t('Filters ({n})', { n: set })}
        </button>
      )}
      {children}
    </search>
  )
}

/** How many of these filters of an address are set. */
export const countSet = (values: readonly unknown[]): number => values.filter((value) => value !== undefined).length

/** Filters that few need: shown when they are asked for, or while one of them is set. */
export const MoreFilters = ({ set, children }: { readonly set: number; readonly children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || set > 0
  return (
    <>
      <button
        type="button"
        className={`button ${styles.more}`}
        aria-expanded={isShown}
        disabled={set > 0}
        onClick={() => setOpen(!isOpen)}
      >
        {t('More filters')}
      </button>
      {isShown && children}
    </>
  )
}

type SearchFieldProps = {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A search field; `onChange` is called when the typing pauses. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [text, setText] = useState(value ?? '')
  const [settled, setSettled] = useState(value ?? '')
  if ((value ?? '') !== settled) {
    setSettled(value ?? '')
    setText(value ?? '')
  }
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => {
      setSettled(text.trim())
      onChange(text.trim() === '' ? undefined : text.trim())
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text, settled, onChange])
  return (
    <input
      type="search"
      data-stays
      className={styles.search}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

type ChipsProps<T extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly count?: number }[]
  readonly chosen: readonly T[]
  readonly onToggle: (value: T) => void
}

/** Words to tick. */
export const Chips = <T extends string>({ label, options, chosen, onToggle }: ChipsProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
  <div className={styles.chips} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={chosen.includes(option.value)}
        onClick={() => onToggle(option.value)}
      >
        {option.label}
        {option.count !== undefined && <small>{option.count}</small>}
      </button>
    ))}
  </div>
)

type PickProps = {
  readonly label: string
  readonly value: string | undefined
  /** The label of no choice, such as `All`. */
  readonly none?: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string | undefined) => void
}

/** One of several words; the browser's own control, which is right on a phone and for a screen reader. */
export const Pick = ({ label, value, none = t('All'), options, onChange }: PickProps) => (
  <label className={styles.field} data-set={value === undefined ? undefined : true}>
    <span>{label}</span>
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)

/** Takes all filters away; nothing to see while there is none. */
export const ClearFilters = ({ active, onClear }: { readonly active: boolean; readonly onClear: () => void }) =>
  active ? (
    <button type="button" className={styles.clear} data-stays onClick={onClear}>
      {t('Clear all filters')}
    </button>
  ) : null

/** What follows it in a bar is at the far end. */
export const Spring = () => <span className={styles.spring} />

/** A group at the far end of a bar, on a line of its own where there is no room beside the filters. */
export const End = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.end} data-stays>
    {children}
  </span>
)

type TotalProps = { readonly of: number | undefined; readonly text: (n: number) => string }

/** How many rows the filters leave, such as `12 files`; nothing while it is not known. */
export const Total = ({ of, text: textOf }: TotalProps) => {
  if (of === undefined) return null
  const n = count(of)
  const text = textOf(of)
  // Some languages have a word for few of them, without the figure.
  const [before, after = null] = text.includes(n) ? text.split(n) : [text]
  return (
    <span className={styles.total} aria-live="polite" data-stays>
      {before}
      {after !== null && <b>{n}</b>}
      {after}
    </span>
  )
}
