import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useDocument } from '../api/client.ts'
import { live } from '../api/live.ts'
import { useAuth } from '../api/session.ts'
import { FindAtmsDocument, type FindAtmsQuery } from '../gql/graphql.gen.ts'
import { PATHS } from '../paths.ts'
import { nextTheme } from '../theme/theme.ts'
import { BADGES, BadgeGlyph } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { pagesOf } from './nav.ts'
import styles from './palette.module.css'
import type { Sheet } from './sheet.ts'

type Entry = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly note?: string
  readonly icon?: React.ReactNode
  readonly run: () => void
}

type PaletteProps = {
  readonly close: () => void
  readonly show: (sheet: Sheet) => void
  readonly toggleWall: () => void
}

type Found = NonNullable<FindAtmsQuery['atmStatuses']>['content']

const atmEntries = (found: Found, open: (id: number) => void): readonly Entry[] =>
  found.map((atm) => ({
    id: `atm-${atm.id}`,
    group: 'ATMs',
    label: atm.agentAtmId,
    note: [atm.name, atm.siteName, BADGES[atm.badge].label].filter(Boolean).join(' · '),
    icon: <BadgeGlyph badge={atm.badge} />,
    run: () => open(atm.id),
  }))

const useEntries = ({ show, toggleWall }: PaletteProps, text: string, found: Found): readonly Entry[] => {
  const navigate = useNavigate()
  const { session } = useAuth()
  const fits = ({ label }: Entry) => label.toLowerCase().includes(text.toLowerCase())
  const pages = pagesOf(session?.role).map((page) => ({
    id: page.to,
    group: 'Pages',
    label: page.label,
    note: `G ${page.key.toUpperCase()}`,
    icon: <page.icon size={17} stroke={1.75} aria-hidden />,
    run: () => void navigate({ to: page.to }),
  }))
  const actions = [
    { id: 'pause', group: 'Actions', label: 'Pause or resume updates', note: 'P', run: live.toggle },
    { id: 'theme', group: 'Actions', label: 'Change between light and dark', note: 'T', run: nextTheme },
    { id: 'wall', group: 'Actions', label: 'Wall mode', note: 'W', run: toggleWall },
    { id: 'help', group: 'Actions', label: 'Keyboard and signs', note: '?', run: () => show('help') },
    { id: 'account', group: 'Actions', label: 'Account: sign in as somebody else', run: () => show('account') },
    { id: 'about', group: 'Actions', label: 'About, for developers', run: () => show('about') },
  ]
  const open = (atmId: number) => void navigate({ to: PATHS.atm, params: { atmId: String(atmId) } })
  return [...atmEntries(found, open), ...pages.filter(fits), ...actions.filter(fits)]
}

const Row = ({
  entry,
  first,
  id,
  chosen,
  onRun,
}: {
  readonly entry: Entry
  readonly first: boolean
  readonly id: string
  readonly chosen: boolean
  readonly onRun: () => void
}) => (
  <>
    {first && (
      <div role="presentation" className={styles.group}>
        {entry.group}
      </div>
    )}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's, which holds the focus */}
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.entry}
      ref={(row) => {
        if (chosen) row?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onRun}
    >
      <span className={styles.icon}>{entry.icon}</span>
      <b>{entry.label}</b>
      <small>{entry.note}</small>
    </div>
  </>
)

/** Finds pages, ATMs and actions by a few letters. */
export const Palette = (props: PaletteProps) => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const query = text.trim()
  const { data, isFetching } = useDocument(FindAtmsDocument, { q: query }, { everyMs: 0, enabled: query.length > 1 })
  const found = query.length > 1 ? (data?.data.atmStatuses?.content ?? []) : []
  const entries = useEntries(props, query, found)
  const at = Math.min(chosen, entries.length - 1)
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return
    props.close()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((at + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(entries[at])
    }
  }
  return (
    <Dialog title="Find" close={props.close} side="top" bare>
      <div className={styles.field}>
        <IconSearch size={18} stroke={2} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={entries[at] === undefined ? undefined : `${list}-${entries[at].id}`}
          aria-label="Find an ATM, a page or an action"
          placeholder="Find an ATM, a page or an action"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={list} role="listbox" aria-label="Found" className={styles.list}>
        {entries.map((entry, index) => (
          <Row
            key={entry.id}
            entry={entry}
            id={`${list}-${entry.id}`}
            first={entries[index - 1]?.group !== entry.group}
            chosen={index === at}
            onRun={() => run(entry)}
          />
        ))}
      </div>
      {entries.length === 0 && <p className={styles.nothing}>{isFetching ? 'Looking …' : 'Nothing found.'}</p>}
    </Dialog>
  )
}
