import { t } from '../language/texts.ts'
import { TAB_LABELS, tabsOf } from '../pages/admin/tabs.ts'
import { PATHS } from '../paths.ts'

/** A page that is reached by way of one of the menu: its address with what it holds, and its name. */
export type InnerPage = { readonly href: string; readonly label: string }

/** The pages behind those of the menu, as far as a role has them. */
export const innerPagesOf = (role: string | undefined): readonly InnerPage[] => [
  { href: PATHS.rollouts, label: t('Rollouts') },
  { href: PATHS.maintenance, label: t('Maintenance windows') },
  { href: `${PATHS.cash}?load=true`, label: t('Loading list') },
  ...tabsOf(role).map((tab) => ({ href: `${PATHS.admin}?tab=${tab}`, label: TAB_LABELS[tab] })),
]
