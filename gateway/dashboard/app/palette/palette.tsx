import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useId, useState } from 'react'
import { useDocument } from '../api/client.ts'
import { live } from '../api/live.ts'
import { useAuth } from '../api/session.ts'
import { SavedViewsDocument } from '../gql/graphql.gen.ts'
import { t, tn } from '../language/texts.ts'
import { dayIn } from '../pages/journals/days.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { pagesOf } from '../shell/nav.ts'
import type { Sheet } from '../shell/sheet.ts'
import { nextTheme } from '../theme/theme.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useNow } from '../ui/use-now.ts'
import { mayBeginCard } from './card.rules.ts'
import { type Act, type Entry, entriesOf, iconOf, viewEntry } from './entries.tsx'
import { read } from './grammar.rules.ts'
import { innerPagesOf } from './inner-pages.ts'
import styles from './palette.module.css'
import { type Found, useFound } from './use-found.ts'

const PaletteAct = lazyPart(async () => (await import('./act.tsx')).PaletteAct)

type PaletteProps = {
  readonly close: () => void
  readonly show: (sheet: Sheet) => void
  readonly toggleWall: () => void
}

/** The caller's views, the pages, and what the dashboard itself does. */
const useOwn = ({ show, toggleWall }: PaletteProps): readonly Entry[] => {
  const { session } = useAuth()
  const views = useDocument(SavedViewsDocument, { page: null }, { everyMs: 0 })
  const pages = pagesOf(session?.role).map(
    (page): Entry => ({
      id: page.to,
      group: t('Pages'),
      label: page.label,
      note: `G ${page.key.toUpperCase()}`,
      icon: <page.icon size={17} stroke={1.75} aria-hidden />,
      act: { type: 'open', path: page.to },
    }),
  )
  const inner = innerPagesOf(session?.role).map(
    ({ href, label }): Entry => ({
      ...{ id: href, group: t('Pages'), label, icon: iconOf(href.split('?')[0] ?? ''), isOnlyFound: true },
      act: { type: 'go', href },
    }),
  )
  const own = (id: string, label: string, call: () => void, note?: string): Entry => ({
    ...{ id, group: t('This dashboard'), label, note },
    act: { type: 'call', call },
  })
  return [
    ...(views.data?.data.savedViews ?? []).map(viewEntry),
    ...pages,
    ...inner,
    own('pause', t('Pause or resume updates'), live.toggle, 'P'),
    own('theme', t('Change between light and dark'), nextTheme, 'T'),
    own('wall', t('Wall mode'), toggleWall, 'W'),
    own('help', t('Keyboard and signs'), () => show('help'), '?'),
    own('account', t('Account: sign in as another person'), () => show('account')),
    own('about', t('About, for developers'), () => show('about')),
  ]
}

type RowProps = {
  readonly entry: Entry
  readonly first: boolean
  readonly id: string
  readonly chosen: boolean
  readonly onRun: () => void
}

const Row = ({ entry, first, id, chosen, onRun }: RowProps) => (
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
      aria-disabled={entry.act === undefined || undefined}
      className={styles.entry}
      ref={(row) => {
        if (chosen) row?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onRun}
    >
      <span className={styles.icon}>{entry.icon}</span>
      <b>{entry.label}</b>
      <small dir="auto">{entry.note}</small>
    </div>
  </>
)

type RowsProps = {
  readonly list: string
  readonly entries: readonly Entry[]
  readonly at: number
  readonly onRun: (act: Act | undefined) => void
}

const Rows = ({ list, entries, at, onRun }: RowsProps) => (
  <div id={list} role="listbox" aria-label={t('Found')} className={styles.list}>
    {entries.map((entry, index) => (
      <Row
        key={entry.id}
        entry={entry}
        id={`${list}-${index}`}
        first={entries[index - 1]?.group !== entry.group}
        chosen={index === at}
        onRun={() => onRun(entry.act)}
      />
    ))}
  </div>
)

/** Says how the search goes: it is read out where the list of lines is only seen. */
const Outcome = ({ found, count }: { readonly found: Found; readonly count: number }) => {
  if (found.hasFailed)
    return (
      <p role="alert" className={styles.nothing}>
        {count === 0
          ? t('The search failed: the platform did not answer.')
          : t('A part of the search failed: the platform did not answer.')}
      </p>
    )
  const said = found.isLooking
    ? t('Looking …')
    : count === 0
      ? t('Nothing found.')
      : tn(count, '{n} line found.', '{n} lines found.')
  return (
    <p role="status" className={count > 0 ? 'sr' : styles.nothing}>
      {said}
    </p>
  )
}

const nextOf = (key: string, at: number, length: number): number | undefined => {
  if (key === 'ArrowDown') return (at + 1) % Math.max(1, length)
  if (key === 'ArrowUp') return (at - 1 + length) % Math.max(1, length)
  if (key === 'PageDown') return Math.min(at + 8, length - 1)
  return key === 'PageUp' ? Math.max(at - 8, 0) : undefined
}

/** Finds things and does things by a line of text; its grammar is in `grammar.rules.ts`. */
export const Palette = (props: PaletteProps) => {
  const { close } = props
  const navigate = useNavigate()
  const router = useRouter()
  const { session } = useAuth()
  const now = useNow()
  const today = dayIn(now)
  const [text, setText] = useState('')
  /** The text that Enter was pressed for. */
  const [entered, setEntered] = useState('')
  const [chosen, setChosen] = useState(0)
  const [act, setAct] = useState<Extract<Act, { type: 'incident' | 'task' }> | null>(null)
  const list = useId()
  const reading = read(text, today)
  const waits = mayBeginCard(text) && text !== entered
  const found = useFound(reading, today, waits)
  const entries = entriesOf(reading, found, { userId: session?.userId ?? '', role: session?.role, now }, useOwn(props))
  const at = Math.min(chosen, entries.length - 1)
  const entry = entries[at]
  const type = (line: string) => {
    setText(line)
    setChosen(0)
  }
  const run = (what: Act | undefined) => {
    if (what === undefined) return
    if (what.type === 'type') return type(what.line)
    if (what.type === 'incident' || what.type === 'task') return setAct(what)
    close()
    if (what.type === 'call') what.call()
    else if (what.type === 'go') void navigate({ href: what.href })
    else void navigate({ href: `${what.path}${router.options.stringifySearch(what.search ?? {})}` })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextOf(event.key, at, entries.length)
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined && waits && found.isLooking) setEntered(text)
    else if (next === undefined) run(entry?.act)
    else setChosen(next)
  }
  if (act !== null)
    return (
      <Suspense fallback={null}>
        <PaletteAct act={act} close={close} />
      </Suspense>
    )
  return (
    <Dialog title={t('Find')} close={close} side="top" bare>
      <div className={styles.field}>
        <IconSearch size={18} stroke={2} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={entry === undefined ? undefined : `${list}-${at}`}
          aria-label={t('Find an ATM, a page or an action')}
          placeholder={t('Find anything, or type what to do')}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target }) => type(target.value)}
        />
        <kbd>Esc</kbd>
      </div>
      <Rows list={list} entries={entries} at={at} onRun={run} />
      <Outcome found={found} count={entries.length} />
      <p className={styles.preview} role="status" data-refused={entry?.act === undefined || undefined}>
        {entry?.preview}
      </p>
    </Dialog>
  )
}
