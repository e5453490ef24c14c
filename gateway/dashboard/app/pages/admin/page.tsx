import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useRole } from '../../api/session.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { Empty } from '../../ui/widget.tsx'
import styles from './parts/admin.module.css'
import { ListSkeleton } from './parts/list-skeleton.tsx'
import { useAdmin } from './parts/use-admin.ts'
import { TABS, type Tab } from './search.ts'
import { isOfPlatform, TAB_LABELS } from './tabs.ts'

const PANELS = {
  events: lazyPart(async () => (await import('./event-exceptions.tsx')).EventExceptions),
  types: lazyPart(async () => (await import('./types.tsx')).Types),
  health: lazyPart(async () => (await import('./health.tsx')).Health),
  targets: lazyPart(async () => (await import('./targets/targets.tsx')).Targets),
  webhooks: lazyPart(async () => (await import('./webhooks/webhooks.tsx')).Webhooks),
  audit: lazyPart(async () => (await import('./audit/audit.tsx')).Audit),
  jobs: lazyPart(async () => (await import('./jobs.tsx')).Jobs),
  letters: lazyPart(async () => (await import('./dead-letters.tsx')).DeadLetters),
} satisfies Readonly<Record<Tab, unknown>>

const Refused = ({ children }: { readonly children: ReactNode }) => (
  <Empty>
    <IconLock size={22} stroke={1.75} aria-hidden />
    <p>{children}</p>
  </Empty>
)

const Panel = ({ tab }: { readonly tab: Tab }) => {
  const isAdmin = useRole('ADMIN', 'BCOS_ADMIN')
  const isMsp = useRole('MSP_ADMIN')
  if (!isAdmin && !isMsp) return <Refused>{t('The administration is for ADMIN, BCOS_ADMIN and MSP_ADMIN.')}</Refused>
  if (!isAdmin && isOfPlatform(tab))
    return <Refused>{t('{part}: only for ADMIN and BCOS_ADMIN.', { part: TAB_LABELS[tab] })}</Refused>
  const Shown = PANELS[tab]
  return (
    <Suspense fallback={<ListSkeleton />}>
      <Shown />
    </Suspense>
  )
}

/** What keeps the platform itself in order. */
export const AdminPage = () => {
  const { search } = useAdmin()
  const tab = search.tab ?? 'events'
  const isAdmin = useRole('ADMIN', 'BCOS_ADMIN')
  const tabs = TABS.filter((one) => isAdmin || one === tab || !isOfPlatform(one))
  return (
    <section className="page" aria-label={t('Administration')}>
      <nav className={styles.tabs} aria-label={t('Parts of the administration')}>
        {tabs.map((one) => (
          <Link
            key={one}
            to={PATHS.admin}
            search={{ tab: one === 'events' ? undefined : one }}
            activeOptions={{ explicitUndefined: true }}
            data-current={one === tab || undefined}
            aria-current={one === tab ? 'page' : undefined}
          >
            {TAB_LABELS[one]}
          </Link>
        ))}
      </nav>
      <Panel tab={tab} />
    </section>
  )
}
