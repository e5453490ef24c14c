import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { FindAtmsDocument } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import styles from './filters.module.css'

/** The pages about journals. */
export const JournalTabs = ({ bare = false }: { readonly bare?: boolean }) => (
  <nav className={`${styles.tabs} ${bare ? styles.bare : ''}`} aria-label="Journals">
    <Link to={PATHS.journals} activeOptions={{ exact: true, includeSearch: false }}>
      Missing
    </Link>
    <Link to={PATHS.files} activeOptions={{ includeSearch: false }}>
      Files
    </Link>
    <Link to={PATHS.transactions} activeOptions={{ includeSearch: false }}>
      Transactions
    </Link>
  </nav>
)

type TextFilterProps = {
  readonly label: string
  readonly placeholder?: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly size?: number
  readonly list?: string
  /** What is told as somebody types, before it is settled. */
  readonly onText?: (text: string) => void
  /** Brings what was typed into the form that is looked for. */
  readonly tidy?: (text: string) => string
  readonly faulty?: boolean
  readonly numeric?: boolean
}

/** A text that is looked for as a whole: it counts when Enter is pressed or the field is left. */
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
    <label className={styles.field} data-set={value === undefined ? undefined : true} data-faulty={faulty || undefined}>
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

/** One ATM by its number, with those that begin alike to choose from. */
export const AtmFilter = ({ value, onChange }: Pick<TextFilterProps, 'value' | 'onChange'>) => {
  const [typed, setTyped] = useState('')
  const list = useId()
  const found = useDocument(FindAtmsDocument, { q: typed.trim() }, { everyMs: 0, enabled: typed.trim().length > 1 })
  const atms = found.data?.data.atmStatuses?.content ?? []
  return (
    <>
      <TextFilter
        label="ATM"
        placeholder="number"
        value={value}
        size={11}
        list={list}
        onText={(text) => {
          setTyped(text)
          // One that was chosen from the list is whole at once.
          if (atms.some(({ agentAtmId }) => agentAtmId === text)) onChange(text)
        }}
        onChange={onChange}
      />
      <datalist id={list}>
        {atms.map(({ id, agentAtmId, name, siteName }) => (
          <option key={id} value={agentAtmId ?? ''}>
            {siteName ?? name ?? ''}
          </option>
        ))}
      </datalist>
    </>
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
    <label className={styles.field} data-set={from === undefined ? undefined : true}>
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
    <label className={styles.field} data-set={to === undefined ? undefined : true}>
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
