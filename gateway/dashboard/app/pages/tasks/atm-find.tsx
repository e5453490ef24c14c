import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { TaskAtmsDocument, type TaskAtmsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { count } from '../../ui/format.ts'
import styles from './atm-find.module.css'

/** An ATM that was found. */
export type FoundAtm = NonNullable<TaskAtmsQuery['atmStatuses']>['content'][number]

const SETTLE_MS = 200

/** What is typed, once the typing settles. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type AtmFindProps = {
  readonly label: string
  /** The content of the field before anything is typed: the id of the ATM that was chosen. */
  readonly value: string | undefined
  readonly onChoose: (atm: FoundAtm | undefined) => void
  /** Ties the field to its label in a form. */
  readonly input?: Readonly<Record<string, unknown>>
}

const Option = ({ atm, id, active, choose }: { atm: FoundAtm; id: string; active: boolean; choose: () => void }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
  <div
    id={id}
    role="option"
    aria-selected={active}
    tabIndex={-1}
    className={styles.option}
    onPointerDown={(event) => event.preventDefault()}
    onClick={choose}
  >
    <span>
      <span className="id">{atm.agentAtmId}</span>
      <small>{atm.siteName ?? atm.name}</small>
    </span>
    <Badge badge={atm.badge} />
  </div>
)

/** What the server finds for what is typed. */
const useFound = (text: string, open: boolean) => {
  const sought = useSettled(text)
  const asks = open && sought !== ''
  const query = useDocument(TaskAtmsDocument, { q: sought }, { everyMs: 0, enabled: asks })
  const page = query.data?.data.atmStatuses ?? undefined
  const isAnswered = asks && sought === text.trim() && !query.isPlaceholderData && page !== undefined
  return {
    sought,
    found: asks ? (page?.content ?? []) : [],
    total: page?.totalElements ?? 0,
    /** False while what is found is of a text before. */
    isAnswered,
  }
}

type ChoicesProps = ReturnType<typeof useFound> & {
  readonly id: string
  readonly label: string
  readonly active: number
  readonly choose: (atm: FoundAtm) => void
}

/** The ATMs to choose from, and a line that says that there are more, or none. */
const Choices = ({ id, label, active, choose, sought, found, total, isAnswered }: ChoicesProps) => (
  <>
    <div id={id} role="listbox" aria-label={label} className={styles.list} hidden={found.length === 0}>
      {found.map((atm, index) => (
        <Option key={atm.id} id={`${id}-${index}`} atm={atm} active={index === active} choose={() => choose(atm)} />
      ))}
    </div>
    {found.length > 0 && total > found.length && (
      <p className="sr" aria-live="polite">
        {t('{count} found; type more to narrow them down.', { count: count(total) })}
      </p>
    )}
    {isAnswered && total === 0 && (
      <p className={styles.none} role="status">
        {t('No ATM has “{text}” in its number, name or place.', { text: sought })}
      </p>
    )}
  </>
)

/** Looks for an ATM by its number, name or place, as the server finds them. */
export const AtmFind = ({ label, value, onChoose, input }: AtmFindProps) => {
  const list = useId()
  const [text, setText] = useState(value ?? '')
  const [shownFor, setShownFor] = useState(value)
  const [open, setOpen] = useState(false)
  // None until an arrow was pressed: Enter then chooses the ATM of the number that is typed, else the first one.
  const [active, setActive] = useState<number>()
  if (shownFor !== value) {
    setShownFor(value)
    setText(value ?? '')
  }
  const outcome = useFound(text, open)
  const { found, isAnswered } = outcome
  const exact = found.findIndex(({ agentAtmId }) => agentAtmId.toLowerCase() === text.trim().toLowerCase())
  const at = active ?? Math.max(0, exact)
  const choose = (atm: FoundAtm) => {
    setText(atm.agentAtmId)
    setOpen(false)
    onChoose(atm)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setActive((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && open) {
      event.preventDefault()
      // What is found of a text before is not what is meant.
      const atm = isAnswered ? found[at] : undefined
      if (atm !== undefined) choose(atm)
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <div className={styles.find}>
      <input
        {...input}
        type="text"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActive(undefined)
          setOpen(true)
          if (value !== undefined) onChoose(undefined)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <Choices {...outcome} id={list} label={label} active={at} choose={choose} />
    </div>
  )
}
