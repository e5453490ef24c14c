import { t } from '../../language/texts.ts'
import { TABS, type Tab } from './search.ts'

/** What the tabs of the administration are called. */
export const TAB_LABELS: Readonly<Record<Tab, string>> = {
  events: t('Event exceptions'),
  types: t('Event types'),
  health: t('Health'),
  targets: t('Targets'),
  webhooks: t('Webhooks'),
  audit: t('Audit'),
  jobs: t('Jobs'),
  letters: t('Dead letters'),
}

/** The tabs that are for administrators of the platform alone. */
export const isOfPlatform = (tab: Tab): boolean => tab === 'jobs' || tab === 'letters'

/** The tabs that a role has; none for who has no administration. */
export const tabsOf = (role: string | undefined): readonly Tab[] => {
  if (role === 'ADMIN' || role === 'BCOS_ADMIN') return TABS
  return role === 'MSP_ADMIN' ? TABS.filter((tab) => !isOfPlatform(tab)) : []
}
