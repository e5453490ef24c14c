import { useEffect, useRef, useState } from 'react'
import { t } from '../../language/texts.ts'
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
  /** Whether what is being typed is already looked for; by default whatever `tidy` can read is. */
  readonly ready?: (text: string) => boolean
}

const TYPING_MS = 300

type Typed = Pick<TextFilterProps, 'value' | 'onChange' | 'tidy' | 'ready'>

/** What is typed: it applies when the typing pauses, as far as it is ready, and when the field is settled. */
const useTyped = ({ value, onChange, tidy = (text) => text, ready = () => true }: Typed) => {
  const [text, setText] = useState(value ?? '')
  const applied = useRef(value ?? '')
  // Another value from outside: a link, or all filters cleared.
  useEffect(() => {
    if (applied.current === (value ?? '')) return
    applied.current = value ?? ''
    setText(value ?? '')
  }, [value])
  const apply = (next: string) => {
    if (next === applied.current) return
    applied.current = next
    onChange(next === '' ? undefined : next)
  }
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  const typed = text.trim()
  const next = tidy(typed)
  const isReady = typed === '' || (next !== '' && ready(next))
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => latest.current(next), TYPING_MS)
    return () => clearTimeout(timer)
  }, [next, isReady])
  const settle = () => {
    setText(next)
    apply(next)
  }
  return { text, setText, settle }
}

/** A text filter that applies while it is typed, and as a whole when Enter is pressed or the field is left. */
export const TextFilter = (props: TextFilterProps) => {
  const { label, placeholder, value, size = 8, list, onText, faulty, numeric } = props
  const { text, setText, settle } = useTyped(props)
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
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle()
          if (key === 'Escape') setText(value ?? '')
        }}
        onBlur={settle}
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
      <span>{t('From')}</span>
      <input
        type="date"
        aria-label={t('From day')}
        value={from ?? ''}
        onChange={({ target: { value } }) => {
          const next = value === '' ? undefined : value
          onChange({ from: next, to: next !== undefined && to !== undefined && to < next ? next : to })
        }}
      />
    </label>
    <label className={`${styles.field} ${styles.text}`} data-set={to === undefined ? undefined : true}>
      <span>{t('to')}</span>
      <input
        type="date"
        aria-label={t('To day')}
        value={to ?? ''}
        onChange={({ target: { value } }) => {
          const next = value === '' ? undefined : value
          onChange({ from: next !== undefined && from !== undefined && from > next ? next : from, to: next })
        }}
      />
    </label>
  </>
)
