import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRole } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { Empty } from '../../ui/widget.tsx'
import { Audit } from './audit/audit.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { EventExceptions } from './event-exceptions.tsx'
import { Health } from './health.tsx'
import { Jobs } from './jobs.tsx'
import styles from './parts/admin.module.css'
import { useAdmin } from './parts/use-admin.ts'
import { TABS, type Tab } from './search.ts'
import { Types } from './types.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

const LABELS: Readonly<Record<Tab, string>> = {
  events: 'Event exceptions',
  types: 'Event types',
  health: 'Health',
  webhooks: 'Webhooks',
  audit: 'Audit',
  jobs: 'Jobs',
  letters: 'Dead letters',
}

const PANELS: Readonly<Record<Tab, () => ReactNode>> = {
  events: EventExceptions,
  types: Types,
  health: Health,
  webhooks: Webhooks,
  audit: Audit,
  jobs: Jobs,
  letters: DeadLetters,
}

const Refused = ({ children }: { readonly children: ReactNode }) => (
  <Empty>
    <IconLock size={22} stroke={1.75} aria-hidden />
    <p>{children}</p>
  </Empty>
)

const Panel = ({ tab }: { readonly tab: Tab }) => {
  const isAdmin = useRole('ADMIN', 'BCOS_ADMIN')
  const isMsp = useRole('MSP_ADMIN')
  if (!isAdmin && !isMsp) return <Refused>The administration is for ADMIN, BCOS_ADMIN and MSP_ADMIN.</Refused>
  if (!isAdmin && (tab === 'jobs' || tab === 'letters'))
    return <Refused>{LABELS[tab]} are for ADMIN and BCOS_ADMIN.</Refused>
  const Shown = PANELS[tab]
  return <Shown />
}

/** What keeps the platform itself in order. */
export const AdminPage = () => {
  const { search } = useAdmin()
  const tab = search.tab ?? 'events'
  const isAdmin = useRole('ADMIN', 'BCOS_ADMIN')
  const tabs = TABS.filter((one) => isAdmin || one === tab || (one !== 'jobs' && one !== 'letters'))
  return (
    <section className="page" aria-label="Administration">
      <nav className={styles.tabs} aria-label="Parts of the administration">
        {tabs.map((one) => (
          <Link
            key={one}
            to={PATHS.admin}
            search={{ tab: one === 'events' ? undefined : one }}
            activeOptions={{ explicitUndefined: true }}
            data-current={one === tab || undefined}
            aria-current={one === tab ? 'page' : undefined}
          >
            {LABELS[one]}
          </Link>
        ))}
      </nav>
      <Panel tab={tab} />
    </section>
  )
}
