import { useEffect, useRef, useState } from 'react'
import { t } from '../../language/texts.ts'
import styles from './filter-bar.module.css'
import { useTypedPeriod } from './typed-period.ts'

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

/** Years before this one are on the way to another: `0002` to 2026. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '9999-12-31'

/** A first and a last day; they apply when the one does not come after the other. */
export const DaysFilter = ({ from, to, onChange }: DaysProps) => {
  const typed = useTypedPeriod({
    ends: { from: from ?? '', to: to ?? '' },
    isPeriod: (ends) => ends.from === '' || ends.to === '' || ends.from <= ends.to,
    onChange: (ends) => onChange({ from: ends.from || undefined, to: ends.to || undefined }),
  })
  const field = (name: 'from' | 'to', word: string, label: string) => (
    <label
      className={`${styles.field} ${styles.text}`}
      data-set={typed[name].value === '' ? undefined : true}
      data-faulty={typed[name]['aria-invalid']}
      title={typed.isWrong ? t('The last day must not be before the first.') : undefined}
    >
      <span>{word}</span>
      <input type="date" aria-label={label} min={FIRST_DAY} max={LAST_DAY} {...typed[name]} />
    </label>
  )
  return (
    <>
      {field('from', t('From'), t('From day'))}
      {field('to', t('to'), t('To day'))}
    </>
  )
}
