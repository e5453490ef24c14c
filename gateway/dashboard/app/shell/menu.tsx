import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAuth } from '../api/session.ts'
import { t } from '../language/texts.ts'
import { PATHS } from '../paths.ts'
import icon from '../theme/favicon.svg'
import { count, words } from '../ui/format.ts'
import { type Page, pagesOf } from './nav.ts'
import type { Sheet } from './sheet.ts'
import styles from './shell.module.css'
import type { Counts } from './use-counts.ts'

type MenuProps = { readonly counts: Counts; readonly show: (sheet: Sheet) => void }

const countOf = (page: Page, counts: Counts): number | undefined =>
  page.to === PATHS.incidents ? counts.incidents : page.to === PATHS.insights ? counts.insights : undefined

const linkProps = (page: Page, className: string | undefined, active: string | undefined) => ({
  to: page.to,
  className,
  activeProps: { className: `${className} ${active}`, 'aria-current': 'page' as const },
  activeOptions: { exact: page.to === PATHS.fleet, includeSearch: false },
})

const Row = ({ page, counts }: { readonly page: Page; readonly counts: Counts }) => {
  const number = countOf(page, counts)
  return (
    <li>
      <Link {...linkProps(page, styles.link, styles.on)} title={`${page.label} (G ${page.key.toUpperCase()})`}>
        <page.icon size={18} stroke={1.75} aria-hidden />
        {page.label}
        {number !== undefined && number > 0 && (
          <span className={styles.badge} data-quiet={page.to !== PATHS.incidents || counts.urgent === 0 || undefined}>
            {count(number)}
            <span className="sr"> {page.to === PATHS.incidents ? t('open') : t('active')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

/** The menu at the left. */
export const Menu = ({ counts, show }: MenuProps) => {
  const { session } = useAuth()
  return (
    <nav className={styles.nav} aria-label={t('Main')}>
      <Link to={PATHS.fleet} className={styles.brand}>
        <img src={icon} alt="" width="24" height="24" />
        FleetOps
      </Link>
      <ul className={styles.links}>
        {pagesOf(session?.role).map((page) => (
          <Row key={page.to} page={page} counts={counts} />
        ))}
      </ul>
      <button type="button" className={styles.foot} onClick={() => show('account')} aria-haspopup="dialog">
        <span className={styles.avatar} aria-hidden>
          {(session?.name ?? '').slice(0, 2).toUpperCase()}
        </span>
        <span className={styles.who}>
          <b>{session?.name}</b>
          <small>{words(session?.role ?? '')}</small>
        </span>
      </button>
    </nav>
  )
}

/** The menu at the foot of a phone. */
export const Tabs = ({ counts, show }: MenuProps) => {
  const { session } = useAuth()
  return (
    <nav className={styles.tabs} aria-label={t('Main, phone')}>
      {pagesOf(session?.role)
        .slice(0, 4)
        .map((page) => {
          const number = countOf(page, counts)
          return (
            <Link key={page.to} {...linkProps(page, styles.tab, styles.on)}>
              <span className={styles.tabIcon}>
                <page.icon size={21} stroke={1.75} aria-hidden />
                {number !== undefined && number > 0 && <i aria-hidden>{number > 99 ? '99+' : number}</i>}
              </span>
              {page.label}
            </Link>
          )
        })}
      <button type="button" className={styles.tab} onClick={() => show('more')} aria-haspopup="dialog">
        <span className={styles.tabIcon}>
          <IconDots size={21} stroke={1.75} aria-hidden />
        </span>
        {t('More')}
      </button>
    </nav>
  )
}
