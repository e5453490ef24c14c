import {
  IconDeviceDesktop,
  IconMaximize,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { QUIET_MS, useFreshness } from '../api/freshness.ts'
import { live } from '../api/live.ts'
import { t } from '../language/texts.ts'
import icon from '../theme/favicon.svg'
import { nextTheme, type Theme, useTheme } from '../theme/theme.ts'
import { CopyLink } from '../ui/copy-link.tsx'
import { fullTime, timeSeconds, utcOffset } from '../ui/format.ts'
import { WallButton } from '../ui/wall-button.tsx'
import { InstitutionPick } from './institution-pick.tsx'
import type { Sheet } from './sheet.ts'
import styles from './shell.module.css'

const THEMES: Readonly<Record<Theme, { readonly icon: typeof IconSun; readonly label: string }>> = {
  auto: { icon: IconDeviceDesktop, label: t('Colours as the system has them; change to light') },
  light: { icon: IconSun, label: t('Light colours; change to dark') },
  dark: { icon: IconMoon, label: t('Dark colours; change to those of the system') },
}

const WORDS = {
  live: t('Live'),
  polling: t('Polling'),
  reconnecting: t('Reconnecting'),
  paused: t('Paused'),
  old: t('Old'),
} as const

/** How fresh the figures are: a stream that says nothing any more is not live. */
const LivePill = () => {
  const { state: connection, at: lastAt, ageMs } = useFreshness()
  const paused = connection === 'paused'
  const state = connection === 'live' && ageMs > QUIET_MS ? 'old' : connection
  return (
    <WallButton
      className={styles.live}
      data-state={state}
      onClick={live.toggle}
      title={
        paused
          ? t('Resume updates (P). Last heard {time}.', { time: fullTime(lastAt) })
          : t('Pause updates (P). Last heard {time}.', { time: fullTime(lastAt) })
      }
    >
      <i className="forced" aria-hidden />
      <span className={styles.liveWord}>{WORDS[state]}</span>
      <time>{timeSeconds(lastAt)}</time>
      <small>{utcOffset(new Date(lastAt))}</small>
      {paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
      <span className="sr">{paused ? t('Resume updates') : t('Pause updates')}</span>
    </WallButton>
  )
}

type TopBarProps = { readonly title: string; readonly show: (sheet: Sheet) => void }

/** The bar above every page. */
export const TopBar = ({ title, show }: TopBarProps) => {
  const theme = THEMES[useTheme()]
  return (
    <header className={styles.top}>
      <img className={styles.logo} src={icon} alt="" width="24" height="24" />
      <h1 className={styles.h1} tabIndex={-1}>
        {title}
      </h1>
      <InstitutionPick show={show} />
      <span className={styles.spring} />
      <button
        type="button"
        className={styles.search}
        aria-label={t('Find an ATM, a page or an action')}
        aria-keyshortcuts="/ Control+K"
        onClick={() => show('palette')}
      >
        <IconSearch size={15} stroke={2} aria-hidden />
        <span>{t('Find an ATM, a page or an action')}</span>
        <kbd aria-hidden>/</kbd>
      </button>
      <LivePill />
      <span className={styles.wideOnly}>
        <CopyLink />
        <button
          type="button"
          className="iconButton"
          onClick={() => show('wall')}
          aria-label={t('Wall mode')}
          title={t('Wall mode (W)')}
        >
          <IconMaximize size={18} stroke={1.75} aria-hidden />
        </button>
      </span>
      <button
        type="button"
        className="iconButton"
        onClick={nextTheme}
        aria-label={theme.label}
        title={`${theme.label} (T)`}
      >
        <theme.icon size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={`iconButton ${styles.phoneOnly}`}
        onClick={() => show('palette')}
        aria-label={t('Search')}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </button>
    </header>
  )
}
