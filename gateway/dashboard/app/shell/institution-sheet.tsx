import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useInstitutions } from '../api/institutions.ts'
import { t, tn } from '../language/texts.ts'
import { ofInstitution, type Scope, useInstitution } from '../scope.ts'
import { Dialog } from '../ui/dialog.tsx'
import { count } from '../ui/format.ts'
import styles from './institution-sheet.module.css'

const ROW_PX = 40

/** An institution to choose; without a key, all of them. */
type Option = { readonly key: string | undefined; readonly label: string; readonly atms: number }

/** The options that a text is part of: all of them first, for a caller who sees several. */
const optionsOf = (known: readonly { readonly key: string; readonly atms: number }[], text: string): Option[] => {
  const wanted = text.trim().toLowerCase()
  const found = known.filter(({ key }) => key.toLowerCase().includes(wanted)).map((one) => ({ ...one, label: one.key }))
  const atms = known.reduce((sum, one) => sum + one.atms, 0)
  return wanted === '' ? [{ key: undefined, label: t('All institutions'), atms }, ...found] : found
}

type ListProps = {
  readonly id: string
  readonly options: readonly Option[]
  readonly at: number
  readonly chosen: string | undefined
  readonly choose: (option: Option) => void
}

/** The options, of which only those in sight are drawn. */
const List = ({ id, options, at, chosen, choose }: ListProps) => {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: options.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  useEffect(() => virtual.scrollToIndex(at), [virtual, at])
  return (
    <div ref={box} id={id} role="listbox" aria-label={t('Institutions')} className={styles.box}>
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const option = options[index]
          if (option === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
            <div
              key={option.label}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-current={option.key === chosen || undefined}
              aria-setsize={options.length}
              aria-posinset={index + 1}
              className={styles.option}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => choose(option)}
            >
              <span>{option.label}</span>
              <small>{tn(option.atms, '{n} ATM', '{n} ATMs')}</small>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** Chooses the institution that every page shows, by typing; it is in the address. */
export const InstitutionSheet = ({ close }: { readonly close: () => void }) => {
  const id = useId()
  const navigate = useNavigate()
  const chosen = useInstitution()
  const { data } = useInstitutions()
  const known = data?.data.institutions ?? []
  const [text, setText] = useState('')
  const options = optionsOf(known, text)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex(({ key }) => key === chosen),
    ),
  )
  const choose = ({ key }: Option) => {
    close()
    void navigate({ to: '.', search: (search: Scope) => ofInstitution(search, key), replace: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[at]
    if (event.key === 'Enter') {
      // Else it presses the button as well that the focus goes back to.
      event.preventDefault()
      if (option !== undefined) choose(option)
      return
    }
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(options.length - 1, at + step)))
  }
  return (
    <Dialog title={t('Institution')} side="top" close={close}>
      <input
        type="text"
        role="combobox"
        data-first
        className={styles.find}
        aria-label={t('Find an institution')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={options.length === 0 ? undefined : `${id}-${at}`}
        aria-autocomplete="list"
        placeholder={t('Find one of {n}', { n: count(known.length) })}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {options.length === 0 && (
        <p className={styles.none}>{t('No institution has “{text}” in its key.', { text: text.trim() })}</p>
      )}
      <List id={id} options={options} at={at} chosen={chosen} choose={choose} />
    </Dialog>
  )
}
