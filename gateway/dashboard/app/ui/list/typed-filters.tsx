import { useEffect, useState } from 'react'
import styles from './filter-bar.module.css'

export type TextFilterProps = {
  readonly label: string
  readonly placeholder?: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly size?: number
  readonly list?: string
  /** Called with the text while it is being typed. */
  readonly onText?: (text: string) => void
  /** Brings what was typed into the form that is looked for. */
  readonly tidy?: (text: string) => string
  readonly faulty?: boolean
  readonly numeric?: boolean
}

/** A text filter that applies when Enter is pressed or the field is left. */
export const TextFilter = (props: TextFilterProps) => {
  const { label, placeholder, value, onChange, size = 8, list, onText, tidy = (text) => text, faulty, numeric } = props
  const [text, setText] = useState(value ?? '')
  useEffect(() => setText(value ?? ''), [value])
  const settle = (typed: string) => {
    const next = tidy(typed.trim())
    setText(next)
    if (next !== (value ?? '')) onChange(next === '' ? undefined : next)
  }
  return (
    <label
      className={`${styles.field} ${styles.text}`}
      data-set={value === undefined ? undefined : true}
      data-faulty={faulty || undefined}
    >
      <span>{label}</span>
      <input
        aria-label={label}
        aria-invalid={faulty || undefined}
        value={text}
        size={size}
        list={list}
        placeholder={placeholder}
        inputMode={numeric ? 'decimal' : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          onText?.(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle(event.currentTarget.value)
          if (event.key === 'Escape') setText(value ?? '')
        }}
        onBlur={(event) => settle(event.currentTarget.value)}
      />
    </label>
  )
}

type DaysProps = {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onChange: (days: { readonly from: string | undefined; readonly to: string | undefined }) => void
}

/** A first and a last day; one that would end before it begins takes the other along. */
export const DaysFilter = ({ from, to, onChange }: DaysProps) => (
  <>
    <label className={`${styles.field} ${styles.text}`} data-set={from === undefined ? undefined : true}>
      <span>From</span>
      <input
        type="date"
        aria-label="From day"
        value={from ?? ''}
        onChange={({ target: { value } }) => {
          const next = value === '' ? undefined : value
          onChange({ from: next, to: next !== undefined && to !== undefined && to < next ? next : to })
        }}
      />
    </label>
    <label className={`${styles.field} ${styles.text}`} data-set={to === undefined ? undefined : true}>
      <span>to</span>
      <input
        type="date"
        aria-label="To day"
        value={to ?? ''}
        onChange={({ target: { value } }) => {
          const next = value === '' ? undefined : value
          onChange({ from: next !== undefined && from !== undefined && from > next ? next : from, to: next })
        }}
      />
    </label>
  </>
)
