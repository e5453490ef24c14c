import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { type ComponentType, Fragment, Suspense, useEffect, useRef, useState } from 'react'
import { live, usePaused } from '../api/live.ts'
import { callerOf, useAuth } from '../api/session.ts'
import { t } from '../language/texts.ts'
import type { Scope } from '../scope.ts'
import { nextTheme } from '../theme/theme.ts'
import { useShownName } from '../ui/page-name.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Toasts } from '../ui/toast/toast.tsx'
import { Banners } from './banners.tsx'
import { lazyPart, patiently } from './lazy-part.ts'
import { Menu, Tabs } from './menu.tsx'
import { NAV, pageOf } from './nav.ts'
import { PrintHead } from './print-head.tsx'
import type { Sheet } from './sheet.ts'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useCounts } from './use-counts.ts'
import { useForeignInstitution } from './use-foreign-institution.ts'

const SignIn = lazyPart(async () => (await import('./sign-in.tsx')).SignIn)
const MoreSheet = lazyPart(async () => (await import('./more-sheet.tsx')).MoreSheet)
const HelpSheet = lazyPart(async () => (await import('./help-sheet.tsx')).HelpSheet)
const AboutSheet = lazyPart(async () => (await import('./about-sheet.tsx')).AboutSheet)
const InstitutionSheet = lazyPart(async () => (await import('./institution-sheet.tsx')).InstitutionSheet)
const WallSheet = lazyPart(async () => (await import('./wall/wall-sheet.tsx')).WallSheet)
const Wall = lazyPart(async () => (await import('./wall/wall.tsx')).Wall)
const ForeignInstitution = lazyPart(async () => (await import('./foreign-institution.tsx')).ForeignInstitution)
const AccountSheet = lazyPart(async () => (await import('./account-sheet.tsx')).AccountSheet)

const openStream = patiently(() => import('./notify/follow.ts'))

const useStream = (isForeign: boolean): void => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { session, expired } = useAuth()
  const { institution } = useSearch({ from: '__root__' })
  const token = expired || isForeign ? undefined : session?.token
  useEffect(() => {
    if (token === undefined) return
    // Not part of the first page's script: the stream opens after the first figures are asked for.
    const opened = openStream().then(
      ({ follow }) => follow(queries, institution, navigate),
      // Its file is gone after a deployment: figures are asked for again and again, until the page is reloaded.
      () => undefined,
    )
    return () => void opened.then((end) => end?.())
  }, [queries, navigate, token, institution])
  const paused = usePaused()
  const wasPaused = useRef(paused)
  useEffect(() => {
    // Changes of the meantime were not announced.
    if (wasPaused.current && !paused) void queries.invalidateQueries()
    wasPaused.current = paused
  }, [queries, paused])
}

/** Goes into the first list of the page from anywhere on it; inside a list the rows have the keys. */
const enterRows = (): void => document.querySelector<HTMLElement>('#main [data-row] :is(a, button, summary)')?.focus()

/** Moves the focus to the heading of a new page, so that screen readers announce it. */
const useHeadingFocus = (path: string): void => {
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    // A dialog that led here gives the focus back before.
    requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }))
  }, [path])
}

const useKeys = (open: (sheet: Sheet) => void, toggleWall: () => void): void => {
  const navigate = useNavigate()
  const pages = NAV.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })] as const)
  useShortcuts({
    'mod+k': () => open('palette'),
    '/': () => open('palette'),
    '?': () => open('help'),
    j: enterRows,
    k: enterRows,
    p: () => live.toggle(),
    t: nextTheme,
    w: toggleWall,
    ...Object.fromEntries(pages),
  })
}

type ShellProps = {
  /** What finds things and does things by a line of text. */
  readonly palette: ComponentType<{
    readonly close: () => void
    readonly show: (sheet: Sheet) => void
    readonly toggleWall: () => void
  }>
}

type SheetsProps = ShellProps & {
  readonly open: Sheet | null
  readonly show: (sheet: Sheet | null) => void
  readonly toggleWall: () => void
}

const Sheets = ({ open, show, toggleWall, palette: Palette }: SheetsProps) => {
  const close = () => show(null)
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette close={close} show={show} toggleWall={toggleWall} />}
      {open === 'more' && <MoreSheet close={close} show={show} />}
      {open === 'help' && <HelpSheet close={close} />}
      {open === 'about' && <AboutSheet close={close} />}
      {open === 'institution' && <InstitutionSheet close={close} />}
      {open === 'wall' && <WallSheet close={close} />}
      {open === 'account' && <AccountSheet close={close} show={show} />}
    </Suspense>
  )
}

/** The frame of every page: menu, top bar, banners and dialogs. */
export const Shell = ({ palette }: ShellProps) => {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { wall } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const { session, expired } = useAuth()
  const [open, show] = useState<Sheet | null>(null)
  const foreign = useForeignInstitution()
  const counts = useCounts(foreign === undefined)
  useStream(foreign !== undefined)
  const leaveWall = () =>
    void navigate({
      to: '.',
      search: (search: Scope) => ({ ...search, wall: undefined, turn: undefined, every: undefined, sound: undefined }),
      replace: true,
    })
  const toggleWall = wall === 1 ? leaveWall : () => show('wall')
  useKeys(show, toggleWall)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-wall', wall === 1)
  }, [wall])
  const page = pageOf(path)?.label ?? 'FleetOps'
  const title = useShownName() ?? page
  useHeadingFocus(path)
  useEffect(() => {
    const urgent = counts.urgent > 0 ? `(${counts.urgent}) ` : ''
    document.title = `${urgent}${title} · FleetOps`
  }, [counts.urgent, title])
  if (session === null)
    return (
      <Suspense fallback={null}>
        <SignIn />
      </Suspense>
    )
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('Skip to content')}
      </a>
      <Menu counts={counts} show={show} />
      <div className={styles.column}>
        <TopBar title={title} show={show} />
        <PrintHead title={title} />
        <Banners show={show} />
        <main id="main" tabIndex={-1} className={styles.main}>
          {foreign === undefined ? (
            // A new caller starts with an empty page: nothing of what the one before chose or saw stays.
            <Fragment key={callerOf(session)}>
              <Outlet />
            </Fragment>
          ) : (
            <Suspense fallback={null}>
              <ForeignInstitution institution={foreign} />
            </Suspense>
          )}
        </main>
      </div>
      <Tabs counts={counts} show={show} />
      <Sheets open={open} show={show} toggleWall={toggleWall} palette={palette} />
      <Suspense fallback={null}>{expired && <SignIn over />}</Suspense>
      <Suspense fallback={null}>{wall === 1 && <Wall leave={leaveWall} />}</Suspense>
      <Toasts />
    </div>
  )
}
